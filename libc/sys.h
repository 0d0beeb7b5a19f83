/* sys.h: declarations that the wrappers of system calls share.
 *
 * Paths are passed to the kernel through its *at calls, so that the virtual OS has one entry per
 * operation. Not visible to subjects. */
#ifndef DRIFT_LIBC_SYS_H
#define DRIFT_LIBC_SYS_H

#include "core.h"

#define SYS5(nr, a, b, c, d, e) \
	sys_result(__drift_syscall((nr), (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), 0))
#define SYS6(nr, a, b, c, d, e, f) \
	sys_result(                    \
		__drift_syscall((nr), (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f)))

/* A second name whose type differs in name only (struct stat and struct stat64). */
#define ALIAS_AS(name, other) __attribute__((alias(#name))) other

/* Aborts, as a _chk function does, if the buffer is too small for the request. */
static inline void check_room(size_t asked, size_t room)
{
	if (asked > room)
		__drift_fatal("*** buffer overflow detected ***: terminated\n");
}

/* Sets errno and returns -1. */
static inline int fail(int code)
{
	errno = code;
	return -1;
}

#endif
