// inputs: str[2]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int v = atoi(argv[argc - 1]);
	puts(v == 7 ? "seven" : v > 50 ? "large" : v < 0 ? "negative" : "other");
	return 0;
}
