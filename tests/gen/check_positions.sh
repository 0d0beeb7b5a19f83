#!/bin/sh
# check_positions.sh N: explores N random programs that move about in their input, and holds paths, and partitions by
# output, reach and change, against all inputs; and every run from a snapshot against one from the beginning.
# SEED=K begins with another program. A failing program is kept and named.
top=$(cd "$(dirname "$0")/../.." && pwd)
build=${DRIFT_BUILD:-$top/build}
n=${1:-300}
first=${SEED:-0}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-positions.XXXXXX") || exit 2
good=0
bad=0
paths=0
i=$first
while [ "$i" -lt $((first + n)) ]; do
	wrong=
	"$build/tests/random_position" "$i" >"$tmp/$i.c"
	for by in path output reach change; do
		if sh "$top/tests/oracle/oracle.sh" "$tmp/$i.c" apart by=$by target=0 seed="$i" >"$tmp/log" 2>&1; then
			[ $by != path ] || paths=$((paths + $(sed -n 's/.* inputs, \([0-9]*\) paths.*/\1/p' "$tmp/log")))
		else
			wrong=$by
			echo "seed $i by $by: $tmp/$i.c"
			sed 's/^/  /' "$tmp/log" | head -n 8
		fi
	done
	# A small program may have no run from a snapshot.
	if ! "$build/tests/test_snapshot" "$tmp/$i.c" >"$tmp/log" 2>&1 && ! grep -q ', 0 of them' "$tmp/log"; then
		wrong=snapshot
		echo "seed $i from snapshots: $tmp/$i.c"
		sed 's/^/  /' "$tmp/log" | head -n 8
	fi
	if [ -n "$wrong" ]; then
		bad=$((bad + 1))
	else
		good=$((good + 1))
		rm -f "$tmp/$i.c"
	fi
	i=$((i + 1))
done
echo "random programs that move about: $good right, $bad wrong, $paths paths"
[ "$bad" -eq 0 ] && rm -rf "$tmp"
[ "$bad" -eq 0 ]
