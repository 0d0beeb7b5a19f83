/* Effects of a change that do not come to the output, each ended in its own way. */
#include <stdio.h>
#include <stdlib.h>

static int limit(int x)
{
	int rate = 2 * x;
	int spare = rate + 7;
	int kept = rate;
	if (rate > 1000)
		printf("high ");
	kept = 5;
	return rate / 100 + kept + (spare & 0);
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	int x = atoi(argv[1]);
	if (x < 0 || x > 40)
		return 1;
	printf("%d\n", limit(x));
	return 0;
}
