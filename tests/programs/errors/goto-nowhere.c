#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	static const void *const labels[] = {&&first, &&second, 0};
	int n = argc > 1 ? atoi(argv[1]) : 0;
	goto *labels[n];
first:
	puts("done");
	return 0;
second:
	puts("done");
	return 0;
}
