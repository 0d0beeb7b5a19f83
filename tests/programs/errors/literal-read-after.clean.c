/* literal-read-after.clean.c: the terminator is the last byte read. */
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
	printf("%d\n", weight("abc", 4));
	puts("done");
	return 0;
}
