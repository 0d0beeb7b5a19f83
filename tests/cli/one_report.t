#!/bin/sh
# one_report.t: whatever step the time is up in, there is one report, which is complete, with the verdict and status of result.json.
. "$(dirname "$0")/lib.sh"
use_test_engine

cd "$tmp" || exit 1
export TMPDIR="$tmp"
old=$programs/budget/tables.c
sed 's/"no"/"none"/' "$old" >differs.c
printf 'int a(int n) { return n + 1; }\nint b(int n) { return n * 2; }\n' >units_old.c
sed 's/n \* 2/n * 3/' units_old.c >units_new.c
names='different|equivalent|no difference found|unconfirmed|errors found|no errors found|violated|not shown|nothing known|holds'

# held PLACE COMMAND...: the engine never comes out of PLACE.
held()
{
	place=$1
	shift
	rm -rf held.d
	DRIFT_STALL=$place
	export DRIFT_STALL
	capture held "$drift" "$@" </dev/null
	unset DRIFT_STALL
}

# verdicts: how many lines of the report are a verdict.
verdicts() { grep -c -E "^($names)(:|\$)" held.out; }
once() { [ "$(verdicts)" -eq 1 ] || { cat held.out held.err; false; }; }
# The verdict of the report is that of result.json.
agrees() { grep -q "^$(json held.d/result.json verdict)\(:\|\$\)" held.out || { cat held.out held.err; false; }; }
ended() { some held ended 'time\|done\|enough\|runs' && "$drift" report -o report.html held.d >report.out 2>&1; }
# fits: the exit status is the one of the verdict.
fits()
{
	case $(json held.d/result.json verdict) in
	different | unconfirmed | violated | 'errors found') status held 1 ;;
	'nothing known') status held 2 ;;
	*) status held 0 ;;
	esac
}
whole() { once && agrees && ended && fits; }

n=0
while read -r places; do
	for place in $(echo "$places" | tr ' ' '\n'); do
		place=$(echo "$place" | tr _ ' ')
		held "$place" test --time 0.5 -o held.d "$old" differs.c -- @str:16
		check "test, $place: one report" whole
		held "$place" explore --time 0.5 -o held.d "$old" -- @str:16
		check "explore, $place: one report" sh -c '[ -s held.out ]'
		check "explore, $place: result.json" ended
		held "$place" diff --time 0.5 -o held.d "$old" differs.c -- @str:16
		check "diff, $place: one report" whole
		held "$place" diff --time 0.5 "$old" differs.c -- @str:16
		check "diff without a directory, $place: one report" once
		held "$place" check --time 0.5 --no-confirm -o held.d units_old.c units_new.c
		check "check, $place: one report" whole
	done
done <<X
load static explore run compare build write write_the_last report end
X
for place in load run blame write write_the_last report end; do
	held "$place" explain --time 2 -o held.d "$old" differs.c -- abc
	check "explain, $place: result.json" ended
	check "explain, $place: status" fits
	check "explain, $place: one report" sh -c '[ "$(grep -c -e "^to blame " -e "^nothing known: " held.out)" -eq 1 ] || { cat held.out held.err; false; }'
done

# Every format is a whole document.
for place in load explore write_the_last report end; do
	place=$(echo "$place" | tr _ ' ')
	held "$place" test --time 0.5 --json -o held.d "$old" differs.c -- @str:16
	check "json, $place: the verdict is that of result.json" \
		sh -c '[ "$("$1" held.out verdict)" = "$("$1" held.d/result.json verdict)" ]' sh "$DRIFT_BUILD/tests/json_get"
	check "json, $place: so is the end" \
		sh -c '[ "$("$1" held.out ended)" = "$("$1" held.d/result.json ended)" ]' sh "$DRIFT_BUILD/tests/json_get"
	held "$place" test --time 0.5 --format junit -o held.d "$old" differs.c -- @str:16
	check "junit, $place: one document" sh -c '[ "$(grep -c "</testsuites>" held.out)" -eq 1 ]'
	held "$place" test --time 0.5 --format sarif -o held.d "$old" differs.c -- @str:16
	check "sarif, $place: one document" "$DRIFT_BUILD/tests/json_get" held.out runs.#
	held "$place" test --time 0.5 --format markdown -o held.d "$old" differs.c -- @str:16
	check "markdown, $place: one document" sh -c '[ "$(grep -c "^### drift" held.out)" -eq 1 ]'
done

# What was printed as a difference is a difference in the verdict.
held write test --time 0.5 -o held.d "$old" differs.c -- @str:16
check 'no difference is printed that the verdict does not know' sh -c '! grep "^difference" held.out || grep -q "^different" held.out'

# A signal, and an engine that dies.
for place in load explore report; do
	rm -rf held.d held.err
	DRIFT_STALL=$place "$drift" test --time 0 -o held.d "$old" differs.c -- @str:16 >held.out 2>held.err </dev/null &
	pid=$!
	await held_in "$place" held.err
	kill -INT $pid
	wait $pid
	echo $? >held.status
	check "a signal, $place: one report" once
	check "a signal, $place: its verdict" agrees
	rm -rf held.d held.err
	DRIFT_STALL=$place "$drift" test --time 0 -o held.d "$old" differs.c -- @str:16 >held.out 2>held.err </dev/null &
	pid=$!
	await held_in "$place" held.err
	kill -SEGV "$(engine_of $pid)"
	wait $pid
	echo $? >held.status
	check "an engine that dies, $place: trouble" status held 2
	check "an engine that dies, $place: one report" once
done

finish
