/* stdio_misc.c: messages about errors and signals, temporary files, and unsupported functions. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include "stdio_impl.h"
#include "printf_impl.h"

/* ---- perror and friends ---- */

/* A message must not decide whether stderr is wide. */
static void complain(const char *prefix, const char *text)
{
	int mode = stderr->_mode;
	const char *colon = prefix && *prefix ? ": " : "";
	fprintf(stderr, "%s%s%s\n", *colon ? prefix : "", colon, text);
	if (mode == 0) {
		__stdio_flush(stderr);
		stderr->_mode = 0;
	}
}

void perror(const char *s)
{
	char text[64];
	complain(s, strerror_r(errno, text, sizeof text));
}

void psignal(int sig, const char *s)
{
	char text[40];
	const char *name = sig > 0 && sig < NSIG ? sigdescr_np(sig) : NULL;
	if (!name) { /* also of real-time signals, unlike strsignal */
		snprintf(text, sizeof text, "Unknown signal %d", sig);
		name = text;
	}
	complain(s, name);
}

/* ---- temporary files ---- */

/* Names are numbered, so that every run of a program creates the same ones. */
static void temporary_name(char *buf, const char *dir, const char *prefix)
{
	static unsigned count;
	sprintf(buf, "%s/%.5s%06u", dir, prefix, count++);
}

FILE *tmpfile(void)
{
	char name[L_tmpnam + 16];
	for (int i = 0; i < TMP_MAX; i++) {
		temporary_name(name, P_tmpdir, "tmpf");
		long fd = __drift_syscall(SYS_openat, AT_FDCWD, (long)name, O_RDWR | O_CREAT | O_EXCL, 0600,
								  DRIFT_INSIDE, 0);
		if (fd == -EEXIST)
			continue;
		if (fd < 0) {
			errno = (int)-fd;
			return NULL;
		}
		__drift_syscall(SYS_unlink, (long)name, 0, 0, 0, 0, 0);
		FILE *fp = fdopen((int)fd, "w+");
		if (!fp)
			__drift_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
		return fp;
	}
	errno = EEXIST;
	return NULL;
}
ALIAS(tmpfile, tmpfile64);
