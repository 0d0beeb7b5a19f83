#!/bin/sh
# check_random.sh N: explores N random programs and holds the paths against all inputs.
# SEED=K begins with another program. A failing program is kept and named.
top=$(cd "$(dirname "$0")/../.." && pwd)
build=${DRIFT_BUILD:-$top/build}
n=${1:-500}
first=${SEED:-0}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-random.XXXXXX") || exit 2
good=0
bad=0
paths=0
i=$first
while [ "$i" -lt $((first + n)) ]; do
	"$build/tests/random_program" "$i" >"$tmp/$i.c"
	if sh "$top/tests/oracle/oracle.sh" "$tmp/$i.c" >"$tmp/log" 2>&1; then
		good=$((good + 1))
		paths=$((paths + $(sed -n 's/.* inputs, \([0-9]*\) paths.*/\1/p' "$tmp/log")))
		rm -f "$tmp/$i.c"
	else
		bad=$((bad + 1))
		echo "seed $i: $tmp/$i.c"
		sed 's/^/  /' "$tmp/log" | head -n 8
	fi
	i=$((i + 1))
done
echo "random programs: $good right, $bad wrong, $paths paths"
[ "$bad" -eq 0 ] && rm -rf "$tmp"
[ "$bad" -eq 0 ]
