// differs: f
struct inner { float x, y; };
struct outer { struct inner in; const char *name; };
struct outer f(int n)
{
	struct outer o = {{1.5f, n == 8 ? 2.5f + NEW : 2.5f}, n > 3 ? "big" : "small"};
	return o;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n)
{
	struct outer o = f(n);
	printf("%g %g %s", o.in.x, o.in.y, o.name);
}
#endif
