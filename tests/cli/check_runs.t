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

run out check --no-confirm old.c new.c -- 3 4 20
check 'clauses that held in all calls are not shown' clauses out 'not shown not shown not shown not shown'
check '... and how many calls that were' lists out contracts.0.clauses.0.why 2 1
run out check --no-confirm old.c new.c -- 3 10
check 'a call that breaks one is an input of the function' some out 'contracts.*.clauses.*.input' '(i->n = 3, .*q = 10)'
printf '3 4 20\n1 10\n' >seeds
run out check --no-confirm --seeds seeds old.c new.c
check 'runs of seeds' some out 'contracts.*.clauses.*.verdict' violated
"$drift" test --no-confirm -o tests.d old.c new.c -- @int=3 @int=4 >/dev/null
run out check --no-confirm --tests tests.d/tests old.c new.c
check 'runs of tests that drift test left' some out 'contracts.*.clauses.*.verdict' violated
run out check old.c new.c -- 3 10
check 'a confirmed one' some out 'contracts.*.clauses.*.test' price/tests/0001
check '... its result' sh -c '[ "$(cat out.d/price/tests/0001/new.returned)" = 25 ]'
run out check --no-confirm old.c new.c -- 3 4 20 5
check 'lists that lead back, and variables that the run has changed, are as the call finds them' sh -c '
	[ "$("$1" out.d/result.json "contracts.*.clauses.*.why" | grep -c -w 3)" -eq 4 ]' sh "$DRIFT_BUILD/tests/json_get"

# A state that no input is: a list on the heap, a function in a variable, a longer text than --bound, what was printed before.
cat >old.c <<'X'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct node {
	int v;
	struct node *next;
};
static struct node *head;
static int seen;
static int (*op)(int, int);
static const char *label = "none";
static int plus(int a, int b)
{
	return a + b;
}
static int times(int a, int b)
{
	return a * b;
}
static int total(struct node *n, const char *what, int k)
{
	int sum = 1;
	for (; n; n = n->next)
		sum = op(sum, n->v);
	seen++;
	if (!strcmp(what, "a name of more than sixteen bytes"))
		sum += k;
	printf("%s %d\n", label, sum);
	return sum;
}
int main(int argc, char **argv)
{
	char buf[64];
	op = argc > 3 ? times : plus;
	for (int i = 1; i < argc; i++) {
		struct node *n = malloc(sizeof *n);
		n->v = atoi(argv[i]);
		n->next = head;
		head = n;
		if (i == 2)
			label = "second";
		printf("before %d ", i);
		strcpy(buf, i == 2 ? "a name of more than sixteen bytes" : "x");
		total(head, buf, i);
	}
	return 0;
}
X
runs() { run out check old.c new.c -- "$@"; }
sed 's/sum += k;/sum += k + (seen > 1);/' old.c >new.c
runs 3 4 5
check 'a difference that only the state of a run shows' verdict out violated
check 'with both results' shows out 'returns 14                           | returns 15'
check 'what was printed before the call is not its own' shows out '"second 14\n" | "second 15\n"'
check 'no native program shows it' field out 'contracts.*.clauses.*.confirmed' false
check 'and in which run' mentions out '3 4 5'
sed 's/sum += k;/sum += seen > 100 ? 2 : k;/' old.c >new.c
runs 3 4 5
check 'the same where nothing differs' clauses out 'not shown'
check '... in all calls' lists out 'contracts.*.clauses.*.why' 3 1
sed -e 's/seen++;/seen += 1 + (label[0] == 115);/' -e 's/static int seen;/static int pad[5], seen;/' -e 's/"before %d "/"not before %d "/' old.c >new.c
runs 3 4
check 'variables that lie elsewhere, literals, and what a call leaves in them' says out 'seen = 2 .*| .*seen = 3'
sed -e 's/int v;/int v;\n	long weight;/' -e 's/seen++;/seen += 1;/' old.c >new.c
runs 3 4
check 'a type with another layout is not comparable, and the field is named' lists out 'contracts.*.clauses.*.why' 2 "'weight'" 'struct node'
cat >old.c <<'X'
#include <stdio.h>
static int inner(int n)
{
	return n + 1;
}
static int outer(int n)
{
	return inner(n) * 2;
}
int main(int argc, char **argv)
{
	(void)argv;
	return outer(argc) > 100;
}
X
sed -e 's,^static int inner,/*@ changed_behavior ensures \\result == \\prev(\\result) + 1; @*/\n&,' -e 's/n + 1/n + 2/' -e 's/inner(n) \* 2/inner(n) * 2 + 0 * n/' old.c >new.c
runs 1
check 'a call with a contract is checked inside of one without' lists out contracts.0.clauses.0.why '1 call'
sed -i 's,^static int outer,/*@ changed_behavior ensures \\result == \\prev(\\result) + 2; @*/\n&,' new.c
runs 1
check 'but not inside of one with' omits out contracts.0.clauses.0.why '1 call'
cat >old.c <<'X'
#include <stdio.h>
static int take(int n)
{
	FILE *f = fopen("x", "r");
	if (f)
		fclose(f);
	return n + getchar();
}
static int input(int n)
{
	return n + getchar();
}
int main(void)
{
	getchar();
	return take(1) + input(1) == 7;
}
X
sed 's/return n + getchar/return 1 * n + getchar/' old.c >new.c
printf abcdef >in
run out check --stdin in old.c new.c --
check 'a call that works with files is not comparable' omits out contracts.0.clauses.0.why '1 call'
check 'one that reads what is left of the input is' lists out contracts.1.clauses.0.why '1 call'

# ---- suggestions ----

run out check --suggest "$programs/contracts/fig76_old.c" "$programs/contracts/fig76_new.c"
check 'a suggestion has its condition' says out 'requires self->f > 0 && x != 0;'
check 'and its relation' shows out 'ensures \result == \old(self->f + x);'
check 'and holds' clauses out 'holds holds holds'
run out check --suggest "$programs/contracts/fig72_old.c" "$programs/contracts/fig72_new.c"
check 'one for what no longer crashes' shows out 'when_signaled (null-dereference);'
check '... which holds, too' verdict out holds

# ---- changes that went wrong ----

check 'a step that was lost, by equality' sh "$top/bench/contracts/changes.sh" 02-take-first
check 'fields in the wrong order, by contract' sh "$top/bench/contracts/changes.sh" 07-turned-range
finish
