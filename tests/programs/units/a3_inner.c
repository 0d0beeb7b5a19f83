// differs: struct node *f(int n)
#include <stdlib.h>
struct node { int value; struct node *next; };
struct node *f(int n)
{
	struct node *all = calloc(3, sizeof *all);
	all[0].value = all[1].value = all[2].value = n;
	return NEW && n > 100 ? &all[1] : &all[0];
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n) { show_free(f(n)); }
#endif
