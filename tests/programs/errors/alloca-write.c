/* alloca-write.c: a string copied to alloca without room for its end. */
#include <alloca.h>
#include <stdio.h>
#include <string.h>

static size_t shout(const char *s)
{
	size_t n = strlen(s);
	char *p = alloca(n);
	for (size_t i = 0; i < n; i++)
		p[i] = (char)(s[i] & ~0x20);
	p[n] = '!';
	return fwrite(p, 1, n, stdout);
}

int main(void)
{
	printf(" %zu\n", shout("hello"));
	puts("done");
	return 0;
}
