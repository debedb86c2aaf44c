import { describe, expect, it } from "vitest";
import type { ExcerptRefusal } from "../../../src/core/excerpt";
import type { QuestionData } from "../../../src/protocol/snapshot";
import { image } from "../../support/images";
import { FeedFixture } from "./feedFixture";

function asking() {
	const fixture = new FeedFixture();
	const { id } = fixture.desk.ask(fixture.desk.open());
	fixture.begin();
	const act = (intent: object): QuestionData => {
		fixture.feed.receive(intent);
		fixture.pace();
		const [shown] = fixture.last.waiting;
		if (shown?.kind !== "question") throw new Error("the question is not shown");
		return shown;
	};
	fixture.excerpt = () => ({
		path: "src/a.ts",
		firstLine: 3,
		lastLine: 3,
		text: "a",
		language: "ts",
		isUnsaved: false,
	});
	return { fixture, id, act };
}

describe("an excerpt of the editor", () => {
	it("comes at the end of what the page says is typed, and the page takes it over", () => {
		const { fixture, id, act } = asking();
		const asked: unknown[] = [];
		const read = fixture.excerpt;
		fixture.excerpt = (wish, place) => {
			asked.push([wish, place.folder?.name]);
			return read(wish, place);
		};
		act({ kind: "draft", id, text: "se", choice: undefined });
		const shown = act({ kind: "attach-selection", id, text: "see" });
		expect(shown).toMatchObject({
			draft: { text: "see\n\nsrc/a.ts:3\n```ts\na\n```\n", choice: undefined },
			draftVersion: 1,
			attached: { count: 1, problem: undefined, name: "src/a.ts" },
		});
		act({ kind: "attach-file", id, text: shown.draft.text });
		expect(asked).toEqual([
			["selection", "web-shop"],
			["file", "web-shop"],
		]);
	});

	it.each(["no-editor", "no-selection", "not-text"] as const)(
		"that there is none of (%s) is told, and what is typed stays",
		(refused: ExcerptRefusal) => {
			const { fixture, id, act } = asking();
			fixture.excerpt = () => ({ refused, name: "a.bin" });
			expect(act({ kind: "attach-selection", id, text: "see" })).toMatchObject({
				draft: { text: "see", choice: undefined },
				draftVersion: 0,
				attached: { count: 1, problem: refused, name: "a.bin" },
			});
		},
	);

	it("that the answer has no room for is told before anything is sent, and the draft stays", () => {
		const { id, act } = asking();
		const text = "x".repeat(15_990);
		expect(act({ kind: "attach-file", id, text })).toMatchObject({
			draft: { text },
			draftVersion: 0,
			attached: { problem: "no-room", name: "src/a.ts" },
		});
	});

	it("is nothing to a question that is gone", () => {
		const { fixture, id, act } = asking();
		act({ kind: "attach-selection", id: "gone", text: "see" });
		fixture.desk.desk.clarifications.dismiss(id);
		fixture.feed.receive({ kind: "attach-selection", id, text: "see" });
		fixture.feed.receive({ kind: "attach-image", id, name: "a.png", data: image() });
		fixture.pace();
		expect([fixture.last.waiting, fixture.desk.imageStore.files.size]).toEqual([[], 0]);
	});
});

describe("an image", () => {
	it("is shown from where the page may load it, and taken out again", () => {
		const { id, act } = asking();
		const { images, attached } = act({ kind: "attach-image", id, name: "/tmp/a.png", data: image() });
		expect([images, attached]).toEqual([
			[{ id: images[0]?.id, name: "a.png", bytes: 64, url: `webview:/state/images/${images[0]?.id}.png` }],
			{ count: 1, problem: undefined, name: "/tmp/a.png" },
		]);
		expect(act({ kind: "remove-image", id, image: images[0]?.id }).images).toEqual([]);
	});

	it("that is refused is told with its name, each time anew", () => {
		const { id, act } = asking();
		const text = Buffer.from("no image");
		act({ kind: "attach-image", id, name: "a.png", data: text });
		expect(act({ kind: "attach-image", id, name: "a.png", data: text })).toMatchObject({
			images: [],
			attached: { count: 2, problem: "not-image", name: "a.png" },
		});
	});

	it("that came too late for the window is told as nothing, neither attached nor refused", () => {
		const { fixture, id, act } = asking();
		fixture.desk.desk.dispose();
		expect(act({ kind: "attach-image", id, name: "a.png", data: image() }).attached).toBeUndefined();
	});

	it("is told of by what can be seen of its name", () => {
		const { id, act } = asking();
		const { images, attached } = act({ kind: "attach-image", id, name: "a\u202egnp\u200b.png", data: image() });
		expect([images[0]?.name, attached?.name]).toEqual(["a gnp .png", "a gnp .png"]);
	});

	it("goes along with the answer of the page that shows it", () => {
		const { fixture, id, act } = asking();
		const { images } = act({ kind: "attach-image", id, name: "a.png", data: image() });
		fixture.feed.receive({ kind: "answer", id, response: "as here", images: [images[0]?.id] });
		expect(fixture.desk.desk.clarifications.outcomeOf(id)).toMatchObject({ images: [{ name: "a.png" }] });
	});
});
