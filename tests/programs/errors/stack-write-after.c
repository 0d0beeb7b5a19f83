/* stack-write-after.c: one past the end of a local array is written. */
#include <stdio.h>

int main(int argc, char **argv)
{
	(void)argv;
	int a[4] = {0};
	for (int i = 0; i <= argc + 3; i++)
		a[i] = i;
	printf("%d\n", a[argc]);
	puts("done");
	return 0;
}
