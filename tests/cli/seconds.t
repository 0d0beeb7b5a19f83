#!/bin/sh
# seconds.t: small pairs on which a user expects an answer at once (bench/seconds): printed signs, strtol at its limits, gmtime
# under --vary clock, qsort with two comparators, tsearch, leap years. make bench-seconds has all of them, with times.
. "$(dirname "$0")/lib.sh"
export DRIFT_BUILD

for name in sign-a sign-b range-b clock-a sort-a sort-b tree-b date-b; do
	sh "$top/bench/seconds/run.sh" "$name" >"$tmp/$name" 2>&1
	check "$name" awk -F ' *[|] *' 'NR == 3 { right = $3 == $4 } END { exit !right }' "$tmp/$name"
done

# A character is in a set or not: one decision, whichever element it is.
cat >"$tmp/set.c" <<'END'
#include <stdio.h>
#include <string.h>
int main(int c, char **v)
{
	return c < 2 ? 3 : (int)(strspn(v[1], "0123456789") * 4 + strcspn(v[1], ",;."));
}
END
run set explore --tests none "$tmp/set.c" -- @str:3
check 'sets of characters' sh -c '[ "$(sed -n "s/^paths: *\([0-9]*\) (all).*/\1/p" "$1")" -lt 40 ]' sh "$tmp/set.out"

finish
