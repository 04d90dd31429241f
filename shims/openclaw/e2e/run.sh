#!/usr/bin/env bash
# Tests the plugin in the real gateway: installs the gateway and a Node that it accepts, builds the
# daemon and the plugin, and runs the stories.
#
#   ./run.sh                          everything
#   ./run.sh plugin                   installs, builds, and runs the plugin's own tests
#   ./run.sh stories/webchat.test.ts  some stories, with what is built
#   ./run.sh day [--json] [--hostile] PRESET  an owner's day, with what is built
#
# PROVENANCED_OPENCLAW names a directory whose node_modules/openclaw is used instead of a separate
# copy, and PROVENANCED_NODE a node that it accepts.
set -euo pipefail
cd "$(dirname "$0")"
e2e=$PWD
shim=$(cd .. && pwd)
root=$(cd ../../.. && pwd)

# Runs a command in a directory. It runs in the background, so that a signal that ends this script
# ends it as well.
running=
step() {
	echo "== ${*:2}"
	env -C "$1" "${@:2}" &
	running=$!
	wait "$running"
	running=
}

# The gateway's install scripts refuse an older Node, so they run under the one that comes with it.
install_gateway() {
	local own=$e2e/gateway/node_modules
	if [[ ! -f $own/.complete ]]; then
		step gateway npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
		PATH="$(dirname "$(own_node)"):$PATH" step gateway npm rebuild --loglevel=error
		touch "$own/.complete"
	fi
}

own_node() {
	ls "$e2e"/gateway/node_modules/node-linux-*/bin/node
}

# Stories end what they started. A killed story cannot: its process groups are listed in running/.
# Killed processes may still write for a moment.
clean_up() {
	trap '' HUP INT TERM
	if [[ -n $running ]]; then
		kill "$running" 2>/dev/null || true
		wait "$running" || true
	fi
	local note
	for note in "$work"/running/*; do
		kill -KILL -- "-$(basename "$note")" 2>/dev/null || true
	done
	rm -rf "$work" 2>/dev/null || { sleep 1 && rm -rf "$work"; }
}

work=$(mktemp -d /tmp/pv.XXXX) # short: socket paths have 107 bytes
trap clean_up EXIT
trap 'exit 1' HUP INT TERM

if [[ -z ${PROVENANCED_OPENCLAW:-} || -z ${PROVENANCED_NODE:-} ]]; then
	install_gateway
	export PROVENANCED_OPENCLAW=$e2e/gateway PROVENANCED_NODE
	PROVENANCED_NODE=$(own_node)
fi
PATH=$(dirname "$PROVENANCED_NODE"):$PATH
export PATH TMPDIR=$work PROVENANCED_PLUGIN=$work/package

# The plugin as it is published: packed, and unpacked elsewhere.
pack() {
	npm pack --silent --pack-destination "$work" "$shim" >/dev/null
	tar -xzf "$work"/*.tgz -C "$work"
}

# Each story has ten minutes, however many stories its file has.
stories() {
	pack
	step "$e2e" node --test --test-concurrency=1 --test-timeout=600000 "$@"
}

plugin() {
	step "$root" make --no-print-directory build
	step "$shim" npm ci --no-audit --no-fund --loglevel=error
	step "$shim" npm run --silent build
	step "$shim" npm run --silent check
	step "$shim" npm run --silent check:host
	step "$shim" npm test --silent
	step "$shim" node_modules/.bin/tsc -p e2e
}

case ${1:-} in
plugin) plugin ;;
day)
	pack >&2
	node "$e2e/day/day.ts" "${@:2}"
	;;
'')
	plugin
	stories stories/*.test.ts
	;;
*) stories "$@" ;;
esac
