#!/bin/sh
# tags.t: what a run knows of its values is never of a former run, nor of a neighbour.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
wide=$programs/tags/wide.c
DRIFT_CHECK=1
export DRIFT_CHECK

# ---- the address of a long double is one register, the value two ----

capture parts "$drift" explore -o parts.d --by output "$wide" -- @int </dev/null
check 'an exploration by output of long doubles ends' status parts 0
check 'with one partition for each sum' all_partitions parts 15

sed 's/s > 5.0L/s > 12.5L/' "$wide" >new.c
capture pair "$drift" test -o pair.d --stop-after first "$wide" new.c -- @int </dev/null
check 'a changed comparison of long doubles is a difference' status pair 1
sed 's/s -= (long double)i;/s = s - (long double)i;/' "$wide" >same.c
capture same "$drift" test -o same.d --no-prune "$wide" same.c -- @int </dev/null
check 'and one written otherwise is none' shows same 'equivalent'

# A place that the input chooses is not lost beside a register with a tag.
cat >place.c <<'C'
#include <stdlib.h>
static long double t[4];
int main(int argc, char **argv)
{
	int n = atoi(argv[argc - 1]), k = n & 3;
	for (int i = 0; i < k; i++)
		t[(i + n) & 3] = k + i;
	return (int)(t[0] + 2 * t[1] + 4 * t[2] + 8 * t[3]);
}
C
sed 's/8 \* t/9 * t/' place.c >place2.c
capture place "$drift" test -o place.d --stop-after first place.c place2.c -- @int </dev/null
check 'stores at a place of the input' status place 1
capture placed "$drift" explore -o placed.d place.c -- @int </dev/null
check 'are explored whole' all_paths placed 4

# ---- the tests of partitions and slices, with every tag checked ----

# In the checked build, for the usual one runs both scripts already (make CHECK=1 check-slice).
if [ -f "$DRIFT_BUILD/obj/src/base/checked.o" ]; then
	check 'partitions read no stale tag' sh "$top/tests/cli/partition.t"
	check 'nor do slices' sh "$top/tests/cli/slice.t"
fi

finish
