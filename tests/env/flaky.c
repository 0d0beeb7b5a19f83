/* flaky.c: fails in every other run: it counts them in the file named by its argument. */
#include <stdio.h>

int main(int argc, char **argv)
{
	int n = 0;
	FILE *f = argc > 1 ? fopen(argv[1], "r+") : NULL;
	if (!f)
		return 2;
	if (fscanf(f, "%d", &n) != 1)
		n = 0;
	rewind(f);
	fprintf(f, "%d\n", n + 1);
	fclose(f);
	return n % 2;
}
