// inputs: str[1] int[0,2]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
	const char *p = strchr("a=b", argv[argc - 2][0]);
	if (!p)
		puts("none");
	else
		printf("%d\n", (int)strlen(p) + atoi(argv[2]));
	return 0;
}
