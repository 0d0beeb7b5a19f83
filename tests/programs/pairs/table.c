/* table.c: functions in a table that the input chooses from; one of them has changed. */
#include <stdio.h>

static int x = 1;

static int more(void)
{
	return x++;
}
static int two(void)
{
	return x += 2;
}
static int times(void)
{
	return x *= 3;
}

static int look(void)
{
#ifdef NEW
	return x == 3 ? x - 1 : x;
#else
	return x;
#endif
}

static int (*const table[4])(void) = {more, two, times, look};

int main(void)
{
	int c, s = 0;
	while ((c = getchar()) != EOF)
		s = s * 7 + table[c & 3]();
	printf("%d\n", s);
	return 0;
}
