// inputs: str[1]
#include <ctype.h>
#include <stdio.h>
int main(int argc, char **argv)
{
	int c = toupper((unsigned char)argv[argc - 1][0]);
	if (c == 'Q')
		puts("q");
	printf("%d\n", c);
	return 0;
}
