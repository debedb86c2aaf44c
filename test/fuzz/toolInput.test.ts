import { describe, expect } from "vitest";
import { parseAct } from "../../src/core/acts";
import { InteractionError } from "../../src/core/errors";
import { parsePlan } from "../../src/core/plans";
import { parseQuestion } from "../../src/core/questions";
import { contextIdOf, fieldsOf } from "../../src/core/toolArguments";
import { fuzz } from "./fuzz";
import { json, nearly } from "./hostile";

/** A refusal names a code and a field, and repeats nothing that the agent sent. */
function refusedOr<T>(parse: () => T): T | undefined {
	try {
		return parse();
	} catch (error) {
		if (!(error instanceof InteractionError)) throw error;
		expect(error.code).toBe("invalid_input");
		expect(error.message).toMatch(/^[\w[\].]+: [\w ,.;-]+$/);
		return undefined;
	}
}

const length = (text: string | undefined): number => Array.from(text ?? "").length;

describe("the arguments of a tool", () => {
	fuzz("that are anything at all", json, (raw) => {
		const fields = refusedOr(() => fieldsOf(raw));
		if (fields === undefined) return;
		refusedOr(() => contextIdOf(fields));
		refusedOr(() => parseQuestion(fields));
		refusedOr(() => parsePlan(fields));
		refusedOr(() => parseAct(fields));
	});

	fuzz("clarify", nearly({ context_id: "c", question: "Which port?", choices: ["80", "8080"] }), (raw) => {
		const question = refusedOr(() => parseQuestion(fieldsOf(raw)));
		if (question === undefined) return;
		expect(question.text).toBe(question.text.trim());
		expect([length(question.text) > 0, length(question.text) <= 4_000]).toEqual([true, true]);
		expect(question.choices).toEqual([...new Set(question.choices)]);
		expect(question.choices.length).toBeLessThanOrEqual(20);
		for (const choice of question.choices) expect(length(choice) > 0 && length(choice) <= 500).toBe(true);
	});

	const step = (id: string, status: string): object => ({ id, step: `Do ${id}`, status });
	const plan = {
		title: "T",
		explanation: "E",
		plan: [step("a", "completed"), step("b", "in_progress"), step("c", "skipped")],
	};
	fuzz("update_plan", nearly(plan), (raw) => {
		const parsed = refusedOr(() => parsePlan(fieldsOf(raw)));
		if (parsed === undefined) return;
		const { steps } = parsed;
		expect(steps.length > 0 && steps.length <= 30).toBe(true);
		expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
		expect(steps.filter(({ status }) => status === "in_progress").length).toBeLessThanOrEqual(1);
		for (const { id, step: name } of steps) expect(length(id) <= 100 && length(name) <= 200).toBe(true);
	});

	fuzz("request_approval", nearly({ action: "Install", kind: "command", detail: "npm ci", reason: "Tests" }), (raw) => {
		const act = refusedOr(() => parseAct(fieldsOf(raw)));
		if (act === undefined) return;
		// Exactly what was sent: it is what the person sees and what rules compare.
		const sent = raw as Record<string, unknown>;
		expect([act.action, act.kind]).toEqual([sent["action"], sent["kind"]]);
		expect(act.detail ?? "").toBe(sent["detail"] ?? "");
		expect(length(act.action) <= 200 && length(act.detail) <= 16_000 && length(act.reason) <= 1_000).toBe(true);
	});
});
