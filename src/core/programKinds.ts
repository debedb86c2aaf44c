/**
 * Their further words name another program, or code, so that a pattern of theirs would allow any: wrappers, shells,
 * evaluators, editors and pagers, tools with options or a language of their own that start programs, and those whose words
 * say what is fetched, overwritten or deleted.
 */
export const ANY_WORDS = programs(
	"env nohup time nice ionice chrt taskset timeout gtimeout setsid stdbuf unbuffer xargs parallel command exec builtin eval source . trap alias noglob nocorrect repeat coproc not and or watch watchexec entr nodemon ssh scp sftp rsync rclone sudo doas su runuser unshare nsenter chroot flock script expect strace ltrace gdb lldb caffeinate arch systemd-run start rlwrap direnv dotenv cross-env proxychains proxychains4 xvfb-run dbus-run-session busybox toybox sh bash zsh dash ksh ash rbash fish csh tcsh pwsh powershell cmd awk gawk mawk nawk sed gsed ed ex vi vim nvim emacs nano less more most man perl tclsh osascript tar gtar bsdtar zip nc ncat netcat socat telnet tmux screen at batch crontab make gmake cmake ninja meson bazel bazelisk buck pants scons r perf valgrind hyperfine concurrently fd fdfind split gsplit mise asdf fnm nvm volta corepack doppler dotenvx dotenv-cli env-cmd op infisical chamber aws-vault envchain run-p run-s npm-run-all wireit firejail bwrap fakeroot proot daemonize setarch reptyr nsjail ansible gcc g++ cc c++ clang clang++ ld curl wget aria2c http https xh tee cp mv ln rm rmdir unlink install dd psql mysql mariadb sqlite sqlite3 mongosh mongo redis-cli clickhouse-client duckdb yq",
);

/**
 * Their name is enough: they read, search or check, and do that one thing. Others say by their second word what they do:
 * a subcommand, a script, a file.
 */
const READERS = programs(
	"ls cat head tail wc nl cut tr comm diff cmp stat du df basename dirname realpath readlink pwd echo printf true false which whereis type whoami id uname ps pgrep md5sum sha1sum sha256sum shasum cksum grep egrep fgrep rg ag ack jq sleep mkdir touch test",
);
const CHECKERS = programs(
	"find gfind sort eslint tsc vue-tsc prettier biome oxlint stylelint vitest jest mocha ava tap pytest tox nox ruff flake8 mypy pyright pylint black isort phpunit phpstan rspec rubocop golangci-lint staticcheck gofmt goimports rustfmt shellcheck hadolint actionlint markdownlint knip depcruise cspell typos",
);

/** Programs that run a file or code: after another program's name, that one may be a wrapper of theirs. */
const INTERPRETERS = programs(
	"node nodejs deno bun tsx ts-node zx python py pypy ipython ruby php lua luajit java groovy kotlin scala julia rscript elixir erl iex guile racket swift dart",
);

export function isReader(program: string): boolean {
	return READERS.has(program);
}

/** The name says what it does. */
export function isPlain(program: string): boolean {
	return READERS.has(program) || CHECKERS.has(program);
}

export function runsCode(program: string): boolean {
	return ANY_WORDS.has(program) || INTERPRETERS.has(program);
}

/** Lower case, without its folder and its version: `python3.11`. */
export function programName(path: string): string {
	return path
		.slice(path.lastIndexOf("/") + 1)
		.toLowerCase()
		.replace(/(?<=[a-z])[\d.]+$/, "");
}

function programs(names: string): ReadonlySet<string> {
	return new Set(names.split(" "));
}
