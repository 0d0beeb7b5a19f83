/* calc.c: reverse Polish notation on a stack. */
#include "stack.h"
#include <ctype.h>
#include <stdlib.h>

static int count = 100;

static int helper(struct stack *s, char op)
{
	long a, b;
	if (stack_pop(s, &b) || stack_pop(s, &a))
		return STACK_EMPTY;
	count++;
	stack_push(s, op == '+' ? a + b : op == '-' ? a - b : a * b);
	return STACK_OK;
}

int calc(const char *text, long *result)
{
	struct stack *s = stack_new();
	int r = STACK_OK;
	while (*text && !r) {
		if (isdigit((unsigned char)*text)) {
			char *end;
			stack_push(s, strtol(text, &end, 10));
			text = end;
		} else if (*text == ' ')
			text++;
		else
			r = helper(s, *text++);
	}
	if (!r)
		r = stack_pop(s, result);
	stack_free(s);
	return r;
}

int calc_count(void)
{
	return count;
}
