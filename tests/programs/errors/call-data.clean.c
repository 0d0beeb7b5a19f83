/* call-data.clean.c: a function's address copied as bytes may be called. */
#include <stdio.h>
#include <string.h>

static int inc(int x)
{
	return x + 1;
}

int main(void)
{
	int (*f)(int), (*p)(int) = inc;
	memcpy(&f, &p, sizeof f);
	printf("%d\n", f(1));
	puts("done");
	return 0;
}
