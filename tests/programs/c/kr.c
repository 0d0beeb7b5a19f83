/* kr.c: old-style definitions with default promotions, and calls without prototypes. */
#pragma clang diagnostic ignored "-Wdeprecated-non-prototype"
#include <stdio.h>

int area();
double scale();

int area(w, h)
int w, h;
{
	return w * h;
}

double scale(x, c, s, p)
float x;
char c;
short s;
char *p;
{
	return x * c + s + p[0];
}

static long none()
{
	return 42;
}

int main(argc, argv)
int argc;
char **argv;
{
	(void)argv;
	printf("%d\n", area(argc + 2, 4));
	printf("%g\n", scale(1.5f, 'A', (short)-3, "B"));
	printf("%ld\n", none());
	return 0;
}
