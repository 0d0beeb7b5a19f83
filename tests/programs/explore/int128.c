// inputs: int[-25,25] int[0,25]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	__int128 a = atol(argv[argc - 2]), b = atol(argv[argc - 1]);
	__int128 both = a * ((__int128)1 << 64) + b;
	unsigned __int128 u = (unsigned __int128)both;
	if (both == ((__int128)9 << 64) + 4)
		puts("nine, four");
	if ((long)both == 11)
		puts("the low half");
	if ((long)(both >> 64) == 11)
		puts("the high half");
	if (u > (unsigned __int128)-3 << 64)
		puts("large");
	if (both < -((__int128)20 << 64))
		return 5;
	return (int)(u % 7);
}
