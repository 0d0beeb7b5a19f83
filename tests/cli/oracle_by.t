#!/bin/sh
# oracle_by.t: partitions by output, reach and change against all inputs: each input is in exactly one, and
# its output or its executions of the target are the partition's. Leaving out a part of the
# machinery must be noticed.
. "$(dirname "$0")/lib.sh"

oracle=$top/tests/oracle/oracle.sh
export DRIFT_BUILD

for subject in "$programs"/explore/*.c; do
	check "$(basename "$subject" .c) by output" sh "$oracle" "$subject" by=output
done
for subject in independent after_loop linked_list setjmp_error; do
	check "$subject by exit status" sh "$oracle" "$programs/explore/$subject.c" by=output output=exit
	check "$subject by standard output" sh "$oracle" "$programs/explore/$subject.c" by=output output=stdout
done
for place in after_loop:12:y binary_search:9:mid chosen_pointer:18:z gcd:9:a short_circuit:14:r sort3:12:swap; do
	check "$place by its values" sh "$oracle" "$programs/explore/${place%%:*}.c" by=output "output=${place#*:}"
done
# What leads from one stream to the other, or looks as if it did: partitions by either.
for subject in "$programs"/streams/*.c; do
	name=$(basename "$subject" .c)
	check "$name by standard output" sh "$oracle" "$subject" by=output output=stdout apart
	case $name in
	signature | messages | swap | closed | field)
		check "$name by standard error" sh "$oracle" "$subject" by=output output=stderr apart
		;;
	esac
done
check "changed_line by reach" sh "$oracle" "$programs/explore/changed_line.c" by=reach target=9
check "closed_stream by reach" sh "$oracle" "$programs/partition/closed_stream.c" by=reach target=12
check "changed_line by change" sh "$oracle" "$programs/explore/changed_line.c" by=change target=9

seed=1
while [ "$seed" -le 5 ]; do
	"$DRIFT_BUILD/tests/random_program" "$seed" >"$tmp/random-$seed.c"
	for by in output reach change; do
		check "random program $seed by $by" sh "$oracle" "$tmp/random-$seed.c" by=$by target=0 seed=$seed
	done
	[ $((seed % 5)) -ne 0 ] || {
		"$DRIFT_BUILD/tests/random_program" "$seed" streams >"$tmp/streams-$seed.c"
		check "random program $seed by standard output" \
			sh "$oracle" "$tmp/streams-$seed.c" by=output output=stdout apart seed=$seed
	}
	[ $((seed % 3)) -ne 0 ] ||
		check "random program $seed by a variable" sh "$oracle" "$tmp/random-$seed.c" by=output look=$seed seed=$seed
	seed=$((seed + 1))
done

# notices PART SUBJECT OPTION...: without the part the claims fail.
notices() {
	part=$1
	subject=$2
	shift 2
	sh "$oracle" "$subject" "$@" "without=$part" >"$tmp/log" 2>&1
	check "the oracle notices a lack of $part" [ $? -eq 1 ]
}
notices potential "$tmp/random-3.c" by=output
"$DRIFT_BUILD/tests/random_program" 24 >"$tmp/random-24.c"
notices addresses "$tmp/random-24.c" by=output
notices potential "$programs/explore/chosen_pointer.c" by=output output=18:z
check "the order alone finds all partitions" \
	sh "$oracle" "$programs/explore/independent.c" by=output output=stdout strict
notices order "$programs/explore/independent.c" by=output output=stdout strict
notices exits "$programs/explore/after_loop.c" by=output output=stdout
check "two blocks alone find all partitions" \
	sh "$oracle" "$programs/explore/changed_line.c" by=change target=9 strict
notices blocks "$programs/explore/changed_line.c" by=change target=9 strict

finish
