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

# hold NAME PLACE COMMAND...: starts drift, whose engine never comes out of PLACE, a place with _ for blanks. Its results go to NAME.d.
# Such commands do nothing but wait for their end, so several wait at the same time.
hold()
{
	hold_name=$1 hold_place=$(echo "$2" | tr _ ' ')
	shift 2
	(
		DRIFT_STALL=$hold_place
		export DRIFT_STALL
		capture "$hold_name" "$drift" "$@" </dev/null
	) &
}
# held NAME PLACE COMMAND...: the same, and waits for its end.
held() { hold "$@" && wait; }

# verdicts NAME: how many lines of the report are a verdict.
verdicts() { grep -c -E "^($names)(:|\$)" "$1.out"; }
once() { [ "$(verdicts "$1")" -eq 1 ] || { cat "$1.out" "$1.err"; false; }; }
# The verdict of the report is that of result.json.
agrees() { grep -q "^$(json "$1.d/result.json" verdict)\(:\|\$\)" "$1.out" || { cat "$1.out" "$1.err"; false; }; }
ended() { some "$1" ended 'time\|done\|enough\|runs' && "$drift" report -o page.html "$1.d" >page.out 2>&1; }
# fits: the exit status is the one of the verdict.
fits()
{
	case $(json "$1.d/result.json" verdict) in
	different | unconfirmed | violated | 'errors found') status "$1" 1 ;;
	'nothing known') status "$1" 2 ;;
	*) status "$1" 0 ;;
	esac
}
whole() { once "$1" && agrees "$1" && ended "$1" && fits "$1"; }

for place in load static explore run compare build write write_the_last report end; do
	hold test "$place" test --time 0.5 -o test.d "$old" differs.c -- @str:16
	hold explore "$place" explore --time 0.5 -o explore.d "$old" -- @str:16
	hold diff "$place" diff --time 0.5 -o diff.d "$old" differs.c -- @str:16
	hold bare "$place" diff --time 0.5 "$old" differs.c -- @str:16
	hold checked "$place" check --time 0.5 --no-confirm -o checked.d units_old.c units_new.c
	wait
	check "test, $place: one report" whole test
	check "explore, $place: one report" test -s explore.out
	check "explore, $place: result.json" ended explore
	check "diff, $place: one report" whole diff
	check "diff without a directory, $place: one report" once bare
	check "check, $place: one report" whole checked
	rm -rf ./*.d
done
explains_once() { [ "$(grep -c -e '^suspects ' -e '^nothing known: ' "$1.out")" -eq 1 ] || { cat "$1.out" "$1.err"; false; }; }
places='load run blame write write_the_last report end'
for place in $places; do
	hold "$place" "$place" explain --time 2 -o "$place.d" "$old" differs.c -- abc
done
wait
for place in $places; do
	check "explain, $place: result.json" ended "$place"
	check "explain, $place: status" fits "$place"
	check "explain, $place: one report" explains_once "$place"
done

# Every format is a whole document.
alike() { [ "$(json json.out "$1")" = "$(json json.d/result.json "$1")" ]; }
documents() { [ "$(grep -c "$2" "$1.out")" -eq 1 ]; }
for place in load explore write_the_last report end; do
	for format in json junit sarif markdown; do
		hold $format "$place" test --time 0.5 --format $format -o $format.d "$old" differs.c -- @str:16
	done
	wait
	check "json, $place: the verdict is that of result.json" alike verdict
	check "json, $place: so is the end" alike ended
	check "junit, $place: one document" documents junit '</testsuites>'
	check "sarif, $place: one document" json sarif.out runs.#
	check "markdown, $place: one document" documents markdown '^### drift'
	rm -rf ./*.d
done

# What was printed as a difference is a difference in the verdict.
held held write test --time 0.5 -o held.d "$old" differs.c -- @str:16
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
	check "a signal, $place: one report" once held
	check "a signal, $place: its verdict" agrees held
	rm -rf held.d held.err
	DRIFT_STALL=$place "$drift" test --time 0 -o held.d "$old" differs.c -- @str:16 >held.out 2>held.err </dev/null &
	pid=$!
	await held_in "$place" held.err
	kill -SEGV "$(engine_of $pid)"
	wait $pid
	echo $? >held.status
	check "an engine that dies, $place: trouble" status held 2
	check "an engine that dies, $place: one report" once held
done

finish
