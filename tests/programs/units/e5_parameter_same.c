// same: f
#if NEW
int f(const char *text, int k)
{
	return text[0] == k ? k + 1 : 0;
}
#else
int f(const char *s, int c)
{
	return c != s[0] ? 0 : 1 + c;
}
#endif
#ifdef JUDGE
#include "judge.h"
static void judge(int n)
{
	char s[2] = {(char)n, 0};
	SHOW(f(s, n));
}
#endif
