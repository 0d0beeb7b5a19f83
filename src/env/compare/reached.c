/* reached.c: tells whether a run shows that it reached a resource limit. */
#include "env/compare/envdiff.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>

/* The limits that the error of a call can come from. */
static bool is_error_of(const TraceCall *c, u64 resource)
{
	switch (-c->ret) {
	case EMFILE: return resource == RLIMIT_NOFILE;
	case EFBIG: return resource == RLIMIT_FSIZE;
	case ENOMEM:
		if (c->nr == SYS_mlock || c->nr == SYS_mlock2 || c->nr == SYS_mlockall)
			return resource == RLIMIT_MEMLOCK;
		return resource == RLIMIT_AS || resource == RLIMIT_DATA;
	case EAGAIN:
		return resource == RLIMIT_NPROC &&
			   (c->nr == SYS_clone || c->nr == SYS_clone3 || c->nr == SYS_fork ||
				c->nr == SYS_vfork || call_spec(c->nr)->class == CLASS_EXEC);
	default: return false;
	}
}

static bool is_signal_of(i32 signo, u64 resource)
{
	return (signo == SIGXCPU && resource == RLIMIT_CPU) ||
		   (signo == SIGXFSZ && resource == RLIMIT_FSIZE) ||
		   (signo == SIGSEGV && resource == RLIMIT_STACK);
}

bool limit_is_reached(const Trace *t, u64 resource)
{
	for (size_t i = 0; i < t->signals.len; i++)
		if (is_signal_of(t->signals.at[i].signo, resource))
			return true;
	for (size_t i = t->head; i < t->calls.len; i++) {
		const TraceCall *c = &t->calls.at[i];
		if (!(c->flags & (CALL_UNFINISHED | CALL_COMPAT)) && is_error_of(c, resource))
			return true;
	}
	return false;
}
