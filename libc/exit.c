/* exit.c: ends a program: exit and its handlers, quick_exit, abort, failed checks. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core.h"

/* How a handler wants to be called. */
enum handler_kind { PLAIN, WITH_STATUS, WITH_ARG };

struct handler {
	struct handler *next; /* registered before this one */
	enum handler_kind kind;
	union {
		void (*plain)(void);
		void (*with_status)(int, void *);
		void (*with_arg)(void *);
	} fn;
	void *arg;
	void *dso; /* the argument of __cxa_atexit; otherwise NULL */
};

static struct handler *at_exit, *at_quick;

static int push(struct handler **list, struct handler h)
{
	struct handler *copy = malloc(sizeof *copy);
	if (!copy)
		return -1;
	h.next = *list;
	*copy = h;
	*list = copy;
	return 0;
}

/* Runs the newest handler until none is left; a handler may register further ones. */
static void run_all(struct handler **list, int status)
{
	while (*list) {
		struct handler h = **list;
		free(*list);
		*list = h.next;
		switch (h.kind) {
		case PLAIN: h.fn.plain(); break;
		case WITH_STATUS: h.fn.with_status(status, h.arg); break;
		case WITH_ARG: h.fn.with_arg(h.arg); break;
		}
	}
}

int atexit(void (*fn)(void))
{
	return push(&at_exit, (struct handler){.kind = PLAIN, .fn.plain = fn});
}

int on_exit(void (*fn)(int, void *), void *arg)
{
	return push(&at_exit, (struct handler){.kind = WITH_STATUS, .fn.with_status = fn, .arg = arg});
}

int __cxa_atexit(void (*fn)(void *), void *arg, void *dso)
{
	return push(&at_exit,
				(struct handler){.kind = WITH_ARG, .fn.with_arg = fn, .arg = arg, .dso = dso});
}

/* No library is ever unloaded, so handlers run at exit. */
void __cxa_finalize(void *dso)
{
	(void)dso;
}

int at_quick_exit(void (*fn)(void))
{
	return push(&at_quick, (struct handler){.kind = PLAIN, .fn.plain = fn});
}

int __cxa_at_quick_exit(void (*fn)(void *), void *dso)
{
	return push(&at_quick, (struct handler){.kind = WITH_ARG, .fn.with_arg = fn, .dso = dso});
}

void _exit(int status)
{
	for (;;)
		__drift_syscall(SYS_exit_group, status, 0, 0, 0, 0, 0);
}
ALIAS(_exit, _Exit);

void exit(int status)
{
	run_all(&at_exit, status);
	__drift_run_dtors();
	__drift_stdio_exit();
	_exit(status);
}

void quick_exit(int status)
{
	run_all(&at_quick, status);
	_exit(status);
}

/* Streams are not flushed. A handler for SIGABRT runs; if it returns, or the signal was ignored or
 * blocked, the default action ends the program all the same. */
void abort(void)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGABRT);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	__drift_raise_abort();
	__drift_signal_default(SIGABRT);
	__drift_raise_abort();
	for (;;)
		_exit(127);
}

void __drift_fatal(const char *message)
{
	__drift_syscall(SYS_write, 2, (long)message, (long)strlen(message), 0, 0, 0);
	abort();
}

void __chk_fail(void)
{
	__drift_fatal("*** buffer overflow detected ***: terminated\n");
}

void __stack_chk_fail(void)
{
	__drift_fatal("*** stack smashing detected ***: terminated\n");
}

void __fortify_fail(const char *message)
{
	__drift_syscall(SYS_write, 2, (long)"*** ", 4, 0, 0, 0);
	__drift_syscall(SYS_write, 2, (long)message, (long)strlen(message), 0, 0, 0);
	__drift_fatal(" ***: terminated\n");
}
