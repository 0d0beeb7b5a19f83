/* Numeric arguments, by a function of the program. */
#include <stdio.h>
#include <stdlib.h>

static int number(const char *text)
{
	char *end;
	long n = strtol(text, &end, 10);
	if (*end)
		exit(2);
	return (int)n;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 1;
	int a = number(argv[1]), b = number(argv[2]);
	printf("%d\n", a > b ? a : b);  //OLD
	printf("%d\n", a >= b ? b : a); //NEW
	return 0;
}
