#!/bin/sh
# native_library.t: --native with a function whose library is not loaded says so, and the way out works.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
echo 'unsigned long twice_of(unsigned long x) { return 2 * x; }' >lib.c
cat >uses.c <<'X'
#include <stdio.h>
unsigned long twice_of(unsigned long);
int main(void)
{
	printf("%lu\n", twice_of(21));
	return 0;
}
X
"$clang" -shared -fPIC -o lib.so lib.c && "$DRIFT_BUILD/bin/drift-cc" -o uses uses.c "$tmp/lib.so" || exit 1

# A run that cannot go on ends with status 2 for want of a model.
capture none "$drift" run uses
check 'without --native: it is the way out' mentions none twice_of '--native twice_of'
capture named "$drift" run --native twice_of uses
check 'with --native: status' status named 2
check 'with --native: its library is not loaded' mentions named twice_of LD_PRELOAD
check 'with --native: --native is not advised again' quiet named '--native twice_of'
LD_PRELOAD=$tmp/lib.so
export LD_PRELOAD
capture loaded "$drift" run --native twice_of uses
unset LD_PRELOAD
check 'the way out: status' status loaded 0
check 'the way out: the function is called' says loaded '^42$'

finish
