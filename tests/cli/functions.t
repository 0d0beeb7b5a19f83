#!/bin/sh
# functions.t: --entry with seeds, strategies by output and by change, a golden version, interactions, sequences.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1

# try NAME OPTION...: drift test into $tmp/NAME.d; what it says is captured under the same name.
try()
{
	try_to=$1
	shift
	capture "$try_to" "$drift" test --world fixed -o "$tmp/$try_to.d" "$@" </dev/null
}

# ---- seeds ----

cat >old.c <<'END'
#include <string.h>
struct p { int x; int y; };
int f(int n, const char *s, struct p *q)
{
	if (n > 100 && !strcmp(s, "key") && q->x == 7)
		return 1;
	q->y = n;
	return 0;
}
int sum(const int *b, unsigned long n)
{
	int s = 0;
	for (unsigned long i = 0; i < n; i++)
		s += b[i];
	return s == 60;
}
END
sed 's/return 1/return 2/; s/s == 60/2 * (s == 60)/' old.c >new.c
cat >calls <<'END'
# a call in each line
f(5, "abc", q->x = 3)
f (n = 101, s = "key", q->x = 7, q->y = 0)  # as a report prints it
END
try seeds --entry f --seeds calls --runs 2 old.c new.c
check 'a call of the seeds shows a difference' status seeds 1
check 'confirmed' field seeds 'differences.*.confirmed' true
try tests --entry f --seeds seeds.d/tests --runs 1 old.c new.c
check 'tests that drift wrote are seeds' status tests 1
echo 'sum({10, 20, 30})' >array
try array --entry 'int sum(const int *b[n], unsigned long n)' --seeds array --runs 1 --no-confirm old.c new.c
check 'an array in braces, and its length' status array 1
capture explored "$drift" explore --entry f --seeds calls --runs 2 old.c
check 'drift explore takes them' status explored 0
for line in 'g(1)' 'f(1, "a", 2)' 'f(n = 1, n = 2)' 'f(1' 'f(z = 1)' 'f(1) x' 'f("a")' 'f(1, "a\0b")' 'f(q->x = 99999999999)'; do
	echo "$line" >bad
	try refused --entry f --seeds bad old.c new.c
	check "$line is refused with its line" rejects refused bad 1
done
: >none
try refused --entry f --seeds none old.c new.c
check 'so is a file without calls' rejects refused none

# ---- strategies ----

cat >wide.c <<'END'
#include <stdlib.h>
struct s { int x; int *p; };
int g;
int f(int n, int k, struct s *q)
{
	int t = 0;
	if (n > 100)
		t++;
	if (n > 200)
		t++;
	if (n > 300)
		t++;
	if (k > 10)
		q->x = 1;
	if (k == 13 && WHAT)
		g = 5;
	if (k == 14) {
		free(q->p);
		q->p = 0;
	}
	return k < THEN ? 0 : 3;
}
END
wide() { wide_to=$1; shift; try "$wide_to" --no-confirm --entry f wide.c wide.c "$@"; }
for s in output signature; do
	wide "same_$s" --strategy $s --old-cflags '-DWHAT=(n>7) -DTHEN=9' --new-cflags '-DWHAT=(7<n) -DTHEN=9'
	check "$s: equal versions are equivalent" verdict "same_$s" equivalent
	wide "global_$s" --strategy $s --old-cflags '-DWHAT=(n>7) -DTHEN=9' --new-cflags '-DWHAT=(n>8) -DTHEN=9'
	check "$s: a global that one version sets is found" verdict "global_$s" different
	wide "value_$s" --strategy $s --old-cflags '-DWHAT=1 -DTHEN=9' --new-cflags '-DWHAT=1 -DTHEN=8'
	check "$s: so is a returned value" verdict "value_$s" different
done
wide path --strategy path --no-prune --old-cflags '-DWHAT=1 -DTHEN=9' --new-cflags '-DWHAT=1 -DTHEN=8'
check 'what no output depends on has no runs of its own' sh -c '
	[ "$("$1" value_output.d/result.json stats.runs)" -lt "$("$1" path.d/result.json stats.runs)" ]' - "$DRIFT_BUILD/tests/json_get"
printf 'int f(unsigned char n) { return -n; }\n' >signed.c
printf 'unsigned f(unsigned char n) { return -n; }\n' >unsigned.c
try retyped --no-confirm --strategy signature --entry f signed.c unsigned.c
check 'signature: a type that changed shows in runs that execute no change' verdict retyped different
printf 'int g = N; int f(int n) { if (n == 3) g++; return n; }\n' >data.c
try data --no-confirm --strategy signature --entry f --old-cflags -DN=1 --new-cflags -DN=2 data.c data.c
check 'so do other initial contents' verdict data different

# ---- a golden version ----

try regression --no-confirm --entry f --golden old.c old.c new.c
check 'NEW is wrong: a regression' field regression 'differences.*.class' regression
check 'status 1' status regression 1
try progress --no-confirm --entry f --golden new.c old.c new.c
check 'NEW is right: progress' field progress 'differences.*.class' progress
sed 's/return 1/{ q->y = 9; return 2; }/' old.c >third.c
try incomplete --no-confirm --entry f --golden third.c old.c new.c
check 'memory after the call counts' field incomplete 'differences.*.class' incomplete-fix
check 'by the witness' field incomplete 'differences.*.class_by' witness
try refused --entry f --golden-cmd cat old.c new.c
check 'a command has no function' rejects refused golden-cmd
sed 's/int x; int y/int x; int w; int y/' old.c >moved.c
try refused --entry f --golden moved.c old.c new.c
check 'nor a version with another layout' rejects refused moved.c

# ---- interactions ----

cat >before.c <<'END'
struct acc { int base; int rate; };
int price(int n, struct acc *a)
{
	int r = 0;
	int b = 0;

	if (n > 10)
		r = 0;

	if (a->base > 5)
		b = 0;

	return r + b > 1;
}
END
sed 's/		r = 0/		r = 1/; s/		b = 0/		b = 1/' before.c >after.c
try together --entry price --interactions before.c after.c
check 'two edits that a difference needs together' lists together 'interactions.*.by' experiment

# ---- sequences ----

cat >stack_old.c <<'END'
#include <stdlib.h>
struct stack { int n, at[4], total; };
struct stack *stack_new(void) { return calloc(1, sizeof(struct stack)); }
void stack_push(struct stack *s, int v) { if (s->n < 4) { s->at[s->n++] = v; s->total++; } }
int stack_pop(struct stack *s) { return s->n ? s->at[--s->n] : -1; }
int stack_top(const struct stack *s) { return s->n ? s->at[s->n - 1] : 0; }
void stack_clear(struct stack *s) { s->n = 0; }
void stack_map(struct stack *s, int (*by)(int)) { s->at[0] = by(s->at[0]); }
int depth(int n) { return n; }
END
sed 's/s->at\[s->n - 1\] : 0/s->at[s->n - 1] : s->total > 1 ? 9 : 0/' stack_old.c >stack_new.c
try three --entry stack_top --sequence 3 stack_old.c stack_new.c
check 'three calls build the state that differs' status three 1
check 'confirmed' field three 'differences.*.confirmed' true
check 'the sequence is C' lists three 'differences.*.input' 'stack_new();' 'stack_push(object, ' 'stack_top(object)'
check 'without calls that were not made' omits three 'differences.*.input' switch
check 'functions without placeholders are named' lists three not_compared stack_map
try one --entry stack_top --sequence 1 --no-confirm stack_old.c stack_new.c
check 'one call does not' verdict one equivalent
check 'longer sequences are named' lists one not_compared --sequence
cat >wide_old.c <<'END'
struct o { long n; };
void set(struct o *p, long v) { p->n = v; }
int get(struct o *p, int least) { return p->n > least; }
END
sed 's/> least/> least \&\& p->n >> 32 == 0/' wide_old.c >wide_new.c
try wide --entry get --sequence 1 --no-confirm --assume 'arg2 >= 0' --assume 'arg3 >= 0' wide_old.c wide_new.c
check 'numbers that no placeholder has are named' lists wide not_compared ' int"'
try refused --entry depth --sequence 2 stack_old.c stack_new.c
check 'without an object there is no sequence' rejects refused depth
try refused --sequence 2 stack_old.c stack_new.c
check 'nor without --entry' rejects refused entry
try refused --entry stack_top --sequence 2 --seeds calls stack_old.c stack_new.c
check 'nor with seeds' rejects refused seeds
finish
