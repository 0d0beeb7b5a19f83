/* global-write-before.clean.c: an empty stack is not popped. */
#include <stdio.h>

static double stack[8];
static int top;

static void pop(void)
{
	if (top > 0)
		top--;
}

static void push(double v)
{
	stack[top++] = v;
}

int main(void)
{
	push(1.5);
	pop();
	pop();
	push(2.5);
	printf("%d %g\n", top, stack[0]);
	puts("done");
	return 0;
}
