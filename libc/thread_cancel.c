/* thread_cancel.c: pthread_exit, cancellation, and clean-up handlers.
 *
 * A thread that is cancelled gets a signal, which ends its wait. The handler ends the thread if it waited
 * in a system call. Functions that wait with futex look themselves. */
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#include "thread.h"

#define SIGCANCEL 32 /* which programs cannot use */

/* Runs the handlers of pthread_cleanup_push, the innermost first, then ends the thread. */
static _Noreturn void unwind(struct thread *t)
{
	__pthread_unwind_buf_t *buf = t->cleanups;
	if (buf) {
		t->cleanups = buf->__pad[0];
		longjmp((struct __jmp_buf_tag *)buf->__cancel_jmp_buf, 1);
	}
	__drift_thread_exit(t);
}

_Noreturn void pthread_exit(void *result)
{
	struct thread *t = __drift_this();
	t->exiting = 1;
	t->result = result;
	unwind(t);
}

void __pthread_register_cancel(__pthread_unwind_buf_t *buf)
{
	struct thread *t = __drift_this();
	buf->__pad[0] = t->cleanups;
	t->cleanups = buf;
}

void __pthread_unregister_cancel(__pthread_unwind_buf_t *buf)
{
	__drift_this()->cleanups = buf->__pad[0];
}

_Noreturn void __pthread_unwind_next(__pthread_unwind_buf_t *buf)
{
	unwind(__drift_this());
}

/* ---- cancellation ---- */

void __drift_cancel_point(void)
{
	struct thread *t = __drift_self;
	if (t && t->cancelled && !t->exiting && t->cancel_state == PTHREAD_CANCEL_ENABLE)
		pthread_exit(PTHREAD_CANCELED);
}

void pthread_testcancel(void)
{
	__drift_cancel_point();
}

/* The value is what the signal interrupted: IN_CALL, IN_FUTEX (which looks itself), or 0: nothing that
 * waits. Then the next cancellation point would have to look, and system calls do not. */
enum { IN_CALL = 1, IN_FUTEX };

static void on_cancel(int signal, siginfo_t *info, void *context)
{
	const struct thread *t = __drift_self;
	if (!t || t->cancel_state != PTHREAD_CANCEL_ENABLE || t->exiting)
		return;
	if (t->cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS || info->si_value.sival_int == IN_CALL)
		__drift_cancel_point();
	else if (info->si_value.sival_int != IN_FUTEX)
		__drift_unsupported("pthread_cancel of a thread that does not wait");
}

int pthread_cancel(pthread_t thread)
{
	struct thread *t = __drift_thread_of(thread);
	if (!__drift_threaded || t == __drift_thread_of((pthread_t)0x1000))
		__drift_unsupported("pthread_cancel of the first thread");
	if (t->ended)
		return 0;
	long kernel[4] = {(long)on_cancel, SA_SIGINFO, 0, 0}; /* as rt_sigaction has it */
	__drift_syscall(SYS_rt_sigaction, SIGCANCEL, (long)kernel, 0, 8, 0, 0);
	t->cancelled = 1;
	if (t == __drift_self) {
		if (t->cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS)
			__drift_cancel_point();
		return 0;
	}
	__drift_syscall(SYS_tkill, t->id, SIGCANCEL, 0, 0, 0, 0);
	return 0;
}

int pthread_setcancelstate(int state, int *old)
{
	struct thread *t = __drift_this();
	if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE && __drift_threaded)
		return EINVAL;
	if (old)
		*old = t->cancel_state;
	t->cancel_state = state;
	if (t->cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS)
		__drift_cancel_point();
	return 0;
}

int pthread_setcanceltype(int type, int *old)
{
	struct thread *t = __drift_this();
	if (old)
		*old = t->cancel_type;
	t->cancel_type = type;
	if (type == PTHREAD_CANCEL_ASYNCHRONOUS)
		__drift_cancel_point();
	return 0;
}
