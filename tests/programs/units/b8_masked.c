// same: void f(struct s *s, int n)
#include <stdint.h>
struct s { uintptr_t low; int own; };
void f(struct s *s, int n)
{
	static char a[16] __attribute__((aligned(16)));
	s->low = (uintptr_t)(a + (n & 7)) & (NEW ? 0xf : 15);
	s->own = NEW ? n + n : n * 2;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n)
{
	struct s s;
	f(&s, n);
	SHOW(s.low);
	SHOW(s.own);
}
#endif
