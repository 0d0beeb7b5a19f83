// same: f
#include <string.h>
struct gap { char c; int n; };
struct gap f(int n)
{
	struct gap g;
	memset(&g, NEW ? 0x55 : 0xaa, sizeof g);
	g.c = n > 3;
	g.n = n;
	return g;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n)
{
	struct gap g = f(n);
	SHOW(g.c);
	SHOW(g.n);
}
#endif
