/* own.c: prepares what drift env itself needs. */
#include "env/record/own.h"

#include <fcntl.h>
#include <unistd.h>

enum {
	OWN_FILES = 4096,  /* number of descriptors that is always enough */
	FEWEST_FILES = 32, /* a rerun needs some twenty */
	OWN_TIME = 10,     /* minimum seconds of processor time to begin at all */
};

/* Limits of the program that may hinder drift itself. */
static const int raised[] = {RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_CPU, RLIMIT_AS, RLIMIT_DATA};

bool own_needs_met(Err *err)
{
	struct rlimit time, none = {RLIM_INFINITY, RLIM_INFINITY};
	if (access("/proc/self/fd", F_OK) != 0)
		return err_set(err, "there is no /proc here, which drift env needs to look at a program; "
							"mount it with 'mount -t proc proc /proc'");
	if (getrlimit(RLIMIT_CPU, &time) != 0 || time.rlim_max >= OWN_TIME)
		return true;
	if (setrlimit(RLIMIT_CPU, &none) == 0)
		return setrlimit(RLIMIT_CPU, &time) == 0;
	return err_set(err,
				   "the limit of processor time ('ulimit -t', %llu s) is too low for drift itself; "
				   "set it for the program alone: sh -c 'ulimit -t %llu; exec CMD'",
				   (unsigned long long)time.rlim_max, (unsigned long long)time.rlim_max);
}

void own_descriptors_fill(void)
{
	for (int fd = 0; fd < 3; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR | O_CLOEXEC) != fd)
			return;
}

/* Nobody inherits a descriptor with this flag. */
bool own_descriptor_was_closed(int fd)
{
	int flags = fcntl(fd, F_GETFD);
	return flags < 0 || flags & FD_CLOEXEC;
}

static void signals_save(OwnLimits *l)
{
	sigset_t blocked;
	l->blocked = l->ignored = 0;
	sigprocmask(SIG_BLOCK, NULL, &blocked);
	for (int i = 1; i <= 64; i++) {
		struct sigaction sa;
		if (sigismember(&blocked, i) == 1)
			l->blocked |= (u64)1 << (i - 1);
		if (sigaction(i, NULL, &sa) == 0 && sa.sa_handler == SIG_IGN)
			l->ignored |= (u64)1 << (i - 1);
	}
}

/* Stops them for this process: they would end it. */
static void timers_save(OwnLimits *l)
{
	static const struct itimerval none;
	for (int i = 0; i < OWN_TIMERS; i++)
		if (setitimer((__itimer_which_t)i, &none, &l->timers[i]) != 0)
			l->timers[i] = none;
}

void own_timers_set(const struct itimerval timers[OWN_TIMERS])
{
	for (int i = 0; i < OWN_TIMERS; i++)
		setitimer((__itimer_which_t)i, &timers[i], NULL);
}

bool own_files_suffice(Err *err)
{
	struct rlimit most;
	if (getrlimit(RLIMIT_NOFILE, &most) != 0 || most.rlim_cur >= FEWEST_FILES)
		return true;
	return err_set(
		err, "the limit of open files ('ulimit -n') is %llu, which is too low for drift itself",
		(unsigned long long)most.rlim_cur);
}

void own_signals_set(u64 blocked, u64 ignored)
{
	sigset_t mask;
	sigemptyset(&mask);
	for (int i = 1; i <= 64; i++) {
		struct sigaction sa = {.sa_handler = ignored >> (i - 1) & 1 ? SIG_IGN : SIG_DFL};
		if (i != SIGKILL && i != SIGSTOP)
			sigaction(i, &sa, NULL);
		if (blocked >> (i - 1) & 1)
			sigaddset(&mask, i);
	}
	sigprocmask(SIG_SETMASK, &mask, NULL);
}

void own_limits_raise(OwnLimits *l)
{
	signals_save(l);
	timers_save(l);
	/* A write beyond the limit then fails with an error that drift can report. */
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	sigaction(SIGXFSZ, &ignore, &l->large);
	for (size_t i = 0; i < countof(raised); i++) {
		struct rlimit *old = &l->before[i];
		getrlimit(raised[i], old);
		rlim_t most = RLIM_INFINITY;
		/* Allow more descriptors than the program has, if possible: some numbers stay free. */
		if (raised[i] == RLIMIT_NOFILE)
			most = old->rlim_max < OWN_FILES ? OWN_FILES : old->rlim_max;
		if (setrlimit(raised[i], &(struct rlimit){most, most}) != 0)
			setrlimit(raised[i], &(struct rlimit){old->rlim_max, old->rlim_max});
	}
}

void own_limits_restore(const OwnLimits *l)
{
	for (size_t i = 0; i < countof(raised); i++)
		setrlimit(raised[i], &l->before[i]);
	sigaction(SIGXFSZ, &l->large, NULL);
	own_timers_set(l->timers);
}

const struct rlimit *own_limit_before(const OwnLimits *l, int resource)
{
	for (size_t i = 0; i < countof(raised); i++)
		if (raised[i] == resource)
			return &l->before[i];
	return NULL;
}
