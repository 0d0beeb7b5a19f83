// differs: struct s *f(int n)
#include <stdint.h>
#include <stdlib.h>
struct s { uintptr_t text; };
struct s *f(int n)
{
	struct s *s = calloc(1, sizeof *s);
	char *p = calloc(1, 8);
	p[0] = n == 5 ? 'a' + NEW : 'z';
	s->text = (uintptr_t)p;
	return s;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n) { printf("%s", (char *)f(n)->text); }
#endif
