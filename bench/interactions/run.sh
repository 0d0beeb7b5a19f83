#!/bin/sh
# run.sh: the interaction bench: three searches on each pair, held against the known errors.
# usage: run.sh [-t SECONDS] [-r RUNS] [-m 'MODE...'] [PAIR...]
# Needs DRIFT_BUILD. Modes: graph (--strategy auto, with sequences), plain (auto without them), alone (changes in
# isolation: reach, nothing that lets an effect go further), sequence (--strategy sequence). Prints a table in Markdown; exit
# status 1 when graph misses an error. A critical set is right if it is the set of hunks that the truth has.
set -u

drift=${DRIFT_BUILD:?}/bin/drift
here=$(cd "$(dirname "$0")" && pwd)
programs=$DRIFT_BUILD/interactions
budget=60
runs=
modes='graph plain alone'
while getopts t:r:m: option; do
	case $option in
	t) budget=$OPTARG ;;
	m) modes=$OPTARG ;;
	r) runs="--runs $OPTARG" ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- $(cd "$here" && ls -d */truth | sed 's,/.*,,')
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-interactions.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM
: >"$tmp/missed"
: >"$tmp/sums"

# options MODE
options()
{
	case $1 in
	graph) echo ;;
	plain) echo --no-sequences ;;
	alone) echo --strategy reach --no-propagate ;;
	sequence) echo --strategy sequence ;;
	esac
}

# sets RESULT PAIR: the critical sets of all differences as hunks, one a line.
sets()
{
	diff -U0 "$programs/$2/old.c" "$programs/$2/new.c" | awk '
		/^@@/ { n++; split($3, at, /[+,]/); split($2, was, /[-,]/); deleted = $3 ~ /,0$/
			print "new.c:" at[2], "h" n
			if (deleted) print "old.c:" was[2], "h" n }' >"$tmp/hunks"
	tr -d '\n\t' <"$1" | grep -o '"critical_edits":\[[^]]*\]' | sort | uniq -c | while read -r count line; do
		# Lines of a deletion are OLD's, and a place may be a range.
		echo "$line" | sed 's/.*\[//; s/\]//; s/[", ]/ /g; s/-[0-9]*//g' | tr ' ' '\n' | grep . | while read -r place; do
			awk -v place="$place" '$1 == place { print $2; exit }' "$tmp/hunks"
		done | sort | tr '\n' ' '
		echo "* $count"
	done
}

# rates PAIR: tests on critical sequences and on others, and how many of each show an error: the paper's table 2.
rates()
{
	tr -d '\n\t ' <"$result" | sed -n 's/.*"other":{"tests":\([0-9]*\),"differ":\([0-9]*\)},"critical":{"tests":\([0-9]*\),"differ":\([0-9]*\)}.*/\1 \2 \3 \4/p' |
		awk -v pair="$1" '
		function part(a, b) { return b ? sprintf("%.1f %%", 100 * a / b) : "-" }
		{ printf "| %s | %s | %s | %s | %s |\n", pair, part($3, $1 + $3), part($4, $3), part($1, $1 + $3), part($2, $1) }'
}

# one PAIR MODE: a line for the table.
one()
{
	pair=$1 mode=$2
	eval "set -- $(tr '\n' ' ' <"$here/$pair/shape")"
	took=$( ("$drift" test --interactions $(options "$mode") --time "${budget}s" $runs -o "$tmp/out" "$programs/$pair/old.c" \
		"$programs/$pair/new.c" "$@" >"$tmp/log" 2>&1; times) | tail -n 1 |
		awk '{ for (i = 1; i <= 2; i++) { split($i, t, "m"); s += 60 * t[1] + t[2] } printf "%.0f", s }')
	result=$tmp/out/result.json
	sets "$result" "$pair" >"$tmp/sets"
	tests=$(sed -n 's/^		"pairs":	\([0-9]*\),*/\1/p' "$result")
	differ=$(grep -c '"critical_by"' "$result")
	tried=$(grep -c '"critical_by":	"experiment"' "$result")
	found=
	right=0
	all=0
	grep -v '^#' "$here/$pair/truth" >"$tmp/truth"
	while read -r line; do
		name=${line%% *}
		want=$(echo "${line#* }" | sed 's/ *:.*//' | tr ' ' '\n' | sort | tr '\n' ' ')
		all=$((all + 1))
		n=$(grep -F "$want* " "$tmp/sets" | sed -n "s/^$want[*] //p" | head -n 1)
		if [ -n "$n" ]; then
			right=$((right + 1))
			found="$found $name ($n)"
		elif [ "$mode" = graph ]; then
			echo "$pair $name" >>"$tmp/missed"
		fi
	done <"$tmp/truth"
	echo "| $pair | $mode | $tests | $differ | $tried | $right of $all |$found | $took |"
	echo "$mode $right $all" >>"$tmp/sums"
	[ "$mode" != graph ] || rates "$pair" >>"$tmp/rates"
}

sh "$here/versions.sh" "$@" || exit 2
echo "| pair | search | tests | differences | by experiment | errors | with their critical sets (differences) | processor, s |"
echo "|---|---|---|---|---|---|---|---|"
for pair; do
	for mode in $modes; do
		one "$pair" "$mode"
	done
done
echo
awk '{ r[$1] += $2; a[$1] += $3; if (!n[$1]++) m[++k] = $1 }
	END { printf "Errors found:"; for (i = 1; i <= k; i++) printf "%s %s %d of %d", (i > 1 ? "," : ""), m[i], r[m[i]], a[m[i]]; print "." }' "$tmp/sums"
[ ! -s "$tmp/rates" ] || {
	echo
	echo "| pair | tests on critical sequences | of these, differ | tests on others | of these, differ |"
	echo "|---|---|---|---|---|"
	cat "$tmp/rates"
}
[ ! -s "$tmp/missed" ] || { echo "missed:" $(cat "$tmp/missed"); exit 1; }
