/* stack-write-after.clean.c: the loop ends at the array's end. */
#include <stdio.h>

int main(int argc, char **argv)
{
	(void)argv;
	int a[4] = {0};
	for (int i = 0; i < argc + 3; i++)
		a[i] = i;
	printf("%d\n", a[argc]);
	puts("done");
	return 0;
}
