// inputs: int[-200,200]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	long long v = atoi(argv[argc - 1]);
	v = v * 1000000007ll;
	if (v > 100000000000ll)
		puts("huge");
	printf("%lld\n", v / 3);
	return 0;
}
