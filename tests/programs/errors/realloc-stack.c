/* realloc-stack.c: a buffer that starts on the stack is grown by realloc. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	(void)argv;
	char small[8] = "seven";
	char *p = small;
	if (argc == 1)
		p = realloc(p, 64);
	puts(p);
	puts("done");
	return 0;
}
