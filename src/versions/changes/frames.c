/* frames.c: functions that do the same with a much larger or smaller stack frame.
 *
 * Unused parts of locals are not in the code that is compared. But a recursion that fits with 64
 * bytes a call may not fit with 4096, so entering such a function is a change. */
#include "versions/changes/impl.h"

enum { MUCH = 1024 }; /* bytes; less is layout */

static void frame_change(ChangeMap *m, const Function *o, const Function *n)
{
	Draft *d = draft_new(m, CHANGE_MODIFICATION);
	const Function *f[N_SIDES] = {o, n};
	char text[64];
	snprintf(text, sizeof text, "%llu bytes of large locals instead of %llu",
			 (unsigned long long)n->large_locals, (unsigned long long)o->large_locals);
	d->what = arena_strdup(&m->arena, text);
	for (Side s = OLD; s < N_SIDES; s++) {
		Loc at = loc_of(m, s, f[s]->loc);
		d->c.part[s].function = f[s]->id;
		draft_point(d, s, f[s]->id, 0, POINT_CODE);
		if (at.line)
			draft_line(d, s, at);
	}
}

void frame_changes(ChangeMap *m)
{
	const Half *h = &m->half[OLD];
	for (u32 f = 0; f < h->p->functions.len; f++) {
		u32 other = h->body[f].other;
		const Function *o = &h->p->functions.at[f];
		if (other == NO_OPERAND || !is_compared(o) || !o->n_ins || h->body[f].pair)
			continue;
		const Function *n = &m->half[NEW].p->functions.at[other];
		u64 a = o->large_locals, b = n->large_locals;
		if ((a > b ? a - b : b - a) >= MUCH)
			frame_change(m, o, n);
	}
}
