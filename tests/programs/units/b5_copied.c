// same: void f(struct s *s, unsigned long a)
#include <stdlib.h>
struct s { unsigned long sum; };
void f(struct s *s, unsigned long a)
{
	s->sum = NEW ? a + a : 2 * a;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n)
{
	struct s s;
	f(&s, (unsigned long)n);
	SHOW(s.sum);
}
#endif
