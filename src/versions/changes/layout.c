/* layout.c: the same code with another layout of memory.
 *
 * Variables that were only declared in another order are no change. But code that uses an address as a
 * number may tell. Where there are changes, runs find that out and name it; without any, nothing runs. */
#include "versions/changes/impl.h"

/* True if locals of matched functions have another order. */
static bool locals_moved(const ChangeMap *m)
{
	const Half *h = &m->half[OLD];
	for (u32 f = 0; f < h->p->functions.len; f++) {
		u32 other = h->body[f].other;
		if (other == NO_OPERAND)
			continue;
		const Function *o = function_of(m, OLD, f), *n = function_of(m, NEW, other);
		for (u32 k = 0; o->kind == FN_SUBJECT && k < o->n_slots && k < n->n_slots; k++) {
			const char *a = o->slots[k].name, *b = n->slots[k].name;
			if (!a != !b || (a && strcmp(a, b)) || o->slots[k].size != n->slots[k].size)
				return true;
		}
	}
	return false;
}

/* True if functions or globals that both versions have are not in the same order. */
static bool others_moved(const ChangeMap *m)
{
	const Half *h = &m->half[OLD];
	u32 last = 0;
	for (u32 f = 0; f < h->p->functions.len; f++) {
		u32 other = h->body[f].other;
		if (other == NO_OPERAND || function_of(m, OLD, f)->kind != FN_SUBJECT)
			continue;
		if (other < last)
			return true;
		last = other;
	}
	u64 end = 0;
	for (u32 g = 0; g < h->p->globals.len; g++) {
		u32 other = h->global[g];
		if (other == NO_OPERAND || !h->p->globals.at[g].subject)
			continue;
		u64 address = m->half[NEW].p->globals.at[other].address;
		if (address < end)
			return true;
		end = address;
	}
	return false;
}

void compare_layout(ChangeMap *m)
{
	u32 function = 0, ins = 0;
	if (m->changes.len || m->notes.len || (!locals_moved(m) && !others_moved(m)))
		return;
	if (static_next_layout(map_flow(m, NEW), &function, &ins))
		map_note(
			m,
			"variables or functions have another order, and code depends on the layout of memory");
}
