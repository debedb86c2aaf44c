import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export function claude({ home, url, key }) {
	const file = join(home, ".claude.json");
	const content = {
		hasCompletedOnboarding: true,
		theme: "dark",
		projects: {},
		customApiKeyResponses: { approved: [key.slice(-20)], rejected: [] },
	};
	const save = () => writeFileSync(file, JSON.stringify(content));
	mkdirSync(join(home, ".claude"));
	save();
	return {
		variables: {
			ANTHROPIC_BASE_URL: url,
			ANTHROPIC_API_KEY: key,
			ANTHROPIC_MODEL: "claude-sonnet-5",
			CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
			DISABLE_TELEMETRY: "1",
			DISABLE_ERROR_REPORTING: "1",
			DISABLE_AUTOUPDATER: "1",
		},
		trust(folder) {
			content.projects[folder] = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
			save();
		},
	};
}
