import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export type Hook = (...args: readonly unknown[]) => Promise<unknown>;

/** Plug-ins as the agents load them, with a real process in place of the bridge; only the agent itself is a stand-in. */
export class PluginStage {
	readonly root = mkdtempSync(join(tmpdir(), "parley-plugin-"));
	readonly bridge = join(this.root, "bridge");

	/** Answers each event with a line, and writes down what it was told. `wait`: for events that nobody answers. */
	answering(lines: Readonly<Record<string, string>>, wait: readonly string[] = []): void {
		const script = `#!${process.execPath}
const { appendFileSync, readFileSync } = require("node:fs");
const [, agent, event] = process.argv.slice(2);
appendFileSync(${JSON.stringify(join(this.root, "told"))}, JSON.stringify([agent, event, JSON.parse(readFileSync(0, "utf8"))]) + "\\n");
if (${JSON.stringify(wait)}.includes(event)) {
	appendFileSync(${JSON.stringify(join(this.root, "waiting"))}, String(process.pid));
	setInterval(() => undefined, 1_000);
}
else process.stdout.write(${JSON.stringify(lines)}[event] ?? "");
`;
		writeFileSync(this.bridge, script);
		chmodSync(this.bridge, 0o755);
	}

	get told(): readonly unknown[] {
		try {
			return readFileSync(join(this.root, "told"), "utf8")
				.trim()
				.split("\n")
				.map((line) => JSON.parse(line) as unknown);
		} catch {
			return [];
		}
	}

	/** The process ids, one after the other, of those that wait; throws while none does. */
	get waiting(): string {
		return readFileSync(join(this.root, "waiting"), "utf8");
	}

	async load(name: string, text: string): Promise<Record<string, unknown>> {
		const file = join(this.root, name);
		writeFileSync(file, text);
		return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, unknown>;
	}

	dispose(): void {
		rmSync(this.root, { recursive: true });
	}
}
