/* content.c: compares constants and initial contents of globals between the versions.
 *
 * The loader has turned all addresses into plain numbers. A number in the subject's region is an
 * address: it is compared as an object and an offset. Contents are compared byte by byte, and so
 * are addresses in them (which may be unaligned in packed structs). */
#include "engine/load/layout.h"
#include "versions/changes/impl.h"

#include "engine/load/address.h"

static SideRef ref_number(u64 value)
{
	return (SideRef){REF_NUMBER, 0, value};
}

static SideRef ref_global(const Program *p, u64 value)
{
	u32 g = global_below(p, value);
	/* Between two objects: a little past the one, or before the other. */
	if (g == NO_OPERAND ||
		(value > p->globals.at[g].address + p->globals.at[g].size + 16 && g + 1 < p->globals.len))
		g = g == NO_OPERAND ? 0 : g + 1;
	return (SideRef){REF_GLOBAL, g, value - p->globals.at[g].address};
}

SideRef ref_of(const Program *p, u64 value)
{
	if (value < CODE_FUNCTIONS || value >= REGION + STACK_OFFSET)
		return ref_number(value);
	if (value >= GLOBALS_BASE)
		return p->globals.len && value < p->globals_end ? ref_global(p, value) : ref_number(value);
	if (value >= CODE_BLOCKS) {
		u64 k = (value - CODE_BLOCKS) / CODE_STEP;
		if (k >= p->block_addrs.len)
			return ref_number(value);
		u64 at = p->block_addrs.at[k];
		return (SideRef){REF_BLOCK, (u32)(at >> 32), (u32)at};
	}
	u64 f = (value - CODE_FUNCTIONS) / CODE_STEP;
	if (f >= p->functions.len)
		return ref_number(value);
	return (SideRef){REF_FUNCTION, (u32)f, (value - CODE_FUNCTIONS) % CODE_STEP};
}

bool is_private(const Global *g)
{
	static const char *const starts[] = {".str", "__const.", "__func__.", "__FUNCTION__.",
										 "__PRETTY_FUNCTION__."};
	if (!g->constant)
		return false;
	for (size_t i = 0; i < countof(starts); i++)
		if (!strncmp(g->name, starts[i], strlen(starts[i])))
			return true;
	return false;
}

static u8 byte_at(const Global *g, u64 at)
{
	return g->init && at < g->size ? g->init[at] : 0;
}

/* An address that lies at an offset of a global's contents. */
static bool address_at(const Program *p, const Global *g, u64 at, SideRef *ref)
{
	u64 value;
	if (!g->init || at + 8 > g->size)
		return false;
	if (!g->subject && at % 8) /* the C library packs none: such bytes only look like one */
		return false;
	memcpy(&value, g->init + at, 8);
	*ref = ref_of(p, value);
	return ref->kind != REF_NUMBER;
}

bool content_equal(const ChangeMap *m, u32 old, u32 newer, u64 *first, u64 *end)
{
	const Program *po = m->half[OLD].p, *pn = m->half[NEW].p;
	const Global *o = &po->globals.at[old], *n = &pn->globals.at[newer];
	u64 size = o->size > n->size ? o->size : n->size, step;
	bool equal = true;
	if (o->zero && n->zero)
		return true;
	for (u64 at = 0; at < size; at += step) {
		SideRef a, b;
		bool is_a = address_at(po, o, at, &a), is_b = address_at(pn, n, at, &b);
		step = is_a || is_b ? 8 : 1;
		if (is_a != is_b || (is_a ? !ref_equal(m, a, b) : byte_at(o, at) != byte_at(n, at))) {
			if (equal)
				*first = at;
			*end = at + step;
			equal = false;
		}
	}
	return equal;
}

static bool private_equal(const ChangeMap *m, u32 old, u32 newer)
{
	const Global *o = &m->half[OLD].p->globals.at[old];
	const Global *n = &m->half[NEW].p->globals.at[newer];
	u64 first, end;
	if (!is_private(n))
		return false;
	return o->size == n->size && content_equal(m, old, newer, &first, &end);
}

static bool block_equal(const ChangeMap *m, SideRef old, SideRef newer)
{
	const Body *b = &m->half[OLD].body[old.id];
	if (b->other != newer.id)
		return false;
	return b->pair ? b->pair->block[OLD][old.offset] == newer.offset : old.offset == newer.offset;
}

/* An address that is aligned otherwise is another number, wherever it stands. */
static bool same_alignment(const ChangeMap *m, u32 old, u32 newer)
{
	return m->half[OLD].p->globals.at[old].align == m->half[NEW].p->globals.at[newer].align;
}

bool ref_equal(const ChangeMap *m, SideRef old, SideRef newer)
{
	if (old.kind != newer.kind)
		return false;
	switch (old.kind) {
	case REF_NUMBER: return old.offset == newer.offset;
	case REF_BLOCK: return block_equal(m, old, newer);
	case REF_FUNCTION:
		return old.offset == newer.offset && m->half[OLD].body[old.id].other == newer.id;
	case REF_GLOBAL: break;
	}
	if (old.offset != newer.offset)
		return false;
	if (is_private(&m->half[OLD].p->globals.at[old.id]))
		return private_equal(m, old.id, newer.id);
	return m->half[OLD].global[old.id] == newer.id && same_alignment(m, old.id, newer.id);
}

static u64 private_number(const ChangeMap *m, Side s, const Global *g)
{
	Buf key = {0};
	key_number(&key, NUMBER_CONTENT);
	for (u64 at = 0; at < g->size;) {
		SideRef r;
		bool is_address = address_at(m->half[s].p, g, at, &r);
		buf_addc(&key, is_address); /* says what follows */
		if (is_address)
			key_number(&key, ref_id(m, s, r));
		else
			buf_addc(&key, (char)byte_at(g, at));
		at += is_address ? 8 : 1;
	}
	u64 number = keymap_number(m->numbers, buf_key(&key));
	buf_free(&key);
	return number;
}

/* A number for an object that is the same for its counterpart. */
static u64 common_id(const u32 other, u32 id, Side s)
{
	if (s == OLD)
		return id;
	return other == NO_OPERAND ? (1ull << 32 | id) : other;
}

u64 ref_id(const ChangeMap *m, Side s, SideRef r)
{
	const Half *h = &m->half[s];
	u64 id = 0, offset = r.offset;
	bool private = false;
	switch (r.kind) {
	case REF_NUMBER: break;
	case REF_BLOCK: /* blocks are matched later */
	case REF_FUNCTION:
		id = common_id(h->body[r.id].other, r.id, s);
		offset = 0;
		break;
	case REF_GLOBAL:
		private
		= is_private(&h->p->globals.at[r.id]);
		id = private ? private_number(m, s, &h->p->globals.at[r.id])
					 : common_id(h->global[r.id], r.id, s);
	}
	return keymap_number(m->numbers, KEY(NUMBER_REF, r.kind, private, id, offset));
}

/* Addresses may stand in integers too; floats and wide numbers are only numbers. */
static SideRef const_ref(const Program *p, const Const *c)
{
	return c->type == TYPE_PTR || c->type == 64 ? ref_of(p, c->lo) : ref_number(c->lo);
}

bool const_equal(const ChangeMap *m, u32 old, u32 newer)
{
	const Program *po = m->half[OLD].p, *pn = m->half[NEW].p;
	const Const *o = &po->consts.at[old], *n = &pn->consts.at[newer];
	return o->type == n->type && o->undef == n->undef && o->hi == n->hi &&
		   ref_equal(m, const_ref(po, o), const_ref(pn, n));
}

bool const_agrees(const ChangeMap *m, u32 old, u32 newer)
{
	bool equal = const_equal(m, old, newer);
	*m->moved |= equal && m->half[OLD].p->consts.at[old].lo != m->half[NEW].p->consts.at[newer].lo;
	return equal;
}

u64 const_id(const ChangeMap *m, Side s, u32 index)
{
	const Const *c = &m->half[s].p->consts.at[index];
	return keymap_number(m->numbers, KEY(NUMBER_CONST, c->hi, c->type, c->undef,
										 ref_id(m, s, const_ref(m->half[s].p, c))));
}

bool change_map_same_address(const ChangeMap *m, u64 old, u64 newer)
{
	return ref_equal(m, ref_of(m->half[OLD].p, old), ref_of(m->half[NEW].p, newer));
}

bool change_ignores_argument(const Function *callee, u32 arg)
{
	static const char *const names[] = {"__assert_fail", "__assert_perror_fail", "__assert"};
	/* One of the program's own may do anything with them. */
	if ((arg != 1 && arg != 2) || callee->kind == FN_SUBJECT)
		return false;
	for (size_t i = 0; i < countof(names); i++)
		if (!strcmp(callee->name, names[i]))
			return true;
	return false;
}
