/* NEW also counts tabs. */
#include <stdio.h>
#ifndef NEW
#define NEW 0
#endif
int main(void)
{
	int c, n = 0;
	while ((c = getchar()) != EOF)
		n += c == ' ' || (NEW && c == '\t');
	printf("%d\n", n);
	return 0;
}
