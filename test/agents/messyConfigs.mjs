// Files as people have them: written by hand, by other programs, on other systems. Each agent takes its own.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { writeFileIn } from "./wiring/writeFileIn.mjs";

const FILES = {
	".pi/agent/mcp.json": '{\n\t"mcpServers": { "other":{"command":"/bin/false"}\n}}',
	".copilot/mcp-config.json": '{"mcpServers":{}}',
	".factory/mcp.json": [
		"{",
		'   "mcpServers"  : {',
		'      "other": { "type": "stdio", "command": "/bin/false", "disabled": true }',
		"   }",
		"}",
		"",
	].join("\r\n"),
	".cline/data/settings/cline_mcp_settings.json":
		'{ "mcpServers": { "other": { "type": "stdio", "command": "/bin/false", "disabled": true } } }\n\n',
	".kimi-code/mcp.json": '{\n\t"mcpServers": {\n\t}\n}\n',
	".dsh/cordis.patch.yml": "# none so far\n[]\n",
};

/** Behind what is in them already. */
const MORE = {
	".codex/config.toml":
		'\n# another server\r\n[mcp_servers.other]\ncommand = "/bin/false" # never starts\nenabled = false',
	".grok/config.toml": '\n\n[mcp_servers."other"]\ncommand = "/bin/false"\nenabled = false\n# the end',
};

export function makeMessy(home) {
	for (const [name, text] of Object.entries(FILES)) writeFileIn(join(home, name), text);
	for (const [name, text] of Object.entries(MORE)) appendFileSync(join(home, name), text);
}
