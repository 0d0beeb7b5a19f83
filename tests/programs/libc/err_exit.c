/* err_exit.c: error with a status ends the program, and standard output is flushed first. */
#include <errno.h>
#include <error.h>
#include <stdio.h>

int main(void)
{
	printf("first\n");
	error(42, ENOTDIR, "%s", "last");
	return 0;
}
