#!/bin/sh
# limit_mem.t: a limit on memory that is too low is refused, and a low one ends runs, not drift.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
old=$programs/budget/tables.c
sed 's/"no"/"none"/' "$old" >differs.c

for bytes in 1 2 7 8 16 63 64 4095; do
	capture run "$drift" run --limit-mem $bytes "$old" abc
	check "run, $bytes: refused" rejects run --limit-mem "$bytes"
	capture explore "$drift" explore --limit-mem $bytes -o explore.d "$old" -- @str:16
	check "explore, $bytes: refused" rejects explore --limit-mem "$bytes"
	for command in test diff check; do
		capture two "$drift" $command --limit-mem $bytes -o two.d "$old" differs.c -- @str:16
		check "$command, $bytes: refused" rejects two --limit-mem "$bytes"
	done
	capture explain "$drift" explain --limit-mem $bytes "$old" differs.c -- abc
	check "explain, $bytes: refused" rejects explain --limit-mem "$bytes"
done
# Arguments that are larger than the limit: no run gets far, and nothing is claimed.
for bytes in 4096 8192 16384; do
	capture test "$drift" test --runs 20 --limit-mem $bytes -o test.d "$old" differs.c -- @str:9999
	check "test, $bytes: it ends by itself" quiet test 'engine died'
	check "test, $bytes: nothing is proved" sh -c '! grep -q "\"verdict\":	\"equivalent\"" test.d/result.json'
	capture explore "$drift" explore --runs 20 --limit-mem $bytes -o explore.d "$old" -- @str:9999
	check "explore, $bytes: it ends by itself" status explore 0
done

finish
