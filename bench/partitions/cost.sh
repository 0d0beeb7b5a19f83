#!/bin/sh
# cost.sh [NAME...]: what tracking dependences costs, as a table in Markdown.
#
# One run of each program with its size as a symbolic integer, with tracking (--by output) and without (--by
# path), and the same without anything symbolic. Times are what the run took by the clock of the
# explorer, without loading: the best of $ROUNDS (3), taken in turns. `nodes` and `entries` are the graph of
# decisions and the log of what was not written; `constraints` those of the condition by output.
set -u
. "$(dirname "$0")/common.sh"
rounds=${ROUNDS:-3}
programs=$top/bench/programs
limit=${LIMIT:-60}

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

# once BY ARG: seconds of one run.
once()
{
	timeout -k 1 "$limit" "$drift" explore --no-fold --by "$1" --runs 1 --tests none --limit-insns 1G -o "$tmp/$1" \
		"$programs/$name.c" -- "$2" >"$tmp/out" 2>"$tmp/err" </dev/null || return 1
	seconds "$tmp/$1"
}

# both ARG: the best times without and with tracking.
both()
{
	least_path= least_output=
	for _ in $(seq "$rounds"); do
		least_path="$least_path $(once path "$1")" || return 1
		least_output="$least_output $(once output "$1")" || return 1
	done
	for times in "$least_path" "$least_output"; do
		echo "$times" | awk '{ t = $1; for (i = 2; i <= NF; i++) if ($i < t) t = $i; printf "%.6f ", t }'
	done
}

if [ $# -eq 0 ]; then
	set -- $(cd "$programs" && ls ./*.c | sed 's|^\./||; s|\.c$||' | grep -v '^empty$')
fi
echo '| program | size | instructions | constraints | ms by path | by output | ratio | nodes | KB | entries | ms, nothing symbolic, by path | by output | ratio |'
echo '|---|---|---|---|---|---|---|---|---|---|---|---|---|'
for name; do
	n=$(size "$name")
	plain=$(both "$n") && symbolic=$(both "@int=$n") || {
		echo "| $name | $n | not within $limit s |"
		continue
	}
	echo "$symbolic $plain $(field "$tmp/output" instructions) $(field "$tmp/output" constraints_average)" \
		"$(field "$tmp/output" nodes) $(field "$tmp/output" bytes) $(field "$tmp/output" entries)" |
		awk -v name="$name" -v n="$n" '{ printf "| %s | %s | %d | %d | %.2f | %.2f | %.1f | %d | %.0f | %d | %.2f | %.2f | %.1f |\n",
			name, n, $5, $6, 1e3 * $1, 1e3 * $2, $2 / $1, $7, $8 / 1024, $9, 1e3 * $3, 1e3 * $4, $4 / $3 }'
done
