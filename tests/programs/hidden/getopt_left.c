/* getopt_left.c: where getopt continues */
#include <stdio.h>
#include <unistd.h>

static char *words[] = {"prog", "-ab", "-c", NULL};
void f(int n)
{
	getopt(3, words, "abc");
	if (n == 4 && PICK(1, 0, n / 4))
		getopt(3, words, "abc");
}

#ifdef JUDGE
void observe(void) { printf("%d", getopt(3, words, "abc")); }
#endif
