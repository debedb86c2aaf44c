import { CALL_HEADER } from "../wire/protocol";
import type { Rendezvous } from "../wire/rendezvous";
import { beginSession, type Introduction, POST } from "./beginSession";
import { Channel } from "./channel";
import type { HttpConnection } from "./httpConnection";
import { INTERNAL_ERROR, isFields } from "./jsonRpc";
import type { Exchange, ExchangeEnd, Listener, Upstream } from "./upstream";

/** A window that is too busy to take the end of a session is not waited for. */
const END_WITHIN_MS = 1_000;

/**
 * Begins a session by streamable HTTP. Rejects where the window cannot be reached, does not prove itself, or does not
 * take the introduction.
 */
export async function openUpstream(
	window: Rendezvous,
	connect: () => Promise<HttpConnection>,
	introduction: Introduction,
): Promise<Upstream> {
	const channel = new Channel(window, connect);
	try {
		const { session, version, answer } = await beginSession(channel, introduction);
		return new HttpUpstream(channel, { "mcp-session-id": session, "mcp-protocol-version": version }, answer);
	} catch (error) {
		channel.close();
		throw error;
	}
}

class HttpUpstream implements Upstream {
	constructor(
		private readonly channel: Channel,
		private readonly session: Readonly<Record<string, string>>,
		readonly answer: string,
	) {}

	post(text: string, callKey: string | undefined, exchange: Exchange): () => void {
		const call = callKey === undefined ? {} : { [CALL_HEADER]: callKey };
		let status = 0;
		let refusal = "";
		return this.channel.send(
			{
				start: POST.start,
				headers: { ...POST.headers, ...this.session, ...call },
				body: text,
			},
			{
				onHead: (head) => {
					status = head.status;
					exchange.onAccepted();
				},
				onMessage: (message) => {
					if (status === 200) exchange.onMessage(message);
					else refusal = message;
				},
				onEnd: (isWhole) => exchange.onEnd(endOf(status, isWhole, refusal)),
				onFailed: (how) => exchange.onEnd({ kind: how }),
			},
		);
	}

	listen(listener: Listener): void {
		let status = 0;
		this.channel.send(
			{
				start: "GET /mcp",
				headers: { accept: "text/event-stream", ...this.session },
			},
			{
				onHead: (head) => {
					status = head.status;
					if (status === 200) listener.onOpen();
				},
				onMessage: (message) => {
					if (status === 200) listener.onMessage(message);
				},
				// 409: the broker has not yet seen that the stream before this one is closed.
				onEnd: () => listener.onEnd(status === 200 || status === 409 ? "again" : "gone"),
				onFailed: () => listener.onEnd("gone"),
			},
		);
	}

	end(): Promise<void> {
		return new Promise((resolve) => {
			setTimeout(resolve, END_WITHIN_MS);
			this.channel.send(
				{ start: "DELETE /mcp", headers: this.session },
				{
					onHead: () => resolve(),
					onMessage: () => undefined,
					onEnd: () => resolve(),
					onFailed: () => resolve(),
				},
			);
		});
	}

	close(): void {
		this.channel.close();
	}
}

function endOf(status: number, isWhole: boolean, refusal: string): ExchangeEnd {
	if (status === 200 || status === 202) return { kind: isWhole ? "done" : "cut" };
	if (status === 401 || status === 404) return { kind: "gone" };
	return { kind: "refused", ...refusalOf(refusal, status) };
}

function refusalOf(body: string, status: number): { code: number; why: string } {
	try {
		const { error } = JSON.parse(body) as { error?: unknown };
		if (isFields(error) && typeof error["code"] === "number" && typeof error["message"] === "string") {
			return { code: error["code"], why: error["message"] };
		}
	} catch {
		// A body that is no JSON says no more than the status.
	}
	return {
		code: INTERNAL_ERROR,
		why: `the editor window answered with HTTP ${status}`,
	};
}
