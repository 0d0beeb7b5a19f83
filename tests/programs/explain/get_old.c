#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
	const char *s = argv[1];
	if (strncmp(s, "GET ", 4)) {
		puts("bad method");
		return 1;
	}
	const char *u = s + 4;
	if (u[0] != '/') {
		puts("bad url");
		return 1;
	}
	printf("fetch %s\n", u);
	return 0;
}
