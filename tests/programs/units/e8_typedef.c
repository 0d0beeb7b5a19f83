// same: f
#if NEW
typedef struct { int x, y; } where;
int f(where at) { return at.y + at.x; }
#else
struct point { int x, y; };
int f(struct point p) { return p.x + p.y; }
#define where struct point
#endif
#ifdef JUDGE
#include "judge.h"
static void judge(int n)
{
	where p = {n, 3};
	SHOW(f(p));
}
#endif
