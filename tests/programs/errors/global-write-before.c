/* global-write-before.c: popping an empty stack and pushing writes in front of it. */
#include <stdio.h>

static double stack[8];
static int top;

static void pop(void)
{
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
