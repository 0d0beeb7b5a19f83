/* call-data.c: the address of data is called. */
#include <stdio.h>
#include <string.h>

static char code[16] = "not code";

int main(void)
{
	int (*f)(int);
	char *p = code;
	memcpy(&f, &p, sizeof f);
	printf("%d\n", f(1));
	puts("done");
	return 0;
}
