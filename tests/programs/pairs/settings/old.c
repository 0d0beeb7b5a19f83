/* Settings in a file in the home directory, and data in one of a given name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int width(void)
{
	char path[256], line[16];
	const char *home = getenv("HOME");
	int n = 8;
	snprintf(path, sizeof path, "%s/.columnsrc", home ? home : "/");
	FILE *f = fopen(path, "r");
	if (!f)
		return n;
	while (fgets(line, sizeof line, f))
		if (!strncmp(line, "w=", 2) && line[2] >= '1' && line[2] <= '9')
			n = line[2] - '0';
	fclose(f);
	return n;
}

int main(void)
{
	char word[32];
	int n = width();
	FILE *f = fopen("data/words", "r");
	if (!f)
		return 1;
	while (fscanf(f, "%31s", word) == 1)
		printf("%-*s|\n", n, word);
	fclose(f);
	return n > 8;
}
