// inputs: str[2]
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
	const char *s = argv[argc - 1];
	if (!strcmp(s, "on"))
		puts("1");
	else if (!strcmp(s, "no"))
		puts("0");
	else if (!*s)
		puts("empty");
	else
		puts("?");
	return 0;
}
