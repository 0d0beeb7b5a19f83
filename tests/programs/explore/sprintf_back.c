// inputs: int[-200,200]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	char text[32];
	int n = sprintf(text, "%d", atoi(argv[argc - 1]) + 5);
	if (n == 2)
		puts("two characters");
	if (atoi(text) == 42)
		puts("answer");
	puts(text);
	return 0;
}
