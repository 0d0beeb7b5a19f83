// differs: void f(struct box *b, int n)
#include <stdlib.h>
struct box { char *at; };
void f(struct box *b, int n)
{
	char *p = calloc(4, 16);
	b->at = p + (n == 7 ? 16 * (1 + NEW) : 16);
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n)
{
	struct box b;
	f(&b, n);
	show_free(b.at - 16);
}
#endif
