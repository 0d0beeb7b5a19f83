#!/bin/sh
# oracle.t: explored paths against all inputs, for the subjects of tests/programs/explore and for
# random programs: each input takes exactly one path, each path is taken, outputs agree.
. "$(dirname "$0")/lib.sh"

oracle=$top/tests/oracle/oracle.sh
export DRIFT_BUILD

for subject in "$programs"/explore/*.c; do
	check "$(basename "$subject" .c)" sh "$oracle" "$subject"
done
# By output, a table of that size takes thousands of runs, so it is checked by path alone.
check 'large_table' sh "$oracle" "$programs/tables/large_table.c"

seed=1
while [ "$seed" -le 30 ]; do
	"$DRIFT_BUILD/tests/random_program" "$seed" >"$tmp/random-$seed.c"
	check "random program $seed" sh "$oracle" "$tmp/random-$seed.c"
	seed=$((seed + 1))
done

finish
