// inputs: str[1]
#include <stdio.h>
int main(int argc, char **argv)
{
	int v = 7;
	char w[4] = "";
	int n = sscanf(argv[argc - 1], "%d%1[a-c]", &v, w);
	printf("%d %d %s\n", n, n > 0 ? v % 3 : 0, w);
	return 0;
}
