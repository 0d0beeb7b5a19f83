/* sys.h: what the files that stand between a subject and the kernel share.
 *
 * Paths go to the kernel through its *at calls, so that the virtual OS has one entry
 * per operation. Not seen by subjects.
 */
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

/* What a _chk function does when the buffer is too small for what was asked. */
static inline void check_room(size_t asked, size_t room)
{
	if (asked > room)
		__drift_fatal("*** buffer overflow detected ***: terminated\n");
}

/* Sets errno and gives the -1 that goes with it. */
static inline int fail(int code)
{
	errno = code;
	return -1;
}

#endif
