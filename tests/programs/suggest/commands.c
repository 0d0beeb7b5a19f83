/* Subcommands: the change is in one that takes a number. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
	if (argc < 2)
		return 1;
	if (!strcmp(argv[1], "list")) {
		puts("nothing");
	} else if (!strcmp(argv[1], "scale") && argc == 3) {
		printf("%d\n", atoi(argv[2]) * 2); //OLD
		printf("%d\n", atoi(argv[2]) * 3); //NEW
	} else {
		return 1;
	}
	return 0;
}
