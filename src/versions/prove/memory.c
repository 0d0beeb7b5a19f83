/* memory.c: what the stores since the last point make of memory.
 *
 * Memory at a point is the same in both versions and otherwise unknown: a variable for each address
 * that is read, and for its shadow. Bytes at addresses that are equal are equal (memory_axioms). A
 * read looks at the stores from the newest one down, byte by byte where addresses may overlap. */
#include "versions/prove/impl.h"

enum { MOST_PAIRS = 400 }; /* of bytes, in one question */

typedef struct Byte {
	Expr v, s;
} Byte;

static Byte first_byte(PairProof *x, Expr at)
{
	u64 known;
	Key key = KEY(2, x->now.node->base, at);
	if (keymap_get(&x->opaque, key, &known)) {
		const ByteRead *r = &x->bytes.at[known];
		return (Byte){expr_var(x->pool, r->var), expr_var(x->pool, r->shadow_var)};
	}
	ByteRead r = {.base = x->now.node->base, .at = at};
	Byte b;
	b.v = value_new(x, 8, "m", &r.var);
	b.s = value_new(x, 1, "u", &r.shadow_var);
	keymap_put(&x->opaque, key, x->bytes.len);
	vec_push(&x->bytes, r);
	intmap_put(&x->byte_of, r.var, x->bytes.len);
	intmap_put(&x->byte_of, r.shadow_var, x->bytes.len);
	return b;
}

/* Byte number `which`, an expression of 64 bits that is less than the size, of a stored value. */
static Expr byte_of(ExprPool *p, const Write *w, Expr which)
{
	unsigned bits = w->size * 8;
	if (expr_is_const(p, which))
		return expr_extract(p, w->value.v, 8 * (unsigned)expr_value(p, which), 8);
	Expr wide = expr_zext(p, w->value.v, bits < 64 ? 64 : bits);
	return expr_extract(p, expr_lshr(p, wide, expr_mul(p, which, expr_const(p, 64, 8))), 0, 8);
}

static Byte read_byte(PairProof *x, const Course *t, size_t n, Expr at)
{
	ExprPool *p = x->pool;
	while (n--) {
		const Write *w = &t->writes[n];
		Expr d = expr_sub(p, at, w->at), in = expr_ult(p, d, expr_const(p, 64, w->size));
		if (in == EXPR_FALSE)
			continue;
		Byte here = {byte_of(p, w, d), w->value.s};
		if (in == EXPR_TRUE)
			return here;
		Byte below = read_byte(x, t, n, at);
		return (Byte){expr_ite(p, in, here.v, below.v), expr_ite(p, in, here.s, below.s)};
	}
	return first_byte(x, at);
}

Shaded memory_read(PairProof *x, Course *t, Expr at, u32 size)
{
	ExprPool *p = x->pool;
	Shaded all = {0, EXPR_FALSE};
	for (size_t n = t->n_writes; n--;) {
		const Write *w = &t->writes[n];
		if (w->at == at && w->size == size)
			return w->value;
		Expr d = expr_sub(p, at, w->at);
		bool apart = expr_is_const(p, d) && (u64)expr_value(p, d) >= w->size &&
					 (u64)expr_value(p, d) <= -(u64)size;
		if (!apart)
			break;
	}
	for (u32 k = 0; k < size; k++) {
		Byte b = read_byte(x, t, t->n_writes, expr_add(p, at, expr_const(p, 64, k)));
		all.v = k ? expr_concat(p, b.v, all.v) : b.v;
		all.s = expr_or(p, all.s, b.s);
	}
	return all;
}

void memory_write(PairProof *x, Course *t, Expr at, u32 size, Shaded value)
{
	(void)x;
	size_t kept = 0; /* an older store at the same address is covered whole */
	for (size_t k = 0; k < t->n_writes; k++) {
		const Write *w = &t->writes[k];
		if (w->at != at || w->size > size)
			t->writes[kept++] = *w;
	}
	t->writes[kept] = (Write){at, size, value};
	t->n_writes = (u32)kept + 1;
}

Expr memory_same(PairProof *x, const Course *old, const Course *newer, Expr used)
{
	ExprPool *p = x->pool;
	bool same = old->n_writes == newer->n_writes;
	for (size_t k = 0; same && k < old->n_writes; k++)
		same = !memcmp(&old->writes[k], &newer->writes[k], sizeof(Write));
	if (same)
		return EXPR_TRUE;
	Expr at = value_new(x, 64, "at", NULL);
	Byte a = read_byte(x, old, old->n_writes, at), b = read_byte(x, newer, newer->n_writes, at);
	return expr_and(p, expr_eq(p, a.v, b.v), expr_or(p, used, expr_eq(p, a.s, b.s)));
}

static bool is_in_global(const Program *p, u64 at, u32 size, bool write)
{
	for (size_t g = 0; g < p->globals.len; g++) {
		const Global *of = &p->globals.at[g];
		if (at >= of->address && at - of->address < of->size)
			return of->size - (at - of->address) >= size && !(write && of->constant) && !of->absent;
	}
	return false;
}

bool memory_is_safe(const PairProof *x, Expr at, u32 size, bool write)
{
	if (expr_is_const(x->pool, at)) {
		u64 a = (u64)expr_value(x->pool, at);
		return is_in_global(x->p[OLD], a, size, write) && is_in_global(x->p[NEW], a, size, write);
	}
	for (size_t k = 0; k < x->slots.len; k++) {
		Expr d = expr_sub(x->pool, at, expr_var(x->pool, x->slot_var[k]));
		u64 from = expr_is_const(x->pool, d) ? (u64)expr_value(x->pool, d) : UINT64_MAX;
		if (from <= x->slots.at[k] && x->slots.at[k] - from >= size)
			return true;
	}
	return false;
}

/* Numbers of the bytes that occur in conditions. */
static void find_bytes(PairProof *x, const Conds *in, U32List *to)
{
	VarBits bits = {0};
	VarList vars = {0};
	varbits_begin(&bits);
	for (size_t i = 0; i < in->len; i++)
		varbits_add(x->pool, &bits, expr_vars(x->pool, in->at[i]));
	varbits_list(&bits, &vars);
	varbits_free(&bits);
	to->len = 0;
	for (size_t i = 0; i < vars.len; i++) {
		u64 n;
		if (!intmap_get(&x->byte_of, vars.at[i], &n))
			continue;
		bool there = false;
		for (size_t k = 0; k < to->len; k++)
			there |= to->at[k] == n - 1;
		if (!there)
			vec_push(to, (u32)n - 1);
	}
	vec_free(&vars);
}

void memory_axioms(PairProof *x, Conds *to)
{
	ExprPool *p = x->pool;
	U32List bytes = {0};
	u32 pairs = 0;
	find_bytes(x, to, &bytes);
	for (size_t i = 0; i < bytes.len; i++)
		for (size_t k = 0; k < i && pairs < MOST_PAIRS; k++) {
			const ByteRead *a = &x->bytes.at[bytes.at[i]], *b = &x->bytes.at[bytes.at[k]];
			Expr same = a->base == b->base ? expr_eq(p, a->at, b->at) : EXPR_FALSE;
			if (same == EXPR_FALSE)
				continue;
			Expr value = expr_eq(p, expr_var(p, a->var), expr_var(p, b->var));
			Expr shadow = expr_eq(p, expr_var(p, a->shadow_var), expr_var(p, b->shadow_var));
			vec_push(to, expr_or(p, expr_not(p, same), expr_and(p, value, shadow)));
			pairs++;
		}
	vec_free(&bytes);
}
