#!/bin/sh
# check_inputs.t: what functions are called on by drift check: null, globals, structs of another layout.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1

# says VERDICTS OPTIONS...: the verdicts of all clauses in one line.
says()
{
	expected=$1
	shift
	"$drift" check --json -o out ${confirm---no-confirm} "$@" old.c new.c >json 2>err
	said=$(sed -n '/"clauses"/,$s/.*"verdict":	*"\([^"]*\)".*/\1/p' json | tr '\n' ' ')
	[ "$said" = "$expected " ] || {
		echo "verdicts $said"
		cat err
		return 1
	}
}
confirmed()
{
	confirm=
	says "$@"
	status=$?
	unset confirm
	[ $status -eq 0 ] && grep -q '"confirmed":	true' json
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
check 'null is an input where the contract speaks of it' says 'holds holds holds'
sed 's/: -1/: -2/' right.c >new.c
check 'and a violation there is confirmed' confirmed 'violated holds holds'
check 'its input says so' grep -q '"input":	"(s = NULL, n = 0)"' json
echo 'int weight(const char *s, int n) { return s[0] + n; }' | cat right.c - | sed '/? s\[0\]/d' >new.c
check 'a version that still crashes' says 'violated holds holds'
cp right.c new.c
check 'without null the premise is never met' says 'vacuous vacuous holds' --null never
sed '/[@]/d' right.c >new.c
check 'a null check that NEW has gained is a difference' confirmed 'violated'
mv new.c other.c && mv old.c new.c && mv other.c old.c
check 'and one that it has lost' says 'violated'
check 'not where null is left out' says 'holds' --null never
check 'which is said' grep -q 'calls with a null s' json
cat >old.c <<'X'
struct p { int x; struct p *next; };
int f(int *a, struct p *p) { if (!a) return 0; return *a + p->x; }
X
sed 's/return 0;/return p == 0 ? 0 : 0 * p->x;/' old.c >new.c
check 'several pointers, some null' says 'holds'
sed 's/return 0;/return p == 0 ? 0 : p->x == 7;/' old.c >new.c
check 'one of them matters' says 'violated'
check 'a way that is none is refused' sh -c '"$1" check --null perhaps old.c new.c 2>err; [ $? = 2 ] && grep -q "must be tested, always or never" err' sh "$drift"

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
check 'with globals as at the start nothing differs' says 'holds' --function f
check 'which is said' grep -q 'other values of globals than at the start: .*limit' json
check 'a global that is an input shows it' confirmed 'violated' --function f --globals vary
check 'its value is in the input' grep -q 'limit = 77' json
varied 'table\[1\]' 'table[1] + (table[1] == 9)'
check 'an element of an array' says 'violated' --function f --globals vary
varied 'state.in.b\[1\] +' '(state.in.b[1] == 3 ? 0 : state.in.b[1]) +'
check 'a field of a field' confirmed 'violated' --function f --globals vary
varied 'calls > 100' 'calls > 101'
check 'a variable of the function itself' says 'violated' --function f --globals vary
varied 'count++' 'count = 1 + count'
check 'where they are equal they are' says 'holds' --function f --globals vary
check 'what does not vary is said' grep -q 'op' json
varied 'table\[1\]' '2'
check 'zero is another beginning' says 'violated' --function f --globals zero --assume 'x > 0'
check 'not the first one' says 'holds' --function f
cat >new.c <<'X'
int g = 2;
/*@ changed_behavior
  @   requires g > 10;
  @   ensures g == \old(g) + 1;
  @*/
int f(int x) { if (g > 10) g++; return x; }
X
sed -e '/[@]/d' -e 's/if (g > 10) g++; //' new.c >old.c
check 'a contract may speak of them' says 'vacuous vacuous holds'
check 'and then they vary' says 'holds holds holds' --globals vary
check 'within what is assumed' says 'vacuous vacuous holds' --globals vary --assume 'g < 10'
check 'a way that is none is refused' sh -c '"$1" check --globals some old.c new.c 2>err; [ $? = 2 ] && grep -q "must be initial, zero or vary" err' sh "$drift"

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
check 'fields that both have are the same inputs, wherever they lie' says 'holds holds holds'
sed 's/i->n + q/i->n + q + (q == 9)/' right.c >new.c
check 'a violation is confirmed by programs of both layouts' confirmed 'violated holds violated'
sed 's/in.b++;/in.b += 1 + (i->in.more == 3);/' right.c >new.c
check 'so is one of what a field is left as' confirmed 'holds violated violated'
sed 's/int n; int fresh/long n; int fresh/' right.c >new.c
check 'a field of another type is named' sh -c '"$1" check -o out old.c new.c >said; grep -q "not shown .*i->n has another type in both versions" said' sh "$drift"
cat >old.c <<'X'
struct s { unsigned a : 3, b : 5; };
int f(struct s *s) { return s->a; }
X
sed 's/a : 3, b : 5/b : 5, a : 3/' old.c >new.c
check 'bit fields that moved are not taken for each other' sh -c '"$1" check --function f -o out old.c new.c >said; grep -q "not shown .*has another type" said' sh "$drift"

# ---- results ----

echo 'int f(int n) { return n; }' >old.c
cat >new.c <<'X'
/*@ changed_behavior requires n > 3; ensures \result == \result; @*/
int f(int n) { int x; if (n <= 3) x = n; return x; }
X
check 'a result that was never set satisfies no clause; what else there is is equal' confirmed 'violated holds holds'
echo 'unsigned char f(int n) { return n; }' >new.c
check 'a result of a smaller type' confirmed 'violated'
check 'each is shown as what it is' sh -c '"$1" check -o out old.c new.c | grep -q "returns -1 .*returns 255"' sh "$drift"
echo 'long f(int n) { return n; }' >new.c
check 'a result of a larger type is the same number' says 'holds'
echo 'long f(int n) { return (unsigned)n; }' >new.c
check 'or is not' says 'violated'

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
check 'casts of pointers and integers' says 'holds holds holds' --function f
sed -i 's/((struct head \*)p)->kind/((unsigned char *)p)[1]/' new.c
check 'a cast to something else is something else' says 'violated holds violated' --function f
sed -e 's,^double half,/*@ changed_behavior requires x >= 1.5; ensures \\result == \\prev(\\result) + 0.25 \&\& (int)\\result > 1; @*/\n&,' \
	-e 's,x / 2 + n,x / 2 + n + (x > 2 ? 0.25 : 0),' old.c >new.c
check 'floating point on a run: held' sh -c '"$1" check --function half -o out old.c new.c -- 3.5 >said && grep -q "ensures .*held in 1 call" said' sh "$drift"
check 'floating point on a run: violated' sh -c '! "$1" check --function half -o out old.c new.c -- 1.75 >said && grep -q "violated   ensures" said' sh "$drift"
check 'of inputs that a search has not tried nothing is said' sh -c '"$1" check --runs 20 --no-confirm --function half -o out old.c new.c >said; ! grep -q "^  holds" said' sh "$drift"
refused() { sed "s|^int f|/*@ changed_behavior $1 @*/\n&|" old.c >new.c && ! "$drift" check -o out old.c new.c >err 2>&1 && grep -q "$2" err && grep -q '^ *^$' err; }
check 'a call is refused with its place' refused 'requires f(p, 1) > 2;' "^drift: new.c:3:[0-9]*: 'f' cannot be called in a contract"
check 'so is a type that nobody has' refused 'requires ((struct tail *)p)->n > 2;' "no type that parameters or globals lead to is called 'struct tail'"
check 'and a remainder of floating point' refused 'requires n % 1.5 > 0;' "'%' cannot be done with floating point"
finish
