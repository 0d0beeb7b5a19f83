// own: reading and printing by stdio alone asks nothing of that kind
// options: --stdin @text:2
// expect: equivalent
#include <stdio.h>
int main(void)
{
	int c, n = 0;
	while ((c = getchar()) != EOF)
		n += c == 'x' ? 2 : 1; //OLD
		n += (c == 'x') + 1; //NEW
	printf("%d\n", n);
	return 0;
}
