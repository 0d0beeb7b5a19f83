/* errno.c: one thread, one errno. */
#include "core.h"

/* The machine sets it after native calls. */
int __drift_errno;

int *__errno_location(void)
{
	return &__drift_errno;
}

/* For the resolver, which has its own. */
int *__h_errno_location(void)
{
	static int the_h_errno;
	return &the_h_errno;
}
