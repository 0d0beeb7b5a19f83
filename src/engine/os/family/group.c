/* group.c: process groups and sessions, and signals to other processes and threads. */
#include "engine/os/family/family.h"
#include "engine/os/calls.h"

/* The subject leads its own group and session, as one that a shell with job control has started leads its
 * group. In a script or behind a pipe it does not. */
static void ask_group(Os *os)
{
	if (os_is_first(os))
		os_ask_inherited(os, "process group and session");
}

i32 os_group(const Os *os)
{
	return os->family ? family_self(os)->group : (i32)os_self(os);
}

/* Returns the live process of that number, 0: the one that makes the call; NULL: none. */
static Relative *member_of(Os *os, i32 pid)
{
	if (pid)
		os_ask_decides(os, WORLD_PID);
	Relative *m = pid ? family_find(os, pid) : family_self(os);
	if (!m)
		os_ask_others(os);
	return m;
}

/* Of a process that is alone: it leads its group and session. */
static i64 leader(Os *os, i32 pid)
{
	i64 number = os_own_number(os, pid);
	ask_group(os);
	if (number >= 0)
		os_ask_number(os, WORLD_PID, 0, 8, (u64)number);
	return number;
}

i64 sys_getpgrp(Os *os, const u64 *a)
{
	(void)a;
	return sys_getpgid(os, (const u64[]){0});
}

i64 sys_getpgid(Os *os, const u64 *a)
{
	if (!os->family)
		return leader(os, (i32)a[0]);
	ask_group(os);
	Relative *m = member_of(os, (i32)a[0]);
	os_ask(os, WORLD_PID);
	return m ? m->group : -ESRCH;
}

i64 sys_getsid(Os *os, const u64 *a)
{
	if (!os->family)
		return leader(os, (i32)a[0]);
	ask_group(os);
	Relative *m = member_of(os, (i32)a[0]);
	os_ask(os, WORLD_PID);
	return m ? m->session : -ESRCH;
}

i64 sys_setsid(Os *os, const u64 *a)
{
	(void)a;
	ask_group(os);
	if (!os->family || family_self(os)->group == family_self(os)->pid)
		return -EPERM;
	Relative *m = family_self(os);
	m->group = m->session = m->pid;
	os_ask(os, WORLD_PID);
	return m->pid;
}

i64 sys_setpgid(Os *os, const u64 *a)
{
	i32 pid = (i32)a[0], group = (i32)a[1];
	if (group < 0)
		return -EINVAL;
	ask_group(os);
	if (!os->family)
		return os_own_number(os, pid) < 0 ? -ESRCH : -EPERM;
	Relative *m = member_of(os, pid);
	if (!m || (m != family_self(os) && m->parent != (i32)os->family->current))
		return -ESRCH;
	if (m->pid == m->session) /* the leader of a session */
		return -EPERM;
	m->group = group ? group : m->pid;
	return 0;
}

/* ---- signals ---- */

static void send_to(Os *os, u32 member, SignalNote note)
{
	u32 before = family_become(os, member);
	if (note.number && os->family->members.at[member]->state == MEMBER_LIVE)
		os_signal_send(os, note);
	family_become(os, before);
}

/* As kill has pid: one process, a group, or all but the first of the session. */
static bool concerns(Os *os, const Relative *m, i64 pid)
{
	if (pid > 0)
		return m->pid == pid;
	if (pid == -1)
		return m != family_self(os);
	return m->group == (pid ? -pid : os_group(os));
}

i64 family_send(Os *os, i64 pid, SignalNote note)
{
	Family *f = os->family;
	bool any = false;
	for (size_t i = 0; i < f->members.len; i++) {
		Relative *m = f->members.at[i];
		if (m->state == MEMBER_GONE || !concerns(os, m, pid))
			continue;
		any = true;
		send_to(os, (u32)i, note);
		if (os->status != OS_DONE)
			return 0;
	}
	if (pid == -1 || !any)
		os_ask_others(os);
	return any ? 0 : -ESRCH;
}

/* Each signal of a thread waits until the thread runs. */
i64 family_send_thread(Os *os, i32 group, i32 tid, SignalNote note)
{
	Family *f = os->family;
	for (u32 i = 0; i < f->tasks.len; i++) {
		OsTask *t = f->tasks.at[i];
		if (!t->live || t->tid != tid || (group && f->members.at[t->member]->pid != group))
			continue;
		if (!note.number)
			return 0;
		u32 before = family_become(os, t->member);
		u64 bit = 1ull << (note.number - 1), had = os->process.pending;
		bool mine = f->members.at[t->member]->last_task == i;
		if (mine) {
			os_signal_send(os, note);
		} else {
			u64 blocked = os->process.blocked;
			os->process.blocked = t->blocked;
			os_signal_send(os, note);
			os->process.blocked = blocked;
			t->pending |= os->process.pending & ~had;
			os->process.pending &= ~(t->pending & bit) | had;
		}
		family_become(os, before);
		return 0;
	}
	return -ESRCH;
}
