#!/bin/sh
# contracts_tests.t: tests of clauses that hold, and what explains a violated one.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1

cat >old.c <<'X'
#include <stdlib.h>
struct box { int n; struct box *in; };
int level;
int f(struct box *b, int n)
{
	if (n == 9)
		abort();
	return b->n + n + level;
}
int alone(int n) { return n; }
X
cat >new.c <<'X'
#include <stdlib.h>
struct box { int n; struct box *in; };
int level;
/*@ changed_behavior
  @   requires b != NULL && n > 100;
  @   ensures \result == \prev(\result) + 1;
  @ also changed_behavior
  @   when_signaled (abort);
  @   signals (exit(3)) true;
  @ also changed_behavior
  @   when_signaled (null-dereference);
  @   ensures \result == -1;
  @*/
int f(struct box *b, int n)
{
	if (n == 9)
		exit(3);
	if (!b)
		return -1;
	if (n > 100)
		return b->n + n + level + 1;
	return b->n + n + level;
}
int alone(int n) { return n + 0; }
X
run out check old.c new.c
check 'all hold' clauses out 'holds holds holds holds holds holds holds holds'
check 'a clause that holds has a test' lists out 'contracts.*.clauses.0.test' f/tests/
of_all() { json out.d/result.json 'contracts.0.clauses.*.test' | grep -c '^f/tests/'; }
check '... each that is exercised' test "$(of_all)" = 7
check '... and a function without a contract has none' sh -c '[ ! -e out.d/alone/tests/0001 ]'
test_of() { json out.d/result.json "contracts.0.clauses.$1.test" | sed "s|^|out.d/|"; }
check 'the test of an ensures differs' sh -c '! cmp -s "$1/old.returned" "$1/new.returned"' sh "$(test_of 0)"
check 'the test of a signals ends so' grep -q -x 3 "$(test_of 2)/new.status"
check 'the test of a crash crashed' grep -q null-dereference "$(test_of 4)/old.status"
check 'all tests run natively' sh -c 'out.d/f/tests/run.sh >said && ! grep -q "^not ok" said && grep -q "^ok" said'
check 'drift replay runs them natively' "$drift" replay --native out.d/f/tests
run out check --no-confirm old.c new.c
check 'without native runs the tests are there as well' test -s "$(test_of 0)/cmd"

# ---- a violated clause is explained ----

sed 's/level + 1;/level + 1 + (n == 200);/' new.c >wrong.c
run out check --cflags -DUNUSED=1 --new-cflags -DTWO=2 old.c wrong.c
check 'one is violated' field out 'contracts.0.clauses.0.verdict' violated
run why explain --test out.d/f/tests/0001
check 'its test is given to drift explain' status why 1
check '... with versions, options and the function that it records' field why entry f
check '... and finds the line' lists why 'suspects.*.line' 20
check 'from another directory, too' sh -c 'cd / && "$1" explain --test "$2/out.d/f/tests/0001" >/dev/null; [ $? = 1 ]' sh "$drift" "$tmp"

# Values of globals, and null pointers that only the contract allows, are inputs of such a test.
sed 's/level + 1;/level + 1 + (level == 7);/' new.c >wrong.c
run out check --globals vary --function f old.c wrong.c
check 'a global decides' lists out 'contracts.0.clauses.0.condition' level
run why explain --test out.d/f/tests/0001
check '... and is given to drift explain' status why 1
check '... a test of two versions is not replayed in the machine' sh -c '"$1" replay out.d/f/tests/0001 2>said; [ $? = 2 ] && grep -q -- --native said' sh "$drift"
finish
