// differs: struct big f(int n)
struct big { long a[4]; char c; };
struct big f(int n)
{
	struct big b = {{n, 2, 3, n == 77 ? 4 + NEW : 4}, 'x'};
	return b;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n)
{
	struct big b = f(n);
	for (int i = 0; i < 4; i++)
		SHOW(b.a[i]);
	SHOW(b.c);
}
#endif
