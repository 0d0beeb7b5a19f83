// differs: void f(struct s *s, unsigned long a)
#include <stdlib.h>
struct s { unsigned long sum; char *p; };
void f(struct s *s, unsigned long a)
{
	s->p = calloc(1, 64);
	s->sum = NEW ? a + (a == (unsigned long)1 << 44) : a;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n)
{
	struct s s;
	f(&s, n == 3 ? (unsigned long)1 << 44 : (unsigned long)n);
	SHOW(s.sum);
}
#endif
