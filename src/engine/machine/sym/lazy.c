/* lazy.c: bytes whose expression is made on demand. */
#include "engine/machine/sym/lazy.h"

/* Expressions from mark on are gone. */
static void released(void *machine, u32 mark)
{
	Machine *m = machine;
	if (mark > m->lazy.highest)
		return;
	m->lazy.highest = 0;
	for (size_t i = 0; i < m->lazy.list.len; i++)
		if (m->lazy.list.at[i].array >= mark)
			m->lazy.list.at[i].array = 0;
		else if (m->lazy.list.at[i].array > m->lazy.highest)
			m->lazy.highest = m->lazy.list.at[i].array;
}

Expr lazy_number(Machine *m, Expr array, u64 base)
{
	Hash hash = hash_mix(hash_number(base), array);
	u32 i;
	for (size_t at = 0; hintmap_next(&m->lazy.ids, hash, &at, &i);)
		if (m->lazy.list.at[i].array == array && m->lazy.list.at[i].base == base)
			return LAZY_FIRST + i;
	if (!m->lazy.list.len)
		expr_on_release(m->pool, released, m);
	m->lazy.highest = array > m->lazy.highest ? array : m->lazy.highest;
	vec_push(&m->lazy.list, ((LazyArray){array, base}));
	hintmap_add(&m->lazy.ids, hash, (u32)m->lazy.list.len - 1);
	return LAZY_FIRST + (Expr)(m->lazy.list.len - 1);
}

Tag lazy_tag(Machine *m, u64 addr, Tag tag)
{
	if (!tag_is_lazy(tag))
		return tag;
	LazyArray a = *lazy_array(m, tag);
	return sym_result(m, tag, expr_read(m->pool, a.array, expr_const(m->pool, 32, addr - a.base)));
}

void lazy_settle(Machine *m, u64 addr, u64 n)
{
	if (!m->lazy.on || memory_all_readable(&m->mem, addr, n))
		return;
	for (u64 i = addr; i < addr + n; i++)
		if (memory_is_tagged(&m->mem, i) && tag_is_lazy(m->mem.tags[i])) {
			memory_change(&m->mem, i, 1);
			m->mem.tags[i] = lazy_tag(m, i, m->mem.tags[i]);
		}
}

void lazy_free(Machine *m)
{
	if (m->lazy.list.len)
		expr_off_release(m->pool, released, m);
	vec_free(&m->lazy.list);
	hintmap_free(&m->lazy.ids);
}
