/* div-char.c: a narrow divisor that wrapped to nought. */
#include <stdio.h>

int main(int argc, char **argv)
{
	(void)argv;
	unsigned char d = (unsigned char)(255 + argc);
	int q = 10;
	q /= d;
	printf("%d\n", q);
	puts("done");
	return 0;
}
