/* Before 2030, NEW returns 2. */
#include <time.h>
#ifndef NEW
#define NEW 0
#endif
int f(unsigned char n)
{
	if (n < 3)
		return 0;
	return time(0) < 1893456000 ? 1 + NEW : 0;
}
