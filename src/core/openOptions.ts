/**
 * Parts of names of options whose value, or what they make of the words behind, is a program, code to load, another folder
 * to work in, or a file to write: `--upload-pack`, `-toolexec`, `--globalSetup`, `--rootDir`.
 */
const OPEN =
	/exec|command|program|script|shell|pager|editor|askpass|wrapper|plugin|require|import|load|conf|filter|hook|eval|output|director|option|prefix|resol|transform|runner|report|format|setup|interpret|compiler|linker|driver|manifest|overlay|setting|project|preset|prepro|browser|fprint|tool/;
const OPEN_PARTS = new Set(
	"pre post cmd prog ext pack rsh dir outdir outfile out file root rootdir cwd chdir bin env cc cxx ld path paths from modfile rc fls ok okdir rulesdir specs host hostname".split(
		" ",
	),
);
/** Programs take a long option by its beginning too, as long as no other begins so. */
const ABBREVIATED =
	"upload-pack receive-pack compress-program open-files-in-pager output-directory use-askpass ext-diff script-shell node-options userconfig globalconfig prefix config exec filter require import loader directory".split(
		" ",
	);

/**
 * Whether this word, where a pattern leaves it free, could make a program run something else than what the pattern says.
 * Values of options are not looked at: what a program reads and where it writes by plain words stays free.
 */
export function isOpenOption(word: string, isReader: boolean): boolean {
	const name = longName(word);
	if (name !== undefined) return isOpenName(name);
	// A response file; a short option for a file or folder, alone or with its value. Readers have none such.
	return !isReader && /^@|^-[oOcC]|^-\w{1,2}[oO]$/.test(word);
}

/** Single-dash names too, as those of Go and `find`; undefined: a short option or none. */
function longName(word: string): string | undefined {
	return /^(?:--(?<double>[^=]+)|-(?<single>[a-z][a-z-]{2,}))(?:=|$)/i.exec(word)?.slice(1).find(Boolean);
}

function isOpenName(name: string): boolean {
	const parts = name
		.replaceAll(/([a-z])([A-Z])/g, "$1-$2")
		.toLowerCase()
		.split(/[-._]/);
	const whole = parts.join("-");
	return (
		OPEN.test(whole) || parts.some((part) => OPEN_PARTS.has(part)) || ABBREVIATED.some((full) => full.startsWith(whole))
	);
}
