/* prove.c: expressions as terms of Z3, bit by bit as expr.h defines them.
 *
 * A truth value is a vector of width 1, a table is an array with a store for each byte, and the text of
 * a number is expanded into its definition. Nothing is rewritten. */
#include "engine/solve/prove.h"

#include <z3.h>

#include "engine/expr/pool.h"

static const char MEMORY_LIMIT[] = "4096"; /* MiB of all of Z3; a check beyond is given up */

typedef struct Translation {
	ExprPool *p;
	Z3_context ctx; /* owns all terms until it is deleted */
	IntMap term;    /* node -> its term */
} Translation;

static Z3_ast term_of(const Translation *x, Expr e)
{
	u64 term = 0;
	intmap_get(&x->term, e, &term);
	return (Z3_ast)(uintptr_t)term;
}

static Z3_ast number(const Translation *x, unsigned width, u64 v)
{
	return Z3_mk_unsigned_int64(x->ctx, v, Z3_mk_bv_sort(x->ctx, width));
}

/* A truth value of Z3 as a bit. */
static Z3_ast bit_of(const Translation *x, Z3_ast truth)
{
	return Z3_mk_ite(x->ctx, truth, number(x, 1, 1), number(x, 1, 0));
}

static Z3_ast is_true(const Translation *x, Z3_ast bit)
{
	return Z3_mk_eq(x->ctx, bit, number(x, 1, 1));
}

/* ---- by operation: the column z3 of ops.h ---- */

#define OF_ONE(name)                                                   \
	static Z3_ast make_##name(const Translation *x, const ExprNode *n) \
	{                                                                  \
		return Z3_mk_##name(x->ctx, term_of(x, n->a));                 \
	}
#define OF_TWO(name)                                                     \
	static Z3_ast make_##name(const Translation *x, const ExprNode *n)   \
	{                                                                    \
		return Z3_mk_##name(x->ctx, term_of(x, n->a), term_of(x, n->b)); \
	}
#define COMPARED(name)                                                              \
	static Z3_ast make_##name(const Translation *x, const ExprNode *n)              \
	{                                                                               \
		return bit_of(x, Z3_mk_##name(x->ctx, term_of(x, n->a), term_of(x, n->b))); \
	}

OF_ONE(bvnot)
OF_ONE(bvneg)
OF_TWO(bvadd)
OF_TWO(bvsub)
OF_TWO(bvmul)
OF_TWO(bvudiv)
OF_TWO(bvsdiv)
OF_TWO(bvurem)
OF_TWO(bvsrem)
OF_TWO(bvshl)
OF_TWO(bvlshr)
OF_TWO(bvashr)
OF_TWO(bvand)
OF_TWO(bvor)
OF_TWO(bvxor)
OF_TWO(concat)
COMPARED(bvult)
COMPARED(bvule)
COMPARED(bvslt)
COMPARED(bvsle)
COMPARED(eq)

static Z3_ast make_ite(const Translation *x, const ExprNode *n)
{
	return Z3_mk_ite(x->ctx, is_true(x, term_of(x, n->a)), term_of(x, n->b), term_of(x, n->c));
}

static Z3_ast make_extract(const Translation *x, const ExprNode *n)
{
	return Z3_mk_extract(x->ctx, n->b + n->width - 1, n->b, term_of(x, n->a));
}

static Z3_ast make_zext(const Translation *x, const ExprNode *n)
{
	return Z3_mk_zero_ext(x->ctx, n->width - nd(x->p, n->a)->width, term_of(x, n->a));
}

static Z3_ast make_sext(const Translation *x, const ExprNode *n)
{
	return Z3_mk_sign_ext(x->ctx, n->width - nd(x->p, n->a)->width, term_of(x, n->a));
}

static Z3_ast make_table(const Translation *x, const ExprTable *t)
{
	Z3_ast all = Z3_mk_const_array(x->ctx, Z3_mk_bv_sort(x->ctx, 32), number(x, 8, 0));
	for (u32 i = 0; i < t->n; i++)
		if (t->bytes[i])
			all = Z3_mk_store(x->ctx, all, number(x, 32, i), number(x, 8, t->bytes[i]));
	return all;
}

/* Leaves and arrays. Texts are expanded before. */
static Z3_ast make_none(const Translation *x, const ExprNode *n)
{
	u128 v;
	switch ((ExprOp)n->op) {
	case EXPR_CONST:
		v = const_value(x->p, (Expr)(n - x->p->nodes));
		if (n->width <= 64)
			return number(x, n->width, (u64)v);
		return Z3_mk_concat(x->ctx, number(x, n->width - 64, (u64)(v >> 64)),
							number(x, 64, (u64)v));
	case EXPR_VAR:
		return Z3_mk_const(x->ctx, Z3_mk_int_symbol(x->ctx, (int)n->a),
						   Z3_mk_bv_sort(x->ctx, input_width(x->p, n->a)));
	case EXPR_UNDEF: return number(x, n->width, 0);
	case EXPR_TABLE: return make_table(x, &x->p->tables.at[n->a]);
	case EXPR_STORE:
		return Z3_mk_store(x->ctx, term_of(x, n->a), term_of(x, n->b), term_of(x, n->c));
	case EXPR_READ: return Z3_mk_select(x->ctx, term_of(x, n->a), term_of(x, n->b));
	default: abort();
	}
}

static Z3_ast make_term(const Translation *x, const ExprNode *n)
{
	static Z3_ast (*const make[EXPR_N_OPS])(const Translation *, const ExprNode *) = {
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, READS, ORDER, HAS, INFO, GATES, BACK, TRUTH, Z3, \
		  ...)                                                                                    \
	make_##Z3,
		EXPR_OPS(X)
#undef X
	};
	return make[n->op](x, n);
}

/* ---- a question ---- */

/* The same with all texts replaced by their definitions. An expansion may have texts of smaller
 * numbers in it. */
static Expr expanded(ExprPool *p, Expr e)
{
	while (nd(p, e)->flags & EXPR_HAS_TEXT) {
		ExprList all = {0};
		IntMap to = {0};
		expr_postorder(p, &e, 1, &all);
		for (size_t i = 0; i < all.len; i++) {
			ExprNode n = *nd(p, all.at[i]);
			u32 kids[3] = {n.a, n.b, n.c};
			bool changed = false;
			for (unsigned k = 0; k < expr_arity[n.op]; k++) {
				u64 other = kids[k];
				intmap_get(&to, kids[k], &other);
				changed |= other != kids[k];
				kids[k] = (u32)other;
			}
			Expr made =
				changed ? expr_make(p, n.op, n.width, kids[0], kids[1], kids[2]) : all.at[i];
			if (expr_op(p, made) == EXPR_TEXTCHAR || expr_op(p, made) == EXPR_TEXTLEN)
				made = expr_text_expand(p, made);
			intmap_put(&to, all.at[i], made);
		}
		u64 made = e;
		intmap_get(&to, e, &made);
		e = (Expr)made;
		intmap_free(&to);
		vec_free(&all);
	}
	return e;
}

static void translate(Translation *x, Expr e)
{
	ExprList all = {0};
	u64 known;
	expr_postorder(x->p, &e, 1, &all);
	for (size_t i = 0; i < all.len; i++)
		if (!intmap_get(&x->term, all.at[i], &known))
			intmap_put(&x->term, all.at[i], (uintptr_t)make_term(x, nd(x->p, all.at[i])));
	vec_free(&all);
}

static void on_error(Z3_context ctx, Z3_error_code code)
{
	(void)ctx;
	(void)code; /* looked up after the call */
}

static Z3_solver new_solver(const Translation *x, bool arrays, u32 limit)
{
	Z3_symbol logic = Z3_mk_string_symbol(x->ctx, arrays ? "QF_ABV" : "QF_BV");
	Z3_solver s = Z3_mk_solver_for_logic(x->ctx, logic);
	Z3_solver_inc_ref(x->ctx, s);
	Z3_params params = Z3_mk_params(x->ctx);
	Z3_params_inc_ref(x->ctx, params);
	Z3_params_set_uint(x->ctx, params, Z3_mk_string_symbol(x->ctx, "rlimit"), limit);
	Z3_params_set_uint(x->ctx, params, Z3_mk_string_symbol(x->ctx, "random_seed"), 0);
	Z3_params_set_bool(x->ctx, params, Z3_mk_string_symbol(x->ctx, "ctrl_c"), false);
	Z3_solver_set_params(x->ctx, s, params);
	Z3_params_dec_ref(x->ctx, params);
	return s;
}

SolveResult prove_ask(ExprPool *p, const Expr *all, size_t n, u32 limit)
{
	Translation x = {.p = p};
	bool arrays = false;
	Z3_global_param_set("memory_max_size", MEMORY_LIMIT);
	Z3_config config = Z3_mk_config();
	x.ctx = Z3_mk_context(config);
	Z3_del_config(config);
	Z3_set_error_handler(x.ctx, on_error);
	for (size_t i = 0; i < n; i++)
		arrays |= expr_has_array(p, all[i]);
	Z3_solver solver = new_solver(&x, arrays, limit);
	for (size_t i = 0; i < n; i++) {
		Expr e = expanded(p, all[i]);
		translate(&x, e);
		Z3_solver_assert(x.ctx, solver, is_true(&x, term_of(&x, e)));
	}
	Z3_lbool result =
		Z3_get_error_code(x.ctx) == Z3_OK ? Z3_solver_check(x.ctx, solver) : Z3_L_UNDEF;
	if (Z3_get_error_code(x.ctx) != Z3_OK)
		result = Z3_L_UNDEF;
	Z3_global_param_set("memory_max_size", "0"); /* freeing takes memory, too */
	Z3_solver_dec_ref(x.ctx, solver);
	Z3_del_context(x.ctx);
	intmap_free(&x.term);
	return result == Z3_L_FALSE ? SOLVE_UNSAT : result == Z3_L_TRUE ? SOLVE_SAT : SOLVE_UNKNOWN;
}
