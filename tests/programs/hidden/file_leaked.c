/* file_leaked.c: a stream that is open and nobody knows */
#include <stdio.h>
#include <unistd.h>

void f(int n)
{
	FILE *p = fopen("/dev/null", "r");
	if (p && (n != 4 || PICK(1, 0, n / 4)))
		fclose(p);
}

#ifdef JUDGE
void observe(void) { printf("%d", dup(0)); }
#endif
