import type { OutgoingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import { CALL_HEADER } from "../wire/protocol";
import type { Rendezvous } from "../wire/rendezvous";
import { beginSession, type Introduction } from "./beginSession";
import { Channel } from "./channel";
import { INTERNAL_ERROR, isFields } from "./jsonRpc";
import { readMessages } from "./readMessages";
import type { Exchange, ExchangeEnd, Listener, Upstream } from "./upstream";

/** A window that is too busy to take the end of a session is not waited for. */
const END_WITHIN_MS = 1_000;

/**
 * Begins a session by streamable HTTP. Rejects where the window cannot be reached, does not prove itself, or does not
 * take the introduction.
 */
export async function openUpstream(
	window: Rendezvous,
	connect: () => Promise<Socket>,
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
		private readonly session: OutgoingHttpHeaders,
		readonly answer: string,
	) {}

	post(text: string, callKey: string | undefined, exchange: Exchange): () => void {
		const call = callKey === undefined ? {} : { [CALL_HEADER]: callKey };
		let isTakenBack = false;
		const takeBack = this.channel.send(
			{ method: "POST", headers: { ...this.session, ...call }, body: text },
			{
				onResponse: (opened) => {
					exchange.onAccepted();
					let body = "";
					readMessages(
						opened,
						(message) => {
							if (opened.statusCode !== 200) body = message;
							else if (!isTakenBack) exchange.onMessage(message);
						},
						(isWhole) => isTakenBack || exchange.onEnd(endOf(opened.statusCode ?? 0, isWhole, body)),
					);
				},
				onFailed: (how) => exchange.onEnd({ kind: how }),
			},
		);
		return () => {
			isTakenBack = true;
			takeBack();
		};
	}

	listen(listener: Listener): void {
		this.channel.send(
			{ method: "GET", headers: this.session },
			{
				onResponse: (response) => {
					const isOpen = response.statusCode === 200;
					if (isOpen) listener.onOpen();
					readMessages(
						response,
						(message) => isOpen && listener.onMessage(message),
						// 409: the broker has not yet seen that the stream before this one is closed.
						() => listener.onEnd(isOpen || response.statusCode === 409 ? "again" : "gone"),
					);
				},
				onFailed: () => listener.onEnd("gone"),
			},
		);
	}

	end(): Promise<void> {
		return new Promise((resolve) => {
			setTimeout(resolve, END_WITHIN_MS);
			this.channel.send(
				{ method: "DELETE", headers: this.session },
				{
					onResponse: (response) => void response.resume().on("close", resolve),
					onFailed: () => resolve(),
				},
			);
		});
	}

	close(): void {
		this.channel.close();
	}
}

function endOf(status: number, isWhole: boolean, body: string): ExchangeEnd {
	if (status === 200 || status === 202) return { kind: isWhole ? "done" : "cut" };
	if (status === 401 || status === 404) return { kind: "gone" };
	return { kind: "refused", ...refusalOf(body, status) };
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
	return { code: INTERNAL_ERROR, why: `the editor window answered with HTTP ${status}` };
}
