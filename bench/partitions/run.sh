#!/bin/sh
# run.sh [NAME...]: partitions by output against paths, as tables in Markdown.
#
# Each program of cases is explored to the end by path and by output in the same run, without folding.
# Times are those of the processor for the whole command, loading included, since other work on
# the computer disturbs those least. Coverage: the tests of either exploration are run again by output;
# how many partitions do they meet, of all that any test met? The second table gives both explorations
# the same times, parts of what by path takes to the end; both write their tests.
set -u
. "$(dirname "$0")/common.sh"

# solver_layers DIR: calls that each layer answered.
solver_layers()
{
	for layer in structure reuse move direct z3; do
		printf '%s ' "$(field "$1" $layer)"
	done
}

# explore BY DIR OPTION...: explores the case at hand; prints processor seconds.
explore()
{
	by=$1
	dir=$2
	shift 2
	eval "set -- \"\$@\" $options"
	rm -rf "$dir" # never the result of another program
	cpu timeout -k 1 "$limit" "$drift" explore --no-fold --by "$by" --order newest -o "$dir" "$@"
}

# seeds DIR: the inputs of its tests, one a line.
seeds()
{
	for cmd in "$1"/tests/*/cmd; do
		sed 's/^env -i "$PROG" //; s| </dev/null$||' "$cmd"
	done
}

# met FILE: partitions by output that the inputs in the file are in.
met()
{
	explore output "$tmp/met" --tests none --seeds "$1" --runs "$(wc -l <"$1")" >/dev/null ||
		die "the tests of $name cannot be run by output: $(cat "$tmp/err")"
	field "$tmp/met" partitions
}

# row NAME: one program to the end.
row()
{
	path=$(explore path "$tmp/path" --tests none) || die "$1 by path: $(cat "$tmp/err")"
	output=$(explore output "$tmp/output" --tests none) || die "$1 by output: $(cat "$tmp/err")"
	explore path "$tmp/path-tests" >/dev/null || die "$1 by path, with tests: $(cat "$tmp/err")"
	explore output "$tmp/output-tests" >/dev/null || die "$1 by output, with tests: $(cat "$tmp/err")"
	seeds "$tmp/path-tests" >"$tmp/path-seeds"
	seeds "$tmp/output-tests" >"$tmp/output-seeds"
	cat "$tmp/path-seeds" "$tmp/output-seeds" >"$tmp/all-seeds"
	{
		echo "$1 $independent $path $output"
		for by in path output; do
			echo "$(field "$tmp/$by" paths) $(field "$tmp/$by" runs) $(field "$tmp/$by" calls)" \
				"$(field "$tmp/$by" constraints_average) $(grep -c '"exhaustive":.*true' "$tmp/$by/result.json")"
		done
		echo "$(met "$tmp/path-seeds") $(met "$tmp/output-seeds") $(met "$tmp/all-seeds")"
	} | tr '\n' ' ' >"$tmp/row-$1"
	awk '{ printf "| %s | %s | %d | %d | %.1f | %.2f | %.2f | %.1f | %d | %d | %d | %d | %.1f | %.1f | %.0f %% | %.0f %%%s |\n",
		$1, $2, $5, $10, $5 / $10, $3, $4, $3 / $4, $6, $11, $7, $12, $8, $13,
		100 * $15 / $17, 100 * $16 / $17, $9 && $14 ? "" : ", not exhaustive" }' "$tmp/row-$1"
	echo "| $1 | path | $(solver_layers "$tmp/path" | sed 's/ $//; s/ / | /g') |" >>"$tmp/layers"
	echo "| $1 | output | $(solver_layers "$tmp/output" | sed 's/ $//; s/ / | /g') |" >>"$tmp/layers"
	# What by path takes to the end on the clock, for the second table.
	echo "$1 $(seconds "$tmp/path-tests") $(awk '{ print $10 }' "$tmp/row-$1")" >>"$tmp/times"
}

# at NAME FRACTION SECONDS: partitions that either exploration has met after a part of the time.
at()
{
	part=$(awk -v t="$3" -v f="$2" 'BEGIN { printf "%.3fs", t / f }')
	explore path "$tmp/path-tests" --time "$part" >/dev/null
	explore output "$tmp/output" --time "$part" >/dev/null
	seeds "$tmp/path-tests" >"$tmp/path-seeds"
	printf ' %s : %s |' "$(met "$tmp/path-seeds")" "$(field "$tmp/output" partitions)"
}

# each FUNCTION: calls it for the programs that were asked for.
each()
{
	grep -v '^#' "$here/cases" >"$tmp/cases"
	while IFS='|' read -r name source independent options; do
		name=$(echo $name) source=$(echo $source) independent=$(echo $independent)
		case " $names " in *" $name "* | '  ') ;; *) continue ;; esac
		options="$here/$source $options"
		"$1" "$name"
	done <"$tmp/cases"
}

curve()
{
	seconds=$(awk -v n="$1" '$1 == n { print $2 }' "$tmp/times")
	printf '| %s | %s | %.2f |' "$1" "$(awk -v n="$1" '$1 == n { print $3 }' "$tmp/times")" "$seconds"
	for fraction in 32 16 8 4 2 1; do
		at "$1" $fraction "$seconds"
	done
	echo
}

names=$*
echo '| program | independent parts | paths | partitions | ratio | s by path | s by output | ratio | runs by path | by output |' \
	'solver calls by path | by output | constraints by path | by output | partitions met by path | by output |'
echo '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|'
each row
echo
echo '| program | by | structure | reuse | move | direct | z3 |'
echo '|---|---|---|---|---|---|---|'
cat "$tmp/layers"
echo
echo '| program | partitions | T, s by path | T/32 path : output | T/16 | T/8 | T/4 | T/2 | T |'
echo '|---|---|---|---|---|---|---|---|---|'
each curve
