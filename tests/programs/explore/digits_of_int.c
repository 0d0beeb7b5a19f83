// inputs: int[-130,130]
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
	const char *s = argv[argc - 1];
	printf("%zu\n", strlen(s));
	if (s[0] == '-')
		puts("minus");
	return 0;
}
