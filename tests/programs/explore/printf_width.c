// inputs: int[-3,12] int[-2,6]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int w = atoi(argv[argc - 2]), v = atoi(argv[argc - 1]);
	char b[40];
	int n = sprintf(b, "%*d|%-*x|%.*s", w, v, w, v, v < 0 ? 0 : v, "abcdefgh");
	printf("%d %s\n", n, b);
	return b[0] == ' ';
}
