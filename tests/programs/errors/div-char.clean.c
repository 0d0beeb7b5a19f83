/* div-char.clean.c: a narrow divisor just before it wraps. */
#include <stdio.h>

int main(int argc, char **argv)
{
	(void)argv;
	unsigned char d = (unsigned char)(254 + argc);
	int q = 510;
	q /= d;
	printf("%d\n", q);
	puts("done");
	return 0;
}
