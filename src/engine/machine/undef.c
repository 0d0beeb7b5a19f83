/* undef.c: the table of values with some undefined bits. */
#include "base/check.h"
#include "engine/machine/state.h"
#include "engine/machine/track.h"

enum {
	BYTES = 256,    /* first entries: a byte's bits are its index */
	MOST = 1 << 20, /* entries; a value that needs another one is undefined in all bits */
	INDEX = (1 << 30) - 1,
};

void undef_init(UndefTable *t)
{
	for (u64 i = 0; i < BYTES; i++)
		vec_push(&t->list, ((UndefEntry){i, 0, 0}));
}

void undef_reset(UndefTable *t)
{
	if (t->list.len == BYTES)
		return;
	t->list.len = BYTES;
	keymap_clear(&t->ids);
}

void undef_free(UndefTable *t)
{
	vec_free(&t->list);
	keymap_free(&t->ids);
}

static const UndefEntry *entry_of(const Machine *m, Tag tag)
{
	u32 index = (u32)(tag >> 32) & INDEX;
	must_that(index < m->mem.undef.list.len, "undefined bits %u of %zu", index,
			  m->mem.undef.list.len);
	return &m->mem.undef.list.at[index];
}

static u128 all_bits(u32 width)
{
	return width >= 128 ? ~(u128)0 : ((u128)1 << width) - 1;
}

Dep undef_dep(const Machine *m, Tag tag)
{
	return entry_of(m, tag)->dep | DEP_UNDEFINED;
}

u128 undef_bits(const Machine *m, Tag tag, u32 width)
{
	if (!(tag & TAG_UNDEFINED))
		return 0;
	if (!tag_is_partial(tag))
		return all_bits(width);
	const UndefEntry *e = entry_of(m, tag);
	return ((u128)e->hi << 64 | e->lo) & all_bits(width);
}

/* The tag for an entry, which may be new. */
static Tag partial(UndefTable *t, UndefEntry e)
{
	u64 at = e.lo;
	Key key = KEY(e.lo, e.hi, e.dep);
	if ((e.dep || e.hi || e.lo >= BYTES) && !keymap_get(&t->ids, key, &at)) {
		if (t->list.len >= MOST)
			return TAG_UNDEFINED | (Tag)e.dep << 32;
		at = t->list.len;
		vec_push(&t->list, e);
		keymap_put(&t->ids, key, at);
	}
	return TAG_PARTIAL | at << 32;
}

Tag undef_tag(Machine *m, Dep dep, u128 bits, u32 width)
{
	u128 all = all_bits(width);
	dep &= ~DEP_UNDEFINED;
	bits &= all;
	if (!bits)
		return (Tag)dep << 32;
	if (bits == all)
		return TAG_UNDEFINED | (Tag)dep << 32;
	return partial(&m->mem.undef, (UndefEntry){(u64)bits, (u64)(bits >> 64), dep});
}

bool machine_same_tag(const Machine *x, Tag a, const Machine *y, Tag b)
{
	if (!tag_is_partial(a) || !tag_is_partial(b))
		return a == b;
	const UndefEntry *p = entry_of(x, a), *q = entry_of(y, b);
	return (u32)a == (u32)b && p->lo == q->lo && p->hi == q->hi && p->dep == q->dep;
}

Tag tag_on(Machine *m, Tag tag, Dep dep)
{
	if (!tag_is_partial(tag) || dep & DEP_UNDEFINED)
		return (tag & TAG_UNDEFINED) | (Tag)dep << 32 | (u32)tag;
	UndefEntry e = *entry_of(m, tag);
	e.dep = dep;
	return partial(&m->mem.undef, e) | (u32)tag;
}
