#!/bin/sh
# run.sh: drift suite on programs with suites of 100 tests; native runs judge.
# usage: run.sh [VERSION...]   (new: the versions that drift suite was developed on; held: those it was not)
# Needs DRIFT_BUILD; SUBJECTS may name some of the programs. A line for each program, version and measure: tests that differ natively; of these, tests
# that are not selected (lost) and tests of which drift says otherwise (wrong); tests selected; tests and items
# of the reduced suite, and items that it no longer meets (gone); semantic changes that the suite misses; new
# tests that do not differ natively (false); tests missing if the new ones are added (still). The columns lost,
# wrong, gone and false must be 0.
set -u

drift=${DRIFT_BUILD:?}/bin/drift
get=$DRIFT_BUILD/tests/json_get
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-suite.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM
bad=0

# native LINE: output, errors and status of both versions.
native()
{
	for side in old new; do
		eval "'$tmp/$side' $1" >"$tmp/$side.out" 2>"$tmp/$side.err"
		echo $? >>"$tmp/$side.out"
	done
	cmp -s "$tmp/old.out" "$tmp/new.out" && cmp -s "$tmp/old.err" "$tmp/new.err"
}

# suite DIR SEEDS RUNS
suite()
{
	to=$1 seeds=$2 runs=$3
	# shellcheck disable=SC2046 # a shape is words
	(cd "$here/$subject" && timeout 500 "$drift" suite --runs "$runs" --measure "$measure" -o "$to" old.c "$version.c" --seeds "$seeds" \
		$(cat shape) >"$to.out" 2>&1)
	[ $? -lt 2 ] || { cat "$to.out"; exit 2; }
}

# augmented: whether the new tests differ natively, and what is missing with them.
augmented()
{
	cp "$here/$subject/tests" "$tmp/more"
	for cmd in "$tmp"/d/tests/*/cmd; do
		[ -f "$cmd" ] || continue
		words=$(sed 's/^env -i "[$]PROG" //' "$cmd")
		# A suite has one test in a line: a text with a line break cannot be in it.
		[ "$(wc -l <"$cmd")" -gt 1 ] || printf '%s\n' "$words" >>"$tmp/more"
		native "$words" && false=$((false + 1))
	done
	suite "$tmp/a" "$tmp/more" "$runs_here"
	still=$("$get" "$tmp/a/result.json" suite.missing)
}

one()
{
	rm -rf "$tmp/d" "$tmp/r" "$tmp/a"
	# What is missing does not depend on the measure.
	runs_here=1
	[ "$measure" != output ] || runs_here=1000
	suite "$tmp/d" tests "$runs_here"
	json=$tmp/d/result.json
	"$get" "$json" 'suite.tests.*.text' >"$tmp/text"
	"$get" "$json" 'suite.tests.*.differs' | paste - "$tmp/text" | sed -n 's/^true\t//p' | sort -u >"$tmp/said"
	sort -u "$tmp/d/selected" >"$tmp/selected"
	lost=$(comm -23 "$tmp/native" "$tmp/selected" | wc -l)
	wrong=$(comm -3 "$tmp/native" "$tmp/said" | wc -l)
	items=$("$get" "$json" suite.items)
	missing=$("$get" "$json" suite.missing)
	suite "$tmp/r" "$tmp/d/reduced" 1
	gone=$((items - $("$get" "$tmp/r/result.json" suite.items)))
	false=0 still=-
	if [ "$measure" = output ]; then
		augmented
	else
		missing=-
	fi
	printf '%-6s %-5s %-9s %6d %5d %5d %9d %8d %6d %5d %8s %6d %6s\n' "$subject" "$version" "$measure" \
		"$(grep -cFxf "$tmp/native" "$here/$subject/tests")" "$lost" "$wrong" "$(wc -l <"$tmp/d/selected")" \
		"$("$get" "$json" suite.reduced.tests)" "$items" "$gone" "$missing" "$false" "$still"
	[ "$lost$wrong$gone$false" = 0000 ] || bad=1
}

[ $# -gt 0 ] || set -- new held
printf '%-6s %-5s %-9s %6s %5s %5s %9s %8s %6s %5s %8s %6s %6s\n' program version measure differ lost wrong selected \
	reduced items gone missing false still
for version; do
	for subject in ${SUBJECTS:-vent globs pages}; do
		cc -o "$tmp/old" "$here/$subject/old.c" && cc -o "$tmp/new" "$here/$subject/$version.c" || exit 2
		while read -r line; do
			native "$line" || printf '%s\n' "$line"
		done <"$here/$subject/tests" | sort -u >"$tmp/native"
		for measure in output change coverage; do
			one
		done
	done
done
exit $bad
