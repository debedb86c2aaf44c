import { join } from "node:path";
import { AgentRecord } from "../support/agentRecord.mjs";
import { Workbench } from "../support/host/workbench.mjs";

/** A VS Code window with Parley, as its person sees it. */
export class ParleyWindow extends Workbench {
	get status() {
		return this.page.locator('.part.statusbar .statusbar-item[id^="parley-dev.parley"]');
	}

	/** The status bar says that agents can ask. */
	async parleyReady() {
		await this.status
			.filter({ hasText: /^\s*(Parley|\d+ waiting)/ })
			.filter({ hasNot: this.page.locator(".codicon-loading") })
			.waitFor({ timeout: 60_000 });
	}

	/** Waits until the status bar counts that many open items; 0 is the plain "Parley". */
	async waits(count, timeout = 20_000) {
		const text = count === 0 ? /^\s*Parley\s*$/ : new RegExp(`^\\s*${count} waiting`);
		await this.status.filter({ hasText: text }).waitFor({ timeout });
	}

	/** Types a call of the demo agent into the focused terminal; gives the record of what it tells. */
	async startAgent(folder, name, words, options = []) {
		const file = join(folder, `${name}.jsonl`);
		await this.typeInTerminal(["demo", "--out", file, ...options, ...words].map(shellWord).join(" "));
		return new AgentRecord(file);
	}
}

function shellWord(word) {
	return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
