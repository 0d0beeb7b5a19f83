// inputs: str[1]
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	if (access(argv[argc - 1], R_OK) == 0)
		puts("there");
	return 0;
}
