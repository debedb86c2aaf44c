import { codex } from "../../../src/agents/codex";
import type { ByFile, EditPlan, ServerEntry } from "../../../src/agents/integration";

/** What starts the bridge, and the block that Codex's file then gets. */
export const entry: ServerEntry = { command: "/state/bin/parley-bridge", args: [] };
export const windowsEntry: ServerEntry = {
	command: "C:\\Code\\Code.exe",
	args: ["C:\\Users\\me\\Parley\\bin\\bridge.cjs"],
	env: { ELECTRON_RUN_AS_NODE: "1" },
};

export const block = `# >>> parley (managed by the VS Code extension; safe to delete) >>>
[mcp_servers.parley]
command = "/state/bin/parley-bridge"
args = [ "--agent", "codex", "--clarify", "--budget", "4000" ]
env_vars = [ "PARLEY_WINDOW", "PARLEY_FOLDER" ]
startup_timeout_sec = 15
tool_timeout_sec = 4000

[mcp_servers.parley.tools.clarify]
approval_mode = "approve"

[mcp_servers.parley.tools.update_plan]
approval_mode = "approve"

[mcp_servers.parley.tools.request_approval]
approval_mode = "approve"
# <<< parley <<<
`;

/** Texts that a user may have; each is valid TOML. */
export const FIXTURES: Readonly<Record<string, string>> = {
	"an empty file": "",
	"a byte order mark alone": "\uFEFF",
	"a line break alone": "\n",
	"spaces without a line break": "   ",
	"a comment": "# mine\n",
	"a comment without a line break": "# mine",
	"a key without a line break": 'model = "gpt"',
	"two blank lines at the end": 'model = "gpt"\n\n\n',
	tabs: '\tmodel\t=\t"gpt"\t# why\n\t[a]\n\t\tb\t= 1\n',
	"Windows line breaks": 'model = "gpt"\r\n\r\n[tui]\r\ntheme = "x" # dark\r\n',
	"Windows line breaks, the last one missing": 'model = "gpt"\r\n[tui]\r\ntheme = "x"',
	"mixed line breaks": "a = 1\r\nb = 2\nc = 3\r\n[d]\ne = 1\n",
	"a byte order mark": '\uFEFF# first\nmodel = "gpt"\n',
	"other servers": '[mcp_servers.docs]\ncommand = "npx"\n\n[mcp_servers."a.b"]\ncommand = "c"\n# the end\n',
	"a table of servers": '[mcp_servers]\n[mcp_servers.docs]\ncommand = "npx"\nargs = [\n  "x", # one\n  "]",\n]\n',
	"servers by dotted keys in the root": 'mcp_servers.docs.command = "npx"\nmcp_servers.docs.args = []\n[tui]\n',
	"a long string with our table in it":
		'notes = """\n[mcp_servers.parley]\ncommand = "x"\n"""\n[a]\nb = \'\'\'\n[c]\n\'\'\'\n',
	"arrays of tables": '[[hooks]]\nevent = "a"\n[[hooks]]\nevent = "b"\n[hooks.inner]\nx = 1\n',
	"quoted and spaced headers": '[ "mcp_servers" . \'docs\' ] # c\ncommand = "x"\n["a]b#c"]\nx = 1\n',
	"inline tables": 'shell = { set = { A = "1", "#" = "]" }, list = [{ x = 1 }, { x = 2 }] }\n',
	"dates and numbers": "d = 1979-05-27T07:32:00Z\nl = 1979-05-27\nn = nan\nbig = 9223372036854775807\nhex = 0xFF\n",
	"quotation marks at the end of a long string": 'a = """x"""""\nb = \'\'\'y\'\'\'\'\'\nc = "\\"# ["\n[t]\nd = 1\n',
};

export const way = codex([]).way as ByFile;
export const connect = (text: string | undefined, start = entry): EditPlan => way.plan(text, start, "connected");
export const disconnect = (text: string | undefined, start = entry): EditPlan => way.plan(text, start, "disconnected");
export const written = (plan: EditPlan): string => {
	if (plan.kind !== "write") throw new Error(`not a write: ${JSON.stringify(plan)}`);
	return plan.text;
};
