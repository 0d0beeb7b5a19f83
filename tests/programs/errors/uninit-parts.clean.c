/* uninit-parts.clean.c: values passed or put together in parts; only padding is never set. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct padded {
	char kind;
	int size;
};

static int is_large(struct padded p)
{
	return p.size > 10 && p.kind;
}

static int is_wide(unsigned __int128 v)
{
	return (unsigned long)(v >> 64) != 0;
}

static int is_big(unsigned long mantissa, unsigned short exponent)
{
	long double v;
	memcpy(&v, &mantissa, sizeof mantissa);
	memcpy((char *)&v + 8, &exponent, sizeof exponent);
	return v > 1;
}

int main(int argc, char **argv)
{
	(void)argv;
	struct padded p;
	p.kind = (char)argc;
	p.size = argc * 7;
	if (is_large(p))
		puts("large");
	if (is_wide((unsigned __int128)argc << 70))
		puts("wide");
	if (is_big(1ul << 63, (unsigned short)(0x3fff + argc)))
		puts("big");
	if (strtod("1.25", NULL) > 1 && strtold("2.5", NULL) > 2)
		printf("%g %Lg\n", strtod("1.25", NULL), strtold("2.5", NULL));
	puts("done");
	return 0;
}
