/* tasks.c: threads and processes of a run begin, take turns and end. */
#include "engine/machine/tasks/tasks.h"

#include <sys/wait.h>
#include "base/check.h"
#include "engine/machine/frame.h"
#include "engine/machine/snap.h"
#include "engine/machine/tasks/image.h"
#include "engine/machine/tasks/impl.h"

bool tasks_first(const Machine *m)
{
	return !m->tasks || os_is_first(m->os);
}

static RunTask *running(const Machine *m)
{
	return m->tasks->all.at[m->tasks->current];
}

/* ---- variables of the C library that each thread has for itself ---- */

static void find_locals(Machine *m)
{
	static const char *const names[N_LOCALS] = {"__drift_errno", "__drift_self"};
	for (u32 i = 0; i < N_LOCALS; i++) {
		u32 global;
		bool found = strmap_get(&m->p->global_by_name, names[i], &global);
		m->tasks->locals[i].at = found ? m->p->globals.at[global].address : 0;
		m->tasks->locals[i].size = found ? (u32)m->p->globals.at[global].size : 0;
	}
}

static void save_locals(Machine *m, RunTask *t)
{
	for (u32 i = 0; i < N_LOCALS; i++)
		if (m->tasks->locals[i].at)
			access_read(m, m->tasks->locals[i].at, t->locals[i].bytes, t->locals[i].tags,
						m->tasks->locals[i].size);
}

static void put_locals(Machine *m, const RunTask *t)
{
	for (u32 i = 0; i < N_LOCALS; i++)
		if (m->tasks->locals[i].at)
			access_write(m, m->tasks->locals[i].at, t->locals[i].bytes, t->locals[i].tags,
						 m->tasks->locals[i].size);
}

/* ---- turns ---- */

static void exchange(Thread *a, Thread *b)
{
	Thread t = *a;
	*a = *b;
	*b = t;
}

static void space_leave(Space *s)
{
	if (--s->refs)
		return;
	image_free(s->image);
	free(s);
}

static void enter_space(Machine *m, Space *to)
{
	Tasks *t = m->tasks;
	if (t->space == to)
		return;
	Image *now = image_take(&m->mem, t->space->image);
	image_free(t->space->image);
	t->space->image = now;
	image_put(&m->mem, now, to->image, &t->shared);
	to->refs++;
	space_leave(t->space);
	t->space = to;
}

static void switch_to(Machine *m, u32 number)
{
	Tasks *t = m->tasks;
	RunTask *from = running(m), *to = t->all.at[number];
	if (from == to)
		return;
	u32 serial = m->thread.serial;
	save_locals(m, from);
	enter_space(m, to->space);
	exchange(&m->thread, &from->thread);
	exchange(&m->thread, &to->thread);
	m->thread.serial = serial;
	t->current = number;
	os_task_run(m->os, number);
	put_locals(m, to);
}

/* The running task goes on: with its call again, or behind it, or in a handler. */
static CallStatus go_on(Machine *m)
{
	RunTask *t = running(m);
	i64 result;
	if (t->blocked) {
		t->blocked = false;
		m->thread.resume = m->thread.pc;
		return CALL_JUMPED;
	}
	m->thread.pc = m->thread.resume;
	OsStatus status = os_deliver(m->os, &result);
	if (status == OS_KILLED)
		return tasks_process_end(m, RAN_SIGNAL, (int)result);
	if (status == OS_UNSUPPORTED) {
		unsupported(m, "%s", os_message(m->os));
		return CALL_ENDED;
	}
	return status == OS_SIGNAL ? deliver_signals(m, false, true) : CALL_JUMPED;
}

/* The next task in order that can run; if there is none, time passes. */
static bool choose(Machine *m, u32 *number)
{
	const Tasks *t = m->tasks;
	i64 first = INT64_MAX;
	for (u32 k = 1; k <= t->all.len; k++) {
		*number = (u32)((t->current + k) % t->all.len);
		if (os_task_ready(m->os, *number))
			return true;
	}
	for (u32 k = 0; k < t->all.len; k++)
		if (os_task_live(m->os, k) && os_task_until(m->os, k) < first)
			first = os_task_until(m->os, k);
	if (first == INT64_MAX)
		return false;
	os_jump(m->os, first);
	return choose(m, number);
}

static void name_orphans(Machine *m)
{
	u32 n = 0;
	for (u32 k = 0; k < m->tasks->all.len; k++)
		n += os_task_live(m->os, k);
	if (n)
		add_note(m, NOTE_ORPHANS, 0, "%u %s still waited when the program had ended", n,
				 n == 1 ? "process" : "processes");
}

static CallStatus next(Machine *m)
{
	u32 number;
	if (choose(m, &number)) {
		switch_to(m, number);
		return go_on(m);
	}
	if (m->tasks->first_ended) {
		name_orphans(m);
		finish(m, m->tasks->outcome, m->tasks->status);
	} else {
		tasks_deadlock(m);
	}
	return CALL_ENDED;
}

CallStatus tasks_block(Machine *m)
{
	running(m)->blocked = true;
	return next(m);
}

/* Code of the C library is not interrupted: it has no locks of its own. */
bool tasks_preempt(Machine *m)
{
	u64 turn = m->executed / QUANTUM;
	const FnCode *fc = thread_frame(&m->thread)->fn;
	if (m->executed % TURN || turn == m->tasks->turn || fc->fn->kind != FN_SUBJECT)
		return false;
	m->tasks->turn = turn;
	m->thread.resume = m->thread.pc;
	CallStatus status = next(m);
	if (status == CALL_ENTERED)
		m->thread.resume = thread_frame(&m->thread)->fn->code;
	return true;
}

/* ---- a task begins ---- */

static RunTask *task_new(Machine *m, Space *space)
{
	RunTask *t = xcalloc(1, sizeof *t);
	t->space = space;
	space->refs++;
	vec_push(&m->tasks->all, t);
	return t;
}

static Space *space_new(void)
{
	return xcalloc(1, sizeof(Space));
}

static void begin(Machine *m)
{
	if (m->tasks)
		return;
	m->tasks = xcalloc(1, sizeof *m->tasks);
	m->tasks->space = space_new();
	m->tasks->space->refs++; /* it is in memory */
	m->tasks->turn = m->executed / QUANTUM;
	task_new(m, m->tasks->space);
	find_locals(m);
	snap_over(m);
}

/* Runs of these kinds look at one thread only. */
static const char *not_for_tasks(const Machine *m)
{
	if (!program_makes_tasks(m->p))
		return "in a program in which it was not foreseen";
	if (m->track)
		return "in runs that follow dependences";
	if (m->trace)
		return "in runs that are traced";
	if (m->state)
		return "in a function that is called by --entry";
	return m->world.faults ? "with --faults" : NULL;
}

/* The stacks of the parent as they are now; registers are elsewhere. */
static void copy_stacks(Thread *to, const Thread *from)
{
	const Frame *last = thread_frame(from);
	thread_copy(to, from);
	memcpy(to->regs, from->regs,
		   (size_t)(last->regs + last->fn->n_regs - from->regs) * sizeof(Reg));
	memcpy(to->frames, from->frames, (from->depth + 1) * sizeof *from->frames);
	for (u32 k = 0; k <= from->depth; k++)
		to->frames[k].regs = to->regs + (from->frames[k].regs - from->regs);
}

static void give_number(Machine *m, i64 number)
{
	m->results[0] = (Value){(u64)number, 0, 0};
	m->n_results = 1;
	call_results(m, m->thread.pc);
	m->thread.resume = m->thread.pc + 1;
}

static Space *space_for(Machine *m, TaskKind kind)
{
	Space *mine = running(m)->space;
	if (kind != TASK_FORK)
		return mine;
	Space *own = space_new();
	own->image = image_take(&m->mem, mine->image);
	image_free(mine->image);
	mine->image = image_share(own->image);
	return own;
}

CallStatus tasks_clone(Machine *m, TaskKind kind, u64 self)
{
	static const char *const names[] = {"fork", "vfork", "pthread_create"};
	u32 number = 0;
	const char *not_for = not_for_tasks(m);
	if (not_for) {
		unsupported(m, "%s %s", names[kind], not_for);
		return CALL_ENDED;
	}
	begin(m);
	i64 id = kind == TASK_THREAD ? os_thread(m->os, &number) : os_fork(m->os, &number);
	if (os_refused(m->os)) {
		unsupported(m, "%s", os_message(m->os));
		return CALL_ENDED;
	}
	if (m->pool)
		world_asked(m);
	RunTask *t = task_new(m, space_for(m, kind));
	must_that(m->tasks->all.len == number + 1, "tasks of the machine and of the system differ");
	if (!thread_init(&t->thread)) {
		limit_reached(m, "address space");
		return CALL_ENDED;
	}
	copy_stacks(&t->thread, &m->thread);
	t->copied = m->thread.serial;
	save_locals(m, t);
	if (kind == TASK_THREAD) {
		memset(t->locals, 0, sizeof t->locals);
		memcpy(t->locals[LOCAL_SELF].bytes, &self, sizeof self);
	}
	exchange(&m->thread, &t->thread);
	give_number(m, 0);
	exchange(&m->thread, &t->thread);
	give_number(m, id);
	return CALL_JUMPED;
}

/* ---- a task ends ---- */

/* The stack of a thread, but for the part that it has from its creator. */
static void leave_frames(Machine *m)
{
	while (m->thread.depth && thread_frame(&m->thread)->serial > running(m)->copied)
		frame_leave(m, thread_frame(&m->thread), false);
}

/* Frees what the tasks had that have ended, the running one not yet. */
static void sweep(Machine *m)
{
	for (u32 k = 1; k < m->tasks->all.len; k++) {
		RunTask *t = m->tasks->all.at[k];
		if (os_task_live(m->os, k) || t->swept || k == m->tasks->current)
			continue;
		t->swept = true;
		thread_free(&t->thread);
		space_leave(t->space);
	}
}

CallStatus tasks_thread_end(Machine *m)
{
	if (m->tasks->current)
		leave_frames(m);
	CallStatus status = next(m);
	sweep(m);
	return status;
}

CallStatus tasks_process_end(Machine *m, Outcome outcome, int status)
{
	if (!m->tasks) {
		finish(m, outcome, status);
		return CALL_ENDED;
	}
	if (os_is_first(m->os)) {
		m->tasks->first_ended = true;
		m->tasks->outcome = outcome;
		m->tasks->status = status;
	}
	os_process_ends(m->os, outcome == RAN_EXIT ? W_EXITCODE(status, 0) : W_EXITCODE(0, status));
	CallStatus then = next(m);
	if (m->tasks)
		sweep(m);
	return then;
}

void tasks_reset(Machine *m)
{
	Tasks *t = m->tasks;
	if (!t)
		return;
	if (t->current) {
		exchange(&m->thread, &running(m)->thread);
		exchange(&m->thread, &t->all.at[0]->thread);
	}
	for (u32 k = 0; k < t->all.len; k++) {
		RunTask *one = t->all.at[k];
		if (k && !one->swept)
			thread_free(&one->thread);
		if (!one->swept)
			space_leave(one->space);
		free(one);
	}
	space_leave(t->space);
	image_free_shared(&t->shared);
	vec_free(&t->all);
	free(t);
	m->tasks = NULL;
}
