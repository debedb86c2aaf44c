import { describe, expect, it } from "vitest";
import type { HookEvent } from "../../../src/bridge/hooks/dialect";
import { dialectOf } from "../../../src/bridge/hooks/dialectOf";
import { BASH } from "../../support/hookInputs";

const read = (agent: string, event: string, input: object): HookEvent | undefined =>
	dialectOf(agent)?.read(event, { ...input });

describe("the plain dialect of our own plug-ins", () => {
	const told = { sessionId: "ses_1", turnId: "msg_1", cwd: "/projects" };

	it.each(["opencode", "kilo", "pi"])("is that of %s", (agent) => {
		expect([
			read(agent, "begin", told),
			read(agent, "end", told),
			read(agent, "end", { ...told, how: "interrupted" }),
			read(agent, "end", { ...told, how: "somehow" }),
			read(agent, "tool", { ...told, tool: "bash", input: BASH }),
			read(agent, "permission", { ...told, tool: "bash", input: BASH, workdir: "/projects/sub" }),
			read(agent, "permission", { ...told, tool: "bash", input: BASH }),
			read(agent, "permission", { ...told, tool: "parley_clarify", input: {} }),
		]).toEqual([
			{ kind: "begin", ids: told },
			{ kind: "end", ids: told, how: "ended" },
			{ kind: "end", ids: told, how: "interrupted" },
			undefined,
			{ kind: "tool", ids: told, tool: "bash", input: BASH },
			{ kind: "permission", ids: told, tool: "bash", input: BASH, workdir: "/projects/sub", blocksTerminal: false },
			{ kind: "permission", ids: told, tool: "bash", input: BASH, workdir: undefined, blocksTerminal: false },
			undefined,
		]);
	});
});
