// inputs: int[-700,700]
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
int main(int argc, char **argv)
{
	int a = argc > 1 ? atoi(argv[1]) : 0;
	printf("%hhd %hhu %hhx %hd %hu %hx\n", a, a, a, a * 200, a * 200, a * 200);
	printf("%ld %lu %lx %lo\n", (long)a, (unsigned long)a, (long)a, (long)a);
	printf("%lld %llx %zu %jd\n", (long long)a * 5000000000, (unsigned long long)(unsigned)a,
		   (size_t)a, (intmax_t)a);
	printf("%d %d %d %d\n", (signed char)a, (unsigned char)a, (short)(a * 99),
		   (unsigned short)(a * 99));
	printf("%u %lx %ld\n", (unsigned char)a, (unsigned long)(unsigned)a, (long)(unsigned)a);
	printf("%+d %+d % d %+ld\n", a & 7, (unsigned char)a, a & 15, (long)(a & 3));
	return a;
}
