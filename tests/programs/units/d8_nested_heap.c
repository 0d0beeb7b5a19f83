// same: f
#include <stdlib.h>
struct text { char *at; int len; };
struct reply { struct text head; union { long code; char tag; } u; };
struct reply f(int n)
{
	struct reply r = {{calloc(1, 4), n & 3}, {0}};
	for (int i = 0; i < r.head.len; i++)
		r.head.at[NEW ? r.head.len - 1 - i : i] = 'a';
	r.u.code = n;
	return r;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n)
{
	struct reply r = f(n);
	printf("%s %d %ld", r.head.at, r.head.len, r.u.code);
}
#endif
