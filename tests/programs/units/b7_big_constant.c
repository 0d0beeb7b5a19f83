// same: void f(struct s *s, int n)
struct s { unsigned long bits; };
void f(struct s *s, int n)
{
	s->bits = n == 5 ? 0x100000001000 : NEW ? 3 + 4 : 7;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n)
{
	struct s s;
	f(&s, n);
	SHOW(s.bits);
}
#endif
