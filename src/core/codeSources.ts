import type { Invocation } from "./invocations";

const SHELLS = programs("sh bash zsh dash ksh ash fish csh tcsh pwsh powershell cmd busybox");
const INTERPRETERS = programs(
	"python python2 python3 py pypy node nodejs deno bun perl ruby php lua osascript tclsh rscript",
);
const EVALUATORS = programs("eval source . iex invoke-expression trap");
const DOWNLOADERS = programs(
	"curl wget fetch aria2c lynx http https xh iwr irm invoke-webrequest invoke-restmethod start-bitstransfer bitsadmin certutil scp sftp ftp tftp nc ncat netcat socat",
);
const MAKERS_OF_PROGRAMS = programs("chmod install");
/** Programs that run another one that is named in their arguments. */
const WRAPPERS = programs(
	"env nohup time nice ionice chrt taskset timeout setsid stdbuf unbuffer xargs parallel command exec builtin noglob nocorrect repeat not and or watch entr ssh sudo doas su runuser unshare nsenter chroot flock script strace ltrace caffeinate arch setarch systemd-run start start-process npx pnpx bunx uvx pipx rlwrap direnv dotenv cross-env proxychains proxychains4 xvfb-run dbus-run-session coproc daemonize tsocks torsocks firejail bwrap",
);

/** They only read what comes through a pipe, so that a shell's name among their arguments is a word to look for. */
const READERS = programs("grep egrep fgrep zgrep rg ag ack head tail sort uniq wc cut tr jq yq less more column cat");

/** Something that comes over the network, and something that runs code: whether it is the same cannot be told for sure. */
export function isDownloadRun(all: readonly Invocation[]): boolean {
	return all.some(({ program }) => isIn(DOWNLOADERS, program)) && all.some(runsCode);
}

function runsCode({ program, isFirst, isPath }: Invocation): boolean {
	if (program === undefined || program === ".") return isFirst;
	if (isFirst && isPath) return true;
	return [SHELLS, INTERPRETERS, EVALUATORS, MAKERS_OF_PROGRAMS].some((set) => set.has(program));
}

/** What it runs is not in the text: its program is expanded, its code is expanded, decoded, or comes in through a pipe. */
export function isComputed({ program, args, first, isFirst, isPiped, texts }: Invocation): boolean {
	if (program === undefined) return isFirst;
	if (program === "." && !isFirst) return false;
	if (isIn(WRAPPERS, program) && program !== "xargs" && program !== "parallel") return args.includes("$?");
	if (program === "find") return / -(exec|execdir|ok|okdir) \{\}/.test(args);
	if (isIn(EVALUATORS, program)) return isPiped || args.includes("$?") || program.startsWith("i");
	if (!isIn(SHELLS, program) && !isIn(INTERPRETERS, program)) return false;
	const isInline = / (-\w*[cep]|\/[ck]|--(eval|print|command)\S*)(?= |$)/i.test(args);
	const isEncoded = / -e(c|nc\w*)(?= |$)/i.test(args);
	return (isPiped && !isIn(READERS, first)) || isEncoded || (isInline && args.includes("$?")) || texts.includes("$?");
}

function programs(names: string): ReadonlySet<string> {
	return new Set(names.split(" "));
}

function isIn(set: ReadonlySet<string>, program: string | undefined): boolean {
	return program !== undefined && set.has(program);
}
