// inputs: int[0,300]
#include <stdio.h>
#include <stdlib.h>
struct flags {
	unsigned low : 3, mid : 4, high : 5;
};
int main(int argc, char **argv)
{
	int v = atoi(argv[argc - 1]);
	struct flags f = {(unsigned)v & 7, ((unsigned)v >> 3) & 15, 0};
	f.high = f.low + f.mid;
	if (f.high == 17)
		puts("seventeen");
	if (f.mid == 9)
		puts("nine");
	printf("%u\n", (unsigned)f.high);
	return 0;
}
