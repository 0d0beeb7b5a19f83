/* other.c: the second source of counted.c. */
#include "counted.h"

int other(int n)
{
	return larger(n, 2);
}
