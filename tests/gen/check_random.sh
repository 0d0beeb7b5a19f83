#!/bin/sh
# check_random.sh N: explores N random programs and holds paths, and partitions by output, by a variable at a line,
# by reach and by change, against all inputs.
# SEED=K begins with another program. A failing program is kept and named.
top=$(cd "$(dirname "$0")/../.." && pwd)
build=${DRIFT_BUILD:-$top/build}
n=${1:-500}
first=${SEED:-0}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-random.XXXXXX") || exit 2
good=0
bad=0
paths=0
outputs=0
i=$first
while [ "$i" -lt $((first + n)) ]; do
	"$build/tests/random_program" "$i" >"$tmp/$i.c"
	wrong=
	for by in path output variable reach change; do
		how=by=$by
		[ $by != variable ] || how="by=output look=$i"
		if sh "$top/tests/oracle/oracle.sh" "$tmp/$i.c" $how target=0 seed="$i" >"$tmp/log" 2>&1; then
			n_paths=$(sed -n 's/.* inputs, \([0-9]*\) paths.*/\1/p' "$tmp/log")
			case $by in
			path) paths=$((paths + n_paths)) ;;
			output) outputs=$((outputs + n_paths)) ;;
			esac
		else
			wrong=$by
			echo "seed $i by $by: $tmp/$i.c"
			sed 's/^/  /' "$tmp/log" | head -n 8
		fi
	done
	if [ -n "$wrong" ]; then
		bad=$((bad + 1))
	else
		good=$((good + 1))
		rm -f "$tmp/$i.c"
	fi
	i=$((i + 1))
done
echo "random programs: $good right, $bad wrong, $paths paths, $outputs partitions by output"
[ "$bad" -eq 0 ] && rm -rf "$tmp"
[ "$bad" -eq 0 ]
