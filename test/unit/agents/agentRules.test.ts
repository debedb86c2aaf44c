import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { entry, filesOf } from "./fakeMachine";

const tools = ["clarify", "update_plan", "request_approval"];

describe("what allows our tools beforehand at", () => {
	it("Gemini CLI names exactly our tools, in a file of its own", () => {
		const plan = filesOf("gemini").also?.[1]?.plan(undefined, entry, "connected");
		if (plan?.kind !== "write") throw new Error(plan?.kind);
		expect(parse(plan.text)).toEqual({
			rule: [{ mcpName: "parley", toolName: tools, decision: "allow", priority: 100 }],
		});
	});

	it("Kimi names exactly our tools, behind the user's own, where it has made its file", () => {
		const [part] = filesOf("kimi").also ?? [];
		const own = '# mine\n[[permission.rules]]\ndecision = "deny"\npattern = "Bash"\n';
		const plan = part?.plan(own, entry, "connected");
		if (plan?.kind !== "write") throw new Error(plan?.kind);
		expect([part?.state(own, entry), part?.state(plan.text, entry)]).toEqual(["absent", "current"]);
		const rules = tools.map((tool) => ({ decision: "allow", scope: "user", pattern: `mcp__parley__${tool}` }));
		expect(parse(plan.text)).toEqual({ permission: { rules: [{ decision: "deny", pattern: "Bash" }, ...rules] } });
		expect(part?.plan(plan.text, entry, "disconnected")).toEqual({ kind: "write", text: own });
		const cut = plan.text.replace(/\n\[\[permission\.rules]]\n.*\n.*\n.*update_plan"\n/, "");
		expect([part?.state(cut, entry), part?.plan(cut, entry, "connected")]).toEqual(["current", { kind: "unchanged" }]);
	});

	it.each(["permission = { rules = [] }\n", '[permission]\nrules = [{ decision = "deny", pattern = "Bash" }]\n'])(
		"Kimi gets none where its user has written %s, which nothing can be added to",
		(text) => {
			const [part] = filesOf("kimi").also ?? [];
			expect([part?.plan(text, entry, "connected"), part?.state(text, entry)]).toEqual([
				{ kind: "unchanged" },
				"absent",
			]);
		},
	);

	it("Cursor CLI names exactly our tools, where it has made its file", () => {
		const [part] = filesOf("cursor").also ?? [];
		const own = '{"version":1,"permissions":{"allow":["Shell(ls)"],"deny":[]}}';
		const plan = part?.plan(own, entry, "connected");
		if (plan?.kind !== "write") throw new Error(plan?.kind);
		const allow = ["Shell(ls)", "Mcp(parley:clarify)", "Mcp(parley:update_plan)", "Mcp(parley:request_approval)"];
		expect(JSON.parse(plan.text)).toEqual({ version: 1, permissions: { allow, deny: [] } });
		expect(part?.plan(plan.text, entry, "disconnected")).toEqual({ kind: "write", text: own });
	});
});
