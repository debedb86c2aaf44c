import { isOpenOption } from "./openOptions";
import { ANY_WORDS, isPlain, isReader, programName, runsCode } from "./programKinds";

const PACKAGERS = "npm|pnpm|yarn|bun|cnpm";

/** What stands behind these words is a program with its own words, which is judged in their place. */
const LAUNCH =
	/^(?:\S+ (?:exec|x|dlx)|(?:npx|pnpx|bunx|uvx)|python -m|(?:uv|poetry|pdm|hatch|rye|pipx|conda|mamba|pipenv) run|rustup run \S+) /;

/** Of these the word behind says what runs: a script, a task, a container. */
const RUN = new RegExp(
	`^(?:(?!(?:cargo|swift) )\\S+ (?:run|run-script|shell|task|tool|tools|workspace|workspaces|invoke|call|generate|with|do)|(?:${PACKAGERS}) (?:create|init|rum|urn)|(?:docker|docker-compose|podman|nerdctl) (?:compose|container)|rails runner)$`,
);

/** Their further words are packages, which run code of their own, commands, or settings that name commands. */
const OPEN_SUBCOMMANDS = new RegExp(
	`^(?:(?:${PACKAGERS}|pip|pipx|uv|poetry|pdm|rye|conda|mamba|cargo|rustup|go|gem|bundle|composer|brew|apt|apt-get|dnf|yum|pacman|apk|nix|deno|dotnet|luarocks|opam|cabal|stack|gh|code|npx) (?:install|i|in|ins|inst|isntall|add|a|get|update|up|upgrade|ci|link|ln|rebuild|explore|edit|set|pkg|config|c|extension|ext|alias|sync|pack)|git (?:checkout|restore|remote|bisect|submodule|config|difftool|mergetool|send-email|filter-\\S+|daemon|instaweb|web--browse|for-each-repo|maintenance|hook|p4|svn|clone|init)|nix \\S+|(?:aws ssm|gcloud compute|adb shell|heroku run|kubectl exec|oc exec))$`,
);

/**
 * Whether these first words of an argv, plain ones, say enough of what runs to be a pattern. The words that follow are free,
 * so that the program alone is enough only where it does one kind of thing itself: `ls`, `eslint`; not `git`, `node`, `env`
 * or any that is not known. What it reads and where it writes stays free even then; dangers are looked for in each act anew.
 */
export function isSoundPattern(argv: readonly string[]): boolean {
	const [path, second, third] = argv;
	if (path === undefined || argv.some((word) => word === "")) return false;
	const program = programName(path);
	if (ANY_WORDS.has(program)) return false;
	// The value of an option that stands last is free.
	if (argv.length > 1 && isOpenOption(argv.at(-1) ?? "", isReader(program))) return false;
	const launched = launchedBy([program, ...argv.slice(1)]);
	if (launched !== undefined) return isName(launched[0]) && isSoundPattern(launched);
	if (isPlain(program) || isOwnScript(path, program)) return true;
	if (second === undefined || !isName(second) || runsCode(programName(second))) return false;
	const words = `${program} ${second}`;
	if (OPEN_SUBCOMMANDS.test(words)) return false;
	return !RUN.test(words) || isName(third);
}

/** Whether the words that the pattern leaves free are none that could make of it another command. */
export function areFreeWordsSafe(pattern: readonly string[], argv: readonly string[]): boolean {
	const isOfReader = isReader(programName(argv[0] ?? ""));
	return argv.slice(pattern.length).every((word) => !isOpenOption(word, isOfReader));
}

function launchedBy(argv: readonly string[]): readonly string[] | undefined {
	const launch = LAUNCH.exec(`${argv.join(" ")} `)?.[0];
	return launch === undefined ? undefined : argv.slice(launch.trimEnd().split(" ").length);
}

/** A program of the workspace, whose name stands for what it does. */
function isOwnScript(path: string, program: string): boolean {
	return path.includes("/") && !path.startsWith("/") && !/(^|\/)\.?bin\//.test(path) && !runsCode(program);
}

function isName(word: string | undefined): boolean {
	return word !== undefined && !word.startsWith("-") && !word.startsWith("+");
}
