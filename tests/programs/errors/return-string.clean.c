/* return-string.clean.c: the caller brings the buffer. */
#include <stdio.h>

static char *label(char *(*self)(char *), char *buf, size_t size, int n)
{
	snprintf(buf, size, "item %d", n);
	return self(buf);
}

static char *same(char *p)
{
	return p;
}

int main(void)
{
	char buf[16];
	puts(label(same, buf, sizeof buf, 3));
	puts("done");
	return 0;
}
