// inputs: str[2]
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
	const char *value = "none";
	if (argv[argc - 1][0] == '-')
		value = argv[1][1] == 'v' ? "verbose" : NULL;
	puts(value[0] == 'n' ? "plain" : value);
	return 0;
}
