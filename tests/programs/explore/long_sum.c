// inputs: int[-100,100] int[-100,100]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	long a = atol(argv[argc - 2]), b = atol(argv[argc - 1]);
	if (a + b == 12)
		puts("twelve");
	if (a * b == 35)
		return 3;
	if ((a ^ (b << 20)) == 5242883)
		puts("mixed");
	printf("%ld\n", a - b);
	return 0;
}
