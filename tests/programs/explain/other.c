/* Another program for the same purpose as get_old.c: it does not look at the URL. */
#include <stdio.h>
#include <string.h>

static int method(const char *line)
{
	return memcmp(line, "GET", 3) == 0 && line[3] == ' ';
}

int main(int argc, char **argv)
{
	char line[64] = "";
	if (argc > 1)
		strncpy(line, argv[1], sizeof line - 1);
	if (!method(line)) {
		printf("bad method\n");
		return 1;
	}
	printf("fetch %s\n", line + 4);
	return 0;
}
