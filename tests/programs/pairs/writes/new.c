/* Writes to whatever file it is told to. */
#include <stdio.h>

int main(int argc, char **argv)
{
	FILE *f = argc > 1 ? fopen(argv[1], "w") : NULL;
	if (f) {
		fputs("new\n", f);
		fclose(f);
	}
	puts("two");
	return 0;
}
