/* exit_which.c: a function that runs at exit */
#include <stdio.h>
#include <stdlib.h>

static void one(void) { puts("one"); }
static void two(void) { puts("two"); }
void (*const both[])(void) = {one, two};
void f(int n)
{
	atexit(n == 4 ? PICK(one, two, both[0]) : one);
}

#ifdef JUDGE
void observe(void) { exit(0); }
#endif
