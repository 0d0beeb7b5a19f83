// inputs: int[-40,40] int[-3,3]
#include <stdio.h>
#include <stdlib.h>
struct f {
	int a : 3;
	unsigned b : 5;
	int c : 11;
	_Bool d;
	signed char e;
	unsigned short g;
};
int main(int argc, char **argv)
{
	int a = argc > 1 ? atoi(argv[1]) : 0, b = argc > 2 ? atoi(argv[2]) : 0;
	struct f x = {a, a, a * 30, a, a * 5, a};
	char text[40];
	printf("%d %u %d %d %d %d\n", x.a, x.b, x.c, x.d, x.e, x.g);
	printf("%x %x %o %X\n", x.a, x.c, x.e, x.g);
	sprintf(text, "%04x-%+d", a, b);
	puts(text);
	printf("%d %d %d\n", a > b, (a > b) - (a < b), -(a == b));
	printf("%*d|%-*d|%.*d\n", 5, a, 6, b, 3, a);
	return x.c & 63;
}
