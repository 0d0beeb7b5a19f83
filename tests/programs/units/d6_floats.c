// same: f
struct point { double x, y; };
struct point f(int n)
{
	struct point p = {n, 0};
	if (NEW ? n > 10 : n >= 11)
		p.y = 1;
	return p;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n)
{
	struct point p = f(n);
	printf("%g %g", p.x, p.y);
}
#endif
