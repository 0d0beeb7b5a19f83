/* take.c: copies the memory of a running machine to a machine of another program.
 *
 * Stack and heap are rebuilt at the same addresses. A variable that the run has changed is
 * copied to its counterpart; others keep the initial value of their own program. Words that are
 * addresses of variables and functions become those of the counterparts. A literal or variable
 * without a counterpart becomes an object.
 */
#include "engine/machine/look.h"
#include "engine/machine/snap.h"
#include "engine/machine/state.h"

enum {
	MOST_BYTES = 16 << 20, /* of stack and heap */
	WORD = 8,
};

typedef struct Take {
	Machine *to;
	const Machine *from;
	const StateMap *map; /* NULL: both run one program */
	IntMap made;         /* 1 + global of from -> the object that replaces it */
	Err *err;
} Take;

/* ---- bytes ---- */

static bool undefined_at(const Memory *m, u64 at)
{
	return !memory_is_readable(m, at) &&
		   (!memory_is_tagged(m, at) || (m->tags[at] & TAG_UNDEFINED) != 0);
}

/* n bytes with what is known of them; of expressions only the values. */
static void take_bytes(Take *t, u64 from, u64 to, u64 n)
{
	const Memory *src = &t->from->mem;
	Memory *dst = &t->to->mem;
	for (u64 i = 0; i < n;) {
		u64 k = i;
		while (k < n && !undefined_at(src, from + k))
			k++;
		if (k > i) {
			memory_set_plain(dst, to + i, k - i);
			memcpy(dst->bytes + to + i, src->bytes + from + i, k - i);
		}
		for (; k < n && undefined_at(src, from + k); k++)
			if (memory_is_tagged(src, from + k)) {
				dst->bytes[to + k] = src->bytes[from + k];
				memory_set_tag(dst, to + k, TAG_UNDEFINED);
			}
		i = k;
	}
}

/* ---- addresses ---- */

/* An object with the contents of a global that the other program does not have. */
static u64 stand_in(Take *t, u32 global)
{
	const Global *g = &t->from->p->globals.at[global];
	u64 at;
	if (intmap_get(&t->made, global + 1ull, &at))
		return at;
	u32 id = memory_alloc(&t->to->mem, OBJ_ARGS, g->size, 16, 0);
	at = id ? t->to->mem.objects.at[id].lo : 0;
	if (id)
		take_bytes(t, g->address, at, g->size);
	if (id && g->constant)
		memory_protect(&t->to->mem, id, false);
	intmap_put(&t->made, global + 1ull, at);
	return at;
}

/* What an address of the one program is in the other; false: there is nothing. */
static bool translate(Take *t, u64 *value)
{
	if (!t->map || *value < REGION || *value >= STACK_BASE)
		return true;
	Look look = machine_look(t->from, *value);
	if (look.kind == LOOK_FUNCTION) {
		u32 other = t->map->function(t->map->ctx, look.number);
		if (other == NO_OPERAND)
			return err_set(t->err, "the address of %s, which only one version has, is in memory",
						   t->from->p->functions.at[look.number].source_name);
		*value = t->to->p->functions.at[other].address;
		return true;
	}
	if (look.kind != LOOK_OBJECT || look.global == NO_OPERAND)
		return true;
	u32 other = t->map->global(t->map->ctx, look.global);
	u64 at = other == NO_OPERAND ? stand_in(t, look.global) : t->to->p->globals.at[other].address;
	*value += at - look.lo;
	return at ||
		   err_set(t->err, "there is no room for %s", t->from->p->globals.at[look.global].name);
}

/* Words of what was taken. */
static bool translate_words(Take *t, u64 at, u64 n)
{
	Memory *m = &t->to->mem;
	bool good = true;
	for (at = (at + WORD - 1) & ~(u64)(WORD - 1); good && t->map && n >= WORD;
		 at += WORD, n -= WORD) {
		u64 value, before;
		if (m->readable[at >> 3] != 0xff)
			continue;
		memcpy(&value, m->bytes + at, sizeof value);
		before = value;
		good = translate(t, &value);
		if (value != before)
			memcpy(m->bytes + at, &value, sizeof value);
	}
	return good;
}

/* ---- the whole ---- */

static bool take_globals(Take *t)
{
	const Program *p = t->from->p;
	bool good = true;
	for (u32 i = 0; good && i < p->globals.len; i++) {
		const Global *g = &p->globals.at[i];
		if (g->constant || g->absent || !g->size ||
			machine_look_unchanged(t->from, g->address, g->size))
			continue;
		u32 other = t->map ? t->map->global(t->map->ctx, i) : i;
		if (other == NO_OPERAND)
			continue;
		const Global *o = &t->to->p->globals.at[other];
		if (o->size != g->size)
			return err_set(t->err, "%s has a different layout in each version", g->name);
		take_bytes(t, g->address, o->address, g->size);
		good = translate_words(t, o->address, o->size);
	}
	return good;
}

static bool take_objects(Take *t)
{
	const Memory *src = &t->from->mem;
	Memory *dst = &t->to->mem;
	bool good = true;
	u32 first = dst->first_object;
	memory_take_objects(dst, src);
	for (size_t i = src->first_object; good && i < src->objects.len; i++) {
		const Object *o = &src->objects.at[i];
		if (!o->live)
			continue;
		take_bytes(t, o->lo, o->lo, o->size);
		if (o->constant)
			memory_protect(dst, (u32)(i - src->first_object + first), false);
	}
	for (size_t i = src->first_object; good && i < src->objects.len; i++)
		if (src->objects.at[i].live)
			good = translate_words(t, src->objects.at[i].lo, src->objects.at[i].size);
	return good;
}

bool machine_take(Machine *to, const Machine *from, const StateMap *map, Err *err)
{
	Take t = {.to = to, .from = from, .map = map, .err = err};
	const Memory *m = &from->mem;
	if (m->heap_next - HEAP_BASE + m->stack_next - STACK_BASE > MOST_BYTES)
		return err_set(err, "the run has more than %d MiB of memory", MOST_BYTES >> 20);
	snap_clear(to);
	state_ask(to);
	bool good = take_objects(&t) && take_globals(&t);
	intmap_free(&t.made);
	return good;
}

bool machine_translate(const Machine *to, const Machine *from, const StateMap *map, u64 *value)
{
	Err ignored;
	Take t = {.to = (Machine *)(uintptr_t)to, .from = from, .map = map, .err = &ignored};
	bool good = translate(&t, value);
	intmap_free(&t.made);
	return good;
}
