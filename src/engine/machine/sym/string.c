/* string.c: argument and environment strings end at their first zero.
 *
 * The buffer of a symbolic string has room for the longest value. A shorter string of this run
 * ends earlier, and the program must not read behind its end: natively the next string is there.
 * So reading a byte decides that all bytes before it are not zero.
 */
#include "engine/machine/sym.h"

enum { LOOK_BACK = 64 }; /* constraints that are asked whether they say so already */

void sym_string_add(Machine *m, u32 object, const u8 *bytes, const Tag *tags, u32 len)
{
	Object *o = &m->mem.objects.at[object];
	InputString s = {.lo = o->lo, .bytes = bytes, .tags = tags, .len = len};
	vec_push(&m->strings, s);
	o->ref = (u32)m->strings.len;
	/* The last zero is no variable. Tagged, with nothing in the tag, it is not read unnoticed. */
	memory_set_tag(&m->mem, o->lo + len, TAG_UNDEFINED);
	m->mem.tags[o->lo + len] = 0;
}

/* A constraint on this byte alone that zero does not satisfy. Not where dependences are tracked: a
 * condition made of slices may leave it out. */
static bool known_not_zero(Machine *m, Expr byte)
{
	VarSet vars = expr_vars(m->pool, byte);
	bool known = false;
	Assignment zero = {0};
	if (m->track || expr_op(m->pool, byte) != EXPR_VAR)
		return false;
	assignment_init(&zero, m->pool);
	size_t n = m->constraints.len;
	for (size_t i = 0; !known && i < LOOK_BACK && i < n; i++) {
		Expr cond = m->constraints.at[n - 1 - i].cond;
		known = expr_vars(m->pool, cond) == vars && !(u64)expr_eval(m->pool, cond, &zero);
	}
	assignment_free(&zero);
	return known;
}

static bool fail_behind(Machine *m, const InputString *s, u32 end, u64 addr, u64 n, bool write)
{
	m->mem.objects.at[memory_object(&m->mem, s->lo)].size = end + 1; /* what the report is to say */
	return fail_outside(m, addr, n, write, s->lo);
}

bool sym_string_check(Machine *m, const Object *o, u64 addr, u64 n, bool write)
{
	ExprPool *p = m->pool;
	InputString *s = &m->strings.at[o->ref - 1];
	u64 last = addr + n - 1 - s->lo;
	for (; s->seen < last; s->seen++) {
		Tag tag = s->tags ? s->tags[s->seen] : 0;
		Expr byte = TAG_EXPR(tag), zero = byte ? expr_const(p, 8, 0) : 0;
		bool ends = !s->bytes[s->seen];
		if (byte && (ends || !known_not_zero(m, byte)))
			sym_constrain(m, CON_BOUNDS, ends ? expr_eq(p, byte, zero) : expr_ne(p, byte, zero), 0,
						  tag);
		if (ends)
			return fail_behind(m, s, s->seen, addr, n, write);
	}
	return true;
}

bool sym_string_index(Machine *m, const Object *o, Expr index, u64 addr, u32 n, bool write)
{
	ExprPool *p = m->pool;
	const InputString *s = &m->strings.at[o->ref - 1];
	Expr ok = EXPR_TRUE;
	u32 end = 0;
	while (end < s->len && s->bytes[end])
		end++;
	/* The last byte that is looked at is j or before, or the string goes on at j. */
	Expr last = expr_add(p, index, expr_const(p, 64, n - 1));
	Tag data = 0;
	for (u32 j = 0; j < s->len; j++) {
		Tag tag = s->tags ? s->tags[j] : 0;
		Expr zero = TAG_EXPR(tag) ? expr_eq(p, TAG_EXPR(tag), expr_const(p, 8, 0))
					: s->bytes[j] ? EXPR_FALSE
								  : EXPR_TRUE;
		ok =
			expr_and(p, ok, expr_or(p, expr_ule(p, last, expr_const(p, 64, j)), expr_not(p, zero)));
		data = tag_join(m, data, sym_tag(tag, 0));
	}
	bool inside = addr + n - 1 - s->lo <= end;
	sym_constrain(m, CON_BOUNDS, inside ? ok : expr_not(p, ok), 0, data);
	return inside || fail_behind(m, s, end, addr, n, write);
}
