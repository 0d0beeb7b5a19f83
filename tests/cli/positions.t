#!/bin/sh
# positions.t: where a program is in its input files. Tests replay natively, outputs are those of all inputs of a small
# domain, run natively, and snapshots change nothing; for all ways to move that there are, and for random programs.
. "$(dirname "$0")/lib.sh"
export DRIFT_BUILD
oracle=$top/tests/oracle/oracle.sh
ways=$programs/positions/ways.c

# ---- every way, on a named file ----

# All files of up to three letters.
mkdir "$tmp/all"
: >"$tmp/all/empty"
for x in a b c; do
	printf %s $x >"$tmp/all/$x"
	for y in a b c; do
		printf %s $x$y >"$tmp/all/$x$y"
		for z in a b c; do
			printf %s $x$y$z >"$tmp/all/$x$y$z"
		done
	done
done
"$clang" -w -O1 -o "$tmp/ways" "$ways"

# explore_way WAY DIR OPTION...
explore_way()
{
	way=$1
	to=$2
	shift 2
	"$drift" explore -o "$to" --tests all "$@" "$ways" \
		--assume 'arg2.length <= 0 || arg2[0] in "abc"' --assume 'arg2.length <= 1 || arg2[1] in "abc"' \
		--assume 'arg2.length <= 2 || arg2[2] in "abc"' -- "$way" @file:3 </dev/null >"$to.out" 2>&1 &&
		field "$to" exhaustive true || { cat "$to.out"; false; }
}

# same_outputs WAY DIR: of the tests, and of all inputs natively.
same_outputs()
{
	for file in "$tmp"/all/*; do
		cp "$file" "$tmp/file"
		(cd "$tmp" && ./ways "$1" file)
	done | sort -u >"$tmp/natively"
	cat "$2"/tests/*/out | sort -u >"$tmp/explored"
	diff "$tmp/natively" "$tmp/explored"
}

tests_of() { (cd "$1/tests" && cat */cmd */files/* */out */status); }
same_tests() { tests_of "$1" >"$tmp/one" && tests_of "$2" >"$tmp/two" && cmp "$tmp/one" "$tmp/two"; }

for way in $(sed -n 's/^	{"\([a-z_]*\)", .*/\1/p' "$ways"); do
	check "$way: explored" explore_way "$way" "$tmp/$way.d"
	check "$way: all tests replay" sh "$tmp/$way.d/tests/run.sh"
	check "$way: outputs are those of all inputs" same_outputs "$way" "$tmp/$way.d"
	explore_way "$way" "$tmp/$way.n" --no-snapshot
	check "$way: the same tests without snapshots" same_tests "$tmp/$way.d" "$tmp/$way.n"
done

# ---- random programs, on standard input ----

seed=1
while [ "$seed" -le "${RANDOM_POSITIONS:-10}" ]; do
	"$DRIFT_BUILD/tests/random_position" "$seed" >"$tmp/random-$seed.c"
	for by in path output; do
		check "random program $seed by $by" sh "$oracle" "$tmp/random-$seed.c" apart by=$by seed=$seed
	done
	seed=$((seed + 1))
done
check 'random programs, with and without snapshots' "$DRIFT_BUILD/tests/test_snapshot" "$tmp"/random-*.c

finish
