import type { Danger } from "./dangers";

/**
 * Wherever they stand, in whatever language: in code that a command hands to an interpreter, in SQL, in a path, in a diff.
 * Of more than one pattern all must be found. None looks for one thing after another over any distance: a long text of the
 * agent's would take minutes then.
 */
export const DANGEROUS_TEXTS: readonly (readonly [Danger, ...RegExp[]])[] = [
	[
		"recursiveDelete",
		/rmtree|rmdirSync|rmSync|\brimraf\b|remove_tree|rm_rf?\b|remove_dir_all|\bfs(\.promises)?\.rm\b/i,
	],
	["recursiveDelete", /Directory\]?(::|\.)Delete|unlinkSync|FileUtils\.rm|\bshutil\b|\bremoveAll\b|\bdeltree\b/i],
	["recursiveDelete", /remove-item|\|\s*(ri|rm|del|rd|rmdir)\b/i, /\s-r/i],
	["recursiveDelete", /\b(rd|rmdir|del|erase)\/[a-z/]*s\b/i],
	[
		"privilege",
		/\bset(e?[ug]id|resuid)\(|\/etc\/(sudoers|passwd|group)\b|with administrator privileges|-verb\W+runas/i,
	],
	["diskOrOwnership", /\/dev\/(sd[a-z]|nvme|r?disk\d|hd[a-z]|vd[a-z]|xvd|mmcblk|mapper|mem\b|loop|md\d|dm-)/],
	["diskOrOwnership", /PhysicalDrive\d|\b(os|fs|File)\.l?chown|\bmkfs\b/i],
	["credentials", /(^|[\s/\\"'`=:@,<>()[\]])\.env(rc)?(?![\w-])/i],
	["credentials", /\bid_(rsa|dsa|ecdsa|ed25519)|\.config[/\\](gh|gcloud|op|rclone|hub)\b/i],
	["credentials", /\.(ssh|aws|azure|gnupg|kube|password-store|terraform\.d|docker)(?![\w.-])/i],
	[
		"credentials",
		/[._](npmrc|netrc|pypirc|pgpass|htpasswd|git-credentials|my\.cnf|vault-token|dockercfg|boto|s3cfg)\b/i,
	],
	[
		"credentials",
		/\.(bash|zsh|python|node_repl|mysql|psql)_history|\bkeychain|\bkubeconfig\b|\bwallet\.dat|Login Data|\bcookies\.(sqlite|db)/i,
	],
	[
		"credentials",
		/\b(credentials?|secrets?|auth|service[-_]?account[\w-]{0,40}|hosts|tokens?)\.(json|ya?ml|toml|env|ini|txt|xml|db)\b/i,
	],
	["credentials", /[/\\.]credentials?(?![\w-])|PRIVATE KEY-----|169\.254\.169\.254|metadata\.google/i],
	["credentials", /\/etc\/(g?shadow|ssh|ssl\/private|kubernetes)|\/proc\/[^\s/]{1,20}\/environ|\/run\/secrets/i],
	[
		"credentials",
		/(\$\{?|%|:|getenv\W{1,5}|env(iron)?\W{1,5})\w{0,60}(token|secret|passw(or)?d|passphrase|api_?key|(private|access)_?key|credential)/i,
	],
	[
		"credentials",
		/console\.log\(process\.env\)|\bos\.environ\b(?!\W{1,5}\w)|\bENV\.(to_h|each|inspect)|\benv:(\s|$|\*|\\)/i,
	],
	["credentials", /stringify\(process\.env\)/],
	["downloadToShell", /download(string|file|data)\b|\bmshta\b|\bregsvr32\b|\/dev\/(tcp|udp)\//i],
	["downloadToShell", /(https?|ftp):/i, /\b(exec|eval|iex|invoke-expression)\b|new Function\b/i],
	[
		"destructiveSql",
		/\bdrop\s+(or\s+replace\s+)?(table|database|schema|(materialized\s+)?view|index|column|user|role|sequence)\b/i,
	],
	[
		"destructiveSql",
		/\bdrop\s+(function|procedure|type|trigger|owned|extension|tablespace|collection|keyspace|policy|constraint)\b/i,
	],
	["destructiveSql", /\bdrop\s+(temporary|foreign|if)\b|\btruncate\s+(table\s+)?["`[\w]/i],
	["destructiveSql", /\bdelete\s+from\b|\bdelete\s+(\w+)\s+from\s+\1\b/i],
	["destructiveSql", /\balter\s+(table|database|schema|type|role|user)\b/i, /\bdrop\b/i],
	[
		"destructiveSql",
		/\b(dropDatabase|dropCollection|deleteMany|dropTable|drop_table|flushall|flushdb)\b|remove\(\{\}|\.drop\(/i,
	],
	["serviceControl", /\b(process|os)\.kill(pg)?\(/i],
];

/** As a word of a command; in code it would be every property of that name. */
export const KEY_FILE = /\w\.(pem|key|p12|pfx|jks|keystore|kdbx?|ppk|asc|ovpn|tfstate|tfvars|agekey)(?![\w-])/i;

/** `update … set` of every row. */
export function updatesAll(text: string): boolean {
	return text
		.split(";")
		.some((each) => /\bupdate\s+(only\s+)?\S+\s+((as\s+)?\w+\s+)?set\b/i.test(each) && !/\bwhere\b/i.test(each));
}
