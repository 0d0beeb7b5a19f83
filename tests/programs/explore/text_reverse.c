// inputs: int[-40,130]
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
	const char *s = argv[argc - 1];
	for (size_t n = strlen(s); n-- > 0;)
		putchar(s[n]);
	putchar('\n');
	return 0;
}
