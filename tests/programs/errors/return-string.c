/* return-string.c: a local buffer is returned and printed. */
#include <stdio.h>

static char *label(char *(*self)(char *), int n)
{
	char buf[16];
	snprintf(buf, sizeof buf, "item %d", n);
	return self(buf);
}

static char *same(char *p)
{
	return p;
}

int main(void)
{
	puts(label(same, 3));
	puts("done");
	return 0;
}
