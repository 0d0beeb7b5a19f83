#!/bin/sh
# cost.sh [NAME...]: what tracking dependences costs the machine, as a table in Markdown.
#
# One input of each program of bench/programs, with its size as a symbolic integer, and of bench/partitions, run
# again and again without tracking, with it, and with the condition by output taken from the run; see
# track_bench.c. The ratio is that of the second to the first. `nodes` and `entries` are the graph of
# decisions and the logs of what may have been written; `first run` holds the static analysis.
set -u
. "$(dirname "$0")/common.sh"
bench=${DRIFT_BUILD:-$top/build}/bench/track_bench
seconds=${SECONDS_EACH:-0.3}

# size NAME: large enough that a run can be measured, small enough for one constraint per iteration.
size()
{
	case $1 in
	ackermann | matrix-int) echo 1 ;;
	crc32) echo 200 ;;
	fib) echo 20 ;;
	hashtable | sieve | strings | interpreter) echo 1000 ;;
	json | nbody) echo 100 ;;
	list) echo 200 ;;
	matrix-double) echo 8 ;;
	nqueens) echo 6 ;;
	quicksort) echo 100 ;;
	sha256) echo 8 ;;
	*) echo 10 ;;
	esac
}

# row NAME SOURCE WORD...
row()
{
	name=$1
	shift
	timeout 120 "$bench" "$seconds" "$@" >"$tmp/numbers" 2>"$tmp/err" || {
		echo "| $name | does not run: $(head -n 1 "$tmp/err") |"
		return
	}
	awk -v name="$name" '{ printf "| %s | %d | %d | %d | %.1f | %.1f | %.1f | %.1f | %d | %.1f | %d | %.0f |\n",
		name, $1, $2, $3, $4, $5, $6, $5 / $4, $7, $8 / 1024, $9, $10 / 1000 }' "$tmp/numbers"
}

if [ $# -eq 0 ]; then
	set -- $(cd "$top/bench/programs" && ls ./*.c | sed 's|^\./||; s|\.c$||' | grep -v '^empty$') \
		$(sed -n 's/^\([a-z]*\) |.*/\1/p' "$here/cases")
fi
echo '| program | instructions | constraints by path | by output | µs without tracking | with | with condition | ratio | nodes | KB | entries | ms, first run |'
echo '|---|---|---|---|---|---|---|---|---|---|---|---|'
for name; do
	if [ -f "$top/bench/programs/$name.c" ]; then
		row "$name, $(size "$name")" "$top/bench/programs/$name.c" "@int=$(size "$name")"
	else
		words=$(sed -n "s/^$name |.* -- //p" "$here/cases")
		source=$(sed -n "s/^$name | *\([^ |]*\) *|.*/\1/p" "$here/cases")
		# Values that differ, so that the run takes several ways.
		n=0
		set_words=
		for word in $words; do
			n=$((n + 1))
			case $word in @int) word=@int=$((n * 5 % 7)) ;; esac
			set_words="$set_words $word"
		done
		row "$name" "$here/$source" $set_words
	fi
done
