/* beside.c: the calls of both runs around the guilty one, in two columns, for report pages. */
#include "env/alone/jtree.h"
#include "env/locate/locate.h"

enum { BEFORE = 8, AFTER = 6, SHOWN = 60 }; /* number of calls of the task; bytes of a text */

/* Adds a call as text, or null. */
static void add_call(JTree *row, const char *key, const Trace *t, World *w, u32 call, bool hide)
{
	Decode d = {.fd_name = world_fd_name, .user = w, .max_bytes = SHOWN};
	Buf text = {0};
	if (hide) {
		jtree_add_string(row, key, "held back");
	} else if (call < t->calls.len) {
		if (call < t->head)
			pseudo_format(&text, &t->calls.at[call]);
		else
			call_format(&text, &d, &t->calls.at[call], call);
		jtree_add_string(row, key, buf_str(&text));
	} else {
		jtree_add_null(row, key);
	}
	buf_free(&text);
}

static void add_row(const Locator *l, JTree *list, u32 there, u32 here, bool guilty)
{
	JTree *row = jtree_object();
	/* Here the data of a call that the trace holds back, or does not have, may be the secret. */
	bool unknown = l->n_held && !l->rules && (there == UINT32_MAX || l->held[there]);
	add_call(row, "there", &l->trace, l->script.world, there, false);
	add_call(row, "here", &l->bad, l->bad_world, here, unknown && here < l->bad.calls.len);
	jtree_add_bool(row, "guilty", guilty);
	jtree_push(list, row);
}

/* The n-th call of the task before or after a call, or the farthest one. */
static u32 away(const Trace *t, u32 call, u32 n, bool back)
{
	u32 at = call, task = t->calls.at[call].task;
	for (u32 i = call; n && (back ? i > t->head : i + 1 < t->calls.len);) {
		i = back ? i - 1 : i + 1;
		if (t->calls.at[i].task != task)
			continue;
		at = i;
		n--;
	}
	return at;
}

void beside_json(const Locator *l, const Finding *f, struct JTree *to)
{
	if (!l->bad_world || f->call >= l->trace.calls.len || f->call < l->trace.head)
		return;
	TraceAlignment a;
	trace_alignment_make(&l->trace, l->script.world, &l->bad, l->bad_world, &a);
	JTree *list = jtree_add_array(to, "beside");
	u32 task = l->trace.calls.at[f->call].task, next = UINT32_MAX;
	u32 first = away(&l->trace, f->call, BEFORE, true);
	u32 last = away(&l->trace, f->call, AFTER, false);
	for (u32 i = first; i <= last; i++) {
		if (l->trace.calls.at[i].task != task)
			continue;
		u32 here = a.partner[i];
		/* Calls that only this run made come before its next call in common. */
		for (u32 k = next, n = 0; here != UINT32_MAX && k < here && n < AFTER; k++)
			if (!a.met[k] && l->bad.calls.at[k].task == l->bad.calls.at[here].task) {
				add_row(l, list, UINT32_MAX, k, false);
				n++;
			}
		add_row(l, list, i, here, i == f->call);
		next = here == UINT32_MAX ? next : here + 1;
	}
	trace_alignment_free(&a);
}
