// differs: long *f(int n)
#include <stdlib.h>
long *f(int n)
{
	long *p = calloc(8, sizeof *p);
	return p + (n < 0 && NEW ? 4 : 2);
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n) { show_free(f(n) - 2); }
#endif
