/* core.h: declarations that the files of the core library share: aliases, system calls with errno,
 * process exit and the current locale. Not visible to subjects. */
#ifndef DRIFT_LIBC_CORE_H
#define DRIFT_LIBC_CORE_H

#include <errno.h>
#include <locale.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include "drift.h"

/* A second name for a function of the same file. */
#define ALIAS(name, other) extern __typeof(name) other __attribute__((alias(#name)))
#define WEAK_ALIAS(name, other) extern __typeof(name) other __attribute__((weak, alias(#name)))

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* Converts the result of a system call to that of a C function: -1 and errno on failure. */
static inline long sys_result(long r)
{
	if (r < 0 && r >= -4095) {
		errno = (int)-r;
		return -1;
	}
	return r;
}

#define SYS0(nr) sys_result(__drift_syscall((nr), 0, 0, 0, 0, 0, 0))
#define SYS1(nr, a) sys_result(__drift_syscall((nr), (long)(a), 0, 0, 0, 0, 0))
#define SYS2(nr, a, b) sys_result(__drift_syscall((nr), (long)(a), (long)(b), 0, 0, 0, 0))
#define SYS3(nr, a, b, c) \
	sys_result(__drift_syscall((nr), (long)(a), (long)(b), (long)(c), 0, 0, 0))
#define SYS4(nr, a, b, c, d) \
	sys_result(__drift_syscall((nr), (long)(a), (long)(b), (long)(c), (long)(d), 0, 0))

/* A read that is restarted after a handler that was installed with SA_RESTART. inside: DRIFT_INSIDE if
 * a stream of this library reads, 0 if the program does. */
#define RESTART 512
static inline long __drift_read(int fd, void *buf, size_t n, long inside)
{
	long r;
	do
		r = __drift_syscall(SYS_read, fd, (long)buf, (long)n, inside, 0, 0);
	while (r == -RESTART);
	return sys_result(r);
}

/* The name of the program, which a message is about to show. */
static inline const char *name_asked(const char *name)
{
	__drift_syscall(DRIFT_SYS_ASK, DRIFT_ASK_NAME, 0, 0, 0, 0, 0);
	return name;
}

void __drift_signal_default(int sig); /* restores the default action */
void __drift_raise_abort(void);       /* raises SIGABRT for abort */

/* Records the streams after a function under --entry has returned, and flushes them. */
void __drift_entry_end(void);

/* Flushes and closes every stream; the last step of exit. */
void __drift_stdio_exit(void);

/* Writes directly to descriptor 2 and aborts, as glibc does when a check fails. */
_Noreturn void __drift_fatal(const char *message);

/* True if LC_CTYPE of the current locale is C.UTF-8 rather than C. */
int __drift_utf8(void);
/* The same for a given locale object. */
int __drift_locale_utf8(locale_t loc);

#endif
