/* array.c: byte arrays: constant tables, stores over them, reads. */
#include "engine/expr/pool.h"

static Expr to_index(ExprPool *p, Expr e)
{
	unsigned w = nd(p, e)->width;
	if (w == 32)
		return e;
	return w < 32 ? expr_zext(p, e, 32) : expr_extract(p, e, 0, 32);
}

void table_add(TableSum *s, u8 v)
{
	s->low = v < s->low ? v : s->low;
	s->high = v > s->high ? v : s->high;
	s->any |= v;
	s->all &= v;
}

static TableSum *sum_up(const u8 *bytes, u32 n)
{
	TableSum *sums = xmalloc((n / TABLE_STRIDE + 1) * sizeof *sums);
	for (u32 i = 0; i + TABLE_STRIDE <= n; i += TABLE_STRIDE) {
		TableSum *s = &sums[i / TABLE_STRIDE];
		*s = TABLE_SUM_NONE;
		for (u32 k = 0; k < TABLE_STRIDE; k++)
			table_add(s, bytes[i + k]);
	}
	return sums;
}

/* Which indices have which byte: ends[v] is where those of v end, behind the 257 ends. */
static u32 *index_locations(const ExprTable *t)
{
	enum { ENDS = UINT8_MAX + 2 };
	u32 *ends = xcalloc(ENDS + (size_t)t->n + 1, sizeof *ends), *locations = ends + ENDS;
	for (u32 i = 0; i < t->n; i++)
		ends[t->bytes[i] + 1]++;
	for (u32 v = 1; v < ENDS; v++)
		ends[v] += ends[v - 1];
	/* Each becomes the end of its own byte's as they are put in. */
	for (u32 i = 0; i < t->n; i++)
		locations[ends[t->bytes[i]]++] = i;
	return ends;
}

bool table_nearest(ExprPool *p, u32 table, u8 byte, u64 at, u64 low, u64 high, u64 *index)
{
	ExprTable *t = &p->tables.at[table];
	if (!t->locations)
		t->locations = index_locations(t);
	const u32 *all = t->locations + UINT8_MAX + 2;
	at = at < low    ? low
		 : at > high ? high
					 : at; /* what is nearest to it is nearest from outside, too */
	u32 first = byte ? t->locations[byte - 1] : 0, end = t->locations[byte], from = first;
	for (u32 until = end; from < until;) { /* the first that is not below at */
		u32 mid = from + (until - from) / 2;
		if (all[mid] < at)
			from = mid + 1;
		else
			until = mid;
	}
	bool above = from < end && all[from] <= high, below = from > first && all[from - 1] >= low;
	if (below && (!above || at - all[from - 1] <= all[from] - at))
		*index = all[from - 1];
	else if (above)
		*index = all[from];
	return above || below;
}

/* A hash of the bytes. Programs read from the same tables all the time, and each time they are looked
 * up by what they hold: four words at once, so that none waits for the one before. */
static Hash table_hash(const u8 *bytes, u32 n)
{
	Hash h[4] = {hash_from(n), hash_from(1), hash_from(2), hash_from(3)};
	u64 words[4];
	u32 i = 0;
	for (; n - i >= sizeof words; i += sizeof words) {
		memcpy(words, bytes + i, sizeof words);
		for (int k = 0; k < 4; k++)
			h[k] = hash_mix(h[k], words[k]);
	}
	Hash rest = hash_bytes(bytes + i, n - i);
	return hash_both(hash_both(h[0], h[1]), hash_both(hash_both(h[2], h[3]), rest));
}

Expr expr_table(ExprPool *p, const void *bytes, u32 n)
{
	Hash hash = table_hash(bytes, n);
	u32 i;
	for (size_t at = 0; hintmap_next(&p->table_of, hash, &at, &i);) {
		const ExprTable *t = i < p->tables.len ? &p->tables.at[i] : NULL;
		if (t && t->n == n && (n == 0 || !memcmp(t->bytes, bytes, n)))
			return expr_intern(p, EXPR_TABLE, 0, i, 0, 0);
	}
	ExprTable made = {.bytes = xmalloc(n + 1), .n = n};
	if (n)
		memcpy(made.bytes, bytes, n);
	made.sums = sum_up(made.bytes, n);
	vec_push(&p->tables, made);
	hintmap_add(&p->table_of, hash, (u32)p->tables.len - 1);
	return expr_intern(p, EXPR_TABLE, 0, p->tables.len - 1, 0, 0);
}

void expr_table_name(ExprPool *p, Expr table, const char *name, u32 offset, u32 element)
{
	ExprTable *t = &p->tables.at[nd(p, table)->a];
	if (!t->name) {
		t->name = xstrdup(name);
		t->offset = offset;
		t->element = element;
	} else if (strcmp(t->name, name) || t->offset != offset) {
		*t->name = 0;
	} else if (t->element != element) {
		t->element = 0;
	}
}

/* 1: always the same index, 0: never, -1: depends on the input. */
static int same_index(const ExprPool *p, Expr a, Expr b)
{
	if (a == b)
		return 1;
	const ExprNode *na = nd(p, a), *nb = nd(p, b);
	int known = expr_info_compare(EXPR_EQ, 32, &na->info, &nb->info);
	if (known >= 0)
		return known;
	/* x + 1 and x + 2, x and x + 1 */
	bool ka = na->op == EXPR_ADD && is_const(p, na->b),
		 kb = nb->op == EXPR_ADD && is_const(p, nb->b);
	Expr xa = ka ? na->a : a, xb = kb ? nb->a : b;
	return (ka || kb) && xa == xb ? 0 : -1;
}

bool expr_index_may_be(const ExprPool *p, Expr index, u32 value)
{
	const ExprInfo *i = &nd(p, index)->info;
	return value >= i->low && value <= i->high && !(value & i->kz) && !(~value & i->ko);
}

bool expr_index_differs(const ExprPool *p, Expr a, Expr b)
{
	return !same_index(p, a, b);
}

Expr expr_store(ExprPool *p, Expr array, Expr index, Expr byte)
{
	index = to_index(p, index);
	if (!p->raw) {
		const ExprNode *n = nd(p, array);
		if (n->op == EXPR_STORE && n->b == index)
			array = n->a;
	}
	return expr_intern(p, EXPR_STORE, 0, array, index, byte);
}

/* A choice of a few constants: reading a table there is a choice of constants too. */
enum { CHOICE_DEPTH = 4 };

static bool is_choice(const ExprPool *p, Expr e, unsigned depth)
{
	const ExprNode *n = nd(p, e);
	if (n->op == EXPR_CONST)
		return true;
	return n->op == EXPR_ITE && depth && is_choice(p, n->b, depth - 1) &&
		   is_choice(p, n->c, depth - 1);
}

static Expr read_choice(ExprPool *p, Expr array, Expr index)
{
	ExprNode n = *nd(p, index);
	if (n.op == EXPR_CONST)
		return expr_read(p, array, index);
	Expr yes = read_choice(p, array, n.b), no = read_choice(p, array, n.c);
	return expr_ite(p, n.a, yes, no);
}

Expr expr_read(ExprPool *p, Expr array, Expr index)
{
	index = to_index(p, index);
	if (p->raw)
		return expr_intern(p, EXPR_READ, 8, array, index, 0);
	while (nd(p, array)->op == EXPR_STORE) {
		const ExprNode *n = nd(p, array);
		int same = same_index(p, n->b, index);
		if (same == 1)
			return n->c;
		if (same < 0)
			break;
		array = n->a;
	}
	const ExprNode *n = nd(p, array);
	if (n->op == EXPR_TABLE && is_const(p, index)) {
		const ExprTable *t = &p->tables.at[n->a];
		u64 i = const64(nd(p, index));
		return expr_const(p, 8, i < t->n ? t->bytes[i] : 0);
	}
	if (n->op == EXPR_TABLE && is_choice(p, index, CHOICE_DEPTH))
		return read_choice(p, array, index);
	return expr_intern(p, EXPR_READ, 8, array, index, 0);
}
