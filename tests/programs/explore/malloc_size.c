// inputs: int[1,12]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = atoi(argv[argc - 1]);
	char *p = malloc((size_t)n);
	p[0] = 'a';
	if (n > 6)
		p[6] = 'b';
	puts(n > 6 ? "long" : "short");
	free(p);
	return 0;
}
