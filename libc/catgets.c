/* catgets.c: message catalogues of X/Open. If there is none, the text in the source is used. */
#include <nl_types.h>
#include <string.h>
#include <stdlib.h>
#include <unistd.h>
#include "sys.h"

/* GNU gettext's users may bump it to say that catalogues changed. */
int _nl_msg_cat_cntr;

nl_catd catopen(const char *name, int flag)
{
	/* A name without a slash is searched in the system's directories, which have no catalogues in
	 * C. */
	if (strchr(name, '/') ? !access(name, F_OK) : getenv("NLSPATH") != NULL)
		__drift_unsupported("catopen of a catalogue");
	errno = ENOENT;
	return (nl_catd)-1;
}

char *catgets(nl_catd catalogue, int set, int number, const char *text)
{
	return (char *)text;
}

int catclose(nl_catd catalogue)
{
	return fail(EBADF);
}
