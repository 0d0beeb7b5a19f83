/* A reader of a file: the first line must be a header. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	char line[64];
	int n = 0;
	FILE *f = argc > 1 ? fopen(argv[1], "r") : NULL;
	if (!f || !fgets(line, sizeof line, f))
		return 2;
	if (strncmp(line, "TABLE", 5))
		return 1;
	while (fgets(line, sizeof line, f))
		n++;
	printf("%d\n", n);     //OLD
	printf("%d\n", n + 1); //NEW
	return 0;
}
