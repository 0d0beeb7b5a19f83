/* sprintf-stack.c: a number longer than the programmer thought. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	(void)argc;
	char buf[8];
	sprintf(buf, "id=%d", atoi(argv[1]));
	puts(buf);
	puts("done");
	return 0;
}
