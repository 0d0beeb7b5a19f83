/* NEW compares the first byte with a table. */
#include <stdio.h>
#ifndef NEW
#define NEW 0
#endif
int main(void)
{
	FILE *f = fopen("conf", "r");
	int c = f ? getc(f) : EOF;
#if NEW
	static const char table[2] = {'y', 'n'};
	int known = c == table[0] || c == table[1];
#else
	int known = c == 'y' || c == 'n';
#endif
	puts(known ? "known" : "other");
	if (f)
		fclose(f);
	return 0;
}
