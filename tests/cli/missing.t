#!/bin/sh
# missing.t: a difference that rests on a function which nobody defines says so; so does a result in which every run
# ends in one error, and a difference of the machine where natively both versions end by one signal.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1

cat >old.c <<'C'
void record(int key);
int f(int a)
{
	if (a > 5)
		record(a);
	return a;
}
C
sed 's/a > 5/a > 7/' old.c >new.c
capture one "$drift" test -o one.d --entry f old.c new.c </dev/null
check 'a call of what nobody defines' status one 1
check 'the difference says that it rests on it' lists one 'differences.*.stub' 'old calls record'
check 'and so does its text' shows one 'rests on: old calls record, which nobody defines'

sed 's/return a/return a + 1/' old.c >plus.c
capture two "$drift" test -o two.d --entry f old.c plus.c </dev/null
check 'a difference that does not rest on it' status two 1
check 'does not say so' none two 'differences.*.stub' '.*'

# ---- every run ends in the same error ----

cat >dies.c <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = argc > 1 ? atoi(argv[1]) : 0, *p = 0, b = 1;
	if (a > 3)
		b = 2;
	*p = b;
	return a;
}
C
sed 's/b = 2/b = 3/' dies.c >too.c
capture dies "$drift" test -o dies.d dies.c too.c -- @int </dev/null
check 'the one error of every run' field dies every_run_ends 'null-dereference at dies.c:8:5'
check 'comes before the verdict' sh -c 'grep -n "every run of both versions ends in null-dereference" "$0" | cut -d: -f1 |
	{ read -r first && [ "$first" -lt "$(grep -n "^equivalent" "$0" | cut -d: -f1)" ]; }' dies.out
sed 's/\*p = b;/if (a) *p = b;/' dies.c >some.c
sed 's/b = 2/b = 3/' some.c >other.c
capture some "$drift" test -o some.d some.c other.c -- @int </dev/null
check 'is not there if some run ends well' none some every_run_ends '.*'

# ---- the same signal natively ----

cat >raises.c <<'C'
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = argc > 1 ? atoi(argv[1]) : 0;
	if (a == 7)
		raise(SIGSEGV);
	printf("%d\n", a);
	return 0;
}
C
sed 's/raise(SIGSEGV);/*(volatile int *)0 = 1;/' raises.c >stores.c
capture signal "$drift" test -o signal.d raises.c stores.c -- @int </dev/null
check 'a signal and an error that is the same one natively' verdict signal 'no difference found'
check 'the note names that' lists signal 'notes.*.what' 'the same signal'
check 'and there is no proof' field signal exhaustive false

# ---- a function that returns a pointer to what is only declared ----

cat >opaque.c <<'END'
struct opaque;
struct opaque *opaque_new(int n);
int opaque_size(struct opaque *o);
int measure(int n)
{
	struct opaque *o = opaque_new(n);
	return o ? opaque_size(o) : n;
}
END
sed 's/: n;/: n + (n == 9);/' opaque.c >opaque2.c
compare opaque opaque.c opaque2.c --entry measure
check 'it returns one that can only be passed on, or null' status opaque 1
check '... natively, too' confirmed opaque

# ---- inline functions that no source defines for the linker ----

cat >inline.c <<'C'
#include <stdlib.h>
inline int sum(const int *p, int n)
{
	int s = 0;
	for (int i = 0; i < n; i++)
		s += p[i];
	return s;
}
int main(int argc, char **argv)
{
	int a[8] = {1, 2, 3}, (*f)(const int *, int) = sum;
	return f(a, argc > 1 ? atoi(argv[1]) & 3 : 0);
}
C
sed 's/& 3/\& 7/' inline.c >inline2.c
sed 's/& 3/\& 15/' inline.c >inline3.c
for l in 2 3; do
	capture inline$l "$drift" test -o inline$l.d inline.c inline$l.c -- @int </dev/null
	check "an inline function without a definition, version $l" confirmed inline$l
	check '... and its tests run' sh inline$l.d/tests/run.sh
done

finish
