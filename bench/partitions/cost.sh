#!/bin/sh
# cost.sh [NAME...]: what tracking dependences costs the machine, as a table in Markdown.
#
# One input of each program of bench/programs, with its size as a symbolic integer, and of bench/partitions, run
# again and again without tracking, with it, and with the condition by output taken from the run; see
# track_bench.c. The ratio is that of the second to the first. `nodes` and `entries` are the graph of
# decisions and the logs of what may have been written, `KB` holds them and the list of branches; `first run` holds
# the static analysis. The second table doubles the size of some programs: bytes for each branch that depended on
# something and each join.
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
	awk -v name="$name" '{ printf "| %s | %d | %d | %d | %d | %.1f | %.1f | %.1f | %.1f | %d | %d | %.1f | %.0f |\n",
		name, $1, $2, $3, $4, $5, $6, $7, $6 / $5, $9, $11, $12 / 1024, $13 / 1000 }' "$tmp/numbers"
}

# sweep NAME SIZE...: what one run keeps in memory.
sweep()
{
	name=$1
	shift
	for n; do
		timeout 120 "$bench" 0 "$top/bench/programs/$name.c" "@int=$n" >"$tmp/numbers" 2>"$tmp/err" || {
			echo "| $name, $n | does not run: $(head -n 1 "$tmp/err") |"
			continue
		}
		awk -v name="$name, $n" '{ printf "| %s | %d | %d | %d | %d | %.1f | %.0f |\n",
			name, $3, $8, $10, $11, $12 / 1024, $12 / ($8 + $10) }' "$tmp/numbers"
	done
}

all=$#
if [ $# -eq 0 ]; then
	set -- $(cd "$top/bench/programs" && ls ./*.c | sed 's|^\./||; s|\.c$||' | grep -v '^empty$') \
		$(sed -n 's/^\([a-z]*\) |.*/\1/p' "$here/cases")
fi
echo '| program | instructions | constraints by path | tracked | by output | µs without tracking | with | with condition |' \
	'ratio | nodes | entries | KB | ms, first run |'
echo '|---|---|---|---|---|---|---|---|---|---|---|---|---|'
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
[ "$all" -eq 0 ] || exit 0
echo
echo '| program | constraints | branches | joins | entries | KB | bytes for each branch and join |'
echo '|---|---|---|---|---|---|---|'
sweep sieve 250 500 1000 2000 4000
sweep fib 14 16 18 20 22
sweep list 50 100 200 400 800
sweep strings 250 500 1000 2000 4000
