/**
 * Their further words name another program, so that a pattern of theirs would allow any: wrappers, shells, evaluators,
 * editors and pagers, and tools with options or a language of their own that start programs.
 */
const NEVER = programs(
	"env nohup time nice ionice chrt taskset timeout gtimeout setsid stdbuf unbuffer xargs parallel command exec builtin eval source . trap alias noglob nocorrect repeat coproc not and or watch watchexec entr nodemon ssh scp sftp rsync rclone sudo doas su runuser unshare nsenter chroot flock script expect strace ltrace gdb lldb caffeinate arch systemd-run start rlwrap direnv dotenv cross-env proxychains proxychains4 xvfb-run dbus-run-session busybox toybox sh bash zsh dash ksh ash fish csh tcsh pwsh powershell cmd awk gawk mawk nawk sed gsed ed ex vi vim nvim emacs nano less more most man perl tclsh osascript tar gtar bsdtar zip nc ncat netcat socat telnet tmux screen at batch crontab make gmake",
);

/** What they do is in the word behind: a script, a module, a subcommand. An option there leaves it open. */
const BY_SECOND_WORD = programs(
	"git hg svn jj gh glab node nodejs deno bun python python2 python3 py pypy ruby php lua java rscript npm pnpm yarn npx pnpx bunx cnpm uv uvx pip pip3 pipx poetry pdm hatch rye conda mamba cargo rustup go dotnet mvn mvnw gradle gradlew sbt lein mix bundle gem rake rails composer artisan docker docker-compose podman nerdctl kubectl oc helm terraform tofu pulumi aws gcloud az gsutil heroku vercel netlify wrangler firebase fly flyctl just task nx turbo lerna brew apt apt-get dnf yum pacman apk nix systemctl service pm2 ng vite vue flutter dart swift xcodebuild adb",
);

/** Of these the word behind the subcommand says what runs. */
const BY_THIRD_WORD = new Set([
	...["npm", "pnpm", "yarn", "bun", "cnpm"].flatMap((packager) =>
		["run", "run-script", "exec", "x", "dlx", "create", "init", "workspace", "rum", "urn"].map(
			(verb) => `${packager} ${verb}`,
		),
	),
	...["uv run", "uv tool", "poetry run", "pdm run", "hatch run", "rye run", "pipx run", "conda run", "mamba run"],
	...[
		"bundle exec",
		"dotnet run",
		"dotnet tool",
		"dotnet exec",
		"go run",
		"go tool",
		"go generate",
		"deno run",
		"deno task",
	],
	...["docker run", "docker exec", "docker compose", "docker container", "podman run", "podman exec", "nerdctl run"],
	...[
		"docker-compose run",
		"docker-compose exec",
		"kubectl exec",
		"kubectl run",
		"oc exec",
		"oc run",
		"nix run",
		"nix shell",
	],
	...[
		"composer exec",
		"composer run",
		"composer run-script",
		"mix run",
		"nx run",
		"turbo run",
		"lerna run",
		"lerna exec",
	],
	...[
		"git bisect",
		"git submodule",
		"git config",
		"git difftool",
		"git mergetool",
		"gh alias",
		"gh extension",
		"dart run",
	],
	...["aws ssm", "gcloud compute", "heroku run", "adb shell", "cargo install", "rails runner", "bun x"],
]);

/**
 * Whether these first words of an argv, plain ones, say enough of what runs to be a pattern. The words that follow are free,
 * so that the program alone is enough only where it does one kind of thing itself: `ls`, `eslint`; not `git`, `node` or
 * `env`. What it reads and where it writes stays free even then; dangers are looked for in each act anew.
 */
export function isSoundPattern(argv: readonly string[]): boolean {
	const [path, second, third] = argv;
	if (path === undefined || argv.some((word) => word === "")) return false;
	const program = path
		.slice(path.lastIndexOf("/") + 1)
		.toLowerCase()
		.replace(/(?<=[a-z])[\d.]+$/, "");
	if (NEVER.has(program)) return false;
	if (!BY_SECOND_WORD.has(program)) return true;
	if (program === "python" && second === "-m") return isName(third);
	return isName(second) && (!BY_THIRD_WORD.has(`${program} ${second ?? ""}`) || isName(third));
}

function isName(word: string | undefined): boolean {
	return word !== undefined && !word.startsWith("-") && !word.startsWith("+");
}

function programs(names: string): ReadonlySet<string> {
	return new Set(names.split(" "));
}
