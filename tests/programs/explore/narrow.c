// inputs: int[-400,400]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	signed char c = (signed char)atoi(argv[argc - 1]);
	if (c < 0)
		puts("negative");
	else if (c == 100)
		puts("hundred");
	printf("%d\n", c);
	return 0;
}
