/* errno.c: one thread, one errno. */
#include "core.h"

static int the_errno;

int *__errno_location(void)
{
	return &the_errno;
}

/* For the resolver, which has its own. */
int *__h_errno_location(void)
{
	static int the_h_errno;
	return &the_h_errno;
}
