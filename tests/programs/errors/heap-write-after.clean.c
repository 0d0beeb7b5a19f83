/* heap-write-after.clean.c: the terminator has its byte. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	const char *s = "hello";
	size_t n = strlen(s);
	char *p = malloc(n + 1);
	if (!p)
		return 3;
	for (size_t i = 0; i < n; i++)
		p[i] = s[i];
	p[n] = 0;
	puts(p);
	free(p);
	puts("done");
	return 0;
}
