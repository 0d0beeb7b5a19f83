/* flags_fit.c: rejects compiler options for what was compiled before. */
#include "cli/cmd.h"

#include "engine/load/program.h"

bool cflags_fit(const char *cflags, const char *prog, Err *err)
{
	return !cflags || program_is_source(prog) ||
		   err_set(
			   err,
			   "--cflags is only for sources: %s was compiled before; build it again with these "
			   "options, or name its sources",
			   prog);
}
