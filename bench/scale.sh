#!/bin/sh
# scale.sh [NAME...]: one process, -j 2, and two independent processes, measured in one run.
#
# Each row explores a program for $LIMIT (10) seconds: with -j 1, with -j 2, and with two processes of -j
# 1 at once, which is what two cores can do. Printed are paths per second of the wall clock, -j 2 divided
# by the two processes, and processor time per path, -j 2 divided by -j 1. Only the latter means
# something on a computer that has other work.
set -u
here=$(cd "$(dirname "$0")" && pwd)
drift=${DRIFT_BUILD:-$here/../build}/bin/drift
get=${DRIFT_BUILD:-$here/../build}/tests/json_get
limit=${LIMIT:-10}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-bench.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' HUP INT TERM

# name | options and program
rows="parser | --stdin @text:12=1+2*3 $here/explore/parser.c
match | $here/explore/match.c -- @str:12=a*b @str:12=aab
words | $here/explore/words.c -- @str:10=help @str:8=-v
decision | $here/explore/decision.c -- @int @int @int @int @int @int @int @int @int @int @int @int @int @int @int @int"

# explore NAME OPTIONS...: explores, and writes the paths and the processor seconds to NAME.paths, NAME.cpu.
explore()
{
	explore_name=$1
	shift
	(
		"$drift" explore --time "$limit" --tests none -o "$tmp/$explore_name.d" "$@" >/dev/null 2>&1 </dev/null
		times >"$tmp/$explore_name.times"
	)
	sed -n 2p "$tmp/$explore_name.times" | tr 'ms' '  ' |
		awk '{ printf "%.3f\n", $1 * 60 + $2 + $3 * 60 + $4 }' >"$tmp/$explore_name.cpu"
	"$get" "$tmp/$explore_name.d/result.json" paths >"$tmp/$explore_name.paths" 2>/dev/null || echo 0 >"$tmp/$explore_name.paths"
}

value() { cat "$tmp/$1"; }

printf '%-10s %10s %10s %10s %12s %12s %12s\n' program '-j 1 /s' '-j 2 /s' '2 alone /s' '-j 2/alone' 'cpu/path us' '-j 2 / -j 1'
echo "$rows" | while IFS='|' read -r name options; do
	name=$(echo "$name" | tr -d ' ')
	case " ${*:-$name} " in *" $name "*) ;; *) continue ;; esac
	# shellcheck disable=SC2086
	{
		explore one $options
		explore two -j 2 $options
		explore left $options &
		explore right $options
		wait
	}
	awk -v name="$name" -v t="$limit" -v p1="$(value one.paths)" -v c1="$(value one.cpu)" \
		-v p2="$(value two.paths)" -v c2="$(value two.cpu)" -v pa="$(value left.paths)" -v pb="$(value right.paths)" '
		BEGIN {
			if (!p1 || !p2) { print name ": nothing was explored"; exit }
			printf "%-10s %10.0f %10.0f %10.0f %12.2f %12.1f %12.2f\n", name, p1 / t, p2 / t, (pa + pb) / t,
				p2 / (pa + pb), 1e6 * c1 / p1, (c2 / p2) / (c1 / p1)
		}'
done
