// own: bytes that a caller passes may be at any address
// options: --entry f
// expect: depends addresses
#include <stdint.h>
int f(const char *s)
{
	return (uintptr_t)s & 1; //OLD
	return 0; //NEW
}
