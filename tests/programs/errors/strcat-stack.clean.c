/* strcat-stack.clean.c: the buffer holds the longest path. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	(void)argc;
	char path[64];
	strcpy(path, "/usr/share/");
	strcat(path, argv[1]);
	puts(path);
	puts("done");
	return 0;
}
