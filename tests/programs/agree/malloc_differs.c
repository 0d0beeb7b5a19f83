/* NEW ends with another status if there is no memory. */
#include <stdlib.h>
#ifndef NEW
#define NEW 0
#endif
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) & 7 : 0;
	int *p = malloc(sizeof *p);
	if (!p)
		return 20 + NEW;
	*p = n;
	n = *p;
	free(p);
	return n;
}
