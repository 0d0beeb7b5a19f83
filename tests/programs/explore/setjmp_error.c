// inputs: int[-10,10]
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf top;
static int half(int v)
{
	if (v & 1)
		longjmp(top, 1);
	return v / 2;
}
int main(int argc, char **argv)
{
	int v = atoi(argv[argc - 1]);
	if (setjmp(top)) {
		puts("odd");
		return 1;
	}
	printf("%d\n", half(v));
	return 0;
}
