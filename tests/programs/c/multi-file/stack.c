/* stack.c: the stack itself; its static names are also used in other files. */
#include "stack.h"
#include <stdlib.h>

struct stack {
	long *at;
	int n, cap;
};

int stack_live;
const char *const stack_errors[] = {"ok", "stack is empty"};
static int count;

static int helper(int x)
{
	return x ? 2 * x : 4;
}

struct stack *stack_new(void)
{
	stack_live++;
	stack_bump();
	return calloc(1, sizeof(struct stack));
}

void stack_free(struct stack *s)
{
	stack_live--;
	free(s->at);
	free(s);
}

void stack_push(struct stack *s, long v)
{
	count++;
	if (s->n == s->cap)
		s->at = realloc(s->at, sizeof *s->at * (size_t)(s->cap = helper(s->cap)));
	s->at[s->n++] = v;
}

int stack_pop(struct stack *s, long *v)
{
	if (s->n == 0)
		return STACK_EMPTY;
	*v = s->at[--s->n];
	return STACK_OK;
}

int stack_count(void)
{
	return count;
}
