/* memo.c: creates and frees the cache of expressions of operations. */
#include "engine/machine/sym/memo.h"

/* Expressions from mark on are gone. */
static void released(void *machine, u32 mark)
{
	Machine *m = machine;
	if (mark >= m->memo.newest)
		return;
	memset(m->memo.at, 0, MEMOS * sizeof *m->memo.at);
	m->memo.newest = 0;
}

void memo_begin(Machine *m)
{
	m->memo.at = xcalloc(MEMOS, sizeof *m->memo.at);
	expr_on_release(m->pool, released, m);
}

void memo_free(Machine *m)
{
	if (!m->memo.at)
		return;
	expr_off_release(m->pool, released, m);
	free(m->memo.at);
}
