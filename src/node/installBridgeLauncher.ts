/**
 * The POSIX script that agents start: it runs the bridge on the Node of the editor that was active last and is still
 * there, else on a `node` from an absolute PATH entry outside the working directory. A hook outside VS Code ends here, but
 * for the one event that is answered without a window. It uses nothing but what the shell itself has and /bin/cat, because a
 * program found by PATH could be anybody's. `bin` is the absolute path of its own folder.
 */
export function launcherText(bin: string): string {
	return `#!/bin/sh
# Starts Parley's bridge. Written by the Parley extension at each start of an editor.
unset NODE_OPTIONS NODE_PATH
# What the bridge has no use for: it knows no TLS and no proxy. Each of these can double what the start of Node takes.
unset NODE_EXTRA_CA_CERTS NODE_USE_SYSTEM_CA NODE_USE_ENV_PROXY NODE_V8_COVERAGE
bin=${quoted(bin)}
if [ "$1" = hook ] && [ "$3" != PreToolUse ]; then
	case $PARLEY_WINDOW in
	'' | '\${'*)
		# Outside VS Code a hook has nobody to tell: Node is not started for it. What the agent writes is taken all the same.
		settings=
		[ -f "$bin/../settings.json" ] && [ -r "$bin/../settings.json" ] && IFS= read -r settings <"$bin/../settings.json"
		case $settings in
		'' | '{"attachOutsideTerminals":false}')
			true 2>/dev/null 3<&0 || exit 0
			if [ -x /bin/cat ]; then exec /bin/cat >/dev/null; fi
			while IFS= read -r line; do :; done
			exit 0
			;;
		esac
		;;
	esac
fi
best=0
for file in "$bin"/nodes/*; do
	[ -f "$file" ] || continue
	exe= how= at=
	{ IFS= read -r exe; IFS= read -r how; IFS= read -r at; } <"$file"
	case $at in '' | *[!0-9]*) continue ;; esac
	if [ "$at" -gt "$best" ] && [ -f "$exe" ] && [ -x "$exe" ]; then
		best=$at node=$exe kind=$how
	fi
done
if [ "$best" -gt 0 ]; then
	if [ "$kind" = electron ]; then
		ELECTRON_RUN_AS_NODE=1
		export ELECTRON_RUN_AS_NODE
	else
		unset ELECTRON_RUN_AS_NODE
	fi
	exec "$node" "$bin/bridge.cjs" "$@"
fi
here=$(pwd -P 2>/dev/null)
[ -n "$here" ] || here=//
set -f
IFS=:
for dir in $PATH; do
	case $dir in /*) ;; *) continue ;; esac
	real=$(CDPATH= cd -P -- "$dir" 2>/dev/null && pwd -P) || continue
	case $real/ in "$here"/*) continue ;; esac
	if [ -f "$real/node" ] && [ -x "$real/node" ]; then
		exec "$real/node" "$bin/bridge.cjs" "$@"
	fi
done
echo "parley-bridge: no Node to run on: open an editor with Parley, or install Node 20 or later" >&2
exit 1
`;
}

function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
