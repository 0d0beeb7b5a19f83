/* family.c: processes and threads: they begin, take turns, and end. */
#include "engine/os/family/family.h"
#include <sys/wait.h>
#include "engine/os/calls.h"

/* ---- who ---- */

Relative *family_find(const Os *os, i64 pid)
{
	for (size_t i = 0; i < os->family->members.len; i++) {
		Relative *m = os->family->members.at[i];
		if (m->state != MEMBER_GONE && m->pid == pid)
			return m;
	}
	return NULL;
}

static Relative *member_new(Family *f, i32 pid, i32 parent)
{
	Relative *m = xcalloc(1, sizeof *m);
	*m = (Relative){.pid = pid, .parent = parent, .group = pid, .session = pid};
	vec_push(&f->members, m);
	return m;
}

static OsTask *task_new(Family *f, u32 member, i32 tid)
{
	OsTask *t = xcalloc(1, sizeof *t);
	*t = (OsTask){.member = member, .tid = tid, .live = true};
	vec_push(&f->tasks, t);
	return t;
}

static void begin(Os *os)
{
	if (os->family)
		return;
	i32 self = (i32)os_first_pid(os);
	os->family = xcalloc(1, sizeof *os->family);
	member_new(os->family, self, NOBODY);
	task_new(os->family, 0, self);
	os->family->next_id = self + 1;
}

void family_free(Os *os)
{
	Family *f = os->family;
	if (!f)
		return;
	/* The process that began the run owns the tables that os_new made. */
	for (size_t i = 1; i < f->members.len; i++)
		if (f->members.at[i]->state == MEMBER_LIVE) {
			family_become(os, (u32)i);
			while (os->process.fds_end)
				os_fd_close(os, os->process.fds_end - 1);
		}
	family_become(os, 0);
	for (size_t i = 0; i < f->members.len; i++) {
		if (i && f->members.at[i]->process.limits) {
			vec_free(&f->members.at[i]->process.fds);
			process_free(&f->members.at[i]->process);
		}
		free(f->members.at[i]);
	}
	for (size_t i = 0; i < f->tasks.len; i++) {
		free(f->tasks.at[i]->frames);
		free(f->tasks.at[i]);
	}
	vec_free(&f->members);
	vec_free(&f->tasks);
	free(f);
	os->family = NULL;
}

/* ---- turns ---- */

static void exchange_process(Process *a, Process *b)
{
	Process t = *a;
	*a = *b;
	*b = t;
}

/* Os.process belongs to the member of the task, except within family_become. */
u32 family_become(Os *os, u32 member)
{
	Family *f = os->family;
	u32 before = f->current;
	if (member != before) {
		exchange_process(&os->process, &f->members.at[before]->process);
		exchange_process(&os->process, &f->members.at[member]->process);
		f->current = member;
	}
	return before;
}

/* Exchanges what belongs to a thread; a call is its own inverse. */
static void exchange_thread(Process *p, OsTask *t)
{
#define SWAP(a, b)             \
	do {                       \
		__typeof(a) swap_ = a; \
		a = b;                 \
		b = swap_;             \
	} while (0)
	SWAP(p->blocked, t->blocked);
	SWAP(p->signal_stack, t->signal_stack);
	SWAP(p->n_frames, t->n_frames);
	SWAP(p->frames, t->frames);
	SWAP(p->waits->suspended, t->suspended);
	SWAP(p->waits->suspended_mask, t->suspended_mask);
#undef SWAP
}

void os_task_run(Os *os, u32 task)
{
	Family *f = os->family;
	OsTask *from = f->tasks.at[f->task], *to = f->tasks.at[task];
	if (task == f->task)
		return;
	/* Signals for the thread alone are pending in its process while it runs. */
	from->pending &= os->process.pending;
	os->process.pending &= ~from->pending;
	if (from->member == to->member) {
		/* What is in Os.process is `from`'s: keep it there, and take what is `to`'s. */
		exchange_thread(&os->process, from);
		exchange_thread(&os->process, to);
	} else {
		Relative *m = f->members.at[to->member];
		u32 last = m->last_task;
		m->last_task = task;
		f->members.at[from->member]->last_task = f->task;
		family_become(os, to->member);
		if (last != task) {
			exchange_thread(&os->process, f->tasks.at[last]);
			exchange_thread(&os->process, to);
		}
	}
	f->members.at[to->member]->last_task = task;
	f->task = task;
	os->process.pending |= to->pending;
}

bool os_task_ready(const Os *os, u32 task)
{
	const Family *f = os->family;
	const OsTask *t = f->tasks.at[task];
	return t->live &&
		   (!t->waiting || t->seen != f->events || os_task_until(os, task) <= os->elapsed);
}

static const Process *process_of(const Os *os, u32 member)
{
	return member == os->family->current ? &os->process : &os->family->members.at[member]->process;
}

i64 os_task_until(const Os *os, u32 task)
{
	const OsTask *t = os->family->tasks.at[task];
	i64 alarm = process_of(os, t->member)->alarm.due;
	return alarm && alarm < t->until ? alarm : t->until;
}

bool os_task_live(const Os *os, u32 task)
{
	return os->family->tasks.at[task]->live;
}

void os_jump(Os *os, i64 to)
{
	if (os->elapsed < to)
		os->elapsed = to;
}

/* ---- waiting ---- */

u64 *os_moved(Os *os)
{
	static u64 none;
	none = 0;
	return os->family ? &family_task(os)->done : &none;
}

OsWait os_block(Os *os, i64 limit)
{
	OsTask *t = family_task(os);
	if (!t->waiting) {
		t->waiting = true;
		t->since = ++os->family->waits;
		if (limit < 0 || __builtin_add_overflow(os->elapsed, limit, &t->until))
			t->until = INT64_MAX;
	}
	if (os->process.alarm.due && os->elapsed >= os->process.alarm.due)
		os_alarm_wait(os, 0);
	if (os_signal_due(os))
		return WAIT_SIGNAL;
	if (os->elapsed >= t->until)
		return WAIT_OVER;
	t->seen = os->family->events;
	os->status = OS_BLOCKED;
	return WAIT_BLOCKED;
}

void family_completed(Os *os)
{
	OsTask *t = family_task(os);
	t->waiting = t->woken = false;
	t->done = t->futex = 0;
	os->family->events++;
}

/* Lets the others run first; on its second try it is over. */
i64 sys_sched_yield(Os *os, const u64 *a)
{
	(void)a;
	OsTask *t = os->family ? family_task(os) : NULL;
	if (!t || t->waiting)
		return 0;
	t->waiting = true;
	t->until = os->elapsed;
	os->status = OS_BLOCKED;
	return 0;
}

/* ---- they begin ---- */

static u32 live_members(const Family *f)
{
	u32 n = 0;
	for (size_t i = 0; i < f->members.len; i++)
		n += f->members.at[i]->state == MEMBER_LIVE;
	return n;
}

static u32 live_tasks(const Family *f, i64 member)
{
	u32 n = 0;
	for (size_t i = 0; i < f->tasks.len; i++)
		n += f->tasks.at[i]->live && (member < 0 || f->tasks.at[i]->member == member);
	return n;
}

/* The descriptors are the child's own, what they lead to is shared. */
static void fork_fds(Process *to, const Process *from)
{
	for (size_t i = 0; i < from->fds_end; i++) {
		vec_push(&to->fds, from->fds.at[i]);
		if (from->fds.at[i].file)
			from->fds.at[i].file->refs++;
	}
	to->fds_end = from->fds_end;
}

static void fork_process(Process *to, const Process *from)
{
	*to = *from;
	to->fds.at = NULL;
	to->fds.len = to->fds.cap = 0;
	process_init(to);
	memcpy(to->limits, from->limits, RLIM_NLIMITS * sizeof *to->limits);
	memcpy(to->actions, from->actions, OS_SIGNALS * sizeof *to->actions);
	memcpy(to->frames, from->frames, OS_FRAMES * sizeof *to->frames);
	*to->waits = *from->waits;
	to->waits->n_notes = 0;
	to->pending = 0;
	to->alarm = (OsTimer){0};
	fork_fds(to, from);
}

i64 os_fork(Os *os, u32 *task)
{
	begin(os);
	Family *f = os->family;
	os->status = OS_DONE;
	os->asked.len = os->names.len = 0;
	if (live_members(f) == OS_MEMBERS)
		return os_refuse(os, "more than %d processes at a time", OS_MEMBERS);
	if (f->members.len == 32 * OS_MEMBERS)
		return os_refuse(os, "more than %d processes", 32 * OS_MEMBERS);
	const Relative *self = family_self(os);
	Relative *child = member_new(f, f->next_id++, (i32)family_task(os)->member);
	child->group = self->group;
	child->session = self->session;
	fork_process(&child->process, &os->process);
	*task = child->last_task = (u32)f->tasks.len;
	task_new(f, (u32)f->members.len - 1, child->pid);
	os_ask(os, WORLD_PID);
	os_ask(os, WORLD_SCHEDULE);
	f->events++;
	return child->pid;
}

i64 os_thread(Os *os, u32 *task)
{
	begin(os);
	Family *f = os->family;
	os->status = OS_DONE;
	os->asked.len = os->names.len = 0;
	if (live_tasks(f, -1) == OS_TASKS)
		return os_refuse(os, "more than %d threads at a time", OS_TASKS);
	OsTask *t = task_new(f, family_task(os)->member, f->next_id++);
	*task = (u32)f->tasks.len - 1;
	t->blocked = os->process.blocked;
	t->frames = xcalloc(OS_FRAMES, sizeof *t->frames);
	os_ask(os, WORLD_SCHEDULE);
	f->events++;
	return t->tid;
}

/* ---- they end ---- */

static bool reaped_at_once(const Process *p)
{
	const SignalAction *act = &p->actions[SIGCHLD];
	return act->handler == (u64)(uintptr_t)SIG_IGN || (act->flags & SA_NOCLDWAIT);
}

static void tell_parent(Os *os, Relative *m)
{
	Family *f = os->family;
	if (m->parent == NOBODY || f->members.at[m->parent]->state != MEMBER_LIVE) {
		m->state = MEMBER_GONE;
		return;
	}
	bool exited = WIFEXITED(m->status);
	SignalNote note = {.number = SIGCHLD,
					   .code = exited ? CLD_EXITED : CLD_KILLED,
					   .pid = m->pid,
					   .uid = os->process.ids.uid,
					   .value = (u64)(exited ? WEXITSTATUS(m->status) : WTERMSIG(m->status))};
	u32 before = family_become(os, (u32)m->parent);
	if (reaped_at_once(&os->process))
		m->state = MEMBER_GONE;
	os_signal_send(os, note);
	family_become(os, before);
}

/* The process of the task that makes the calls ends. Its tables stay until somebody else makes calls. */
void os_process_ends(Os *os, int status)
{
	Family *f = os->family;
	u32 number = family_task(os)->member;
	Relative *m = f->members.at[number];
	while (os->process.fds_end)
		os_fd_close(os, os->process.fds_end - 1);
	os->process.alarm = (OsTimer){0};
	for (size_t i = 0; i < f->tasks.len; i++)
		if (f->tasks.at[i]->member == number)
			f->tasks.at[i]->live = false;
	for (size_t i = 0; i < f->members.len; i++)
		if (f->members.at[i]->parent == (i32)number) {
			f->members.at[i]->parent = NOBODY;
			if (f->members.at[i]->state == MEMBER_ZOMBIE)
				f->members.at[i]->state = MEMBER_GONE;
		}
	m->status = status;
	m->state = MEMBER_ZOMBIE;
	m->ended = f->ended++;
	tell_parent(os, m);
	f->events++;
}

bool os_thread_ends(Os *os)
{
	Family *f = os->family;
	OsTask *t = family_task(os);
	if (live_tasks(f, t->member) == 1)
		return false;
	t->live = false;
	f->events++;
	return true;
}

bool os_refused(const Os *os)
{
	return os->status == OS_UNSUPPORTED;
}

bool os_is_first(const Os *os)
{
	return !os->family || family_task(os)->member == 0;
}

u32 os_member(const Os *os, u32 task)
{
	return os->family ? os->family->tasks.at[task]->member : 0;
}
