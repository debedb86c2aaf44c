import { BODY_MAX_BYTES } from "../wire/protocol";
import { idleAnswer, idleIntroduction, needsResource, resourceAnswer, unknownMethod } from "./idleAnswers";
import { InFlight, type PendingCall, type Request } from "./inFlight";
import {
	errorText,
	INVALID_REQUEST,
	isRequestId,
	type Message,
	notificationText,
	PARSE_ERROR,
	parseMessage,
} from "./jsonRpc";
import { unanswered } from "./unanswered";
import type { LinkDeps, WindowLink } from "./windowLink";

const NO_ANSWER = "No answer was given; this is not consent.";

export interface RelayDeps extends LinkDeps {
	/** Gives one message to the agent. */
	write(text: string): void;
	/** The file of the window that this bridge belongs to; undefined for none. */
	choose(): Promise<string | undefined>;
}

/**
 * Carries messages between an agent and its window. It knows no tools. While no window is there it answers by itself,
 * so that an agent outside any window sees a healthy server that offers nothing.
 */
export class Relay {
	readonly #inFlight = new InFlight();
	#link: WindowLink | undefined;
	/** The `initialize` that is being answered. */
	#introduction: Request | undefined;
	#isChoosing = false;
	#hasResource = false;
	/** The window's answer to `initialize` that the agent's idea of the server rests on. */
	#told: string | undefined;

	constructor(private readonly deps: RelayDeps) {}

	/** One line from the agent. */
	receive(line: string): void {
		const message = parseMessage(line);
		if (message === "parse") this.deps.write(errorText(null, PARSE_ERROR, "Parse error: the line is no JSON"));
		else if (message === "invalid") this.deps.write(errorText(null, INVALID_REQUEST, "Invalid request"));
		else this.#route(message);
	}

	/** Something came that is too long to be read. */
	refuseLine(): void {
		this.deps.write(errorText(null, INVALID_REQUEST, "Invalid request: the line is too long"));
	}

	/** Ends the session. Never rejects. */
	async close(): Promise<void> {
		this.#introduction = undefined;
		await this.#link?.leave();
	}

	#route(message: Message): void {
		if (Buffer.byteLength(message.text) > BODY_MAX_BYTES) {
			if (message.kind !== "request") return;
			const limit = `the message is larger than ${BODY_MAX_BYTES} bytes`;
			this.deps.write(errorText(message.id, INVALID_REQUEST, `Invalid request: ${limit}. ${NO_ANSWER}`));
		} else if (message.kind === "request") {
			this.#request(message);
		} else if (message.kind === "notification" && message.method === "notifications/cancelled") {
			this.#cancel(message.params["requestId"], message.text);
		} else {
			this.#link?.forward(message.text);
		}
	}

	#request(request: Request): void {
		const ours = this.#hasResource ? resourceAnswer(request) : undefined;
		if (request.method === "initialize") {
			void this.#introduce(request);
		} else if (request.method === "server/discover") {
			// A probe for a later protocol: a quick no is what lets the agent go on with `initialize`.
			this.deps.write(unknownMethod(request));
		} else if (ours !== undefined) {
			this.deps.write(ours);
		} else if (this.#inFlight.isOpen(request.id)) {
			// Under its own id the refusal would be taken for the answer of the request that is open.
			this.deps.write(errorText(null, INVALID_REQUEST, "Invalid request: a request with this id is still open"));
		} else if (this.#link?.state === "live") {
			this.#link.send(this.#inFlight.add(request));
		} else if ((this.#isChoosing || this.#link?.state === "expected") && request.method !== "ping") {
			this.#inFlight.add(request);
		} else {
			this.deps.write(this.#idleAnswer(request));
		}
	}

	/** An agent that introduces itself again begins anew. */
	async #introduce(request: Request): Promise<void> {
		this.#introduction = request;
		this.#isChoosing = true;
		const left = this.#link?.leave();
		// All at once: what comes from here on, be it in the same chunk, is of the new beginning.
		this.#link = undefined;
		this.#inFlight.takeAll();
		await left;
		const path = await this.deps.choose();
		const link = path === undefined ? undefined : (await import("./windowLink")).WindowLink;
		if (this.#introduction !== request) return;
		this.#isChoosing = false;
		if (path === undefined || link === undefined) {
			this.#giveUp();
			return;
		}
		this.#link = new link(this.deps, path, request, this.#inFlight, {
			onFound: (answer) => this.#onFound(answer),
			onLost: () => this.#answerPings(),
			onGivenUp: () => this.#giveUp(),
			onMessage: (text, call) => this.#fromWindow(text, call),
			onRefused: (call, code, why) => {
				this.#inFlight.take(call.request.id);
				this.deps.write(errorText(call.request.id, code, `${why}. ${NO_ANSWER}`));
			},
		});
	}

	#onFound(answer: string): void {
		if (this.#introduction !== undefined) this.deps.write(answer);
		else if (answer !== this.#told) this.deps.write(notificationText("notifications/tools/list_changed"));
		this.#introduction = undefined;
		this.#told = answer;
	}

	/** A ping asks for the bridge. One that was on its way to the window as it went is not to wait for it. */
	#answerPings(): void {
		for (const { request } of this.#inFlight.all.filter((call) => call.request.method === "ping")) {
			this.#inFlight.take(request.id);
			this.deps.write(idleAnswer(request));
		}
	}

	#giveUp(): void {
		if (this.#introduction !== undefined) {
			this.#told = undefined;
			this.#hasResource = needsResource(this.#introduction.params);
			this.deps.write(idleIntroduction(this.#introduction));
			this.#introduction = undefined;
		}
		for (const { request } of this.#inFlight.takeAll()) {
			this.deps.write(request.method === "tools/call" ? unanswered(request) : this.#idleAnswer(request));
		}
	}

	#idleAnswer(request: Request): string {
		// The agent now believes that there are no tools.
		if (request.method === "tools/list") this.#told = undefined;
		return idleAnswer(request);
	}

	#fromWindow(text: string, call: PendingCall | undefined): void {
		// Nothing more of a call that was taken back or sent anew.
		if (call !== undefined && !this.#inFlight.has(call)) return;
		const message = parseMessage(text);
		if (typeof message === "string") return;
		if (message.kind === "response" && this.#inFlight.take(message.id) === undefined) return;
		this.deps.write(text.includes("\n") ? JSON.stringify(JSON.parse(text)) : text);
	}

	#cancel(id: unknown, text: string): void {
		const call = isRequestId(id) ? this.#inFlight.take(id) : undefined;
		// Agents also take back what was answered already; that means nothing.
		if (call !== undefined) this.#link?.cancel(call, text);
	}
}
