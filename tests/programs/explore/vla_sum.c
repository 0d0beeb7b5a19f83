// inputs: int[1,6]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = atoi(argv[argc - 1]), s = 0;
	int t[n];
	for (int i = 0; i < n; i++)
		t[i] = i * i;
	for (int i = 0; i < n; i++)
		s += t[i];
	printf("%d\n", s);
	return 0;
}
