/* Reads pairs by scanf. */
#include <stdio.h>

int main(void)
{
	int n, sum = 0;
	char name[9];
	while (scanf("%8s = %d", name, &n) == 2)
		sum += n;     //OLD
		sum += n + 1; //NEW
	printf("%d\n", sum);
	return 0;
}
