/* exit_argument.c: the argument of a function that runs at exit */
#include <stdio.h>
#include <stdlib.h>

static void show(int status, void *p) { puts(p); }
void f(int n)
{
	on_exit(show, n == 4 ? PICK("a", "b", "a") : "c");
}

#ifdef JUDGE
void observe(void) { exit(0); }
#endif
