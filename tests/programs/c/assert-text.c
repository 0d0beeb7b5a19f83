/* assert-text.c: a failed assertion inside a function, after output that must not be lost or kept.
 */
#include <assert.h>
#include <stdio.h>

static int half(int x)
{
	assert(x % 2 == 0 && "x must be even");
	return x / 2;
}

int main(void)
{
	printf("%d\n", half(4));
	fflush(stdout);
	printf("%d\n", half(3));
	return 0;
}
