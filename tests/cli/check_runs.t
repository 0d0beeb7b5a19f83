#!/bin/sh
# check_runs.t: drift check where runs call functions, what it suggests, and changes of real size.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1
export DRIFT_BUILD

cat >old.c <<'X'
#include <stdio.h>
#include <stdlib.h>
struct item {
	int n;
	struct item *next;
};
static int seen;
static int again(struct item *i)
{
	return i->n;
}
static int price(struct item *i, int q)
{
	return i->n * q;
}
static int count(int n)
{
	seen++;
	return seen + n;
}
int main(int argc, char **argv)
{
	struct item it = {argc > 1 ? atoi(argv[1]) : 0, NULL};
	int sum = 0;
	it.next = argc > 4 ? &it : NULL;
	for (int i = 2; i < argc; i++)
		sum += price(&it, atoi(argv[i])) + again(&it) + count(i);
	printf("%d\n", sum);
	return 0;
}
X
sed -e 's,^static int price,/*@ changed_behavior\n  @   requires q > 10;\n  @   ensures \\result == \\prev(\\result) - 5;\n  @*/\n&,' \
	-e 's/return i->n \* q;/return q >= 10 ? again(i) * q - 5 : i->n * q;/' -e 's/seen + n;/seen + n + 0 * seen;/' old.c >new.c

"$drift" check --no-confirm -o out old.c new.c -- 3 4 20 >said 2>&1
check 'clauses that held in all calls are not shown, and how many that were' grep -q 'not shown  ensures .*: held in 2 calls of 1 run$' said
check 'a call that breaks one is an input of the function' sh -c '! "$1" check --no-confirm -o out old.c new.c -- 3 10 >said && grep -q "input   (i->n = 3, .*q = 10)" said' sh "$drift"
printf '3 4 20\n1 10\n' >seeds
check 'runs of seeds' sh -c '! "$1" check --no-confirm -o out --seeds seeds old.c new.c >said && grep -q "violated   equal by default" said' sh "$drift"
"$drift" test --no-confirm -o tests.d old.c new.c -- @int=3 @int=4 >/dev/null
check 'runs of tests that drift test left' sh -c '! "$1" check --no-confirm -o out --tests tests.d/tests old.c new.c >said && grep -q "violated   equal by default" said' sh "$drift"
check 'a confirmed one' sh -c '! "$1" check -o out old.c new.c -- 3 10 >said && grep -q "test    out/price/tests/0001" said && [ "$(cat out/price/tests/0001/new.returned)" = 25 ]' sh "$drift"
"$drift" check --no-confirm -o out old.c new.c -- 3 4 20 5 >said
check 'a call that no input of the shape is like is not comparable' grep -q 'not comparable: 3, .*i->next leads' said
check 'nor is one that reads a changed global' sh -c 'sed -n "/^count/,/^$/p" said | grep -q "not comparable: 2, seen is not as at the start"'

# ---- suggestions ----

"$drift" check --suggest -o out "$programs/contracts/fig76_old.c" "$programs/contracts/fig76_new.c" >said 2>&1
check 'a suggestion has its condition' grep -q 'requires x != 0 && self->f > 0;' said
check 'and its relation' grep -qF 'ensures \result == \old(self->f + x);' said
check 'and holds' grep -q '^holds: 3 holds' said
"$drift" check --suggest -o out "$programs/contracts/fig72_old.c" "$programs/contracts/fig72_new.c" >said 2>&1
check 'one for what no longer crashes' grep -q 'when_signaled (null-dereference);' said

# ---- changes that went wrong ----

check 'a step that was lost, by equality' sh "$top/bench/contracts/changes.sh" 02-take-first
check 'fields in the wrong order, by contract' sh "$top/bench/contracts/changes.sh" 07-turned-range
finish
