import { HOOK_MAX_BYTES, HOOK_PATHS, type HookPermission } from "../../wire/hookMessages";
import { isFields } from "../jsonRpc";
import { randomKey } from "../randomKey";
import { type PermissionWords, textOf } from "./dialect";
import type { HookOutput } from "./hookOutput";
import { type HookWindow, postHook } from "./postHook";

/** A window that reloads keeps the request open for about this long. */
const RETURN_WITHIN_MS = 20_000;
const AGAIN_MS = 300;
/** The window closes the request first. */
const MARGIN_MS = 5_000;

/**
 * Asks the person and says what was decided, in the agent's words. Says nothing for no decision, and whenever anything
 * fails: the agent's own prompt then stands. The end of this process takes the request back.
 */
export async function askPermission(
	find: () => HookWindow | undefined,
	asked: Omit<HookPermission, "key">,
	words: PermissionWords,
	output: HookOutput,
): Promise<void> {
	const message = { ...asked, key: randomKey() } satisfies HookPermission;
	if (Buffer.byteLength(JSON.stringify(message)) > HOOK_MAX_BYTES.permission) return;
	const request = new Request(words, output);
	const onEvent = (event: unknown): void => request.onEvent(event);
	let lostAt: number | undefined;
	for (;;) {
		const window = find();
		if (window !== undefined && (await postHook(window, HOOK_PATHS.permission, message, onEvent))) break;
		// A window that has not asked anybody is not waited for.
		lostAt ??= request.isAsked ? performance.now() : -Infinity;
		if (performance.now() - lostAt > RETURN_WITHIN_MS) break;
		await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
	}
	request.finish();
}

/** What has come of it so far. */
class Request {
	readonly #words: PermissionWords;
	readonly #output: HookOutput;
	#decision: string | undefined;
	#isAsked = false;

	constructor(words: PermissionWords, output: HookOutput) {
		this.#words = words;
		this.#output = output;
	}

	/** The person has it before them. */
	get isAsked(): boolean {
		return this.#isAsked;
	}

	onEvent(event: unknown): void {
		if (!isFields(event)) return;
		const { state, waitMs, message } = event;
		if (state === "waiting" && typeof waitMs === "number" && !this.#isAsked) {
			this.#isAsked = true;
			this.#output.waitFor(waitMs + MARGIN_MS);
			if (this.#words.waiting !== undefined) this.#output.say(this.#words.waiting);
		}
		if (state === "allow") this.#decision = this.#words.allow;
		if (state === "deny") this.#decision = this.#words.deny(textOf(message) ?? "");
	}

	finish(): void {
		if (this.#decision !== undefined) this.#output.say(this.#decision);
	}
}
