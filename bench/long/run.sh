#!/bin/sh
# run.sh [NAME...]: what a run costs on long inputs: programs of this directory, seeds of 250 to 4,000 bytes.
#
# A row for each program and length: runs, instructions of a run, and processor time of a run without what loading takes.
# sealed is run when it is named: from 2,000 bytes on it takes minutes (RESULTS.md).
# ENGINE=PATH is another engine to hold beside, run in turns; RUNS=20, BYTES='250 1000' for some lengths.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=${DRIFT_BUILD:-$here/../../build}
runs=${RUNS:-20}
. "$here/seeds.sh"
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-long.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' HUP INT TERM

# cost ENGINE N FILE: processor seconds of N runs; what was said is in $tmp/said.
cost()
{
	/usr/bin/time -f %U -o "$tmp/time" timeout 300 "$1" explore --runs "$2" --tests none -o "$tmp/out" \
		--stdin "@file:$bytes=$tmp/seed" "$3" >"$tmp/said" 2>&1 </dev/null || true
	tail -n 1 "$tmp/time"
}

printf '%-10s %6s %6s %14s %12s%s\n' program bytes runs 'instr./run' 'ms/run' "${ENGINE:+       before}"
for name in ${*:-stats counts scanner lines csv json calc balance bytes base64 symbols keywords ranges}; do
	for bytes in ${BYTES:-250 500 1000 2000 4000}; do
		seed "$name" "$bytes" >"$tmp/seed"
		other=
		for engine in "$build/lib/drift/engine" ${ENGINE:-}; do
			one=$(cost "$engine" 1 "$here/$name.c")
			all=$(cost "$engine" "$runs" "$here/$name.c")
			[ -z "$other" ] || { printf ' %12s\n' "$(echo "$all $one $runs" | awk '{ printf "%.1f", 1000 * ($1 - $2) / ($3 - 1) }')"; continue; }
			awk -v name="$name" -v bytes="$bytes" -v all="$all" -v one="$one" -v runs="$runs" '/^runs:/ {
				for (i = 1; i <= NF; i++) if ($i ~ /^instructions/) n = $(i - 1)
				printf "%-10s %6d %6d %14d %12.1f", name, bytes, $2, n / $2, 1000 * (all - one) / (runs - 1) }' "$tmp/said"
			other=1
		done
		[ -n "${ENGINE:-}" ] || echo
	done
done
