#!/bin/sh
# run.sh [NAME...]: partitions by output against paths, as tables in Markdown.
#
# Each program of cases is explored to the end by path and by output in the same run, without folding.
# Times are those of the processor for the whole command, loading included, since other work on
# the computer disturbs those least. Coverage: the tests of either exploration are run again by output;
# how many partitions do they meet, of all that any test met? The last table says how many partitions either
# exploration has met after the same time, a part of what by path takes to the end; by when each test was written.
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

# stamps DIR: seconds after the program was loaded at which each of its tests was written.
stamps()
{
	stat -c %.9Y "$1/tests/run.sh" "$1"/tests/*/cmd | awk 'NR == 1 { s = $1; next } { print $1 - s }'
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
	explore path "$tmp/path-tests" --tests all >/dev/null || die "$1 by path, with tests: $(cat "$tmp/err")"
	explore output "$tmp/output-tests" --tests all >/dev/null || die "$1 by output, with tests: $(cat "$tmp/err")"
	seeds "$tmp/path-tests" >"$tmp/path-seeds"
	seeds "$tmp/output-tests" >"$tmp/output-seeds"
	cp "$tmp/path-seeds" "$tmp/$1.seeds"
	stamps "$tmp/path-tests" >"$tmp/$1.path"
	stamps "$tmp/output-tests" >"$tmp/$1.output"
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

# curve NAME: partitions that either exploration has met after parts of the time.
curve()
{
	last=$(tail -n 1 "$tmp/$1.path")
	printf '| %s | %s | %.2f |' "$1" "$(wc -l <"$tmp/$1.output")" "$last"
	for fraction in 32 16 8 4 2 1; do
		n=$(awk -v t="$last" -v f=$fraction '$1 <= t / f' "$tmp/$1.path" | wc -l)
		head -n "$n" "$tmp/$1.seeds" >"$tmp/some-seeds"
		by_path=0
		[ "$n" -eq 0 ] || by_path=$(met "$tmp/some-seeds")
		printf ' %s : %s |' "$by_path" "$(awk -v t="$last" -v f=$fraction '$1 <= t / f' "$tmp/$1.output" | wc -l)"
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
