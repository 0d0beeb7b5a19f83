// same: f
struct big { int a[6]; };
struct big f(struct big b, int n)
{
	if (NEW)
		b.a[2] += n;
	else
		b.a[2] = n + b.a[2];
	return b;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n)
{
	struct big b = {{1, 2, 3, 4, 5, n}};
	b = f(b, n);
	for (int i = 0; i < 6; i++)
		SHOW(b.a[i]);
}
#endif
