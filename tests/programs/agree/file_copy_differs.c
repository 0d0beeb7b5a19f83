/* The argument says which byte of the file is printed; NEW counts from 1 after the third. */
#include <stdio.h>
#include <stdlib.h>
#ifndef NEW
#define NEW 0
#endif
int main(int argc, char **argv)
{
	char text[8] = "";
	int n = argc > 1 ? atoi(argv[1]) & 3 : 0;
	FILE *f = fopen("conf", "r");
	if (!f || !fgets(text, sizeof text, f))
		return 2;
	fclose(f);
	putchar(text[n + (NEW && n == 3)]);
	putchar('\n');
	return 0;
}
