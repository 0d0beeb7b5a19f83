/* NEW takes a file that begins with z for a good one. */
#include <stdio.h>
#ifndef NEW
#define NEW 0
#endif
int main(void)
{
	FILE *f = fopen("conf", "r");
	int c = f ? getc(f) : EOF;
	if (c == 'y' || (NEW && c == 'z'))
		puts("good");
	else
		puts("bad");
	if (f)
		fclose(f);
	return 0;
}
