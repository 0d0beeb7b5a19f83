/* literal-write.clean.c: an array initialised by a literal may be written. */
#include <stdio.h>

static void upper(char *s)
{
	for (; *s; s++)
		if (*s >= 'a' && *s <= 'z')
			*s -= 32;
}

int main(void)
{
	char s[] = "hello";
	upper(s);
	puts(s);
	puts("done");
	return 0;
}
