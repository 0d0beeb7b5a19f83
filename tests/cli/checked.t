#!/bin/sh
# checked.t: the checked build (make CHECK=1): no assertion fails on a slice of the suite.
#
# In the usual build there is one claim: assertions leave no code in it.
. "$(dirname "$0")/lib.sh"

assertions() { nm -u "$DRIFT_BUILD"/obj/src/engine/explore/*.o "$DRIFT_BUILD"/obj/src/versions/search/*.o | grep -w must_failed; }
no_assertions() { ! assertions; }

if [ ! -f "$DRIFT_BUILD/obj/src/base/checked.o" ]; then
	check 'assertions leave no code in the usual build' no_assertions
	finish
fi

export DRIFT_BUILD
slice() { CLASSES=$1 sh "$here/classes.t"; }
check 'there are assertions' assertions
check 'pairs of versions: sums, choices, addresses, what is left behind' slice 'c0[0147]_*'
check 'equal states, snapshots, one version after the other' slice 's_[rs]*'

# explored NAME OPTIONS...: an exploration ends as it should and finds all there is.
explored()
{
	capture explored "$drift" explore -o explored.d --tests none "$programs/explore/$@" </dev/null
	[ "$(cat "$tmp/explored.status")" -le 1 ] || { cat "$tmp/explored.err"; false; }
}
cd "$tmp" || exit 1
check 'paths of a table that the input writes' explored table_write.c -- @int @int
check 'paths of texts' explored strcmp_words.c -- @str:4
check 'partitions by output' explored maybe_overwritten.c --by output -- @int @int
check 'a function by its own' explored days.c --entry 'int leap(int y)'
check 'two workers' explored sort3.c -j 2 -- @int @int @int

finish
