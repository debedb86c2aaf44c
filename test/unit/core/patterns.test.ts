import { describe, expect, test } from "vitest";
import { command, RuleFixture, sessionOf } from "./ruleFixture";

const session = sessionOf();

/** Whether a rule for commands that begin with these words can be stored with `request`. */
function canBeRule(argv: readonly string[], request: string): boolean {
	const { book, rules } = new RuleFixture();
	try {
		book.allow(session, command(request), { kind: "prefix", argv });
	} catch {
		return rules.length > 0;
	}
	return true;
}

describe("of an ordinary command, the same with other words behind is remembered:", () => {
	test.each([
		["npm test", "-- --watch=false"],
		["npm run test", "-- src/a.test.ts -t rows"],
		["npm run build", "--silent"],
		["npm run lint", "-- --fix"],
		["pnpm run test", "a"],
		["yarn build", "--verbose"],
		["npx vitest", "run a.test.ts --coverage"],
		["npx eslint", "src --fix --max-warnings 0"],
		["npx tsc", "--noEmit -p ."],
		["cargo test", "--release -p core name"],
		["cargo build", "--release"],
		["cargo run", "--release"],
		["git status", "--short"],
		["git log", "--oneline -5"],
		["git diff", "--stat main"],
		["git add", "src/a.ts"],
		["git fetch", "origin --tags"],
		["pytest", "tests -x -k set"],
		["python -m pytest", "tests -q"],
		["python scripts/a.py", "x"],
		["node scripts/build.mjs", "--watch"],
		["ls", "-la src"],
		["cat", "README.md"],
		["grep", "-rno word src"],
		["rg", "-n --hidden word"],
		["find", "src -name a.ts -type f"],
		["wc", "-c a"],
		["go test", "./... -count=1 -run TestA -cover"],
		["go build", "./..."],
		["go vet", "./..."],
		["tsc", "--noEmit"],
		["eslint", "src --fix"],
		["./run.sh", "a"],
		["./scripts/run.sh", "a"],
		["./gradlew test", "--info"],
		["docker ps", "-a"],
		["docker compose ps", "-a"],
		["dotnet test", "--no-build"],
		["mvn test", "-q"],
		["bundle exec rspec", "spec"],
		["uv run pytest", "-q"],
		["poetry run ruff", "check"],
	])("%s, with %s", (words, more) => {
		const request = `${words} ${more}`;
		expect(canBeRule(words.split(" "), request), request).toBe(true);
	});
});

describe("words that leave open what runs are no pattern:", () => {
	test.each([
		..."npm run|npm|git|make|make test|gmake all|cmake|cmake build|ninja test|bazel test|bash a.sh|rbash x".split("|"),
		..."tsx|ts-node|zx|ipython|julia|elixir|groovy|luajit|guile|r|Rscript|kotlin|unheard-of".split("|"),
		..."npx tsx|pnpm tsx|yarn node|npm exec tsx|pnpm exec node|bundle exec ruby|uv run python|poetry run python".split(
			"|",
		),
		..."mise exec|mise exec node|asdf exec|fnm exec|volta run|volta run node|corepack yarn|doppler run|dotenvx run".split(
			"|",
		),
		..."perf record|valgrind ls|hyperfine ls|concurrently ls|watch ls|entr ls|unheard-of python|fd|fd a|split a".split(
			"|",
		),
		..."rm|rm a|cp a|mv a|ln a|tee a|curl|curl http://a|wget a|psql|psql db|sqlite3|sqlite3 a.db|mysql db".split("|"),
		..."gcc a.c|clang a.c|npm install|npm i|npm ci|pip install|cargo install|go install|go get|brew install".split("|"),
		..."git config|git bisect|git bisect run|git submodule|git submodule foreach|git difftool|gh alias|gh extension".split(
			"|",
		),
		..."go run|go tool|dotnet run|deno run|python -m|python3 -m|npx|uvx|docker run|nix shell|nix run".split("|"),
		..."go test -exec|git fetch --upload-pack|eslint --config|npm test --script-shell|node_modules/.bin/tsx".split("|"),
	])("%s", (words) => {
		expect(canBeRule(words.split(" "), `${words} a`)).toBe(false);
	});
});

describe("a pattern does not match where a free word would make another command of it:", () => {
	test.each([
		["rg", "--pre x a"],
		["rg", "--pre=x a"],
		["rg", "--hostname-bin=x a"],
		["find", ". -execdir x +"],
		["find", ". -exec x +"],
		["find", ". -okdir x +"],
		["find", ". -fprintf a x"],
		["sort", "--compress-program=x a"],
		["sort", "--compress-p x a"],
		["sort", "a -o b"],
		["sort", "-uo b a"],
		["git fetch", "--upload-pack=x"],
		["git fetch", "--upl x"],
		["git push", "--receive-pack=x"],
		["git push", "--exec=x"],
		["git grep", "-Ox a"],
		["git grep", "--open-files-in-pager=x a"],
		["git grep", "--open=x a"],
		["git log", "--output=.git/x"],
		["git diff", "--outp=a"],
		["git diff", "--ext-diff"],
		["go test", "-exec x ./..."],
		["go test", "--exec=x ./..."],
		["go build", "-toolexec=x ./..."],
		["go build", "-toolexec x ./..."],
		["go vet", "-vettool=x ./..."],
		["go build", "-o a ./..."],
		["go build", "-C a"],
		["go build", "-overlay=a"],
		["npm test", "--script-shell=x"],
		["npm test", "--node-options=--require=x"],
		["npm run build", "--prefix a"],
		["npm run build", "--userconfig=a"],
		["eslint", "--config a src"],
		["eslint", "-c a src"],
		["eslint", "--rulesdir a src"],
		["jest", "--globalSetup=a"],
		["jest", "--rootDir a"],
		["mocha", "--require a"],
		["mocha", "--reporter a"],
		["pytest", "--rootdir=a"],
		["pytest", "-c a"],
		["cargo test", "--manifest-path a"],
		["cargo build", "--config build.rustc-wrapper=x"],
		["tsc", "@a"],
		["npx prettier", "--plugin=a b"],
	])("%s, with %s", (words, more) => {
		const { book } = new RuleFixture();
		book.allow(session, command(`${words} a`), { kind: "prefix", argv: words.split(" ") });
		expect([book.decide(session, command(`${words} a`)), book.decide(session, command(`${words} ${more}`))]).toEqual([
			"allow",
			undefined,
		]);
	});
});
