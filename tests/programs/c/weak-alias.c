/* weak-alias.c: weak definitions, weak undefined symbols, aliases of functions and data. */
#include <stdio.h>

__attribute__((weak)) int maybe(int);
__attribute__((weak)) int fallback(void)
{
	return 5;
}
extern __attribute__((weak)) int nowhere;

static int real(int x)
{
	return x * 3;
}
int nickname(int) __attribute__((alias("real_extern")));
int real_extern(int x)
{
	return real(x) + 1;
}
int value = 9;
extern int same_value __attribute__((alias("value")));
static int hidden(int) __attribute__((used));
static int hidden(int x)
{
	return x;
}
__attribute__((visibility("hidden"), cold)) int cold(int x)
{
	return x - 1;
}

int main(void)
{
	printf("%d %d\n", maybe == NULL, &nowhere == NULL);
	if (maybe)
		printf("%d\n", maybe(1));
	printf("%d %d %d\n", fallback(), nickname(4), nickname == real_extern);
	same_value++;
	printf("%d %d\n", value, &value == &same_value);
	printf("%d %d\n", hidden(3), cold(3));
	return 0;
}
