/* shop.c: tables with names, and the length of a number's text: what signatures call them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int prices[4] = {10, 25, 7, 90};

int main(int argc, char **argv)
{
	static int stock[4] = {3, 0, 5, 1};
	if (argc < 3)
		return 2;
	int item = atoi(argv[1]), n = atoi(argv[2]);
	if (item < 0 || item > 3 || strlen(argv[2]) > 2)
		return 1;
	if (stock[item] < n)
		printf("only %d\n", stock[item]);
	else
		printf("%d\n", prices[item] * n);
	return 0;
}
