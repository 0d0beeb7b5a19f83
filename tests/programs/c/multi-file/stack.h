/* stack.h: a stack of longs, for a program of several files. */
#ifndef STACK_H
#define STACK_H

struct stack;

struct stack *stack_new(void);
void stack_free(struct stack *s);
void stack_push(struct stack *s, long v);
int stack_pop(struct stack *s, long *v);
extern int stack_live;
extern const char *const stack_errors[];
enum { STACK_OK, STACK_EMPTY };

/* Inline in each file that includes it. */
static inline int stack_bump(void)
{
	static int n;
	return ++n;
}

#endif
