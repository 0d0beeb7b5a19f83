#!/bin/sh
# check_inputs.t: what functions are called on by drift check: null, globals, structs of another layout.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1

# finds VERDICTS OPTIONS...: the verdicts of all clauses in one line.
finds()
{
	expected=$1
	shift
	run out check --time "$limit" ${confirm---no-confirm} "$@" old.c new.c
	clauses out "$expected"
}
confirmed()
{
	confirm=
	finds "$@"
	confirmed_status=$?
	unset confirm
	[ $confirmed_status -eq 0 ] && some out 'contracts.*.clauses.*.confirmed' true
}

# ---- null ----

echo 'int weight(const char *s, int n) { return s[0] + n; }' >old.c
cat >right.c <<'X'
/*@ changed_behavior
  @   when_signaled (null-dereference) s == 0;
  @   ensures \result == -1;
  @*/
int weight(const char *s, int n) { return s ? s[0] + n : -1; }
X
cp right.c new.c
check 'null is an input where the contract speaks of it' finds 'holds holds holds'
sed 's/: -1/: -2/' right.c >new.c
check 'and a violation there is confirmed' confirmed 'violated holds holds'
check 'its input says so' some out 'contracts.*.clauses.*.input' '(s = NULL, n = 0)'
echo 'int weight(const char *s, int n) { return s[0] + n; }' | cat right.c - | sed '/? s\[0\]/d' >new.c
check 'a version that still crashes' finds 'violated holds holds'
cp right.c new.c
check 'without null the premise is never met' finds 'vacuous vacuous holds' --null never
sed '/[@]/d' right.c >new.c
check 'a null check that NEW has gained is a difference' confirmed 'violated'
mv new.c other.c && mv old.c new.c && mv other.c old.c
check 'and one that it has lost' finds 'violated'
check 'not where null is left out' finds 'holds' --null never
check 'which is said' lists out 'contracts.*.not_compared.*' null s
cat >old.c <<'X'
struct p { int x; struct p *next; };
int f(int *a, struct p *p) { if (!a) return 0; return *a + p->x; }
X
sed 's/return 0;/return p == 0 ? 0 : 0 * p->x;/' old.c >new.c
check 'several pointers, some null' finds 'holds'
sed 's/return 0;/return p == 0 ? 0 : p->x == 7;/' old.c >new.c
check 'one of them matters' finds 'violated'
run out check --null perhaps old.c new.c
check 'a way that is none is refused' rejects out --null tested always never

# ---- globals ----

cat >old.c <<'X'
static int limit = 5, table[3] = {1, 2, 3};
static struct { short a; struct { char b[3]; } in; } state;
int count;
static int (*op)(int);
void set(int n, int (*f)(int))
{
	limit = table[n % 3] = n;
	state.a = state.in.b[1] = (char)n;
	op = f;
}
int f(int x)
{
	static int calls;
	calls++;
	count++;
	if (op)
		return op(x);
	return x > limit ? limit + table[1] : x + state.a + state.in.b[1] + (calls > 100);
}
X
varied() { sed "s/$1/$2/" old.c >new.c; }
varied 'count++' 'count += 1 + (limit == 77)'
check 'with globals as at the start nothing differs' finds 'holds' --function f
check 'which is said' lists out 'contracts.*.not_compared.*' globals limit
check 'a global that is an input shows it' confirmed 'violated' --function f --globals vary
check 'its value is in the input' lists out 'contracts.*.clauses.*.input' 'limit = 77'
varied 'table\[1\]' 'table[1] + (table[1] == 9)'
check 'an element of an array' finds 'violated' --function f --globals vary
varied 'state.in.b\[1\] +' '(state.in.b[1] == 3 ? 0 : state.in.b[1]) +'
check 'a field of a field' confirmed 'violated' --function f --globals vary
varied 'calls > 100' 'calls > 101'
check 'a variable of the function itself' finds 'violated' --function f --globals vary
varied 'count++' 'count = 1 + count'
check 'where they are equal they are' finds 'holds' --function f --globals vary
check 'what does not vary is said' lists out 'contracts.*.not_compared.*' op
varied 'table\[1\]' '2'
check 'zero is another beginning' finds 'violated' --function f --globals zero --assume 'x > 0'
check 'not the first one' finds 'holds' --function f
cat >new.c <<'X'
int g = 2;
/*@ changed_behavior
  @   requires g > 10;
  @   ensures g == \old(g) + 1;
  @*/
int f(int x) { if (g > 10) g++; return x; }
X
sed -e '/[@]/d' -e 's/if (g > 10) g++; //' new.c >old.c
check 'a contract may speak of them' finds 'vacuous vacuous holds'
check 'and then they vary' finds 'holds holds holds' --globals vary
check 'within what is assumed' finds 'vacuous vacuous holds' --globals vary --assume 'g < 10'
run out check --globals some old.c new.c
check 'a way that is none is refused' rejects out --globals initial zero vary

# ---- other layouts ----

cat >old.c <<'X'
struct inner { int a; short b; };
struct item { int n; long gone; struct inner in; struct item *next; char tag[3]; };
int f(struct item *i, int q) { i->in.b++; if (i->next) return i->next->n * q; return i->n + q + i->tag[1]; }
X
cat >right.c <<'X'
struct inner { short b; int a; int more; };
struct item { char tag[3]; struct item *next; struct inner in; int n; int fresh; };
/*@ changed_behavior
  @   requires i->fresh > 0;
  @   ensures \latest(i->fresh) && \deprecated(i->gone) && \result == \prev(\result) + 1;
  @*/
int f(struct item *i, int q)
{
	i->in.b++;
	if (i->next)
		return i->next->n * q + (i->fresh > 0);
	return i->n + q + i->tag[1] + (i->fresh > 0);
}
X
cp right.c new.c
check 'fields that both have are the same inputs, wherever they lie' finds 'holds holds holds'
sed 's/i->n + q/i->n + q + (q == 9)/' right.c >new.c
check 'a violation is confirmed by programs of both layouts' confirmed 'violated holds violated'
sed 's/in.b++;/in.b += 1 + (i->in.more == 3);/' right.c >new.c
check 'so is one of what a field is left as' confirmed 'holds violated violated'
sed 's/int n; int fresh/long n; int fresh/' right.c >new.c
run out check old.c new.c
check 'with a field of another type nothing is shown' field out verdict 'not shown'
check '... and it is named' lists out 'contracts.*.clauses.*.why' 'i->n'
cat >old.c <<'X'
struct s { unsigned a : 3, b : 5; };
int f(struct s *s) { return s->a; }
X
sed 's/a : 3, b : 5/b : 5, a : 3/' old.c >new.c
run out check --function f old.c new.c
check 'bit fields that moved are not taken for each other' clauses out 'not shown'
check '... and are named' lists out 'contracts.*.clauses.*.why' "'s'" f

# ---- results ----

echo 'int f(int n) { return n; }' >old.c
cat >new.c <<'X'
/*@ changed_behavior requires n > 3; ensures \result == \result; @*/
int f(int n) { int x; if (n <= 3) x = n; return x; }
X
check 'a result that was never set satisfies no clause; what else there is is equal' confirmed 'violated holds holds'
echo 'unsigned char f(int n) { return n; }' >new.c
check 'a result of a smaller type' confirmed 'violated'
run out check old.c new.c
check 'each is shown as what it is' says out 'returns -1 .*returns 255'
echo 'long f(int n) { return n; }' >new.c
check 'a result of a larger type is the same number' finds 'holds'
echo 'long f(int n) { return (unsigned)n; }' >new.c
check 'or is not' finds 'violated'

# ---- casts and floating point ----

cat >old.c <<'X'
#include <stdlib.h>
struct head { unsigned char kind; int n; } last;
int f(void *p, int n) { struct head *h = p; return h->n + n; }
double half(double x, int n) { return x / 2 + n; }
int main(int argc, char **argv) { return half(atof(argv[1]), argc) > 100; }
X
sed -e 's,^int f,/*@ changed_behavior requires ((struct head *)p)->kind == 7 \&\& (unsigned char)n != 0; ensures \\result == \\prev(\\result) + 1; @*/\n&,' \
	-e 's/h->n + n/h->n + n + (h->kind == 7 \&\& n % 256 != 0)/' old.c >new.c
check 'casts of pointers and integers' finds 'holds holds holds' --function f
sed -i 's/((struct head \*)p)->kind/((unsigned char *)p)[1]/' new.c
check 'a cast to something else is something else' finds 'violated holds violated' --function f
sed -e 's,^double half,/*@ changed_behavior requires x >= 1.5; ensures \\result == \\prev(\\result) + 0.25 \&\& (int)\\result > 1; @*/\n&,' \
	-e 's,x / 2 + n,x / 2 + n + (x > 2 ? 0.25 : 0),' old.c >new.c
run out check --function half old.c new.c -- 3.5
check 'floating point on a run: held' lists out 'contracts.0.clauses.0.why' 1
check '... which is no violation' status out 0
run out check --function half old.c new.c -- 1.75
check 'floating point on a run: violated' field out 'contracts.0.clauses.0.verdict' violated
run out check --runs 20 --no-confirm --function half old.c new.c
check 'floating point in a search: violated' field out 'contracts.0.clauses.0.verdict' violated
refused()
{
	sed "s|^int f|/*@ changed_behavior $1 @*/\n&|" old.c >new.c
	run out check old.c new.c
	status out 2 && tells out "^drift: new.c:3:[0-9]*: .*$2" && tells out '^ *^$'
}
check 'a call is refused with its place' refused 'requires nobody(p, 1) > 2;' "'nobody'"
check 'so is a type that nobody has' refused 'requires ((struct tail *)p)->n > 2;' "'struct tail'"
check 'and a remainder of floating point' refused 'requires n % 1.5 > 0;' "'%'"
finish
