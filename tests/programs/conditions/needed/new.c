/* Every decision matters: what is written on one side only, and what may end the run. */
#include <stdio.h>
#include <stdlib.h>

static int table[4] = {3, 1, 4, 1};

int main(int argc, char **argv)
{
	if (argc != 4)
		return 2;
	int a = atoi(argv[1]), b = atoi(argv[2]), c = atoi(argv[3]), flag = 0;
	if (b > 5)
		flag = 1;
	if (c < 0 || c > 3)
		abort();
	if (table[c] == 1)
		flag += 2;
	if (a > 0)
		printf("%d\n", flag + 4);
	return 0;
}
