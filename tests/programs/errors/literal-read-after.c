/* literal-read-after.c: a string literal is read past its terminator. */
#include <stdio.h>

static int weight(const char *s, int n)
{
	int w = 0;
	for (int i = 0; i < n; i++)
		w += s[i];
	return w;
}

int main(void)
{
	printf("%d\n", weight("abc", 5));
	puts("done");
	return 0;
}
