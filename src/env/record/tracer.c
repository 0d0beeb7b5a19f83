/* tracer.c: traces a program with ptrace. */
#include "env/record/tracer.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <sched.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* The only variable that a signal handler changes. */
static volatile sig_atomic_t ticked;

static void on_tick(int signo)
{
	(void)signo;
	ticked = 1;
}

/* Starts or stops a timer that interrupts waitpid several times a second. */
static void set_ticking(bool on)
{
	struct sigaction sa = {.sa_handler = on ? on_tick : SIG_DFL};
	struct itimerval every = {.it_interval.tv_usec = on ? 20000 : 0,
							  .it_value.tv_usec = on ? 20000 : 0};
	if (on)
		sigaction(SIGALRM, &sa, NULL);
	setitimer(ITIMER_REAL, &every, NULL);
	if (!on)
		sigaction(SIGALRM, &sa, NULL);
}

TracedTask *tracer_find(Tracer *t, pid_t tid)
{
	u64 id = 0;
	intmap_get(&t->by_tid, (u64)tid, &id);
	return id ? t->tasks.at[id - 1] : NULL;
}

TracedTask *tracer_add(Tracer *t, pid_t tid, TracedTask *parent, bool thread)
{
	TracedTask *task = xcalloc(1, sizeof *task);
	task->id = (u32)t->tasks.len;
	task->tid = tid;
	task->tgid = thread ? parent->tgid : tid;
	task->thread = thread;
	task->parent = parent ? parent->id : 0;
	task->ordinal = parent ? parent->n_children++ : 0;
	task->live = true;
	vec_push(&t->tasks, task);
	intmap_put(&t->by_tid, (u64)tid, task->id + 1);
	t->n_live++;
	return task;
}

/* ---- starting ---- */

int tracer_yama_scope(void)
{
	Buf b = {0};
	int scope = file_read("/proc/sys/kernel/yama/ptrace_scope", &b, NULL) ? atoi(buf_str(&b)) : 0;
	buf_free(&b);
	return scope;
}

static bool not_permitted(Err *err, int error)
{
	int scope = tracer_yama_scope();
	if (scope >= 2)
		return err_set(err,
					   "ptrace is not permitted: kernel.yama.ptrace_scope is %d; allow it with "
					   "'sysctl kernel.yama.ptrace_scope=1'%s",
					   scope, scope == 3 ? " after a reboot (3 cannot be lowered)" : "");
	return err_set(err,
				   "ptrace is not permitted here (%s); in a container run it with "
				   "'--cap-add=SYS_PTRACE' or '--security-opt seccomp=unconfined', and do not run "
				   "drift itself under a debugger or strace",
				   strerror(error));
}

static _Noreturn void child(const Launch *l, int go, int report)
{
	char byte;
	while (read(go, &byte, 1) < 0 && errno == EINTR)
		;
	personality((unsigned long)personality(0xffffffff) | ADDR_NO_RANDOMIZE);
	for (int i = 0; i < 3; i++)
		if (l->stdio[i] >= 0 && dup2(l->stdio[i], i) < 0)
			_exit(127);
	if (l->prepare)
		l->prepare(l->user);
	if (l->file)
		execve(l->file, l->argv, l->envp);
	else
		execvpe(l->argv[0], l->argv, l->envp);
	int error = errno;
	if (write(report, &error, sizeof error) < 0)
		_exit(126);
	_exit(127);
}

static int wait_for(pid_t pid)
{
	int status = 0;
	while (waitpid(pid, &status, __WALL) < 0 && errno == EINTR)
		;
	return status;
}

/* Seizes the child, which waits on the pipe, and lets it run to its execve. */
static bool attach(pid_t pid, int go, Err *err)
{
	long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK |
				   PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
	if (ptrace(PTRACE_SEIZE, pid, NULL, (void *)options) != 0)
		return not_permitted(err, errno);
	if (ptrace(PTRACE_INTERRUPT, pid, NULL, NULL) != 0)
		return not_permitted(err, errno);
	int status = wait_for(pid);
	struct __ptrace_syscall_info info;
	if (!WIFSTOPPED(status) || write(go, "g", 1) != 1)
		return err_set(err, "the traced child died before it started");
	if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof info, &info) < 0)
		return err_set(err,
					   "this kernel has no PTRACE_GET_SYSCALL_INFO; drift env needs Linux 5.3");
	for (;;) {
		int sig = status >> 16 ? 0 : WSTOPSIG(status);
		ptrace(PTRACE_CONT, pid, NULL, (void *)(long)sig);
		status = wait_for(pid);
		if (!WIFSTOPPED(status))
			return false;
		if (status >> 8 == (SIGTRAP | PTRACE_EVENT_EXEC << 8))
			return true;
	}
}

/* Turns the vDSO's entry in the auxiliary vector into padding. libc then makes real calls for the
 * time, which the tracer sees. */
static void hide_vdso(pid_t tid)
{
	u64 type, ignore = AT_IGNORE;
	for (u64 at = auxv_address(tid); at; at += 16) {
		if (mem_read(tid, at, &type, 8) != 8 || type == AT_NULL)
			return;
		if (type == AT_SYSINFO_EHDR)
			mem_write(tid, at, &ignore, 8);
	}
}

bool tracer_start(Tracer *t, const Launch *l, Err *err)
{
	int go[2], report[2];
	if (pipe2(go, O_CLOEXEC) != 0)
		return err_set(err, "pipe: %s", strerror(errno));
	if (pipe2(report, O_CLOEXEC) != 0) {
		close(go[0]);
		close(go[1]);
		return err_set(err, "pipe: %s", strerror(errno));
	}
	/* The child may need the low numbers for descriptors of the program. */
	int high = fcntl(report[1], F_DUPFD_CLOEXEC, 210);
	if (high >= 0) {
		close(report[1]);
		report[1] = high;
	}
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0)
		child(l, go[0], report[1]);
	close(go[0]);
	close(report[1]);
	Err why = {0};
	bool ok = pid > 0 && attach(pid, go[1], &why);
	close(go[1]);
	int error = 0;
	if (!ok) {
		if (pid > 0)
			kill(pid, SIGKILL);
		if (read(report[0], &error, sizeof error) == sizeof error)
			err_set(err, "%s: cannot run: %s", l->argv[0], strerror(error));
		else
			err_set(err, "%s", why.text[0] ? why.text : "the program did not start");
		if (pid > 0)
			wait_for(pid);
	}
	close(report[0]);
	if (!ok)
		return false;
	TracedTask *root = tracer_add(t, pid, NULL, false);
	t->started = true;
	t->start = now_seconds();
	hide_vdso(pid);
	if (t->ops->born)
		t->ops->born(t, root);
	if (t->ops->executed)
		t->ops->executed(t, root, true);
	return true;
}

/* ---- stops ---- */

/* After an answered call, the next one may be of the same kind, so it is suppressed as well and has
 * one stop only. If it is another call, it is made again, which costs as many stops as were
 * saved. */
static void resume(TracedTask *task)
{
	void *sig = (void *)(long)task->signal;
	task->skipping = task->answered && ptrace(PTRACE_SYSEMU, task->tid, NULL, sig) == 0;
	if (!task->skipping)
		ptrace(PTRACE_SYSCALL, task->tid, NULL, sig);
	task->answered = false;
	task->signal = 0;
}

/* Returns false if the call needs the kernel. */
static bool answer_call(Tracer *t, TracedTask *task)
{
	i64 ret;
	if (!t->ops->answer || t->draining || !t->ops->answer(t, task, &ret))
		return false;
	if (!task->skipping)
		reg_set_call(task->tid, -1);
	reg_set_result(task->tid, ret);
	task->answered = true;
	task->finished++;
	return true;
}

static void refuse_call(Tracer *t, TracedTask *task)
{
	i64 ret;
	if (!t->ops->refuse || !t->ops->refuse(t, task, &ret))
		return;
	reg_set_call(task->tid, -1);
	reg_set_result(task->tid, ret);
}

/* Removes the flag with which a parent would create an untraced child, which would escape. */
static void keep_children(const TracedTask *task)
{
	enum { OLD_CLONE = 120 }; /* of 32-bit programs; clone3 has the same number everywhere */
	u64 flags = task->args[0];
	if (task->nr == SYS_clone3) {
		if (mem_read(task->tid, task->args[0], &flags, 8) != 8 || !(flags & CLONE_UNTRACED))
			return;
		flags &= ~(u64)CLONE_UNTRACED;
		mem_write(task->tid, task->args[0], &flags, 8);
	} else if (task->nr == (task->compat ? OLD_CLONE : SYS_clone) && flags & CLONE_UNTRACED) {
		flags &= ~(u64)CLONE_UNTRACED;
		if (task->compat)
			reg_set_old_arg(task->tid, flags);
		else
			reg_set_arg(task->tid, 0, flags);
	}
}

static void at_call(Tracer *t, TracedTask *task)
{
	struct __ptrace_syscall_info info = {0};
	if (ptrace(PTRACE_GET_SYSCALL_INFO, task->tid, sizeof info, &info) <= 0)
		return;
	if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
		task->compat = info.arch != AUDIT_ARCH_X86_64;
		task->nr = (i32)info.entry.nr;
		for (int i = 0; i < 6; i++)
			task->args[i] = info.entry.args[i];
		task->in_call = false;
		if (answer_call(t, task))
			return;
		if (task->skipping) {
			reg_rewind(task->tid, info.instruction_pointer, task->nr);
			return;
		}
		if (!t->attached)
			keep_children(task);
		task->in_call = !t->draining;
		if (t->draining)
			refuse_call(t, task);
		if (t->ops->enter && task->in_call)
			t->ops->enter(t, task);
	} else if (info.op == PTRACE_SYSCALL_INFO_EXIT && task->in_call) {
		task->in_call = false;
		if (t->ops->leave)
			t->ops->leave(t, task, info.exit.rval);
		task->finished++;
	}
}

static bool makes_thread(const TracedTask *parent)
{
	u64 flags = 0;
	if (parent->nr == SYS_clone)
		flags = parent->args[0];
	else if (parent->nr == SYS_clone3)
		mem_read(parent->tid, parent->args[0], &flags, 8);
	return flags & CLONE_THREAD;
}

static void at_birth(Tracer *t, TracedTask *parent)
{
	unsigned long tid = 0;
	u64 early = 0;
	ptrace(PTRACE_GETEVENTMSG, parent->tid, NULL, &tid);
	if (!tid)
		return;
	TracedTask *task = tracer_add(t, (pid_t)tid, parent, makes_thread(parent));
	if (t->ops->born)
		t->ops->born(t, task);
	if (intmap_get(&t->early, tid, &early) && early) {
		intmap_put(&t->early, tid, 0);
		resume(task);
	}
}

/* A thread that calls execve gets the number of its process, and the other tasks disappear. */
static void at_exec(Tracer *t, TracedTask *task)
{
	unsigned long former = 0;
	ptrace(PTRACE_GETEVENTMSG, task->tid, NULL, &former);
	TracedTask *caller =
		former && (pid_t)former != task->tid ? tracer_find(t, (pid_t)former) : NULL;
	if (caller) {
		intmap_put(&t->by_tid, former, 0);
		intmap_put(&t->by_tid, (u64)task->tid, caller->id + 1);
		task->live = false;
		t->n_live--;
		caller->tid = task->tid;
		task = caller;
	}
	if (!t->attached)
		hide_vdso(task->tid);
	if (t->ops->executed && !t->draining)
		t->ops->executed(t, task, false);
	resume(task);
}

/* The task runs on untraced, from its present stop. */
static void let_go(Tracer *t, TracedTask *task, int signal)
{
	if (task->in_call && t->ops->leave)
		t->ops->leave(t, task, 0);
	task->in_call = false;
	ptrace(PTRACE_DETACH, task->tid, NULL, (void *)(long)signal);
	task->live = false;
	t->n_live--;
	intmap_put(&t->by_tid, (u64)task->tid, 0);
}

static void at_stop(Tracer *t, TracedTask *task, int status)
{
	int sig = WSTOPSIG(status), event = status >> 16;
	siginfo_t info;
	if (t->stopping) {
		kill(task->tid, SIGKILL);
		return;
	}
	if (t->attached && t->draining) {
		if (event == PTRACE_EVENT_CLONE || event == PTRACE_EVENT_FORK ||
			event == PTRACE_EVENT_VFORK)
			at_birth(t, task); /* the child stops, too, and is left then */
		let_go(t, task, event || sig == (SIGTRAP | 0x80) ? 0 : sig);
		return;
	}
	switch (event) {
	case 0: break;
	case PTRACE_EVENT_CLONE:
	case PTRACE_EVENT_FORK:
	case PTRACE_EVENT_VFORK:
		at_birth(t, task);
		resume(task);
		return;
	case PTRACE_EVENT_EXEC: at_exec(t, task); return;
	case PTRACE_EVENT_STOP:
		if (sig == SIGTRAP)
			resume(task);
		else
			/* Stopped by job control: keep it stopped. */
			ptrace(PTRACE_LISTEN, task->tid, NULL, NULL);
		return;
	default: resume(task); return;
	}
	if (sig == (SIGTRAP | 0x80)) {
		at_call(t, task);
	} else {
		task->signal = sig;
		if (t->ops->signalled && ptrace(PTRACE_GETSIGINFO, task->tid, NULL, &info) == 0 &&
			!t->ops->signalled(t, task, &info))
			task->signal = 0;
	}
	resume(task);
}

static void at_end(Tracer *t, TracedTask *task, int status)
{
	task->live = false;
	t->n_live--;
	intmap_put(&t->by_tid, (u64)task->tid, 0);
	if (task->id == 0) {
		t->status = status;
		t->root_ended = true;
	}
	if (t->ops->ended)
		t->ops->ended(t, task, status);
}

static void at_unknown(Tracer *t, pid_t pid, int status)
{
	if (!WIFSTOPPED(status)) {
		if (t->ops->other_ended)
			t->ops->other_ended(t, pid, status);
	} else if (t->stopping) {
		kill(pid, SIGKILL);
		wait_for(pid);
	} else if (t->attached && t->draining) {
		ptrace(PTRACE_DETACH, pid, NULL, NULL);
	} else {
		intmap_put(&t->early, (u64)pid, 1);
	}
}

static void tracer_kill(Tracer *t)
{
	t->stopping = true;
	for (size_t i = 0; i < t->tasks.len; i++)
		if (t->tasks.at[i]->live)
			kill(t->tasks.at[i]->tid, SIGKILL);
	for (size_t i = 0; i < t->early.cap; i++)
		if (t->early.keys[i] && t->early.values[i]) {
			kill((pid_t)t->early.keys[i], SIGKILL);
			wait_for((pid_t)t->early.keys[i]);
			t->early.values[i] = 0;
		}
}

void tracer_stop(Tracer *t, double grace)
{
	t->draining = true;
	t->kill_at = now_seconds() + grace;
	for (size_t i = 0; i < t->tasks.len && t->attached; i++)
		if (t->tasks.at[i]->live)
			ptrace(PTRACE_INTERRUPT, t->tasks.at[i]->tid, NULL, NULL);
	if (t->attached)
		return;
	for (size_t i = 0; i < t->tasks.len; i++) {
		const TracedTask *task = t->tasks.at[i];
		if (task->live && !task->thread)
			kill(task->tgid, SIGTERM);
	}
}

void tracer_run(Tracer *t)
{
	set_ticking(true);
	if (t->n_live && !t->attached)
		resume(t->tasks.at[0]);
	while (t->n_live) {
		int status;
		pid_t pid = waitpid(-1, &status, __WALL);
		if (ticked) {
			ticked = 0;
			if (t->attached && t->draining && now_seconds() >= t->kill_at)
				break; /* it cannot be stopped now; the kernel leaves it when this process ends */
			/* Killed tasks may take several ticks to end. Their run is over: nobody judges it again. */
			if (t->stopping ||
				(t->draining ? now_seconds() >= t->kill_at : t->ops->tick && !t->ops->tick(t)))
				tracer_kill(t);
		}
		if (pid < 0 && errno == EINTR)
			continue;
		if (pid < 0)
			break;
		TracedTask *task = tracer_find(t, pid);
		if (!task)
			at_unknown(t, pid, status);
		else if (WIFSTOPPED(status))
			at_stop(t, task, status);
		else
			at_end(t, task, status);
	}
	set_ticking(false);
}

void tracer_free(Tracer *t)
{
	for (size_t i = 0; i < t->tasks.len; i++)
		free(t->tasks.at[i]);
	vec_free(&t->tasks);
	intmap_free(&t->by_tid);
	intmap_free(&t->early);
}
