/* cmd.c: what the commands share. */
#include "cmd.h"

int complain(const Err *err)
{
	fflush(stdout);
	fprintf(stderr, "drift: %s\n", err->text);
	return EXIT_TROUBLE;
}
