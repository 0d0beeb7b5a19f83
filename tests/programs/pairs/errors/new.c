/* Behaviours besides output: an index that leaves its array, a loop without end, a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
	char text[4] = "";
	if (argc != 3)
		return 2;
	int what = atoi(argv[1]);

	if (what == 1 && strlen(argv[2]) <= sizeof text)
		strcpy(text, argv[2]);
	for (int i = 0; what == 2 && i < 3; i += argv[2][0] != 0)
		text[i] = argv[2][i] ? argv[2][i] : 'x';
	if (what == 3) {
		FILE *f = fopen("log", "w");
		if (!f)
			return 1;
		fprintf(f, "%s.\n", argv[2]);
		fclose(f);
	}
	puts(text);
	return 0;
}
