/* own.c: what drift env itself needs. */
#include "env/record/own.h"

#include <unistd.h>

enum { OWN_FILES = 4096 }; /* descriptors that are enough for everybody */

bool own_needs_met(Err *err)
{
	if (access("/proc/self/fd", F_OK) != 0)
		return err_set(err, "there is no /proc here, which drift env needs to look at a program; "
							"mount it with 'mount -t proc proc /proc'");
	return true;
}

void own_limits_raise(OwnLimits *l)
{
	/* A write beyond the limit is then an error that can be told, not the end. */
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	sigaction(SIGXFSZ, &ignore, &l->large);
	if (getrlimit(RLIMIT_FSIZE, &l->size) != 0)
		l->size = (struct rlimit){RLIM_INFINITY, RLIM_INFINITY};
	struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY},
				  most = {l->size.rlim_max, l->size.rlim_max};
	if (setrlimit(RLIMIT_FSIZE, &none) != 0)
		setrlimit(RLIMIT_FSIZE, &most);
	getrlimit(RLIMIT_NOFILE, &l->files);
	/* More than the program may have, if that can be: some of its numbers are kept free. */
	rlim_t least = l->files.rlim_max < OWN_FILES ? OWN_FILES : l->files.rlim_max;
	most = (struct rlimit){least, least};
	if (setrlimit(RLIMIT_NOFILE, &most) != 0) {
		most = (struct rlimit){l->files.rlim_max, l->files.rlim_max};
		setrlimit(RLIMIT_NOFILE, &most);
	}
}

void own_limits_restore(const OwnLimits *l)
{
	setrlimit(RLIMIT_FSIZE, &l->size);
	setrlimit(RLIMIT_NOFILE, &l->files);
	sigaction(SIGXFSZ, &l->large, NULL);
}
