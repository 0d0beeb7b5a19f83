/* deadlock.c: reports that all tasks wait for ever. */
#include "engine/machine/tasks/tasks.h"
#include "engine/machine/tasks/impl.h"

static void exchange_current(Machine *m, u32 number)
{
	Thread now = m->thread;
	m->thread = m->tasks->all.at[number]->thread;
	m->tasks->all.at[number]->thread = now;
}

void tasks_deadlock(Machine *m)
{
	Tasks *t = m->tasks;
	u32 n = 0, first = UINT32_MAX;
	for (u32 k = 0; k < t->all.len; k++)
		if (os_task_live(m->os, k)) {
			first = n++ ? first : k;
		}
	/* The headline names the place where the first of them waits. */
	if (first != t->current)
		exchange_current(m, first);
	if (n == 1)
		fail(m, ERROR_DEADLOCK, "the only thread that is left waits for ever");
	else
		fail(m, ERROR_DEADLOCK, "all %u threads and processes wait for each other", n);
	if (first != t->current)
		exchange_current(m, first);
	for (u32 k = first + 1; k < t->all.len; k++) {
		if (!os_task_live(m->os, k))
			continue;
		buf_addf(&m->report, "  %s %u of process %u waits at:\n", "thread", k, os_member(m->os, k));
		if (k != t->current)
			exchange_current(m, k);
		report_stack(m);
		if (k != t->current)
			exchange_current(m, k);
	}
}
