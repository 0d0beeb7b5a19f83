/* needs.c: rejects options that a command cannot honour. */
#include "cli/cmd.h"

bool options_needed(const OptNeed *list, size_t n, Err *err)
{
	for (size_t i = 0; i < n; i++)
		if (list[i].given && !list[i].met)
			return err_set(err, "%s is only for %s", list[i].option, list[i].needs);
	return true;
}
