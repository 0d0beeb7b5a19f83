#!/bin/sh
# check_random.sh N: explores N random programs and holds paths, and partitions by output, by a variable at a line,
# by reach and by change, against all inputs; and N that write to both streams, by each of them.
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
	"$build/tests/random_program" "$i" streams >"$tmp/$i-streams.c"
	for by in path output variable reach change stdout stderr; do
		how=by=$by
		subject=$tmp/$i.c
		case $by in
		variable) how="by=output look=$i" ;;
		stdout | stderr)
			how="by=output output=$by apart"
			subject=$tmp/$i-streams.c
			;;
		esac
		if sh "$top/tests/oracle/oracle.sh" "$subject" $how target=0 seed="$i" >"$tmp/log" 2>&1; then
			n_paths=$(sed -n 's/.* inputs, \([0-9]*\) paths.*/\1/p' "$tmp/log")
			case $by in
			path) paths=$((paths + n_paths)) ;;
			output) outputs=$((outputs + n_paths)) ;;
			esac
		else
			wrong=$by
			echo "seed $i by $by: $subject"
			sed 's/^/  /' "$tmp/log" | head -n 8
		fi
	done
	if [ -n "$wrong" ]; then
		bad=$((bad + 1))
	else
		good=$((good + 1))
		rm -f "$tmp/$i.c" "$tmp/$i-streams.c"
	fi
	i=$((i + 1))
done
echo "random programs: $good right, $bad wrong, $paths paths, $outputs partitions by output"
[ "$bad" -eq 0 ] && rm -rf "$tmp"
[ "$bad" -eq 0 ]
