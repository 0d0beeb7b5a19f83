/* main.c: several files with equal static names, shared globals and an inline counter each. */
#include "stack.h"
#include <stdio.h>

int calc(const char *text, long *result);
int calc_count(void);
int stack_count(void);

static int count = -1;

static void helper(const char *text)
{
	long v = 0;
	int r = calc(text, &v);
	printf("%-12s %ld %s\n", text, v, stack_errors[r]);
	count--;
}

int main(void)
{
	helper("1 2 +");
	helper("3 4 * 5 -");
	helper("2 2 2 2 2 2 2 2 2 + + + + + + + +");
	helper("1 +");
	helper("");
	printf("%d %d %d %d %d\n", count, calc_count(), stack_count(), stack_live, stack_bump());
	return 0;
}
