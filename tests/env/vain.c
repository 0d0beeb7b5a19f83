/* vain.c: where the file of the first argument says no, waits for a line that never comes. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	char line[16] = "";
	int ends[2];
	FILE *f = argc > 1 ? fopen(argv[1], "r") : NULL;
	if (!f || !fgets(line, sizeof line, f) || pipe(ends) != 0)
		return 2;
	return !strcmp(line, "no\n") && read(ends[0], line, 1) == 1;
}
