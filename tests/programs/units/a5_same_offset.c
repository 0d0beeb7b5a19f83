// same: char *f(int n)
#include <stdlib.h>
char *f(int n)
{
	char *p = calloc(1, 32);
	int k = NEW ? (n == 5) << 4 : (n == 5) * 16;
	return p + k;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n) { show_free(f(n)); }
#endif
