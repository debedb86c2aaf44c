import { describe, expect, it } from "vitest";
import { parsePlan } from "../../../src/core/plans";
import { fieldsOf } from "../../../src/core/toolArguments";
import { refusalOf } from "../../support/deskFixture";

const ASTRAL = "😀";
const step = (id: unknown = "a", text: unknown = "Read the code", status: unknown = "pending") => ({
	id,
	step: text,
	status,
});
const parse = (raw: unknown) => parsePlan(fieldsOf(raw));
const refusal = (raw: unknown) => refusalOf(() => parse(raw));

describe("what an agent plans", () => {
	it("is trimmed everywhere", () => {
		expect(parse({ title: " Port ", explanation: " why\n", plan: [step(" a ", " Read ", "in_progress")] })).toEqual({
			title: "Port",
			explanation: "why",
			steps: [{ id: "a", step: "Read", status: "in_progress" }],
		});
	});

	it("needs neither title nor explanation", () => {
		expect(parse({ plan: [step()] })).toEqual({
			title: undefined,
			explanation: undefined,
			steps: [{ id: "a", step: "Read the code", status: "pending" }],
		});
	});

	it("takes every status", () => {
		const statuses = ["pending", "in_progress", "completed", "failed", "skipped"];
		const { steps } = parse({ plan: statuses.map((status, at) => step(`s${at}`, "x", status)) });
		expect(steps.map((each) => each.status)).toEqual(statuses);
	});

	it("may be as long as its limits, in code points", () => {
		const plan = Array.from({ length: 30 }, (_, at) => step(String(at).padStart(100, "x"), ASTRAL.repeat(200)));
		expect(parse({ title: ASTRAL.repeat(200), explanation: ASTRAL.repeat(1_000), plan }).steps).toHaveLength(30);
	});

	it.each([
		["title: must be a text of at most 200 characters", { title: "x".repeat(201), plan: [step()] }],
		["title: must be a text of at most 200 characters", { title: `${"x".repeat(200)} `, plan: [step()] }],
		["title: must be a text of at most 200 characters", { title: null, plan: [step()] }],
		["explanation: must be a text of at most 1000 characters", { explanation: "x".repeat(1_001), plan: [step()] }],
		["explanation: must be a text of at most 1000 characters", { explanation: 1, plan: [step()] }],
		["plan: must be a list of 1 to 30 items", {}],
		["plan: must be a list of 1 to 30 items", { plan: [] }],
		["plan: must be a list of 1 to 30 items", { plan: { 0: step() } }],
		["plan: must be a list of 1 to 30 items", { plan: Array.from({ length: 31 }, (_, at) => step(String(at))) }],
		["plan[1]: must be an object", { plan: [step(), "b"] }],
		["plan[0]: must be an object", { plan: [null] }],
		["plan[0].id: must be a text of 1 to 100 characters that is not blank", { plan: [step(" ")] }],
		["plan[0].id: must be a text of 1 to 100 characters that is not blank", { plan: [step(1)] }],
		["plan[0].id: must be a text of 1 to 100 characters that is not blank", { plan: [step("x".repeat(101))] }],
		["plan[0].step: must be a text of 1 to 200 characters that is not blank", { plan: [step("a", "\n")] }],
		["plan[0].step: must be a text of 1 to 200 characters that is not blank", { plan: [step("a", "x".repeat(201))] }],
		[
			"plan[0].status: must be one of pending, in_progress, completed, failed, skipped",
			{ plan: [step("a", "x", "done")] },
		],
		["plan[1].id: must be unique in the plan", { plan: [step("a"), step(" a ")] }],
		[
			"plan: at most one step may be in_progress",
			{ plan: [step("a", "x", "in_progress"), step("b", "y", "in_progress")] },
		],
	])("is refused with %j", async (message, raw) => {
		expect(await refusal(raw)).toBe(`invalid_input: ${message}`);
	});

	it("takes ids that are named like parts of every object", () => {
		const { steps } = parse({ plan: [step("__proto__"), step("constructor")] });
		expect(steps.map((each) => each.id)).toEqual(["__proto__", "constructor"]);
	});
});
