import type { Danger } from "./dangers";

/** Any of these programs is dangerous when its arguments match; each is written " -rf x", see `Invocation`. */
export interface Sign {
	readonly danger: Danger;
	readonly programs: string;
	readonly when: RegExp;
	/** Of a shell itself: no wrapper runs it, so that it counts as the first word only. */
	readonly isBuiltin?: true;
}

const ALWAYS = /^/;
/** An argument that a shell expands can become any option. */
const COMPUTED = "\\$\\?";

/** What stands before the command of a program: its options, with the values of those that take one. */
function subcommand(withValue: string, commands: string, flags?: string): RegExp {
	// Each option can be read in one way only: else the time would double with each.
	return new RegExp(
		`^(?:(?: ${withValue}) \\S+|(?!(?: ${withValue}) ) [-+]\\S+)* (?:\\S*${COMPUTED}|(?:${commands}))`,
		flags,
	);
}

function git(commands: string): RegExp {
	return subcommand("-[cC]| --(?:git-dir|work-tree|namespace|exec-path|config-env|super-prefix|attr-source)", commands);
}

/** Short options, also joined ones, and the beginnings of a long one. */
function option(letters: string, long: string): string {
	return `(?:.* (?:-\\w*[${letters}]|${long})|.*${COMPUTED})`;
}

/** Files are named, or may be: a separator, a folder, a file with an extension, two words of which one is no branch. */
const DISCARDING =
	" (?:.* )?(?:--|\\.{1,2}|:\\S*|\\S*\\/|\\S*\\.\\w{1,8}|-p|--(?:our|their|pat)\\S*)(?= |$)|(?! .*-[bBt] )(?: -\\S+)* [^- ]\\S* [^- ]";
/** A key with a value, or a change of another kind; without these it is read. */
const SETTING =
	".* (?:[\\w-]+\\.\\S+ \\S|-e(?= |$)|--(?:edi|uns|add|repl|ren|rem)|(?:set|unset|edit|rename-section|remove-section)(?= |$))";
/** Settings of one command whose value is a program, or a file that holds more of them. */
const RUN_BY_SETTING =
	/ --exec-path=| -c·? ?\S*(?:command|cmd|pager|editor|program|helper|hook|fsmonitor|askpass|proxy|textconv|external|driver|filter|tool|sshvariant|include|attributesfile|insteadof|protocol)/i;

const CONTAINERS = "docker docker-compose podman podman-compose nerdctl buildah crictl ctr";
const NODE_PACKAGERS = "npm pnpm yarn bun cnpm npx";

export const DANGEROUS_PROGRAMS: readonly Sign[] = [
	{ danger: "recursiveDelete", programs: "rm srm", when: / (-\w*[rR]|--r)|\$\?/ },
	{ danger: "recursiveDelete", programs: "remove-item ri rm rd rmdir del erase", when: / (-r|\/\w*s)|\$\?/i },
	{ danger: "recursiveDelete", programs: "find gfind", when: /-delete\b|\b(rm|rmdir|unlink|shred|mv)\b/ },
	{ danger: "recursiveDelete", programs: "fd fdfind xargs parallel", when: /\b(rm|rmdir|unlink|shred|del)\b/ },
	{
		danger: "recursiveDelete",
		programs: "deltree rimraf del-cli clear-recyclebin trash trash-put trash-empty rmtrash wipe",
		when: ALWAYS,
	},
	{ danger: "recursiveDelete", programs: "gio", when: / (trash|remove)\b/ },
	{ danger: "recursiveDelete", programs: "git hub", when: git(`rm\\b${option("rf", "--fo")}`) },

	{
		danger: "forGood",
		programs: "git hub",
		when: git("restore\\b(?!.* (?:--staged|-S)(?= |$))|restore\\b.* (?:--worktree|-\\w*W)"),
	},
	{ danger: "forGood", programs: "git hub", when: git(`checkout\\b(?:${DISCARDING}|.*\\$\\?)`) },
	{ danger: "forGood", programs: "git hub", when: git("(?:checkout-index|read-tree)\\b") },
	{
		danger: "forGood",
		programs: "hg svn jj sl bzr",
		when: / (revert|restore|undo|cleanup|(update|up|checkout|co) (\S+ )*(-C|--clean))\b/,
	},

	{ danger: "laterCommands", programs: "git hub", when: git(`config\\b(?:${SETTING}|.*\\$\\?)`) },
	{
		danger: "laterCommands",
		programs: "git hub",
		when: git("remote (?:\\S+ )*(?:add|set-url|rename|set-head)\\b|hook\\b|init\\b.* --template"),
	},
	{ danger: "computedCommand", programs: "git hub", when: RUN_BY_SETTING },
	{ danger: "recursiveDelete", programs: "git hub", when: git("clean\\b|worktree (?:remove|prune)|submodule deinit") },
	{ danger: "recursiveDelete", programs: "rsync rclone", when: /--(del|remove-source)| (purge|delete|sync)\b/ },
	{ danger: "recursiveDelete", programs: "robocopy", when: /\/(mir|purge|move?)\b/i },
	{ danger: "recursiveDelete", programs: "aws gsutil gcloud mc s3cmd az", when: / (rm|rb|delete|remove|--delete)\b/ },

	{
		danger: "privilege",
		programs:
			"sudo sudoedit su doas pkexec runas run0 gosu su-exec dzdo gsudo psexec visudo setcap newgrp nsenter chroot useradd usermod userdel adduser addgroup groupadd groupmod gpasswd passwd chpasswd vipw dscl",
		when: ALWAYS,
	},
	{ danger: "privilege", programs: "start-process saps start", when: /-verb[ :]runas/i },
	{ danger: "privilege", programs: "osascript", when: /administrator·privileges/i },
	{ danger: "privilege", programs: "net net1", when: / (user|localgroup|group|accounts)\b/i },
	{ danger: "privilege", programs: CONTAINERS, when: /--privileged|--cap-add|docker\.sock| (-v|--volume)[ =]\/:/ },

	{
		danger: "historyRewrite",
		programs: "git hub",
		when: git(`push\\b${option("fd", "--(?:fo(?!l)|del|mir|pru)|\\+|:")}`),
	},
	{
		danger: "historyRewrite",
		programs: "git hub",
		when: git("(?:rebase|filter-branch|filter-repo|replace|update-ref)\\b"),
	},
	{ danger: "historyRewrite", programs: "git hub", when: git("(?:fast-import|symbolic-ref|prune|history)\\b") },
	{ danger: "historyRewrite", programs: "git hub", when: git(`reset\\b${option("#", "--(?:h|k|m)")}`) },
	{ danger: "historyRewrite", programs: "git hub", when: git(`commit\\b.* --(?:am|fix)`) },
	{
		danger: "historyRewrite",
		programs: "git hub",
		when: git("(?:reflog (?:exp|del)|stash (?:drop|clear)|lfs migrate)"),
	},
	{ danger: "historyRewrite", programs: "git hub", when: git(`branch\\b${option("DMCf", "--(?:d|fo)")}`) },
	{ danger: "historyRewrite", programs: "git hub", when: git(`tag\\b${option("fd", "--(?:d|fo)")}`) },
	{
		danger: "historyRewrite",
		programs: "git hub",
		when: git(`(?:checkout|switch)\\b${option("fBC", "--(?:fo|dis)")}`),
	},
	{ danger: "historyRewrite", programs: "git hub", when: git(`(?:pull|fetch)\\b${option("fr", "--(?:fo|reb)|\\+")}`) },
	{
		danger: "historyRewrite",
		programs: "git hub",
		when: git("(?:gc|remote|config|notes|am)\\b.*(?:prune|remove|rm|alias)"),
	},
	{ danger: "historyRewrite", programs: "git hub", when: / -c·? ?alias\.|--config-env/ },
	{
		danger: "historyRewrite",
		programs: "git-push git-rebase git-filter-branch git-filter-repo git-update-ref bfg",
		when: ALWAYS,
	},
	{ danger: "historyRewrite", programs: "hg", when: / (strip|histedit|rebase|amend|push .*-f|push .*--force|purge)\b/ },
	{ danger: "historyRewrite", programs: "jj", when: / (abandon|op|operation|git push)\b/ },
	{ danger: "historyRewrite", programs: "gh glab", when: / (delete|archive|rename|transfer|api|merge|sync)\b/ },

	{
		danger: "diskOrOwnership",
		programs:
			"dd mkfs fdisk sfdisk cfdisk gdisk sgdisk parted wipefs shred mkswap swapon swapoff losetup mount umount fusermount chown chgrp takeown icacls cacls diskutil diskpart cryptsetup lvremove lvcreate vgremove pvremove pvcreate mdadm zpool zfs btrfs fsck resize2fs tune2fs hdparm blkdiscard setfacl chattr format-volume clear-disk initialize-disk remove-partition new-partition set-disk set-acl truncate fallocate",
		when: ALWAYS,
	},
	{ danger: "diskOrOwnership", programs: "format", when: / [a-z]:|\$\?/i },
	{
		danger: "diskOrOwnership",
		programs: "chmod",
		when: / (-\w*R|--rec|[+=ugoa]*\+\S*s|0?[2-7]\d{3}\b|0?\d\d[2367]\b|\S*[oa]\S*[+=]\S*w|\+\S*w|\/(etc|usr|bin|s?bin|lib|var|boot|opt|root)\b)|\$\?/,
	},
	{ danger: "diskOrOwnership", programs: "cp tee cat", when: / \/dev\/(?!null|stdout|stderr|tty|fd)/ },

	{
		danger: "credentials",
		programs: "printenv secret-tool cmdkey vaultcmd ssh-add ssh-keygen",
		when: ALWAYS,
	},
	{
		danger: "credentials",
		programs: "pass op bw keyring",
		when: / (show|insert|edit|generate|read|item|get|run|inject|list|-c)\b/,
	},
	{ danger: "credentials", programs: "env", when: /^( -\S*| \S+=\S*)*$/ },
	{ danger: "credentials", programs: "set", when: /^( -p)?$/, isBuiltin: true },
	{ danger: "credentials", programs: "export declare typeset compgen", when: /^$|^ -[px]+$|^ -[ve]/, isBuiltin: true },
	{ danger: "credentials", programs: "dir ls gci gi get-childitem get-item", when: / env:/i },
	{
		danger: "credentials",
		programs: "gpg gpg2",
		when: /--(export-s|decrypt|gen|edit|full-gen|quick-gen|delete-s)| -d\b/,
	},
	{ danger: "credentials", programs: "security", when: / (find|dump|export|unlock|add|delete|set)-/ },
	{ danger: "credentials", programs: "vault", when: / (read|write|kv|login|print|token|operator)\b/ },
	{ danger: "credentials", programs: "aws", when: / (secretsmanager|ssm|sts|configure|iam|kms|ecr)\b/ },
	{
		danger: "credentials",
		programs: "gcloud az gh glab heroku",
		when: / (auth|auth:token|config|secrets?|keyvault|get-access-token)\b/,
	},
	{ danger: "credentials", programs: "git hub", when: git("credential|config\\b.*(?:credential|extraheader)") },
	{ danger: "credentials", programs: "kubectl oc", when: / (secrets?|secrets?\/\S*|config)\b/ },
	{ danger: "credentials", programs: `${CONTAINERS} helm`, when: / (login|secret)\b/ },
	{ danger: "credentials", programs: NODE_PACKAGERS, when: / (token|login|adduser|whoami)\b|_auth/ },

	{
		danger: "publish",
		programs: NODE_PACKAGERS,
		when: / (\S*publish|(un)?pub\w*|deprecate|dist-tag|owner|access|np|semantic-release)\b/,
	},
	{
		danger: "publish",
		programs: "cargo",
		when: subcommand("-Z| -C| --config| --color| --manifest-path", "publish|yank|owner|login|release"),
	},
	{ danger: "publish", programs: "gem", when: / (push|yank|owner)\b/ },
	{ danger: "publish", programs: "twine", when: / upload\b|\$\?/ },
	{ danger: "publish", programs: "python python3 py", when: / (twine|upload)\b/ },
	{
		danger: "publish",
		programs:
			"poetry uv flit hatch pdm deno jsr dart flutter pub mvn gradle gradlew mvnw sbt lein mix vsce ovsx lerna nx changeset dotnet nuget swift goreleaser",
		when: / \S*(publish|deploy|push|release)\b/i,
	},
	{ danger: "publish", programs: "np release-it semantic-release publish-module publish-script", when: ALWAYS },
	{ danger: "publish", programs: `${CONTAINERS} skopeo crane oras`, when: / (push|copy|cp)\b|--push\b/ },
	{ danger: "publish", programs: "helm pod", when: / (push|cm-push|trunk)\b/ },
	{ danger: "publish", programs: "gh glab", when: / release\b/ },
	{
		danger: "publish",
		programs: "vercel netlify wrangler firebase flyctl fly serverless sls heroku gcloud eas fastlane",
		when: / \S*(deploy|publish|release|push|upload|--prod)\b/,
	},

	{ danger: "destructiveSql", programs: "dropdb dropuser pg_restore", when: ALWAYS },
	{ danger: "destructiveSql", programs: "mysqladmin", when: / drop\b/ },
	{ danger: "destructiveSql", programs: "redis-cli valkey-cli", when: / (flushall|flushdb|del|unlink|shutdown)\b/i },
	{
		danger: "destructiveSql",
		programs: "rails rake artisan php prisma npx knex sequelize typeorm",
		when: /\b(db:(drop|reset|schema:load|purge)|migrate[: ](reset|fresh|refresh|rollback)|db push|schema:drop|db:migrate:undo)/,
	},

	{
		danger: "serviceControl",
		programs:
			"kill pkill killall killall5 skill xkill kill-port fkill taskkill tskill shutdown reboot halt poweroff telinit stop-process spps start-service stop-service restart-service set-service remove-service new-service stop-computer restart-computer systemd-run update-rc.d chkconfig rmmod insmod modprobe iptables ip6tables nft ufw firewall-cmd netsh schtasks",
		when: ALWAYS,
	},
	{ danger: "serviceControl", programs: "systemctl", when: /^(?!( -\S+)* (status|list-\S+|is-\S+|show|cat|help)\b)./ },
	{ danger: "serviceControl", programs: "service rc-service", when: /^ \S+ (?!status\b)\S/ },
	{ danger: "serviceControl", programs: "launchctl", when: /^(?! (list|print)\b)./ },
	{ danger: "serviceControl", programs: "sc net net1", when: / (stop|start|delete|create|config|pause|failure)\b/i },
	{ danger: "serviceControl", programs: "reg wmic", when: / (add|delete|import|restore|call)\b/i },
	{ danger: "serviceControl", programs: "init", when: /^ [0-6sSqQ]\b/ },
	{ danger: "serviceControl", programs: "crontab", when: /^(?! -l\b)/ },
	{ danger: "serviceControl", programs: "fuser", when: / -\w*k/ },
	{ danger: "serviceControl", programs: "sysctl", when: / (-\w*[wp]|\S+=)/ },
	{
		danger: "serviceControl",
		programs: "nginx httpd apachectl apache2ctl",
		when: / (-s|-k|stop|restart|graceful|reload|start)\b/,
	},
	{
		danger: "serviceControl",
		programs:
			"brew pm2 supervisorctl initctl rc-update tmux screen minikube kind vagrant multipass wsl limactl colima virsh lxc",
		when: / (services|stop|start|restart|reload|delete|del|kill|kill-server|kill-session|destroy|halt|purge|remove|shutdown|undefine|--shutdown|--unregister|--terminate|--purge)\b/,
	},
	{
		danger: "serviceControl",
		programs: CONTAINERS,
		when: / (rm|rmi|kill|stop|restart|prune|down|pause|remove|delete|update|rename|swarm|service|stack|node|system|exec)\b|\$\?/,
	},
	{
		danger: "serviceControl",
		programs: "kubectl oc helm k3s k3d eksctl nomad",
		when: / (delete|drain|cordon|uncordon|apply|replace|patch|scale|rollout|edit|taint|exec|create|set|annotate|label|uninstall|del|upgrade|rollback|install|stop|run)\b|\$\?/,
	},
	{
		danger: "serviceControl",
		programs: "terraform tofu pulumi cdk terragrunt",
		when: / (destroy|apply|up|deploy|rm|taint|import|state|-\S+)/,
	},
	{
		danger: "serviceControl",
		programs: "ansible ansible-playbook ansible-pull salt salt-call chef-client puppet",
		when: ALWAYS,
	},
	{
		danger: "serviceControl",
		programs: "at",
		when: /^( -\S+)* (now|noon|midnight|teatime|tomorrow|today|next|\d)| -[ft]/,
	},
	{ danger: "serviceControl", programs: "at batch", when: /^$|^ -/, isBuiltin: true },
];
