/* discount: what an order costs. discount PIECES CENTS */
#include <stdio.h>
#include <stdlib.h>

static int percent(int pieces)
{
	if (pieces > 100)
		return 20;
	if (pieces >= 10)
		return 5;
	return 0;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	int pieces = atoi(argv[1]), cents = atoi(argv[2]);
	if (pieces < 1 || pieces > 1000 || cents < 0 || cents > 10000) {
		puts("no such order");
		return 1;
	}
	int total = pieces * cents;
	total -= total * percent(pieces) / 100;
	printf("%d\n", total);
	return 0;
}
