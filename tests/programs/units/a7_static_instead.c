// same: const char *f(int n)
static const char names[2][8] = {"one", "two"};
static const char more[3][8] = {"zero", "one", "two"};
const char *f(int n)
{
	return NEW ? more[1 + (n > 3)] : names[n > 3];
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n) { printf("%s", f(n)); }
#endif
