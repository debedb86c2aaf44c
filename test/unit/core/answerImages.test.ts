import { describe, expect, it } from "vitest";
import { imageName, imageTypeOf } from "../../../src/core/answerImages";
import { IMAGE_MAX_BYTES, MINUTE_MS } from "../../../src/core/limits";
import { DeskFixture } from "../../support/deskFixture";
import { image } from "../../support/images";

const NONE = "00000000-0000-4000-8000-00000000ffff";

function asked() {
	const fixture = new DeskFixture();
	const session = fixture.open();
	const { id } = fixture.ask(session);
	const attach = (name = "shot.png", bytes = image(), to = id) =>
		fixture.desk.clarifications.attachImage(to, name, bytes);
	const attached = () => fixture.question(id).images;
	return { fixture, session, id, attach, attached, clarifications: fixture.desk.clarifications };
}

describe("an image", () => {
	it("is known by how it begins, whatever it is called", () => {
		const kinds = (["png", "jpeg", "gif", "webp"] as const).map((kind) => imageTypeOf(image(kind)));
		expect(kinds).toEqual(["image/png", "image/jpeg", "image/gif", "image/webp"]);
		const others = ["<svg/>", "GIF88a", "RIFF____WAVE", "PNG", "", "\x89PN"].map((text) =>
			imageTypeOf(Buffer.from(text, "latin1")),
		);
		expect(others).toEqual(others.map(() => undefined));
	});

	it("keeps its own name, on one line and no longer than 100 characters", () => {
		const names = ["a b.png", "/home/ada/a.png", "C:\\a.png", "a\nb\u2028c.png", "", "../..", "x".repeat(300)];
		expect(names.map(imageName)).toEqual(["a b.png", "a.png", "a.png", "a b c.png", "image", "..", "x".repeat(100)]);
	});

	it("has nothing in its name that is not seen", () => {
		const hidden = ["a\u202egnp.exe", "\u200b\u{e0041}\u{e0042}", "a\ufe0f\ue000\ud800b"];
		expect(hidden.map(imageName)).toEqual(["a gnp.exe", "image", "a b"]);
	});
});

describe("an image that is attached to a draft", () => {
	it("is stored, and stands in the draft", () => {
		const { fixture, attach, attached } = asked();
		expect(attach()).toBeUndefined();
		const [kept] = attached();
		expect(kept).toEqual({
			id: kept?.id,
			name: "shot.png",
			mimeType: "image/png",
			bytes: 64,
			path: `/state/images/${kept?.id}.png`,
		});
		expect([...fixture.imageStore.files.keys()]).toEqual([kept?.id]);
	});

	it("holds the clock as typing does", () => {
		const { fixture, id, attach } = asked();
		const { deadline } = fixture.question(id);
		attach();
		expect(fixture.question(id).deadline).toBe(deadline + MINUTE_MS);
	});

	it.each([
		["a text with the name of an image", "not-image", Buffer.from("hello")],
		["one of 20 MB", "too-large", image("png", 20_000_000)],
		["one byte too much", "too-large", image("png", IMAGE_MAX_BYTES + 1)],
	] as const)("is refused if it is %s, and the draft stays as it was", (_, refusal, bytes) => {
		const { fixture, id, attach } = asked();
		fixture.desk.clarifications.setDraft(id, { text: "see", choice: undefined });
		const before = fixture.question(id);
		expect(attach("a.png", bytes)).toBe(refusal);
		expect([fixture.question(id), fixture.imageStore.files.size]).toEqual([before, 0]);
	});

	it("is refused as the fifth, and where all together are too much", () => {
		const few = asked();
		expect(Array.from({ length: 5 }, () => few.attach())).toEqual([...new Array<undefined>(4), "too-many"]);
		const large = asked();
		const bytes = image("png", IMAGE_MAX_BYTES);
		expect([large.attach("1", bytes), large.attach("2", bytes), large.attach("3", bytes)]).toEqual([
			undefined,
			undefined,
			"too-much",
		]);
	});

	it("is refused where it cannot be stored", () => {
		const { fixture, attach, attached } = asked();
		fixture.imageStore.isFull = true;
		expect([attach(), attached(), fixture.errors]).toEqual(["not-stored", [], ["An image could not be stored"]]);
	});

	it("stays over a reload, and goes when it is taken out", () => {
		const { fixture, id, attach, attached } = asked();
		attach("one.png");
		attach("two.png");
		const before = attached();
		fixture.reload();
		expect(attached()).toEqual(before);
		fixture.desk.clarifications.removeImage(id, before[0]!.id);
		fixture.desk.clarifications.removeImage(id, NONE);
		expect([attached(), [...fixture.imageStore.files.keys()]]).toEqual([[before[1]], [before[1]!.id]]);
	});

	it("belongs to its question only", () => {
		const { fixture, id, attach, attached, clarifications } = asked();
		const other = fixture.ask(fixture.open({ key: "other" }));
		attach();
		const [kept] = attached();
		clarifications.removeImage(other.id, kept!.id);
		clarifications.answer(other.id, "80", [kept!.id]);
		expect([attached(), clarifications.outcomeOf(other.id)]).toEqual([[kept], { reason: "response", response: "80" }]);
		expect(attach("a.png", image(), NONE)).toBe("gone");
		expect(fixture.question(id).images).toEqual([kept]);
	});
});

describe("the images of a question that is over", () => {
	it("go to the agent if the answer names them; others go away", async () => {
		const fixture = new DeskFixture();
		const call = fixture.clarify(fixture.open());
		const [question] = fixture.desk.clarifications.open;
		const { clarifications } = fixture.desk;
		for (const name of ["one.png", "two.png"]) clarifications.attachImage(question!.id, name, image());
		const [one] = fixture.question(question!.id).images;
		clarifications.answer(question!.id, "as here", [one!.id, one!.id, NONE, "__proto__"]);
		expect(await call.promise).toEqual({
			clarify_id: question!.id,
			response: "as here",
			reason: "response",
			images: [{ path: one!.path, mime_type: "image/png", name: "one.png", bytes: 64 }],
		});
		expect([...fixture.imageStore.files.keys()]).toEqual([one!.id]);
	});

	it("come again with the same call that is sent again after a reload", async () => {
		const fixture = new DeskFixture();
		const session = fixture.open({ isResumable: true });
		const call = fixture.call();
		const { id } = fixture.ask(session, undefined, call);
		fixture.desk.clarifications.attachImage(id, "a.png", image());
		const [kept] = fixture.question(id).images;
		fixture.desk.clarifications.answer(id, "as here", [kept!.id]);
		fixture.reload();
		const again = await fixture.desk.clarify(fixture.open({ isResumable: true }), { question: "?" }, call);
		expect(again).toMatchObject({ clarify_id: id, images: [{ path: kept!.path }] });
	});

	it("go away where the answer came from where they are not shown, and where it was dismissed", () => {
		const { fixture, id, attach, clarifications } = asked();
		attach();
		clarifications.answer(id, "80");
		expect([clarifications.outcomeOf(id), fixture.imageStore.files.size]).toEqual([
			{ reason: "response", response: "80" },
			0,
		]);
		const second = asked();
		second.attach();
		second.clarifications.dismiss(second.id);
		expect(second.fixture.imageStore.files.size).toBe(0);
	});

	it("stay with the draft of one that closed unanswered, named in what it says, until that is discarded", () => {
		const { fixture, id, attach, attached, clarifications } = asked();
		attach();
		const [kept] = attached();
		fixture.clock.advance(10 * MINUTE_MS);
		expect(clarifications.drafts).toMatchObject([{ id, images: [kept] }]);
		expect(clarifications.canHandOver(id)).toBe(true);
		fixture.reload();
		expect(fixture.desk.clarifications.drafts).toMatchObject([{ id, images: [kept] }]);
		fixture.desk.clarifications.discardDraft(id);
		expect(fixture.imageStore.files.size).toBe(0);
	});

	it("are named by their files in a late answer, which is text", () => {
		const { fixture, session, id, attach, attached, clarifications } = asked();
		attach();
		const [kept] = attached();
		clarifications.setDraft(id, { text: "as here", choice: undefined });
		fixture.clock.advance(10 * MINUTE_MS);
		clarifications.setHandOver(id, true);
		const plan = fixture.desk.updatePlan(
			session,
			{ plan: [{ id: "1", step: "a", status: "pending" }] },
			fixture.call(),
		);
		expect(plan.late_answers).toMatchObject([{ response: `as here\n\nImage: ${kept!.path}` }]);
		expect(fixture.imageStore.files.size).toBe(1);
	});

	it("are named in the history and both exports, and go with it", () => {
		const { fixture, id, attach, attached, clarifications } = asked();
		attach("a [b](c).png");
		const [kept] = attached();
		clarifications.answer(id, "as here", [kept!.id]);
		const { history } = fixture.desk;
		expect(history.search({ text: "A [B]" })).toMatchObject([{ id, outcome: { images: [kept] } }]);
		expect(history.export("markdown")).toContain("- Image a \\[b\\]\\(c\\)\\.png: \\/state\\/images");
		expect(history.export("json")).toContain(`"path": "${kept!.path}"`);
		history.remove(id);
		expect(fixture.imageStore.files.size).toBe(0);
	});

	it("stay with an answer that is made private", () => {
		const { fixture, id, attach, attached, clarifications } = asked();
		attach();
		clarifications.answer(id, "as here", [attached()[0]!.id]);
		fixture.desk.history.setPrivate(id, true);
		expect(fixture.imageStore.files.size).toBe(1);
	});

	it("go with a history that is cleared, but not with entries of others", () => {
		const { fixture, id, attach, attached, clarifications } = asked();
		attach();
		clarifications.answer(id, "as here", [attached()[0]!.id]);
		fixture.desk.history.remove(NONE);
		expect(fixture.imageStore.files.size).toBe(1);
		fixture.desk.history.clear();
		expect(fixture.imageStore.files.size).toBe(0);
	});
});

describe("a draft that something else than typing changes", () => {
	it("has a version that goes up; typing does not raise it", () => {
		const { fixture, id, clarifications } = asked();
		const version = () => fixture.question(id).draftVersion;
		clarifications.setDraft(id, { text: "a", choice: undefined });
		const typed = version();
		clarifications.replaceDraft(id, { text: "a\n\nb", choice: undefined });
		clarifications.replaceDraft(NONE, { text: "x", choice: undefined });
		expect([typed, version(), fixture.question(id).draft.text]).toEqual([0, 1, "a\n\nb"]);
	});

	it("is saved and told once", () => {
		const { fixture, id, clarifications } = asked();
		const { saves } = fixture.sessionStore;
		const told: unknown[] = [];
		clarifications.onDidChange(() => told.push(fixture.question(id).draftVersion));
		clarifications.replaceDraft(id, { text: "a", choice: undefined });
		expect([fixture.sessionStore.saves - saves, told]).toEqual([1, [1]]);
	});

	it("does nothing in a window that is closing", () => {
		const { fixture, id, attach, clarifications } = asked();
		fixture.desk.dispose();
		clarifications.replaceDraft(id, { text: "x", choice: undefined });
		expect([attach(), fixture.imageStore.files.size, clarifications.open[0]?.draft.text]).toEqual(["gone", 0, ""]);
	});
});
