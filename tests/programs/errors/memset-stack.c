/* memset-stack.c: memset with the element count of the wrong array. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	(void)argv;
	int a[8];
	char guard[4] = "abc";
	memset(a, 0, sizeof a + (size_t)argc);
	printf("%d %s\n", a[7], guard);
	puts("done");
	return 0;
}
