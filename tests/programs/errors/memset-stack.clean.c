/* memset-stack.clean.c: the array's own size. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	(void)argv;
	int a[8];
	char guard[4] = "abc";
	memset(a, 0, sizeof a - (size_t)argc + 1);
	printf("%d %s\n", a[7], guard);
	puts("done");
	return 0;
}
