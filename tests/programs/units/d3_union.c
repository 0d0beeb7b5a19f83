// differs: f
union word { unsigned u; unsigned char byte[4]; };
union word f(int n)
{
	union word w;
	w.u = (unsigned)n;
	if (n == 6)
		w.byte[2] = 1 + NEW;
	return w;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n) { SHOW(f(n).u); }
#endif
