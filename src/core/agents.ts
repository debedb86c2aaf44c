/** The agent as the entry that starts its bridge names it. */
export interface Agent {
	/** `claude-code`, `codex`, … or any other word the entry gives. */
	readonly id: string;
	/** The name a person reads, "Claude Code". */
	readonly label: string;
	/**
	 * The longest a call of this client may take where its entry states no budget: its own fixed limit in milliseconds,
	 * measured (README, agents table). Undefined: not known.
	 */
	readonly callLimitMs: number | undefined;
}

interface Known {
	readonly label: string;
	readonly callLimitMs?: number;
	/** Its client gives its model the bytes of an image as text, measured: megabytes of it. */
	readonly takesImages?: false;
}

const KNOWN: Readonly<Record<string, Known>> = {
	"claude-code": { label: "Claude Code", callLimitMs: 1_800_000 },
	codex: { label: "Codex", callLimitMs: 300_000 },
	opencode: { label: "OpenCode", callLimitMs: 60_000 },
	kilo: { label: "Kilo", callLimitMs: 60_000 },
	gemini: { label: "Gemini CLI", callLimitMs: 600_000 },
	qwen: { label: "Qwen Code", callLimitMs: 300_000 },
	pi: { label: "Pi", callLimitMs: 60_000 },
	grok: { label: "Grok", callLimitMs: 6_000_000 },
	dsh: { label: "DeepSeek Harness", callLimitMs: 60_000 },
	copilot: { label: "Copilot CLI", callLimitMs: 180_000 },
	droid: { label: "Droid", callLimitMs: 180_000 },
	cline: { label: "Cline", callLimitMs: 60_000, takesImages: false },
	continue: { label: "Continue", callLimitMs: 60_000 },
	kimi: { label: "Kimi", callLimitMs: 60_000 },
	goose: { label: "Goose", callLimitMs: 300_000 },
	hermes: { label: "Hermes Agent", callLimitMs: 300_000 },
	crush: { label: "Crush" },
	cursor: { label: "Cursor CLI" },
	amp: { label: "Amp" },
	kiro: { label: "Kiro CLI" },
	vscode: { label: "VS Code" },
	sample: { label: "Parley" },
};

/**
 * As which the Doctor's own bridge introduces itself: it tries the way to the window, and runs in no terminal. It has no
 * label of Parley's, because any program may call itself so.
 */
export const DOCTOR_AGENT = "doctor";

/** The agent of the sample question: Parley itself. */
export const SAMPLE_AGENT = "sample";

/** Whether Parley itself is that agent: it is nobody who is connected. */
export function isParleyItself(agentId: string): boolean {
	return agentId === SAMPLE_AGENT || agentId === DOCTOR_AGENT;
}

/** The agent of that id; an unknown id is its own label. */
export function agentOf(id: string): Agent {
	const known = Object.hasOwn(KNOWN, id) ? KNOWN[id] : undefined;
	return { id, label: known?.label ?? id, callLimitMs: known?.callLimitMs };
}

/** Whether a result for that agent may hold images; an unknown one takes what MCP has. */
export function takesImages(id: string): boolean {
	return !Object.hasOwn(KNOWN, id) || KNOWN[id]?.takesImages !== false;
}
