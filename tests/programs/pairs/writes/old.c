/* Writes to whatever file it is told to. */
#include <stdio.h>

int main(int argc, char **argv)
{
	FILE *f = argc > 1 ? fopen(argv[1], "w") : NULL;
	if (f) {
		fputs("old\n", f);
		fclose(f);
	}
	puts("one");
	return 0;
}
