/* check.c: whether the static analysis has foreseen what is executed.
 *
 * Partitions stand on where pointers may point. The analysis must not leave anything out (see
 * src/static/points/escape.c), and this cannot prove that it does not: what other inputs do is never
 * seen here. But a call or an access that it does not have shows that it is wrong, or that the
 * program made an address out of nothing; then nothing may be called complete. Looked at are
 * calls through pointers, and accesses that are not plain anyway.
 */
#include "machine/track.h"

static bool has_object(Static *s, PlaceSet set, const Names *names)
{
	for (u32 i = 0; i < set.n; i++)
		for (u32 k = 0; k < names->n; k++)
			if (static_place(s, set.at[i]).object == names->at[k])
				return true;
	return false;
}

static bool is_asked(const Machine *m)
{
	const Track *t = m->track;
	return !t->opt.no_potential && t->ready;
}

enum { NOT_ASKED, FORESEEN, UNFORESEEN };

static u64 found_before(Track *t, u64 key)
{
	u64 state;
	return intmap_get(&t->checked, key, &state) ? state : NOT_ASKED;
}

/* In every run: notes are of one. */
static void settle(Machine *m, u64 key, u64 state, const char *what, const Ins *in)
{
	intmap_put(&m->track->checked, key, state);
	if (state == UNFORESEEN)
		add_note(m, NOTE_UNFORESEEN, in->loc, "%s that the analysis of pointers does not have",
				 what);
}

void track_callee(Machine *m, const Ins *call, u32 callee)
{
	Track *t = m->track;
	const Function *f = m->frames[m->depth].fn->body;
	u32 ins = (u32)(call - f->ins);
	const u32 *callees;
	if (!is_asked(m))
		return;
	u64 key = hash_mix((u64)f->id << 32 | ins, (u64)1 << 40 | callee) | 1;
	u64 state = found_before(t, key);
	if (state == NOT_ASKED) {
		u32 n = static_callees(t->s, f->id, ins, &callees);
		state = UNFORESEEN;
		for (u32 i = 0; i < n; i++)
			if (callees[i] == callee)
				state = FORESEEN;
	}
	settle(m, key, state, "a call of a function", call);
}

void track_access(Machine *m, const Ins *in, u64 addr, bool write)
{
	Track *t = m->track;
	const Function *f = m->frames[m->depth].fn->body;
	u32 ins = (u32)(in - f->ins);
	u64 base;
	Names names;
	if (!is_asked(m) || !track_home(m, addr, &names, &base))
		return;
	u64 key = hash_mix((u64)f->id << 32 | ins, (u64)names.at[0] << 1 | write) | 1;
	u64 state = found_before(t, key);
	if (state == FORESEEN)
		return;
	if (state == NOT_ASKED) {
		PlaceSet set = write ? static_mod(t->s, f->id, ins) : static_ref(t->s, f->id, ins);
		state = has_object(t->s, set, &names) ? FORESEEN : UNFORESEEN;
	}
	settle(m, key, state, write ? "a write to an object" : "a read of an object", in);
}
