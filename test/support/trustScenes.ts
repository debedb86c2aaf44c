import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { StateFolder } from "../../src/node/stateFolder";
import { BridgeProcess, publish, rendezvous, stateWithBridge } from "./bridgeHarness";
import { StubBroker } from "./stubBroker";

/** Windows, each with a broker and a file of its own, that share one state folder with a bridge. */
export class TrustScenes {
	readonly state: StateFolder;
	readonly #installed: Awaited<ReturnType<typeof stateWithBridge>>;
	readonly #scenes: TrustScene[] = [];

	private constructor(installed: Awaited<ReturnType<typeof stateWithBridge>>) {
		this.#installed = installed;
		this.state = installed.state;
	}

	static async prepare(): Promise<TrustScenes> {
		return new TrustScenes(await stateWithBridge());
	}

	async open(): Promise<TrustScene> {
		const broker = await StubBroker.listen();
		const path = join(this.state.run, `0123456789abcdef-${this.#scenes.length + 1}.json`);
		publish(path, rendezvous(broker));
		const scene = new TrustScene(this.#installed.bridge, broker, path);
		this.#scenes.push(scene);
		return scene;
	}

	async dispose(): Promise<void> {
		await Promise.all(this.#scenes.map((scene) => scene.dispose()));
		this.#installed.dispose();
	}
}

export class TrustScene {
	readonly #bridges: BridgeProcess[] = [];
	readonly #strangers: Stranger[] = [];

	constructor(
		private readonly script: string,
		readonly broker: StubBroker,
		/** The window's rendezvous file. */
		readonly path: string,
	) {}

	/** A bridge with that `PARLEY_WINDOW`. */
	readonly start = (window = this.path): BridgeProcess => {
		const bridge = new BridgeProcess(this.script, { window, words: ["--agent", "codex"] });
		this.#bridges.push(bridge);
		return bridge;
	};

	/** Whether an agent gets into the window with that `PARLEY_WINDOW`, and what the window's port was told. */
	async outcome(window = this.path): Promise<Record<string, unknown>> {
		const bridge = this.start(window);
		const { result } = await bridge.initialize();
		const { tools } = (await bridge.request("tools/list")).result ?? {};
		return {
			server: (result?.["serverInfo"] as { version: string }).version,
			tools,
			seen: [...new Set(this.broker.methods)],
			stderr: bridge.stderr,
		};
	}

	/** Somebody else takes the window's place on its port. */
	async strangerThatSays(answer: string): Promise<Stranger> {
		const stranger = await Stranger.listen(answer);
		this.#strangers.push(stranger);
		publish(this.path, { ...rendezvous(this.broker), url: `http://127.0.0.1:${stranger.port}` });
		return stranger;
	}

	async dispose(): Promise<void> {
		await Promise.all(this.#bridges.map((bridge) => bridge.stop()));
		for (const stranger of this.#strangers) stranger.close();
		await this.broker.close();
	}
}

/** Answers whatever comes with the same text. */
class Stranger {
	/** All that it was told. */
	heard = "";
	readonly #sockets = new Set<Socket>();
	readonly #server: Server;

	private constructor(answer: string) {
		this.#server = createServer((socket) => {
			this.#sockets.add(socket);
			socket.on("error", () => undefined);
			socket.on("data", (chunk) => {
				this.heard += chunk.toString();
				if (answer !== "") socket.write(answer);
			});
		});
	}

	static async listen(answer: string): Promise<Stranger> {
		const stranger = new Stranger(answer);
		stranger.#server.listen(0, "127.0.0.1");
		await once(stranger.#server, "listening");
		return stranger;
	}

	get port(): number {
		return (this.#server.address() as AddressInfo).port;
	}

	close(): void {
		for (const socket of this.#sockets) socket.destroy();
		this.#server.close();
	}
}
