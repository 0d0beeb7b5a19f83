// inputs: int[0,3] text[1]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	unsigned char b[4] = {9};
	size_t n = fread(b, 1, sizeof b, stdin);
	if (n && b[0] == 200 + atoi(argv[argc - 1]))
		puts("hit");
	printf("%zu\n", n);
	return 0;
}
