#!/bin/sh
# output_text.t: the outputs that result.json has over the input, evaluated on all inputs, are what the program
# prints natively, byte for byte; so are its conditions and statuses.
. "$(dirname "$0")/lib.sh"

oracle=$top/tests/oracle/oracle.sh
export DRIFT_BUILD

# Every conversion of printf, all types, bytes, bit fields and tables: all of them can be read.
for subject in "$programs"/output/*.c; do
	name=$(basename "$subject" .c)
	for by in path output; do
		capture "$name-$by" sh "$oracle" "$subject" "texts=--by $by"
		check "$name by $by: no output is wrong" status "$name-$by" 0
		check "$name by $by: all can be read" shows "$name-$by" ' 0 wrong, 0 not read, 0 of no input'
	done
done

# Those of the subjects of exploration; some are cut, or name memory of the program.
for subject in "$programs"/explore/*.c; do
	check "$(basename "$subject" .c)" sh "$oracle" "$subject" texts
done

seed=1
while [ "$seed" -le 20 ]; do
	"$DRIFT_BUILD/tests/random_program" "$seed" >"$tmp/random-$seed.c"
	check "random program $seed" sh "$oracle" "$tmp/random-$seed.c" texts
	seed=$((seed + 1))
done

# ---- how it looks ----

cat >"$tmp/old.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = argc > 1 ? atoi(argv[1]) : 0;
	printf("{%d} %d\n", a, a >> 1);
	return a;
}
C
sed 's/%d} %d/%x} %d/' "$tmp/old.c" >"$tmp/new.c"
capture diff "$drift" diff -o "$tmp/diff.d" "$tmp/old.c" "$tmp/new.c" -- @int </dev/null
check 'a difference in the base can be seen' lists diff 'partitions.*.new.output' '\{{arg1:x}} {arg1 >> 1}'
check 'the plain case stays plain' lists diff 'partitions.*.old.output' '\{{arg1}} {arg1 >> 1}'
capture status "$drift" explore -o "$tmp/status.d" --tests none "$tmp/old.c" -- @int </dev/null
check 'of a status, the low bits are seen' some status 'cases.*.status_expr' 'arg1 & 255'

finish
