#!/usr/bin/env bash
# Compares the in-process benchmarks of the working tree with those of a commit:
#
#   bench/compare.sh REF
#
# Both sets of test binaries are built first and then take turns, so that what else
# the machine does is done to both. PACKAGES, BENCHMARKS, COUNT and BENCHTIME say what
# is run and for how long.
set -euo pipefail
ref=${1:?usage: bench/compare.sh REF}
root=$(cd "$(dirname "$0")/.." && pwd)
packages=${PACKAGES:-wire hmacauth engine store ledger}
bench=${BENCHMARKS:-'^Benchmark(Request|DecisionFrame|Signer|Replay|DecideToolCall|Record|Append)$'}
count=${COUNT:-8}
benchtime=${BENCHTIME:-0.2s}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tree"
git -C "$root" archive "$ref" | tar -x -C "$work/tree" # no worktree: it would be left in .git by a kill

build() { # TREE SIDE
	for package in $packages; do
		if [[ -d $1/internal/$package ]]; then
			go test -C "$1" -buildvcs=false -c -o "$work/$2-$package" "./internal/$package"
		fi
	done
}

measure() { # TREE SIDE PACKAGE
	if [[ -x $work/$2-$3 ]]; then
		(cd "$1/internal/$3" && "$work/$2-$3" -test.run '^$' -test.bench "$bench" -test.benchmem \
			-test.benchtime "$benchtime" -test.cpu 1) >>"$work/$2.txt"
	fi
}

build "$work/tree" before
build "$root" now
for ((i = 1; i <= count; i++)); do
	echo "round $i of $count" >&2
	for package in $packages; do
		measure "$work/tree" before "$package"
		measure "$root" now "$package"
	done
done
cd "$root/bench"
go tool benchstat "$ref=$work/before.txt" "now=$work/now.txt"
