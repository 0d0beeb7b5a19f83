/* strcat-stack.c: a path is put together in too small a buffer. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	(void)argc;
	char path[16];
	strcpy(path, "/usr/share/");
	strcat(path, argv[1]);
	puts(path);
	puts("done");
	return 0;
}
