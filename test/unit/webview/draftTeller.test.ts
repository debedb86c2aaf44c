import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DraftTeller } from "../../../webview/draftTeller";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function teller() {
	const told: string[] = [];
	return { told, teller: new DraftTeller((text: string) => told.push(text)) };
}

test("the host hears of the first key at once, then of the newest text four times a second", () => {
	const { told, teller: to } = teller();
	for (let length = 1; length <= 10; length++) {
		to.update("x".repeat(length));
		vi.advanceTimersByTime(50);
	}
	vi.advanceTimersByTime(250);
	expect(told.map((text) => text.length)).toEqual([1, 5, 10]);
});

test("leaving the field tells what is untold, once", () => {
	const { told, teller: to } = teller();
	to.update("a");
	to.update("ab");
	to.flush();
	to.flush();
	vi.advanceTimersByTime(1_000);
	expect([told, vi.getTimerCount()]).toEqual([["a", "ab"], 0]);
});

test("what was sent is not told as a draft afterwards", () => {
	const { told, teller: to } = teller();
	to.update("a");
	to.update("ab");
	to.stop();
	vi.advanceTimersByTime(1_000);
	expect(told).toEqual(["a"]);
});
