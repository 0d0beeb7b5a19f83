/* rem-overflow.clean.c: narrow operands are promoted and do not overflow. */
#include <limits.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	(void)argv;
	short a = SHRT_MIN, b = (short)-argc;
	printf("%d %d\n", a % b, a / b);
	puts("done");
	return 0;
}
