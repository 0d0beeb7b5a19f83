/* coincide.c: finds addresses that mean one object in OLD and another in NEW.
 *
 * States of both versions are compared bit by bit (infect.h). That is sound only if equal bits mean
 * the same: a literal "," of OLD may be where NEW has ";", and then a pointer to it is the same
 * number in both. An address gets into a state, in whatever form, only from where it is mentioned:
 * as a constant in code, or in initial contents of globals. So if no two mentioned objects share an
 * address without being counterparts, equal bits are equal objects. */
#include "engine/load/address.h"
#include "engine/load/layout.h"
#include "versions/changes/impl.h"

enum { BEHIND = 16 }; /* bytes behind an object that an address of it may still have */

/* What a version mentions the address of. */
typedef struct Mentions {
	const Program *p;
	bool *function, *global;
} Mentions;

static void mention(Mentions *m, u64 value)
{
	const Program *p = m->p;
	if (value >= CODE_FUNCTIONS && value < CODE_FUNCTIONS + p->functions.len * CODE_STEP)
		m->function[(value - CODE_FUNCTIONS) / CODE_STEP] = true;
	if (value < GLOBALS_BASE || value >= p->globals_end)
		return;
	u32 below = global_below(p, value), above = below == NO_OPERAND ? 0 : below + 1;
	if (below != NO_OPERAND)
		m->global[below] = true;
	/* Between two objects: of either. */
	if (above < p->globals.len &&
		(!above || value > p->globals.at[below].address + p->globals.at[below].size))
		m->global[above] = true;
}

static void mention_all(Mentions *m, const Program *p)
{
	m->p = p;
	m->function = xcalloc(p->functions.len + 1, 1);
	m->global = xcalloc(p->globals.len + 1, 1);
	for (size_t i = 0; i < p->consts.len; i++) {
		mention(m, p->consts.at[i].lo);
		mention(m, p->consts.at[i].hi);
	}
	for (size_t i = 0; i < p->mixed_from.len; i++)
		mention(m, p->mixed_from.at[i]);
	/* Packed structs have addresses at any offset. */
	for (size_t i = 0; i < p->globals.len; i++) {
		const Global *g = &p->globals.at[i];
		for (u64 at = 0, word; g->init && at + 8 <= g->size; at++) {
			memcpy(&word, g->init + at, 8);
			if (word - REGION < REGION_SIZE)
				mention(m, word);
		}
	}
}

static bool functions_coincide(const ChangeMap *map, const Mentions m[2])
{
	for (u32 i = 0; i < m[OLD].p->functions.len && i < m[NEW].p->functions.len; i++)
		if (m[OLD].function[i] && m[NEW].function[i] && change_map_function(map, OLD, i) != i)
			return true;
	for (u32 i = 0; i < m[OLD].p->block_addrs.len && i < m[NEW].p->block_addrs.len; i++) {
		u64 at = CODE_BLOCKS + (u64)i * CODE_STEP;
		if (!change_map_same_address(map, at, at))
			return true;
	}
	return false;
}

static bool counterparts(const ChangeMap *map, const Global *old, const Global *newer)
{
	return old->address == newer->address && old->constant == newer->constant &&
		   change_map_same_address(map, old->address, newer->address);
}

static bool globals_coincide(const ChangeMap *map, const Mentions m[2])
{
	const Program *newer = m[NEW].p;
	for (u32 i = 0; i < m[OLD].p->globals.len; i++) {
		const Global *o = &m[OLD].p->globals.at[i];
		u64 end = o->address + o->size + BEHIND;
		u32 k = m[OLD].global[i] ? global_below(newer, o->address) : (u32)newer->globals.len;
		for (k = k == NO_OPERAND ? 0 : k; k < newer->globals.len; k++) {
			const Global *n = &newer->globals.at[k];
			if (n->address >= end)
				break;
			if (m[NEW].global[k] && n->address + n->size + BEHIND > o->address &&
				!counterparts(map, o, n))
				return true;
		}
	}
	return false;
}

/* Counterparts lie at one address, and what they begin with is the same to the bit. */
static bool global_stays(const Program *old, const Program *newer, u32 g, u32 other)
{
	const Global *o = &old->globals.at[g];
	if (is_private(o) && o->subject) /* code that mentions it is looked at */
		return true;
	/* Other code is the same, and has its literals in the same order. */
	const Global *n = &newer->globals.at[is_private(o) ? g : other];
	return o->address == n->address && o->size == n->size && !o->init == !n->init &&
		   (!o->init || !memcmp(o->init, n->init, o->size));
}

bool change_map_same_layout(const ChangeMap *m)
{
	const Program *old = m->half[OLD].p, *newer = m->half[NEW].p;
	bool same = !*m->moved;
	for (u32 i = 0; same && i < old->functions.len; i++) {
		u32 other = change_map_function(m, OLD, i);
		same = other == NO_OPERAND || other == i;
	}
	for (u32 i = 0; same && i < old->globals.len; i++) {
		u32 other = change_map_global(m, OLD, i);
		same =
			other == NO_OPERAND || (i < newer->globals.len && global_stays(old, newer, i, other));
	}
	return same;
}

bool coincide(const ChangeMap *map, const Program *old, const Program *newer)
{
	Mentions m[2];
	mention_all(&m[OLD], old);
	mention_all(&m[NEW], newer);
	bool any = functions_coincide(map, m) || globals_coincide(map, m);
	for (int side = OLD; side <= NEW; side++) {
		free(m[side].function);
		free(m[side].global);
	}
	return any;
}
