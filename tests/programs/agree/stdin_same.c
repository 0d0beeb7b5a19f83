/* NEW counts down. */
#include <stdio.h>
#ifndef NEW
#define NEW 0
#endif
int main(void)
{
	int c, n = 0;
	while ((c = getchar()) != EOF)
#if NEW
		n -= c == ' ';
	n = -n;
#else
		n += c == ' ';
#endif
	printf("%d\n", n);
	return 0;
}
