#!/bin/sh
# not_fixed.t: values that depend on the input keep their expressions, or a decision of the path stands for each
# value: atomic operations, computed gotos, shifts that go too far.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1

# explores NAME: one @int, at most 50 runs.
explores() { capture "$1" "$drift" explore --runs 50 --tests none -o "$1.d" "$1.c" -- @int </dev/null; }

# program NAME: the body of main, with the number a.
program()
{
	{
		echo '#include <stdatomic.h>'
		echo '#include <stdio.h>'
		echo '#include <stdlib.h>'
		echo 'int main(int argc, char **argv)'
		echo '{'
		echo '	int a = argc > 1 ? atoi(argv[1]) : 0;'
		cat
		echo '}'
	} >"$1.c"
}

# ---- atomic operations: tests/programs/explore/atomics.c holds their values against enumeration ----

for operation in 'atomic_exchange(&x, a)' 'atomic_fetch_add(&x, a)' 'atomic_fetch_sub(&x, a)' 'atomic_fetch_or(&x, a)' \
	'atomic_fetch_xor(&x, a)' 'atomic_fetch_and(&x, a)' '__atomic_fetch_nand((int *)&x, a, 5)' \
	'__atomic_fetch_max((int *)&x, a, 5)' '__atomic_fetch_min((int *)&x, a, 5)'; do
	program one <<C
	_Atomic int x = 5;
	int old = $operation;
	printf("%d %d\n", old, (int)x);
	return 0;
C
	explores one
	check "$operation is one path" field one paths 1
	check "$operation: which is all" field one exhaustive true
done

program same <<'C'
	_Atomic int x = a;
	int expected = a;
	printf("%d\n", atomic_compare_exchange_strong(&x, &expected, 5));
	return (int)x;
C
explores same
check 'a comparison of a value with itself is true, not the value' some same 'cases.*.output' '1'
check 'and decides nothing' field same paths 1

program other <<'C'
	_Atomic int x = 7;
	int expected = a;
	if (atomic_compare_exchange_strong(&x, &expected, 5))
		puts("equal");
	else
		printf("%d\n", expected);
	return 0;
C
explores other
check 'one with another value is a decision' field other paths 2
check 'of which both sides are found' some other 'cases.*.output' 'equal'
check 'and all there are' field other exhaustive true

program half <<'C'
	__int128 x = a, y;
	printf("%d\n", __builtin_mul_overflow(x, x, &y));
	return 0;
C
explores half
check 'what has no expression is noted' some half 'notes.*.kind' concretised

# ---- computed gotos ----

program jump <<'C'
	void *to = &&first;
	if (a == 3)
		to = &&second;
	goto *((char *)to + (a > 100 ? a : 0));
first:
	puts("first");
	return 0;
second:
	puts("second");
	return 1;
C
explores jump
check 'labels are reached' some jump 'cases.*.output' second
check 'what is no label is an error of its own kind' some jump 'errors.*.kind' bad-goto
check 'and one path for all of them' field jump exhaustive true

program between <<'C'
	void *to = &&label;
	goto *((char *)to + (a & 1));
label:
	puts("label");
	return 0;
C
capture between "$drift" run between.c 1 </dev/null
check 'an address behind a label is none' tells between 'bad-goto at between.c:'
capture on "$drift" run between.c 0 </dev/null
check 'a label is one' shows on label

# ---- shifts that go too far ----

for shift in '1u << a' '(unsigned)argc >> a' 'argc >> a' '1L << a' '(unsigned char)argc << a'; do
	program far <<C
	printf("%d\n", (int)($shift));
	return 0;
C
	explores far
	check "$shift: the note" some far 'notes.*.kind' overflow
	check "$shift: two paths" field far paths 2
done
program near <<'C'
	printf("%u %u\n", 1u << (a & 31), a > 0 && a < 32 ? 1u << a : 0);
	return 0;
C
explores near
check 'none if the amount is in range' none near 'notes.*.kind' overflow

program old <<'C'
	printf("%u\n", a < 32 && a >= 0 ? 1u << a : 1u << (a & 31));
	return 0;
C
program new <<'C'
	printf("%u\n", 1u << a);
	return 0;
C
capture pair "$drift" test -o pair.d old.c new.c -- @int </dev/null
check 'a version that shifts too far alone is named' some pair 'overflow.*.side' new
check 'and the proof is limited' shows pair 'NEW overflows'

finish
