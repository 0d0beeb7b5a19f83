/* config.c: reads the file named by its argument; fails unless a line says port=80. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	char line[200];
	int found = 0;
	FILE *f = argc > 1 ? fopen(argv[1], "r") : NULL;
	if (!f) {
		perror("config");
		return 2;
	}
	while (fgets(line, sizeof line, f))
		found |= !strcmp(line, "port=80\n");
	fclose(f);
	if (!found)
		fprintf(stderr, "no port\n");
	return !found;
}
