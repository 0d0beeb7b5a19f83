// same: f
#if NEW
#define width wide
#define height high
#endif
struct shape { int width, height; char *name; };
void f(struct shape *s)
{
	s->width = NEW ? s->height + s->height : 2 * s->height;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n)
{
	struct shape s = {1, n, 0};
	f(&s);
	SHOW(s.width);
	SHOW(s.height);
}
#endif
