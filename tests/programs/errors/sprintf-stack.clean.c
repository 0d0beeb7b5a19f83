/* sprintf-stack.clean.c: room for every int. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	(void)argc;
	char buf[16];
	sprintf(buf, "id=%d", atoi(argv[1]));
	puts(buf);
	puts("done");
	return 0;
}
