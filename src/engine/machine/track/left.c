/* left.c: what the state after a call of a function depends on.
 *
 * A caller may look at all of it: at its own objects, at globals, at blocks of the heap, at variables of the C
 * library and at what the kernel keeps. So the set has all decisions that any byte of live memory
 * depends on, potential dependence included. It also has all values that had to be concrete (sizes of
 * blocks, addresses), because these are no bytes. It is larger than what one comparison needs, never
 * smaller. Which calls were made that change more than memory is up to static_next_outer. */
#include "engine/machine/track.h"

static Dep join(Machine *m, Dep a, Dep b)
{
	return dep_join(&m->track->graph, a, b & ~DEP_UNDEFINED);
}

void track_block_call(Machine *m)
{
	Dep dep = m->thread.ctx;
	for (u32 i = 0; i < m->site.n; i++)
		dep = join(m, dep, tag_dep(m, m->site.args[i].tag));
	m->track->made.blocks = join(m, m->track->made.blocks, dep);
}

static bool is_unset(const Memory *mem, u64 addr)
{
	return !memory_is_readable(mem, addr) && !memory_is_tagged(mem, addr);
}

/* A byte that nobody has set stays so: only its dependence counts. */
static Dep bytes_dep(Machine *m, u64 addr, u64 n)
{
	const Memory *mem = &m->mem;
	Dep dep = 0;
	Tag last = 0;
	for (u64 i = 0, end; i < n; i = end) {
		bool unset = is_unset(mem, addr + i);
		for (end = i + 1; end < n && is_unset(mem, addr + end) == unset;)
			end++;
		if (unset) {
			dep = join(m, dep, track_unset(m, addr + i, end - i));
			continue;
		}
		track_settle(m, addr + i, end - i);
		for (u64 k = i; k < end; k++) {
			Tag tag = memory_is_readable(mem, addr + k) ? 0 : mem->tags[addr + k];
			if (tag == last)
				continue;
			last = tag;
			dep = join(m, dep, tag_dep(m, tag));
		}
	}
	return dep;
}

Dep machine_left_dep(Machine *m)
{
	const Memory *mem = &m->mem;
	Dep dep = join(m, m->track->kernel, m->track->moves);
	dep = join(m, dep, track_logged(m, OBJECT_KERNEL, 0));
	dep = join(m, dep, track_logged(m, OBJECT_KERNEL, 1));
	dep = join(m, dep, m->track->made.blocks);
	for (u32 i = 1; i < mem->objects.len; i++) {
		const Object *o = &mem->objects.at[i];
		if (o->live && !o->constant && o->kind != OBJ_FRAME && o->size &&
			!memory_all_readable(mem, o->lo, o->size))
			dep = join(m, dep, bytes_dep(m, o->lo, o->size));
	}
	for (size_t i = 0; i < m->constraints.len; i++)
		if (m->constraints.at[i].kind != CON_BRANCH && m->constraints.at[i].kind != CON_SWITCH)
			dep = join(m, dep, m->constraints.at[i].dep);
	return dep;
}
