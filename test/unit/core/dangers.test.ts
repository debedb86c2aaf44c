import { describe, expect, test } from "vitest";
import type { Act } from "../../../src/core/approvals";
import type { Danger } from "../../../src/core/dangers";
import { dangersOf } from "../../../src/core/dangersOf";
import { posixCommands } from "../../../src/node/posixCommands";
import { DANGEROUS_CASES } from "./dangerousCases";

const parser = posixCommands();

function dangers(detail: string, kind: Act["kind"] = "command"): readonly Danger[] {
	return dangersOf({ kind, action: "Go on", detail, reason: undefined }, parser);
}

describe.each(Object.entries(DANGEROUS_CASES))("%s", (danger, texts) => {
	test.each(texts)("is found in %j", (text) => {
		expect(dangers(text)).toContain(danger);
	});
});

test.each([
	"npm test",
	"npm run build -- --watch",
	"git status",
	"git push origin main",
	"git push --follow-tags",
	'git commit -m "Fix the rebase of rows, reset --hard edges"',
	"git checkout -b x",
	"git log --oneline -5",
	"rm notes.txt",
	"ls -la src",
	'rg -n "drop zone" src',
	"cat README.md | head -20",
	"node scripts/build.mjs",
	"python -m pytest tests -x",
	"curl https://example.com/a.json",
	"docker ps -a",
	"docker run --rm alpine ls",
	"systemctl status x",
	"kubectl get pods",
	"psql -c 'select * from x'",
	"psql -c 'update x set a = 1 where id = 2'",
	"find . -name x",
	"env NODE_ENV=test npm test",
	"chmod +x run.sh",
	"mkdir -p a && cd a",
	'echo "$HOME"',
	'git commit -m "$(cat <<E\nfeat: rows\nE\n)"',
	'echo "total ($COUNT)"',
	'grep -n "$PATTERN is" src',
	"process.env.PORT",
	"Get-ChildItem .\\src",
	"cargo build --release",
	"tsc --noEmit",
	"ps aux | grep node",
	"export NODE_ENV=test && npm test",
	"pytest -k set",
	"git add .github/*",
	"ls ./*",
	"git checkout main",
	"git checkout -b x main",
	"git checkout -b x origin/main",
	"git restore --staged a.ts",
	"git restore -S .",
	"git rm a.ts",
	"git config user.name",
	"git config --get user.name",
	"git config --list",
	"git remote -v",
	"git -c color.ui=always diff",
	'git commit -m "Remove the delete button, reset rows; drop it"',
	"git commit -m 'chore: release 1.0'",
	"git log --grep delete",
	"grep -rn delete src",
	"rg 'reset --hard' src",
	"npm run test -- tests/user-delete.test.ts",
	"npm run test:unit",
	"npm run build && npm run lint",
	"go test ./...",
	"cargo test --release",
	"make build",
	"pytest -q",
	"cat ~/.bashrc",
	"cat /etc/os-release",
	"ls .git/hooks .vscode/",
	"which -a /usr/bin/node",
	"/usr/bin/git status",
	"psql -d x -c 'select 1'",
	"chmod 755 run.sh",
	"node dist/a.js --out=b",
	"echo done 2>&1",
])("nothing is found in %j", (text) => {
	expect(dangers(text)).toEqual([]);
});

describe("an edit", () => {
	const diff = (path: string, line: string): string => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-old\n+${line}\n`;

	test.each([".env", "config/.env.production", "keys/server.key", ".ssh/config", ".npmrc"])(
		"of %s is dangerous",
		(path) => {
			expect(dangers(diff(path, "A=b"), "edit")).toEqual(["credentials"]);
		},
	);

	test("that writes a dangerous command into a script is dangerous", () => {
		expect(dangers(diff("package.json", '"clean": "rm -rf dist",'), "edit")).toEqual(["recursiveDelete"]);
	});

	test.each([".git/hooks/pre-commit", ".vscode/tasks.json", ".bashrc", ".husky/pre-push", ".mcp.json"])(
		"of %s changes what runs later",
		(path) => {
			expect(dangers(diff(path, "A=b"), "edit")).toEqual(["laterCommands"]);
		},
	);

	test("that talks of such a file, of deleting and of releases is not", () => {
		const line = 'if (x > 1) map.delete("a"); // see ~/.bashrc and .git/hooks; drop, reset or release it';
		expect(dangers(diff("src/a.ts", line), "edit")).toEqual([]);
	});

	test("of code is not", () => {
		expect(dangers(diff("src/a.ts", "const { key } = node.key ?? $(`#${id}`).find(`x`);"), "edit")).toEqual([]);
	});
});

test("the headline counts as well as the detail, and the kind that the agent states does not", () => {
	const act = { action: "sudo ls", detail: "git push -f", reason: undefined };
	for (const kind of ["command", "edit", "network", "other"] as const) {
		expect(dangersOf({ ...act, kind }, parser)).toEqual(["privilege", "historyRewrite"]);
	}
});

test("what a text hides behind more text than is looked into is not trusted", () => {
	let nested = "ls";
	for (let depth = 0; depth < 12; depth++) nested = `bash -c ${JSON.stringify(nested).replaceAll("$", "\\$")}`;
	expect([dangers(nested), dangers("a ".repeat(40_000))]).toEqual([["computedCommand"], ["computedCommand"]]);
});

test.each([
	"rm ",
	"git push ",
	"sudo",
	"update ",
	"/*",
	"remove-item ",
	"push --",
	"%",
	"$(",
	'"$(',
	"service_account",
	"curl -",
	"-",
	"env ",
	"a|",
	"bash -c '",
	"git -c a ",
	"git checkout a-",
	"git config a.b",
	"drop -",
	"> .git/",
])("60,000 characters of %j are looked into within a second", (part) => {
	const start = performance.now();
	dangers(part.repeat(60_000 / part.length));
	expect(performance.now() - start).toBeLessThan(1_000);
});

test.each(["git", "cargo"])("options of %s with no subcommand do not double the time each", (program) => {
	const start = performance.now();
	dangers(`${program} ${"-C ".repeat(40)}`);
	expect(performance.now() - start).toBeLessThan(1_000);
});
