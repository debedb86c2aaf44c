import { continueCli } from "../../../src/agents/continueCli";
import { dsh } from "../../../src/agents/dsh";
import { goose } from "../../../src/agents/goose";
import { hermes } from "../../../src/agents/hermes";
import type { AgentIntegration, ByFile, EditPlan, ServerEntry } from "../../../src/agents/integration";

export const entry: ServerEntry = { command: "/state/bin/parley-bridge", args: [] };
export const windowsEntry: ServerEntry = {
	command: "C:\\Code\\Code.exe",
	args: ["C:\\Users\\me\\Parley\\bin\\bridge.cjs"],
	env: { ELECTRON_RUN_AS_NODE: "1" },
};

/** A program that keeps its servers in YAML, and what tests need to know of its file. */
export interface YamlAgent {
	readonly make: (oldNames: readonly string[]) => AgentIntegration;
	/** Undefined: the root is the list. */
	readonly key: string | undefined;
	readonly form: "map" | "list";
	/** What a file gets that had nothing in it. */
	readonly written: string;
	/** Entries of others, as they stand under the key, without indentation. */
	readonly others: string;
	readonly foreign: string;
}

export const AGENTS: Readonly<Record<string, YamlAgent>> = {
	"Hermes Agent": {
		make: hermes,
		key: "mcp_servers",
		form: "map",
		written: `mcp_servers:
  parley:
    command: "/state/bin/parley-bridge"
    args:
      - "--agent"
      - "hermes"
      - "--no-approval"
      - "--budget"
      - "4000"
    env:
      PARLEY_WINDOW: "\${PARLEY_WINDOW}"
      PARLEY_FOLDER: "\${PARLEY_FOLDER}"
    timeout: 4000
`,
		others: 'docs: # one\n  command: npx\n  args: ["-y", docs]\nweb:\n  url: http://x/ # two\n',
		foreign: "parley:\n  command: other\n",
	},
	Goose: {
		make: goose,
		key: "extensions",
		form: "map",
		written: `extensions:
  parley:
    enabled: true
    description: "Asks you in VS Code, and shows there what the agent plans."
    envs: {}
    env_keys: []
    timeout: 4000
    type: "stdio"
    name: "parley"
    cmd: "/state/bin/parley-bridge"
    args:
      - "--agent"
      - "goose"
      - "--clarify"
      - "--budget"
      - "4000"
`,
		others: "developer:\n  bundled: true\n  enabled: true\n  name: developer\n  timeout: 300\n  type: builtin\n",
		foreign: "parley:\n  cmd: other\n  type: stdio\n",
	},
	Continue: {
		make: continueCli,
		key: "mcpServers",
		form: "list",
		written: `mcpServers:
  - name: "parley"
    command: "/state/bin/parley-bridge"
    args:
      - "--agent"
      - "continue"
      - "--no-approval"
      - "--budget"
      - "60"
`,
		others: '- name: docs # one\n  command: npx\n  args:\n  - "-y"\n-\n  name: web\n  url: http://x/\n',
		foreign: "- name: parley\n  command: other\n",
	},
	"DeepSeek Harness": {
		make: dsh,
		key: undefined,
		form: "list",
		written: `- insert:
    - id: "mcp-parley"
      name: "@deepseek-ai/dsh-mcp-client"
      disabled: !!js "!process.env.PARLEY_WINDOW"
      config:
        serverName: "parley"
        transport: "stdio"
        command: "/state/bin/parley-bridge"
        args:
          - "--agent"
          - "dsh"
          - "--clarify"
          - "--budget"
          - "4000"
        toolCallTimeoutMs: 4000000
        failOnStartupError: false
`,
		others:
			"# one\n- id: base\n  config:\n    key: !!js process.env.KEY\n- insert:\n    - id: a\n      name: b\n      disabled: !!js '!process.env.X'\n",
		foreign: "- insert:\n    - id: mcp-parley\n      name: mine\n",
	},
};

export const wayOf = ({ make }: YamlAgent, oldNames: readonly string[] = []): ByFile => make(oldNames).way as ByFile;

export const written = (plan: EditPlan): string => {
	if (plan.kind !== "write") throw new Error(`not a write: ${JSON.stringify(plan)}`);
	return plan.text;
};

const indented = (text: string, by: string): string => text.replaceAll(/^(?=.)/gm, by);

/** Entries as they stand in an agent's file. */
export function fileWith({ key }: YamlAgent, entries: string, by = "  "): string {
	return key === undefined ? entries : `${key}:\n${indented(entries, by)}`;
}

/** Valid texts that a user may have. */
export function fixturesOf(agent: YamlAgent): Readonly<Record<string, string>> {
	const { key, form, others } = agent;
	const file = fileWith(agent, others);
	const always = {
		"an empty file": "",
		"a byte order mark alone": "\uFEFF",
		"a comment": "# mine\n",
		"a comment without a line break": "# mine",
		"a document mark": "---\n# mine\n",
		others: file,
		"others without a line break": file.trimEnd(),
		"others behind a document mark": `%YAML 1.2\n--- # here\n${file}`,
		"others before an end mark": `${file}...\n`,
		"others and comments that follow": `${file}# far left\n\n    # far right\n  # the end`,
		"a byte order mark": `\uFEFF# first\n${file}`,
		"Windows line breaks": file.replaceAll("\n", "\r\n"),
		"Windows line breaks, the last one missing": file.replaceAll("\n", "\r\n").trimEnd(),
		"mixed line breaks": file.replace("\n", "\r\n"),
		"blank lines at the end": `${file}\n\n`,
	};
	if (key === undefined)
		return { ...always, brackets: "[]\n", "full brackets": "# a\n[ {id: x}, # b\n  {id: y}, ] # c\n" };
	const empty = form === "map" ? "{}" : "[]";
	const flow = form === "map" ? "{ docs: {command: x}, }" : "[ {name: docs}, # one\n   {name: web} ]";
	return {
		...always,
		"other keys": "model: x # why\nterminal:\n    theme: dark\n",
		"other keys without a line break": "model: x",
		"the key without a value": `model: x\n${key}: # none yet\n  # example\nother: 1\n`,
		"the key without a value at the end": `${key}:`,
		"an empty collection": `${key}: ${empty} # none\nother: 1\n`,
		"a collection in braces": `${key}: ${flow}\nother: 1\n`,
		"braces as the root": `{ "a": 1 }\n`,
		"empty braces as the root": "{}\n",
		"others between keys": `model: x\n\n${file}  # still theirs\n\n# the rest\nother: |\n  text\n  # no comment\n`,
		"others with a deep indentation": `${fileWith(agent, others, "      ")}other:\n      a: 1\n`,
		"a long text that ends the file": "prompt: |+\n  text\n\n\n",
		"a long text without a line break": "prompt: >-\n  text",
		"anchors, aliases and tags elsewhere": `a: &x {b: !!js "c"}\nd: *x\ne:\n  <<: *x\n${file}f: !own [1]\n`,
		"a list that is not indented": form === "list" ? `${key}:\n${others}other: 1\n` : file,
	};
}
