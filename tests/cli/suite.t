#!/bin/sh
# suite.t: drift suite: which tests execute and show a change, the lists, and what is missing.
. "$(dirname "$0")/lib.sh"

cd "$programs/suite" || exit 1
tests=$(grep -c '^[^#]' fare.tests)

# of NAME PATH: values of its result.
of() { "$DRIFT_BUILD/tests/json_get" "$tmp/$1.d/result.json" "$2"; }
is() { [ "$(of "$1" "$2")" = "$3" ] || { of "$1" "$2"; return 1; }; }
# lines NAME LIST: the list that it wrote.
lines() { cat "$tmp/$1.d/$2"; }

run plain suite fare_old.c fare_new.c --seeds fare.tests -- @int @int
check 'versions differ: status 1' status plain 1
check 'the result is one of drift suite' is plain command suite
check 'every line that is no remark is a test' is plain 'suite.tests.#' "$tests"

# Native runs judge: the same tests differ, and all of them are selected.
cc -o "$tmp/old" fare_old.c && cc -o "$tmp/new" fare_new.c
grep '^[^#]' fare.tests | while read -r line; do
	# shellcheck disable=SC2086 # a test is words
	[ "$("$tmp/old" $line; echo $?)" = "$("$tmp/new" $line; echo $?)" ] || echo "$line"
done >"$tmp/native"
of plain 'suite.tests.*.text' >"$tmp/texts"
of plain 'suite.tests.*.differs' | paste -d ' ' - "$tmp/texts" | sed -n 's/^true //p' >"$tmp/said"
check 'a test differs exactly if it differs natively' sh -c "[ -s '$tmp/native' ] && diff '$tmp/native' '$tmp/said'"
lines plain selected >"$tmp/selected"
check 'no test that differs is left out' sh -c "! grep -vxFf '$tmp/selected' '$tmp/native'"
check 'tests that execute no change need not run' sh -c "
	! grep -x -e '-1 3' -e '30 0' -e '30 6' '$tmp/selected' && [ \$(wc -l <'$tmp/selected') = $((tests - 3)) ]"
check 'the order has every test once' sh -c "
	sort '$tmp/plain.d/ordered' >'$tmp/a' && sort '$tmp/texts' >'$tmp/b' && cmp '$tmp/a' '$tmp/b'"
check 'tests that differ come first' sh -c "! head -n \$(wc -l <'$tmp/native') '$tmp/plain.d/ordered' | grep -vxFf '$tmp/native'"
check '... each confirmed natively, as a test of its own' sh -c "
	'$tmp/plain.d/suite/tests/run.sh' | grep -q '^ok 1 ' && ! '$tmp/plain.d/suite/tests/run.sh' | grep '^not'"

# The reduced suite meets the same partitions, and is as small as it can be.
check 'the reduction is exact' is plain suite.reduced.exact true
run reduced suite fare_old.c fare_new.c --seeds "$tmp/plain.d/reduced" -- @int @int
check 'the reduced suite meets as many partitions' is reduced suite.items "$(of plain suite.items)"
check '... and cannot be reduced' is reduced suite.reduced.tests "$(of reduced 'suite.tests.#')"
for measure in change coverage; do
	run "$measure" suite --measure $measure fare_old.c fare_new.c --seeds fare.tests -- @int @int
	run "$measure-reduced" suite --measure $measure fare_old.c fare_new.c --seeds "$tmp/$measure.d/reduced" -- @int @int
	check "measure $measure: the reduced suite meets the same" is "$measure-reduced" suite.items \
		"$(of "$measure" suite.items)"
	check '... and is smaller' sh -c "[ \$(wc -l <'$tmp/$measure.d/reduced') -lt $tests ]"
done

# What is missing becomes tests; with them nothing is.
check 'something is missing' sh -c "[ '$(of plain suite.missing)' -gt 0 ] &&
	[ '$(of plain suite.missing)' = '$(of plain 'differences.#')' ]"
cat fare.tests "$tmp"/plain.d/tests/*/cmd >"$tmp/more"
run more suite fare_old.c fare_new.c --seeds "$tmp/more" -- @int @int
check 'with the new tests nothing is missing' is more suite.missing 0
check '... and every semantic change is shown' is more suite.semantic_changes "$(of plain semantic_changes)"
check 'versions that differ only on tests of the suite differ: status 1' status more 1

# A directory of files is a suite too; a file that is too long is selected, because nothing is known of it.
mkdir "$tmp/corpus"
printf 'a' >"$tmp/corpus/short"
printf 'abcdefgh' >"$tmp/corpus/long"
printf 'x' >"$tmp/corpus/x"
cat >"$tmp/o.c" <<'END'
#include <stdio.h>
int main(void)
{
	int c = getchar();
	puts(c == 'x' ? "ex" : "other");
	return 0;
}
END
sed 's/"ex"/"EX"/' "$tmp/o.c" >"$tmp/n.c"
run files suite "$tmp/o.c" "$tmp/n.c" --seeds "$tmp/corpus" --stdin @text:4
check 'files of a directory are tests, by name' sh -c "
	grep -qx '$tmp/corpus/x' '$tmp/files.d/selected' && grep -qx '$tmp/corpus/long' '$tmp/files.d/selected'"
check '... one of which differs' sh -c "[ '$(of files 'suite.tests.*.differs' | grep -c true)' = 1 ]"

run same suite fare_old.c fare_old.c --seeds fare.tests -- @int @int
check 'no code changed: status 0, and no test must run' sh -c "
	[ \$(cat '$tmp/same.status') = 0 ] && [ ! -s '$tmp/same.d/selected' ]"
run none suite fare_old.c fare_new.c -- @int @int
check 'a suite must be given' rejects none --seeds
run wrong suite --measure lines fare_old.c fare_new.c --seeds fare.tests -- @int @int
check 'a wrong measure is refused' rejects wrong --measure lines

finish
