// own: the type of an object says how it is aligned
// options: --entry f
// expect: equivalent
#include <stdint.h>
int f(const int *s)
{
	return *s == 7 ? (uintptr_t)s & 3 : 5; //OLD
	return *s == 7 ? 0 : 5; //NEW
}
