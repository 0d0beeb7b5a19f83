// inputs: int[-10,30]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	char name[9] = "overflow";
	int i = atoi(argv[argc - 1]);
	if (name[i] == 'v')
		puts("v");
	else
		puts("other");
	return 0;
}
