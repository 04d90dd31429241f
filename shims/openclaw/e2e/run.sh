#!/usr/bin/env bash
# Proves the plugin through the real gateway: installs the gateway and a Node
# that it accepts, builds the daemon and the plugin, and tells the stories.
#
#   ./run.sh                          everything
#   ./run.sh stories/webchat.test.ts  some stories, against what is built
#
# PROVENANCED_OPENCLAW names a directory whose node_modules/openclaw is used
# instead of an own copy, and PROVENANCED_NODE a node that it accepts.
set -euo pipefail
cd "$(dirname "$0")"
e2e=$PWD
shim=$(cd .. && pwd)
root=$(cd ../../.. && pwd)

step() {
	echo "== $*"
	timeout --kill-after=20s "${limit:-300}" "$@"
}

# The gateway's install scripts refuse an older Node, so they run under the one
# that comes with it.
install_gateway() {
	local own=$e2e/gateway/node_modules
	if [[ ! -f $own/.complete ]]; then
		(cd gateway && step npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
		(cd gateway && PATH="$(dirname "$(own_node)"):$PATH" step npm rebuild --loglevel=error)
		touch "$own/.complete"
	fi
}

own_node() {
	ls "$e2e"/gateway/node_modules/node-linux-*/bin/node
}

if [[ -z ${PROVENANCED_OPENCLAW:-} || -z ${PROVENANCED_NODE:-} ]]; then
	install_gateway
	export PROVENANCED_OPENCLAW=$e2e/gateway PROVENANCED_NODE
	PROVENANCED_NODE=$(own_node)
fi
PATH=$(dirname "$PROVENANCED_NODE"):$PATH
export PATH

# Stories end what they started. One that was killed cannot: its process groups
# are noted in running/.
clean_up() {
	local note
	for note in "$work"/running/*; do
		kill -KILL -- "-$(basename "$note")" 2>/dev/null || true
	done
	rm -rf "$work" || { sleep 1 && rm -rf "$work"; }
}

work=$(mktemp -d /tmp/pv.XXXX) # short: socket paths have 107 bytes
trap clean_up EXIT
export TMPDIR=$work PROVENANCED_PLUGIN=$work/package

# The plugin as it is published: packed, and unpacked elsewhere.
pack() {
	npm pack --silent --pack-destination "$work" "$shim" >/dev/null
	tar -xzf "$work"/*.tgz -C "$work"
}

stories() {
	limit=900 step node --test --test-concurrency="$1" --test-timeout=800000 "${@:2}"
}

if (($# > 0)); then
	pack
	stories 1 "$@"
	exit
fi

step make --no-print-directory -C "$root" build
(cd "$shim" && step npm ci --no-audit --no-fund --loglevel=error)
(cd "$shim" && step npm run --silent build)
(cd "$shim" && step npm run --silent check)
(cd "$shim" && step npm test --silent)
step "$shim/node_modules/.bin/tsc" -p "$e2e"
pack
mapfile -t together < <(ls stories/*.test.ts | grep -v latency)
stories 2 "${together[@]}"
stories 1 stories/latency.test.ts # a stopwatch wants the machine for itself
