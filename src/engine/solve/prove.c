/* prove.c: expressions as terms of Z3, bit by bit as expr.h defines them.
 *
 * A truth value is a vector of width 1, a table is an array with a store for each byte, and the text of
 * a number is expanded into its definition. Nothing is rewritten. */
#include "engine/solve/prove.h"

#include <z3.h>

#include "engine/expr/pool.h"
#include "engine/solve/float/z3_float.h"

static const char MEMORY_LIMIT[] = "4096"; /* MiB of all of Z3; a check beyond is given up */

enum {
	MOST_ASKED = 2000, /* questions until what Z3 has collected is dropped */
};

/* ProofTerms of one Z3. */
typedef struct ProofTerms {
	ExprPool *p;
	Z3_context ctx; /* owns all terms until it is deleted */
	IntMap term;    /* node -> its term */
} ProofTerms;

struct ProofZ3 {
	ExprPool *p;
	ProofTerms terms;
	Z3_solver
		solver;     /* has "literal implies condition" for each condition so far; NULL: none yet */
	IntMap literal; /* condition -> its literal */
	u32 asked;      /* questions since it was made */
};

static Z3_ast term_of(const ProofTerms *x, Expr e)
{
	u64 term = 0;
	intmap_get(&x->term, e, &term);
	return (Z3_ast)(uintptr_t)term;
}

static Z3_ast number(const ProofTerms *x, unsigned width, u64 v)
{
	return Z3_mk_unsigned_int64(x->ctx, v, Z3_mk_bv_sort(x->ctx, width));
}

/* A truth value of Z3 as a bit. */
static Z3_ast bit_of(const ProofTerms *x, Z3_ast truth)
{
	return Z3_mk_ite(x->ctx, truth, number(x, 1, 1), number(x, 1, 0));
}

static Z3_ast is_true(const ProofTerms *x, Z3_ast bit)
{
	return Z3_mk_eq(x->ctx, bit, number(x, 1, 1));
}

/* ---- by operation: the column z3 of ops.h ---- */

#define OF_ONE(name)                                                  \
	static Z3_ast make_##name(const ProofTerms *x, const ExprNode *n) \
	{                                                                 \
		return Z3_mk_##name(x->ctx, term_of(x, n->a));                \
	}
#define OF_TWO(name)                                                     \
	static Z3_ast make_##name(const ProofTerms *x, const ExprNode *n)    \
	{                                                                    \
		return Z3_mk_##name(x->ctx, term_of(x, n->a), term_of(x, n->b)); \
	}
#define COMPARED(name)                                                              \
	static Z3_ast make_##name(const ProofTerms *x, const ExprNode *n)               \
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

static Z3_ast make_ite(const ProofTerms *x, const ExprNode *n)
{
	return Z3_mk_ite(x->ctx, is_true(x, term_of(x, n->a)), term_of(x, n->b), term_of(x, n->c));
}

static Z3_ast make_extract(const ProofTerms *x, const ExprNode *n)
{
	return Z3_mk_extract(x->ctx, n->b + n->width - 1, n->b, term_of(x, n->a));
}

static Z3_ast make_zext(const ProofTerms *x, const ExprNode *n)
{
	return Z3_mk_zero_ext(x->ctx, n->width - nd(x->p, n->a)->width, term_of(x, n->a));
}

static Z3_ast make_sext(const ProofTerms *x, const ExprNode *n)
{
	return Z3_mk_sign_ext(x->ctx, n->width - nd(x->p, n->a)->width, term_of(x, n->a));
}

static Z3_ast make_table(const ProofTerms *x, const ExprTable *t)
{
	Z3_ast all = Z3_mk_const_array(x->ctx, Z3_mk_bv_sort(x->ctx, 32), number(x, 8, 0));
	for (u32 i = 0; i < t->n; i++)
		if (t->bytes[i])
			all = Z3_mk_store(x->ctx, all, number(x, 32, i), number(x, 8, t->bytes[i]));
	return all;
}

/* Leaves and arrays. Texts are expanded before. */
static Z3_ast make_none(const ProofTerms *x, const ExprNode *n)
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

/* Texts that are left here are of floating-point numbers. */
static Z3_ast make_float(const ProofTerms *x, const ExprNode *n)
{
	const Expr kid[3] = {n->a, n->b, n->c};
	Z3_ast of[3] = {0}, made = NULL;
	for (unsigned k = 0; k < expr_arity[n->op]; k++)
		of[k] = term_of(x, kid[k]);
	if (expr_flags[n->op] & EXPR_HAS_FLOAT)
		made = z3_float_term(x->ctx, expr_float_op(x->p, (Expr)(n - x->p->nodes)), n->width,
							 nd(x->p, n->a)->width, of);
	return made ? made : Z3_mk_fresh_const(x->ctx, "f", Z3_mk_bv_sort(x->ctx, n->width));
}

static Z3_ast make_term(const ProofTerms *x, const ExprNode *n)
{
	static Z3_ast (*const make[EXPR_N_OPS])(const ProofTerms *, const ExprNode *) = {
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
	for (bool again = true; again && nd(p, e)->flags & EXPR_HAS_TEXT;) {
		again = false;
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
			ExprOp op = expr_op(p, made);
			bool text = op == EXPR_TEXTCHAR || op == EXPR_TEXTLEN;
			if (text && !format_is_float(expr_format_at(p, expr_text_format(p, made)))) {
				made = expr_text_expand(p, made);
				again = true;
			}
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

static void translate(ProofTerms *x, Expr e)
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

static ProofTerms terms_new(ExprPool *p)
{
	ProofTerms x = {.p = p};
	/* What Z3 leaves open in floating point is written out (z3_float.c). */
	Z3_global_param_set("rewriter.hi_fp_unspecified", "true");
	Z3_config config = Z3_mk_config();
	x.ctx = Z3_mk_context(config);
	Z3_del_config(config);
	Z3_set_error_handler(x.ctx, on_error);
	return x;
}

static void terms_free(ProofTerms *x)
{
	Z3_del_context(x->ctx);
	intmap_free(&x->term);
}

static void set_limit(const ProofTerms *x, Z3_solver s, u32 limit)
{
	Z3_params params = Z3_mk_params(x->ctx);
	Z3_params_inc_ref(x->ctx, params);
	Z3_params_set_uint(x->ctx, params, Z3_mk_string_symbol(x->ctx, "rlimit"), limit);
	Z3_params_set_uint(x->ctx, params, Z3_mk_string_symbol(x->ctx, "random_seed"), 0);
	Z3_params_set_bool(x->ctx, params, Z3_mk_string_symbol(x->ctx, "ctrl_c"), false);
	Z3_solver_set_params(x->ctx, s, params);
	Z3_params_dec_ref(x->ctx, params);
}

static Z3_solver new_solver(const ProofTerms *x, bool arrays, bool floats)
{
	Z3_symbol logic = Z3_mk_string_symbol(x->ctx, floats ? "QF_FPBV" : arrays ? "QF_ABV" : "QF_BV");
	Z3_solver s = arrays && floats ? Z3_mk_solver(x->ctx) : Z3_mk_solver_for_logic(x->ctx, logic);
	Z3_solver_inc_ref(x->ctx, s);
	return s;
}

static Z3_ast condition(ProofTerms *x, Expr e)
{
	e = expanded(x->p, e);
	translate(x, e);
	return is_true(x, term_of(x, e));
}

/* What Z3 says, unless it ran into an error. */
static SolveResult answer(const ProofTerms *x, Z3_lbool said)
{
	if (Z3_get_error_code(x->ctx) != Z3_OK || said == Z3_L_UNDEF)
		return SOLVE_UNKNOWN;
	return said == Z3_L_FALSE ? SOLVE_UNSAT : SOLVE_SAT;
}

/* ---- with a new Z3 ---- */

static bool has_arrays(ExprPool *p, const Expr *all, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (expr_has_array(p, all[i]))
			return true;
	return false;
}

static bool has_floats(ExprPool *p, const Expr *all, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (expr_has_float(p, all[i]))
			return true;
	return false;
}

/* The value of a variable in the model of the latest check. */
static bool value_of(const ProofTerms *x, Z3_solver solver, Z3_ast var, u64 *value)
{
	uint64_t v = 0;
	Z3_ast out = NULL;
	Z3_model model = Z3_solver_get_model(x->ctx, solver);
	if (!model)
		return false;
	Z3_model_inc_ref(x->ctx, model);
	bool good =
		Z3_model_eval(x->ctx, model, var, true, &out) && Z3_get_numeral_uint64(x->ctx, out, &v);
	Z3_model_dec_ref(x->ctx, model);
	*value = v;
	return good;
}

SolveResult prover_ask_alone(ExprPool *p, const Expr *all, size_t n, u32 limit, u32 var, u64 *value)
{
	Z3_global_param_set("memory_max_size", MEMORY_LIMIT);
	ProofTerms x = terms_new(p);
	bool floats = has_floats(p, all, n);
	Z3_solver solver = new_solver(&x, has_arrays(p, all, n), floats);
	set_limit(&x, solver, limit);
	for (size_t i = 0; i < n; i++)
		Z3_solver_assert(x.ctx, solver, condition(&x, all[i]));
	SolveResult r = SOLVE_UNKNOWN;
	if (Z3_get_error_code(x.ctx) == Z3_OK)
		r = answer(&x, Z3_solver_check(x.ctx, solver));
	if (floats && r == SOLVE_SAT) /* some operations may be anything for Z3 */
		r = SOLVE_UNKNOWN;
	if (r == SOLVE_SAT && var != NO_VARIABLE) {
		Expr e = expr_var(p, var);
		translate(&x, e);
		r = value_of(&x, solver, term_of(&x, e), value) ? r : SOLVE_UNKNOWN;
	}
	Z3_global_param_set("memory_max_size", "0"); /* freeing takes memory, too */
	Z3_solver_dec_ref(x.ctx, solver);
	terms_free(&x);
	return r;
}

/* ---- with the Z3 of earlier questions ---- */

static void begin(ProofZ3 *x)
{
	x->terms = terms_new(x->p);
	x->solver = new_solver(&x->terms, false, false);
	x->asked = 0;
}

static void end(ProofZ3 *x)
{
	if (!x->solver)
		return;
	Z3_solver_dec_ref(x->terms.ctx, x->solver);
	terms_free(&x->terms);
	intmap_free(&x->literal);
	x->terms = (ProofTerms){0};
	x->literal = (IntMap){0};
	x->solver = NULL;
}

static Z3_ast literal_of(ProofZ3 *x, Expr e)
{
	ProofTerms *t = &x->terms;
	u64 known;
	if (intmap_get(&x->literal, e, &known))
		return (Z3_ast)(uintptr_t)known;
	Z3_ast literal = Z3_mk_fresh_const(t->ctx, "c", Z3_mk_bool_sort(t->ctx));
	Z3_solver_assert(t->ctx, x->solver, Z3_mk_implies(t->ctx, literal, condition(t, e)));
	intmap_put(&x->literal, e, (uintptr_t)literal);
	return literal;
}

SolveResult prover_ask(ProofZ3 *x, const Expr *all, size_t n, u32 limit)
{
	if (has_arrays(x->p, all, n) || has_floats(x->p, all, n))
		return prover_ask_alone(x->p, all, n, limit, NO_VARIABLE, NULL);
	Z3_global_param_set("memory_max_size", MEMORY_LIMIT);
	VEC(Z3_ast) literals = {0};
	if (x->asked++ == MOST_ASKED)
		end(x);
	if (!x->solver)
		begin(x);
	set_limit(&x->terms, x->solver, limit);
	for (size_t i = 0; i < n; i++)
		vec_push(&literals, literal_of(x, all[i]));
	SolveResult r = SOLVE_UNKNOWN;
	if (Z3_get_error_code(x->terms.ctx) == Z3_OK)
		r = answer(&x->terms, Z3_solver_check_assumptions(x->terms.ctx, x->solver,
														  (unsigned)literals.len, literals.at));
	vec_free(&literals);
	Z3_global_param_set("memory_max_size", "0");
	if (Z3_get_error_code(x->terms.ctx) != Z3_OK)
		end(x); /* it may have run out of memory */
	return r;
}

ProofZ3 *prover_new(ExprPool *p)
{
	ProofZ3 *x = xcalloc(1, sizeof *x);
	x->p = p;
	return x;
}

void prover_free(ProofZ3 *x)
{
	if (x)
		end(x);
	free(x);
}
