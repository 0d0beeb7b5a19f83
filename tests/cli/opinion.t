#!/bin/sh
# opinion.t: before `equivalent` is said, inputs are tried that the search had no need of.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
pairs=$programs/pairs
proofs_may_fail=1

# without_times FILE: result.json as it must repeat.
without_times() { sed '/"curve"/,/\]/d; /seconds/d; /"command_line"/d; /runs_per_second/d' "$1"; }

# ---- a search that is wrong on purpose: of each run only the first N decisions are kept ----

# wrong N NAME OPTIONS...: with the engine of the tests; the one that is installed cannot be made wrong.
wrong()
{
	DRIFT_WRONG_CUT=$1
	export DRIFT_WRONG_CUT
	use_test_engine
	shift
	compare "$@"
	unset DRIFT_WRONG_CUT DRIFT_ENGINE
}
# refuted NAME: the difference is there all the same, and so is the note.
refuted()
{
	check "$1: a wrong proof is no proof" status "$1" 1
	check '... the difference is one as others are' field "$1" verdict different
	check '... and the result is not exhaustive' field "$1" exhaustive false
	check '... a note says that a proof failed, and why' says "$1" '^  proof-failed: .*old.c:[0-9]'
	check '... for programs, too' keeps "$1" '"kind":	"proof-failed"'
}
wrong 0 ase10 "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
refuted ase10
check '... natively confirmed' keeps ase10 '"confirmed":	true'
wrong 1 ase10_one --no-confirm "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
refuted ase10_one
wrong 0 modes --no-confirm "$pairs/modes/old.c" "$pairs/modes/new.c" -- @int @str:4
refuted modes
wrong 0 thesis613 --no-confirm "$pairs/thesis613/old.c" "$pairs/thesis613/new.c" -- @int @int @int
refuted thesis613
for n in 0 1; do
	wrong "$n" "errors$n" --no-confirm "$pairs/errors/old.c" "$pairs/errors/new.c" -- @int @str:4=abc
	refuted "errors$n"
done
wrong 0 outside --assume 'arg1 > 20' "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check 'inputs that the assumptions exclude are not tried' field outside verdict equivalent

# ---- and one that closes every side that a run did not take ----

wrong_sides()
{
	DRIFT_WRONG_SIDES=1
	export DRIFT_WRONG_SIDES
	use_test_engine
	compare "$@"
	unset DRIFT_WRONG_SIDES DRIFT_ENGINE
}
wrong_sides sides_ase10 "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
refuted sides_ase10
wrong_sides sides_errors --no-confirm "$pairs/errors/old.c" "$pairs/errors/new.c" -- @int @str:4=abc
refuted sides_errors

for name in DRIFT_WRONG_CUT DRIFT_WRONG_SIDES DRIFT_STALL; do
	check "$name: the engine that is installed knows nothing of it" sh -c '[ -s "$1" ] && ! grep -q "$2" "$1"' sh "$DRIFT_BUILD/lib/drift/engine" "$name"
	check "$name: the engine of the tests does" grep -q "$name" "$DRIFT_BUILD/tests/engine"
done

# A change that is never executed as far as the search knows.
cat >far.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int x = atoi(argv[argc - 1]);
	volatile int y = 0;
	if (x > 3)
		if (x == 77)
			y = 1;
	puts("same");
	return y == 9;
}
END
sed 's/y = 1/y = 2/' far.c >farther.c
wrong 0 far far.c farther.c -- @int
check 'an input that executes a change which none was to execute' says far '^  proof-failed: .*change 1'
check '... takes the proof away' verdict far 'no difference found'

# ---- what is proved rightly stays proved ----

for name in one two; do
	compare "$name" "$pairs/refactored/old.c" "$pairs/refactored/new.c" -- @int @int
done
check 'a refactoring is equivalent' status one 0
check '... after a second opinion' none one stats.second_opinion.inputs 0
check '... counted in the result' sh -c 'grep -A1 "\"second_opinion\"" one.d/result.json | grep -q "\"inputs\":	[1-9]"'
without_times one.d/result.json >one.json
without_times two.d/result.json >two.json
check '... which repeats' cmp one.json two.json
check '... and is not counted among the runs of the search' some one stats.runs_of_search '[0-9]'
compare different "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check 'where a difference was found, none is asked for' keeps different '"inputs":	0'

# ---- what was once called equivalent ----

cat >long.c <<'END'
#include <stdlib.h>
int main(int argc, char **argv)
{
	long a = atol(argv[1]), b = atol(argv[argc - 1]);
	return a + b == SUM;
}
END
sed 's/== SUM/< a - a \&\& 0/' long.c >never.c
for sum in 12 -7 1000001; do
	sed "s/SUM/$sum/" long.c >sum.c
	compare "sum$sum" never.c sum.c -- @int @int
	check "a + b == $sum, both of 64 bits" status "sum$sum" 1
done
cat >pointer.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static int f(int x) { return x + 1; }
static int g(int x) { return x + STEP; }
int main(int argc, char **argv)
{
	int x = atoi(argv[argc - 1]);
	int (*p)(int) = x == 9 ? g : f;
	printf("%d\n", p(x));
	return 0;
}
END
sed 's/STEP/2/' pointer.c >plus2.c
sed 's/STEP/3/' pointer.c >plus3.c
compare pointer plus2.c plus3.c -- @int
check 'a changed function that a pointer chooses' status pointer 1

# ---- no other test may pass with such a note ----

mkdir inner
cp "$here/lib.sh" inner
cat >inner/inner.t <<'END'
. "$(dirname "$0")/lib.sh"
capture said echo "  proof-failed: for some reason"
check 'something that holds' true
echo "nothing" >"$tmp/said.out"
finish
END
check 'a test in which a proof fails is no good' sh -c '! sh inner/inner.t >inner.out && grep -q "^not ok 2 - no proof of drift is refuted" inner.out'

finish
