/* check.c: checks that the static analysis predicted what is executed.
 *
 * Partitions depend on points-to. The analysis must be sound (see
 * src/engine/static/points/escape.c). This check cannot prove that: it never sees what other
 * inputs do. But a call or an access that the analysis does not have shows that it is wrong, or
 * that the program made up an address. Then no result may be called complete. We check calls
 * through pointers, and accesses that are not plain anyway.
 */
#include "engine/machine/track.h"

static bool has_object(Static *s, LocationSet set, const Names *names)
{
	for (u32 i = 0; i < set.n; i++)
		for (u32 k = 0; k < names->n; k++)
			if (static_location(s, set.at[i]).object == names->at[k])
				return true;
	return false;
}

static bool is_asked(const Machine *m)
{
	const Track *t = m->track;
	return !t->opt.no_potential && t->ready;
}

enum { NOT_ASKED, FORESEEN, UNFORESEEN };

/* The lowest bits of what a key in Track.checked says of an instruction. */
enum { KEY_READ, KEY_WRITE, KEY_CALLEE };

static u64 found_before(Track *t, Key key)
{
	u64 state;
	return keymap_get(&t->checked, key, &state) ? state : NOT_ASKED;
}

/* In every run: notes are of one. */
static void settle(Machine *m, Key key, u64 state, const char *what, const Ins *in)
{
	keymap_put(&m->track->checked, key, state);
	if (state == UNFORESEEN)
		add_note(m, NOTE_UNFORESEEN, in->loc, "%s that the points-to analysis does not have", what);
}

void track_callee(Machine *m, const Ins *call, u32 callee)
{
	Track *t = m->track;
	const Function *f = thread_frame(&m->thread)->fn->body;
	u32 ins = (u32)(call - f->ins);
	const u32 *callees;
	if (!is_asked(m))
		return;
	Key key = KEY((u64)f->id << 32 | ins, (u64)callee << 2 | KEY_CALLEE);
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
	const Function *f = thread_frame(&m->thread)->fn->body;
	u32 ins = (u32)(in - f->ins);
	u64 base;
	Names names;
	if (!is_asked(m) || !track_home(m, addr, &names, &base))
		return;
	Key key = KEY((u64)f->id << 32 | ins, (u64)names.at[0] << 2 | (write ? KEY_WRITE : KEY_READ));
	u64 state = found_before(t, key);
	if (state == FORESEEN)
		return;
	if (state == NOT_ASKED) {
		LocationSet set = write ? static_mod(t->s, f->id, ins) : static_ref(t->s, f->id, ins);
		state = has_object(t->s, set, &names) ? FORESEEN : UNFORESEEN;
	}
	settle(m, key, state, write ? "a write to an object" : "a read of an object", in);
}
