// inputs: str[2]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	char *end;
	long v = strtol(argv[argc - 1], &end, 0);
	if (end == argv[1])
		puts("nothing");
	else if (*end)
		puts("rest");
	else
		puts(v == 8 ? "eight" : "number");
	return 0;
}
