/* cmd.c: shared by the commands. */
#include "cli/cmd.h"

#include <unistd.h>

FILE *status_terminal(void)
{
	return isatty(STDERR_FILENO) ? stderr : NULL;
}

bool one_process(long long jobs, const char *what, const char *instead, Err *err)
{
	return jobs <= 1 ||
		   err_set(err, "-j %lld: %s is solved in one process; leave -j out, or use %s", jobs, what,
				   instead);
}
