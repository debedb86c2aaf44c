import { SystemClock } from "../../src/node/clock";
import { FaultWindow } from "./faultWindow";
import type { WindowReply, WindowRequest } from "./windowProcess";

/** The process of an extension host: its arguments are the folder of the bundles, the terminal's process and the folder. */
const [dist = "", terminal, folder = "", version = ""] = process.argv.slice(2);
const window = new FaultWindow({ dist, clock: new SystemClock(), terminal: Number(terminal), folder, version });

process.on("message", (request: WindowRequest) => {
	void run(request).then((reply) => process.send?.(reply));
});
// Whoever holds it has gone.
process.on("disconnect", () => process.exit());

async function run(request: WindowRequest): Promise<WindowReply> {
	let done = false;
	try {
		done = await acted(request);
	} catch (error) {
		window.logged.push(`${request.act}: ${String(error)}`);
	}
	const { path, port, logged, told } = window;
	const shown = path === "" ? [] : window.shown;
	return { seq: request.seq, done, path, port, shown, logged, told };
}

async function acted({ act, id = "", text = "" }: WindowRequest): Promise<boolean> {
	switch (act) {
		case "answer":
			return window.answer(id, text);
		case "allow":
			return window.allow(id);
		case "start":
			await window.start();
			break;
		case "leave":
			await window.leave();
			break;
		case "draft":
			await window.draft(id, text);
			break;
		case "look":
	}
	return true;
}
