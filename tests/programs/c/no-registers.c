/* no-registers.c: functions that have no values at all, only constants and globals, called where
 * others have left pointers in what would be their registers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long flag = 1;
static const char *name = "none";

static void clear(void)
{
	flag = 0;
}

static void rename_it(void)
{
	name = "another";
}

static void touch(char *p)
{
	*p = 1;
}

int main(void)
{
	size_t size = 1 << 22, changed = 0;
	char *big = malloc(size);
	memset(big, 1, size);
	touch(big);
	clear();
	touch(big);
	rename_it();
	for (size_t i = 0; i < size; i++)
		changed += big[i] != 1;
	printf("%ld %s %zu\n", flag, name, changed);
	free(big);
	return 0;
}
