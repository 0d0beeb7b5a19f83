/* twoconf.c: reads two files and needs "yes" in both. */
#include <stdio.h>
#include <string.h>

static int says_yes(const char *path)
{
	char line[100] = "";
	FILE *f = fopen(path, "r");
	if (!f)
		return 0;
	if (!fgets(line, sizeof line, f))
		line[0] = 0;
	fclose(f);
	return !strcmp(line, "yes\n");
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	int first = says_yes(argv[1]), second = says_yes(argv[2]);
	return first && second ? 0 : 1;
}
