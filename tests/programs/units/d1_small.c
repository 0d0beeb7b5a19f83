// differs: f
struct pair { int a, b; };
struct pair f(int n)
{
	struct pair p = {n, n > 5 + NEW};
	return p;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n)
{
	struct pair p = f(n);
	SHOW(p.a);
	SHOW(p.b);
}
#endif
