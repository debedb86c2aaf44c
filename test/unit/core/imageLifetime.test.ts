import { describe, expect, it } from "vitest";
import { HISTORY_MAX, MINUTE_MS } from "../../../src/core/limits";
import { DeskFixture } from "../../support/deskFixture";
import { image } from "../../support/images";

function asked() {
	const fixture = new DeskFixture();
	const session = fixture.open();
	const { id } = fixture.ask(session);
	const attach = () => fixture.desk.clarifications.attachImage(id, "shot.png", image());
	const attached = () => fixture.question(id).images;
	return { fixture, session, id, attach, attached, clarifications: fixture.desk.clarifications };
}

describe("the images that no entry of the history names", () => {
	it("go with a history that is cleared, if no open question and no draft has them", () => {
		const fixture = new DeskFixture();
		fixture.historyEnabled = false;
		const { clarifications } = fixture.desk;
		const attachTo = (key: string): string => {
			const { id } = fixture.ask(fixture.open({ key }));
			clarifications.attachImage(id, "a.png", image());
			return id;
		};
		const sent = attachTo("sent");
		clarifications.answer(
			sent,
			"as here",
			fixture.question(sent).images.map((each) => each.id),
		);
		const draft = attachTo("draft");
		fixture.clock.advance(10 * MINUTE_MS);
		const open = attachTo("open");
		expect(fixture.imageStore.files.size).toBe(3);
		fixture.desk.history.clear();
		const kept = [...clarifications.drafts, fixture.question(open)].flatMap(({ images }) => images);
		expect(clarifications.drafts.map(({ id }) => id)).toEqual([draft]);
		expect([...fixture.imageStore.files.keys()]).toEqual(kept.map((each) => each.id));
	});

	it("go with it too where they were handed over late", () => {
		const { fixture, session, id, attach, clarifications } = asked();
		attach();
		fixture.clock.advance(10 * MINUTE_MS);
		clarifications.setHandOver(id, true);
		fixture.desk.updatePlan(session, { plan: [{ id: "1", step: "a", status: "pending" }] }, fixture.call());
		fixture.desk.history.clear();
		expect(fixture.imageStore.files.size).toBe(0);
	});

	it.each([
		[false, 0],
		[true, 1],
	])("go with the outcome of their call after 10 minutes (with a history: %s)", (isEnabled, left) => {
		const { fixture, session, id, attach, attached, clarifications } = asked();
		fixture.historyEnabled = isEnabled;
		attach();
		clarifications.answer(id, "as here", [attached()[0]!.id]);
		fixture.clock.advance(9 * MINUTE_MS);
		clarifications.answer(fixture.ask(session).id, "80");
		expect(fixture.imageStore.files.size).toBe(1);
		fixture.clock.advance(2 * MINUTE_MS);
		clarifications.answer(fixture.ask(session).id, "80");
		expect(fixture.imageStore.files.size).toBe(left);
	});

	it("stay where the history cannot be read", () => {
		const { fixture, session, id, attach, attached, clarifications } = asked();
		attach();
		clarifications.answer(id, "as here", [attached()[0]!.id]);
		fixture.clock.advance(11 * MINUTE_MS);
		fixture.historyStore.isBroken = true;
		clarifications.answer(fixture.ask(session).id, "80");
		expect(fixture.imageStore.files.size).toBe(1);
	});

	it("go with the entry that newer ones push out", () => {
		const { fixture, session, id, attach, attached, clarifications } = asked();
		attach();
		clarifications.answer(id, "as here", [attached()[0]!.id]);
		const entry = fixture.desk.history.entries[0]!;
		const newer = Array.from({ length: HISTORY_MAX - 1 }, (_, index) => {
			const newerId = `newer ${index}`;
			return { ...entry, id: newerId, at: entry.at + 1, outcome: { reason: "response", response: "80" } };
		});
		fixture.historyStore.text = JSON.stringify({ v: 1, entries: [...newer, entry] });
		fixture.clock.advance(1_000);
		expect(fixture.imageStore.files.size).toBe(1);
		clarifications.answer(fixture.ask(session).id, "80");
		expect(fixture.imageStore.files.size).toBe(0);
	});
});

describe("an image that a stored document names", () => {
	it("is read from our folder, whatever path stands there", async () => {
		const { fixture, session, id, attach, attached, clarifications } = asked();
		attach();
		const [kept] = attached();
		fixture.desk.dispose();
		const { documents } = fixture.sessionStore;
		for (const [key, text] of documents) documents.set(key, text.replace(kept!.path, "/home/ada/private.png"));
		fixture.crash();
		const again = fixture.clarify(fixture.open({ ...session.intro, inFlight: ["call-1"] }), undefined, {
			...fixture.call("call-1"),
		});
		fixture.desk.clarifications.answer(id, "as here", [kept!.id]);
		expect(clarifications).not.toBe(fixture.desk.clarifications);
		expect(await again.promise).toMatchObject({ images: [{ path: `/state/images/${kept!.id}.png` }] });
	});
});
