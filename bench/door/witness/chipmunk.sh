# The message of a failed assertion.
cat >use.c <<'C'
#include "chipmunk/chipmunk.h"
int main(void)
{
	cpShapeSetFriction(cpCircleShapeNew(cpBodyNew(1, 1), 1, cpvzero), -1);
	return 0;
}
C
rm -f src/cpHastySpace.c
cc -w -std=gnu99 -Iinclude -o use use.c src/*.c -lm -lpthread >&2 || exit
./use 2>&1 | grep -v 'Source:'
