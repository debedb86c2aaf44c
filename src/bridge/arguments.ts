/** What the entry that starts the bridge says about its agent. */
export interface BridgeArguments {
	readonly agent: string | undefined;
	readonly clarify: boolean;
	readonly approval: boolean;
	/** How long a call of this client may take, in seconds. */
	readonly budgetSeconds: number | undefined;
}

/** As the broker takes it: anything else would lose its name there. */
const AGENT_ID = /^[a-z0-9-]{1,40}$/;
const SECONDS = /^[1-9]\d{0,4}$/;

/** Parses `--agent ID --clarify --no-approval --budget SECONDS`. Throws an error that a person can read. */
export function parseArguments(words: readonly string[]): BridgeArguments {
	let agent: string | undefined;
	let clarify = false;
	let approval = true;
	let budgetSeconds: number | undefined;
	const rest = [...words];
	for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
		switch (word) {
			case "--agent":
				agent = valueOf(word, rest.shift(), AGENT_ID);
				break;
			case "--budget":
				budgetSeconds = Number(valueOf(word, rest.shift(), SECONDS));
				break;
			case "--clarify":
				clarify = true;
				break;
			case "--no-approval":
				approval = false;
				break;
			default:
				throw new Error(`unknown argument ${JSON.stringify(word)}`);
		}
	}
	return { agent, clarify, approval, budgetSeconds };
}

function valueOf(name: string, value: string | undefined, form: RegExp): string {
	if (value === undefined) throw new Error(`${name} needs a value`);
	if (!form.test(value)) throw new Error(`${name} does not take ${JSON.stringify(value)}`);
	return value;
}
