// inputs: int[-50,50] int[-5,5]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[argc - 2]), b = atoi(argv[2]);
	if (!b) {
		puts("no");
		return 1;
	}
	puts(a / b > 7 ? "high" : "low");
	return 0;
}
