// differs: f
#if NEW
#define width wide
#endif
struct shape { int width, height; };
void f(struct shape *s)
{
	s->width = s->height > 9 + NEW ? s->height : 0;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n)
{
	struct shape s = {1, n};
	f(&s);
	SHOW(s.width);
	SHOW(s.height);
}
#endif
