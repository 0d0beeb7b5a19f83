// differs: char *f(int n)
#include <stdlib.h>
char *f(int n)
{
	char *p = calloc(1, 32);
	return NEW && n == 5 ? p + 16 : p;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n) { show_free(f(n)); }
#endif
