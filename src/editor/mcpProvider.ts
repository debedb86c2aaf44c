import * as vscode from "vscode";
import { Emitter } from "../core/events";
import { type Disposable, DisposableStore } from "../core/lifetime";
import { INTRO_HEADERS } from "../wire/protocol";
import { MCP_PROVIDER } from "./mcpProviderId";

/** Where the window's broker listens now. */
export interface BrokerAddress {
	/** `http://127.0.0.1:<port>` */
	readonly url: string;
	readonly token: string;
	readonly editorSecret: string;
}

/** How long a call may take, in seconds; VS Code itself has no limit. */
const BUDGET_S = 4_000;

/** Gives VS Code's own agent mode the window's server. It has questions of its own, so `clarify` is off unless switched on. */
export class McpProvider implements Disposable {
	readonly #owned = new DisposableStore();
	readonly #changed = this.#owned.add(new Emitter<void>());

	constructor(label: string, version: string, address: () => BrokerAddress | undefined) {
		// Editors built on VS Code may lack it.
		const { lm } = vscode as { readonly lm?: Partial<typeof vscode.lm> };
		const registered = lm?.registerMcpServerDefinitionProvider?.(MCP_PROVIDER, {
			onDidChangeMcpServerDefinitions: this.#changed.event,
			provideMcpServerDefinitions() {
				const broker = address();
				if (broker === undefined) return [];
				const uri = vscode.Uri.parse(`${broker.url}/mcp`);
				return [new vscode.McpHttpServerDefinition(label, uri, headers(broker), version)];
			},
		});
		if (registered !== undefined) this.#owned.add(registered);
	}

	/** The broker came, went or moved. */
	refresh(): void {
		this.#changed.fire();
	}

	dispose(): void {
		this.#owned.dispose();
	}
}

function headers({ token, editorSecret }: BrokerAddress): Record<string, string> {
	return {
		Authorization: `Bearer ${token}`,
		[INTRO_HEADERS.agent]: "vscode",
		[INTRO_HEADERS.clarify]: "1",
		[INTRO_HEADERS.budget]: String(BUDGET_S),
		[INTRO_HEADERS.editor]: editorSecret,
	};
}
