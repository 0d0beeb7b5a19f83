// inputs: text[1]
#include <stdio.h>
int main(void)
{
	int v;
	if (scanf("%d", &v) == 1)
		printf("%d\n", v * 2);
	else
		puts("none");
	return 0;
}
