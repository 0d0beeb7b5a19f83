/* wait.c: waits for children. */
#include "engine/os/family/family.h"
#include <sys/wait.h>
#include "engine/os/calls.h"

typedef enum ChildKey { BY_ANY, BY_PID, BY_GROUP } ChildKey;

static bool chosen(const Relative *m, ChildKey key, i32 id)
{
	return key == BY_ANY || (key == BY_PID ? m->pid == id : m->group == id);
}

/* The child that ended first; NULL: none has ended. *any: there is one to wait for. */
static Relative *ended_child(Os *os, ChildKey key, i32 id, bool *any)
{
	Family *f = os->family;
	Relative *first = NULL;
	for (size_t i = 0; i < f->members.len; i++) {
		Relative *m = f->members.at[i];
		if (m->state == MEMBER_GONE || m->parent != (i32)f->current || !chosen(m, key, id))
			continue;
		*any = true;
		if (m->state == MEMBER_ZOMBIE && (!first || m->ended < first->ended))
			first = m;
	}
	return first;
}

/* Returns the child; NULL: *result is the result of the call. */
static Relative *wait_for(Os *os, ChildKey key, i32 id, int options, i64 *result)
{
	bool any = false;
	Relative *m = os->family ? ended_child(os, key, id, &any) : NULL;
	*result = 0;
	if (m)
		return m;
	if (!any) {
		os_ask_inherited(os, "children");
		*result = -ECHILD;
	} else if (!(options & WNOHANG)) {
		*result = os_block(os, -1) == WAIT_SIGNAL ? -EINTR : 0;
	} else {
		os_ask(os, WORLD_TIMER); /* whether it has ended by now */
	}
	return NULL;
}

static bool no_usage(Os *os, u64 addr)
{
	struct rusage none = {0};
	os_ask(os, WORLD_TIMER);
	return os_set(os, addr, &none, sizeof none);
}

i64 sys_wait4(Os *os, const u64 *a)
{
	i32 pid = (i32)a[0];
	int options = (int)a[2];
	i64 result;
	if (options & ~(WNOHANG | WUNTRACED | WCONTINUED | __WNOTHREAD | __WALL))
		return options & __WCLONE ? os_refuse(os, "wait4 with __WCLONE") : -EINVAL;
	if (os->family && pid)
		os_ask_decides(os, WORLD_PID);
	Relative *m = pid == -1 ? wait_for(os, BY_ANY, 0, options, &result)
				  : pid > 0 ? wait_for(os, BY_PID, pid, options, &result)
							: wait_for(os, BY_GROUP, pid ? -pid : os_group(os), options, &result);
	if (!m || (a[1] && !os_set(os, a[1], &m->status, sizeof m->status)) ||
		(a[3] && !no_usage(os, a[3])))
		return result;
	m->state = MEMBER_GONE;
	os_ask(os, WORLD_PID);
	return m->pid;
}

/* Kernel layout of what waitid fills in. */
typedef struct ChildInfo {
	i32 number, error, code, pad, pid;
	u32 uid;
	i32 status;
} ChildInfo;

i64 sys_waitid(Os *os, const u64 *a)
{
	static const ChildKey keys[] = {[P_ALL] = BY_ANY, [P_PID] = BY_PID, [P_PGID] = BY_GROUP};
	int options = (int)a[3];
	i64 result;
	if (a[0] == 3) /* P_PIDFD */
		return os_refuse(os, "waitid of a descriptor");
	if (a[0] > P_PGID || !(options & (WEXITED | WSTOPPED | WCONTINUED)) ||
		options & ~(WNOHANG | WEXITED | WSTOPPED | WCONTINUED | WNOWAIT | __WALL | __WNOTHREAD))
		return -EINVAL;
	if (os->family && !(options & WEXITED))
		return os_refuse(os, "waitid for a process that stops");
	Relative *m = wait_for(os, keys[a[0]], a[0] == P_PGID && !a[1] ? os_group(os) : (i32)a[1],
						   options, &result);
	ChildInfo info = {0};
	if (m)
		info = (ChildInfo){.number = SIGCHLD,
						   .code = WIFEXITED(m->status) ? CLD_EXITED : CLD_KILLED,
						   .pid = m->pid,
						   .uid = os->process.ids.uid,
						   .status =
							   WIFEXITED(m->status) ? WEXITSTATUS(m->status) : WTERMSIG(m->status)};
	if (result || os->status != OS_DONE || (a[2] && !os_set(os, a[2], &info, sizeof info)) ||
		(a[4] && !no_usage(os, a[4])))
		return result;
	if (m && !(options & WNOWAIT))
		m->state = MEMBER_GONE;
	if (m && a[2])
		os_ask(os, WORLD_PID);
	return 0;
}
