/* A library with an object that only it can make. */
#include <stdlib.h>

struct stack {
	int *at;
	int n, room;
};

struct stack *stack_new(void);
void stack_push(struct stack *s, int v);
int stack_top(const struct stack *s);

struct stack *stack_new(void)
{
	return calloc(1, sizeof(struct stack));
}

void stack_push(struct stack *s, int v)
{
	if (s->n == s->room) {
		s->room = s->room * 2 + 1;
		s->at = realloc(s->at, sizeof *s->at * (unsigned)s->room);
	}
	s->at[s->n++] = v;
}

int stack_top(const struct stack *s)
{
	return s->n ? s->at[s->n - 1] : -1; //OLD
	return s->n ? s->at[s->n - 1] : -2; //NEW
}
