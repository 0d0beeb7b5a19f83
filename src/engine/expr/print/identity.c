/* identity.c: names of expressions that are the same in every pool and process. */
#include "engine/expr/print/identity.h"

#include "engine/expr/float/float.h"
#include "engine/expr/pool.h"

Digest expr_format_identity(const ExprPool *p, u32 format)
{
	const TextFormat *f = expr_format_at(p, format);
	u64 parts[] = {f->base, f->is_signed, f->upper, f->plus,  f->space,
				   f->alt,  f->zero,      f->left,  f->width, (u64)(i64)f->precision};
	return digest_of(parts, sizeof parts);
}

static void add_format(const ExprPool *p, Buf *d, u32 format)
{
	Digest f = expr_format_identity(p, format);
	buf_add(d, f.at, sizeof f.at);
}

static void add_float(const ExprPool *p, Buf *d, Expr e)
{
	u32 param = expr_float_param(p, e);
	if (expr_float_op(p, e) != FLOAT_SAME_TEXT) {
		key_number(d, param);
		return;
	}
	key_number(d, FLOAT_SAME_TEXT);
	add_format(p, d, same_text_format(param, false));
	add_format(p, d, same_text_format(param, true));
}

/* Everything of a node but its operands. */
static void add_node(const ExprPool *p, Buf *d, Expr e)
{
	const ExprNode *n = nd(p, e);
	u128 v;
	key_number(d, (u64)n->op << 8 | n->width);
	switch (n->op) {
	case EXPR_CONST:
		v = const_value(p, e);
		buf_add(d, &v, sizeof v);
		break;
	case EXPR_VAR:
	case EXPR_UNDEF: key_number(d, n->a); break;
	case EXPR_EXTRACT: key_number(d, n->b); break;
	case EXPR_TABLE:
		key_number(d, p->tables.at[n->a].n);
		buf_add(d, p->tables.at[n->a].bytes, p->tables.at[n->a].n);
		break;
	case EXPR_TEXTCHAR: key_number(d, expr_text_index(p, e)); /* fall through */
	case EXPR_TEXTLEN: add_format(p, d, expr_text_format(p, e)); break;
	case EXPR_FLOAT1:
	case EXPR_FLOAT2:
	case EXPR_FLOAT3: add_float(p, d, e); break;
	default: break;
	}
}

static int by_bytes(const void *x, const void *y)
{
	return memcmp(x, y, sizeof(Digest));
}

static void add_identity(ExprIdentities *ids, Expr e)
{
	const ExprNode *n = nd(ids->pool, e);
	const Expr kids[] = {n->a, n->b, n->c};
	Digest below[3];
	Buf *own = &ids->scratch;
	u32 count = expr_arity[n->op];
	buf_reset(own);
	add_node(ids->pool, own, e);
	for (u32 i = 0; i < count; i++) {
		u64 at = 0;
		intmap_get(&ids->at, kids[i], &at);
		below[i] = ids->list.at[at];
	}
	if (expr_commutes[n->op])
		qsort(below, count, sizeof *below, by_bytes);
	buf_add(own, below, count * sizeof *below);
	intmap_put(&ids->at, e, ids->list.len);
	vec_push(&ids->list, digest_of(own->at, own->len));
}

Digest expr_identity(ExprIdentities *ids, Expr e)
{
	u64 at;
	if (!e)
		return (Digest){0};
	if (!intmap_get(&ids->at, e, &at)) {
		ExprList all = {0};
		expr_postorder(ids->pool, &e, 1, &all);
		for (size_t i = 0; i < all.len; i++)
			if (!intmap_get(&ids->at, all.at[i], &at))
				add_identity(ids, all.at[i]);
		vec_free(&all);
		intmap_get(&ids->at, e, &at);
	}
	return ids->list.at[at];
}

void expr_identities_free(ExprIdentities *ids)
{
	intmap_free(&ids->at);
	vec_free(&ids->list);
	buf_free(&ids->scratch);
}
