import type { Exchange, Listener, Upstream } from "../../src/bridge/upstream";

/** One message that the bridge sent to the window. */
export interface Posted {
	readonly text: string;
	readonly callKey: string | undefined;
	readonly exchange: Exchange;
	isTakenBack: boolean;
}

/** A window's session in the hands of a test. */
export class FakeUpstream implements Upstream {
	readonly posted: Posted[] = [];
	listener: Listener | undefined;
	timesListened = 0;
	isClosed = false;
	isEnded = false;

	constructor(readonly answer: string) {}

	post(text: string, callKey: string | undefined, exchange: Exchange): () => void {
		const posted = { text, callKey, exchange, isTakenBack: false };
		this.posted.push(posted);
		return () => (posted.isTakenBack = true);
	}

	listen(listener: Listener): void {
		this.listener = listener;
		this.timesListened++;
	}

	end(): Promise<void> {
		this.isEnded = true;
		return Promise.resolve();
	}

	close(): void {
		this.isClosed = true;
	}

	/** The methods of what was posted; the id of a response. */
	get methods(): readonly unknown[] {
		return this.posted.map(({ text }) => {
			const { method, id } = JSON.parse(text) as { method?: string; id?: unknown };
			return method ?? id;
		});
	}

	/** The newest message of that method. */
	last(method: string): Posted {
		const found = this.posted.findLast(({ text }) => (JSON.parse(text) as { method?: string }).method === method);
		if (found === undefined) throw new Error(`no ${method} was posted`);
		return found;
	}
}
