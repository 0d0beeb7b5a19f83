/* null-read.clean.c: a lookup that does not fail. */
#include <stdio.h>
#include <string.h>

int main(void)
{
	const char *s = "key=value";
	char *eq = strchr(s, '=');
	printf("%c\n", *eq);
	puts("done");
	return 0;
}
