// inputs: int[0,7] int[0,7]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int t[8] = {0}, i = atoi(argv[argc - 2]), k = atoi(argv[2]);
	t[i & 7] = 5;
	t[k & 7] += 2;
	if (t[3] == 5)
		puts("three");
	if (t[i & 7] == 7)
		puts("both");
	return 0;
}
