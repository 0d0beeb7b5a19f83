// inputs: str[2]
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
	printf("%zu\n", strlen(argv[argc - 1]));
	return 0;
}
