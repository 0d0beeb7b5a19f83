/* z3.c: the last layer: Z3 through its C API. Only this file sees Z3's types.
 *
 * Constraints are on a stack of scopes in the order of the query. The next query keeps the
 * longest common prefix and replaces the rest. Large queries are asserted at once, because Z3
 * does not simplify constraints of different scopes together, and answers five to twenty times
 * more slowly. Truth values are Z3 Booleans: a node of width 1 is translated to one, and
 * converted to a bit where an operation needs bits. A quotient by a constant is a fresh variable
 * with a definition, which is much easier than a divider circuit. Definitions are asserted in
 * the scope that first uses them. Translations are cached by node. When there are too many, all
 * are dropped and made again on demand, which bounds memory.
 */
#include "engine/solve/solver.h"

#include <z3.h>

#include "base/watch.h"
#include "engine/solve/float/z3_float.h"

enum {
	MOST_ASTS = 400000,    /* translations before a fresh start */
	UNITS_PER_GATE = 16,   /* in the time that it takes to make a gate; measured */
	GATES_PER_NODE = 4,    /* of one made in lowering, at least; 21 to 41 were measured */
	FIRST_LOOK = 1000,     /* nodes made before their gates are counted */
	MOST_IN_SCOPES = 4096, /* gates; larger queries are asserted at once */
};

static const char MEMORY_LIMIT[] = "4096"; /* MiB of all of Z3; a check beyond is given up */

/* The definition of a fresh variable as a quotient. */
typedef struct Definition {
	Expr node;    /* the UDIV */
	Z3_ast ast;   /* the definition */
	size_t depth; /* length of the stack in whose last scope it is asserted, 0 if in none */
} Definition;

struct Z3Backend {
	ExprPool *p;
	u32 limit;   /* resource limit of a check that Z3 has now */
	bool floats; /* true if its solver is one for floating point */
	u64 used;    /* units of all checks since the start */
	Z3_context ctx;
	Z3_solver solver;
	Z3_ast *ast;    /* by node; NULL if not translated */
	u32 cap;        /* room in ast */
	ExprList log;   /* nodes that have an ast */
	ExprList stack; /* constraints asserted, one scope each */
	VEC(Definition) definitions;
	IntMap definition_of; /* UDIV node -> 1 + index */
	VEC(Z3_ast) kept;     /* references held while one node is translated */
	Lowering lowering;
};

static void on_error(Z3_context ctx, Z3_error_code code)
{
	(void)ctx;
	(void)code; /* looked up after the call */
}

static void start(Z3Backend *z, bool floats)
{
	/* What it works off before a check does not count against its limit of resources. */
	Z3_global_param_set("memory_max_size", MEMORY_LIMIT);
	/* What Z3 leaves open in floating point is written out, so it may be a constant for Z3. */
	Z3_global_param_set("rewriter.hi_fp_unspecified", "true");
	Z3_config config = Z3_mk_config();
	Z3_set_param_value(config, "model", "true");
	z->ctx = Z3_mk_context_rc(config);
	Z3_del_config(config);
	Z3_set_error_handler(z->ctx, on_error);
	Z3_symbol logic = Z3_mk_string_symbol(z->ctx, floats ? "QF_FPBV" : "QF_BV");
	z->floats = floats;
	z->solver = Z3_mk_solver_for_logic(z->ctx, logic);
	Z3_solver_inc_ref(z->ctx, z->solver);
	z->limit = 0;
	z->used = 0;
}

static void set_limit(Z3Backend *z, u32 limit)
{
	if (z->limit == limit)
		return;
	z->limit = limit;
	Z3_params params = Z3_mk_params(z->ctx);
	Z3_params_inc_ref(z->ctx, params);
	Z3_params_set_uint(z->ctx, params, Z3_mk_string_symbol(z->ctx, "rlimit"), z->limit);
	Z3_params_set_uint(z->ctx, params, Z3_mk_string_symbol(z->ctx, "random_seed"), 0);
	/* Or it takes SIGINT for itself while it works, and nobody else hears of it. */
	Z3_params_set_bool(z->ctx, params, Z3_mk_string_symbol(z->ctx, "ctrl_c"), false);
	Z3_solver_set_params(z->ctx, z->solver, params);
	Z3_params_dec_ref(z->ctx, params);
}

/* Forgets definitions of nodes numbered mark or higher. */
static void drop_definitions(Z3Backend *z, u32 mark)
{
	size_t kept = 0;
	for (size_t i = 0; i < z->definitions.len; i++) {
		if (z->definitions.at[i].node >= mark) {
			if (z->definitions.at[i].ast)
				Z3_dec_ref(z->ctx, z->definitions.at[i].ast);
		} else {
			z->definitions.at[kept++] = z->definitions.at[i];
		}
	}
	if (kept == z->definitions.len)
		return;
	z->definitions.len = kept;
	intmap_clear(&z->definition_of);
	for (size_t i = 0; i < kept; i++)
		intmap_put(&z->definition_of, z->definitions.at[i].node, i + 1);
}

/* Shortens the stack to its first n constraints. */
static void pop_to(Z3Backend *z, size_t n)
{
	if (n == z->stack.len)
		return;
	Z3_solver_pop(z->ctx, z->solver, z->stack.len - n);
	z->stack.len = n;
	for (size_t i = 0; i < z->definitions.len; i++)
		if (z->definitions.at[i].depth > n)
			z->definitions.at[i].depth = 0;
}

static void stop(Z3Backend *z)
{
	/* Freeing a solver takes memory, too. A solver that has used all of it must not fail there,
	 * because Z3 then ends the process. */
	Z3_global_param_set("memory_max_size", "0");
	for (size_t i = 0; i < z->log.len; i++) {
		Z3_dec_ref(z->ctx, z->ast[z->log.at[i]]);
		z->ast[z->log.at[i]] = NULL;
	}
	drop_definitions(z, 0);
	z->log.len = z->stack.len = 0;
	Z3_solver_dec_ref(z->ctx, z->solver);
	Z3_del_context(z->ctx);
}

Z3Backend *z3_new(ExprPool *p)
{
	Z3Backend *z = xcalloc(1, sizeof *z);
	z->p = p;
	start(z, false);
	return z;
}

void z3_free(Z3Backend *z)
{
	if (!z)
		return;
	stop(z);
	lower_free(&z->lowering);
	free(z->ast);
	vec_free(&z->log);
	vec_free(&z->stack);
	vec_free(&z->kept);
	vec_free(&z->definitions);
	intmap_free(&z->definition_of);
	free(z);
}

void z3_forget(Z3Backend *z, u32 mark)
{
	size_t kept = 0;
	for (size_t i = 0; i < z->log.len; i++) {
		Expr e = z->log.at[i];
		if (e >= mark) {
			Z3_dec_ref(z->ctx, z->ast[e]);
			z->ast[e] = NULL;
		} else {
			z->log.at[kept++] = e;
		}
	}
	z->log.len = kept;
	size_t good = 0;
	while (good < z->stack.len && z->stack.at[good] < mark)
		good++;
	pop_to(z, good);
	drop_definitions(z, mark);
	lower_forget(&z->lowering, mark);
}

/* ---- translation ---- */

/* Z3 may free a term that nobody holds as soon as the next one is made. */
static Z3_ast keep(Z3Backend *z, Z3_ast a)
{
	Z3_inc_ref(z->ctx, a);
	vec_push(&z->kept, a);
	return a;
}

static void let_go(Z3Backend *z)
{
	while (z->kept.len)
		Z3_dec_ref(z->ctx, vec_pop(&z->kept));
}

static Z3_ast number(Z3Backend *z, unsigned width, u64 v)
{
	return keep(z, Z3_mk_unsigned_int64(z->ctx, v, Z3_mk_bv_sort(z->ctx, width)));
}

static Z3_ast constant(Z3Backend *z, Expr e)
{
	const ExprNode *n = nd(z->p, e);
	if (n->width == 1)
		return e == EXPR_TRUE ? Z3_mk_true(z->ctx) : Z3_mk_false(z->ctx);
	if (n->width <= 64)
		return number(z, n->width, const64(n));
	u128 v = const_value(z->p, e);
	Z3_ast high = number(z, n->width - 64, (u64)(v >> 64)), low = number(z, 64, (u64)v);
	return Z3_mk_concat(z->ctx, high, low);
}

static Z3_ast variable(Z3Backend *z, u32 var)
{
	Z3_symbol name = Z3_mk_int_symbol(z->ctx, (int)var);
	return keep(z, Z3_mk_const(z->ctx, name, Z3_mk_bv_sort(z->ctx, input_width(z->p, var))));
}

/* An operand as bits. */
static Z3_ast bits(Z3Backend *z, Expr e)
{
	Z3_ast a = z->ast[e];
	if (nd(z->p, e)->width > 1)
		return a;
	Z3_ast one = number(z, 1, 1), zero = number(z, 1, 0);
	return keep(z, Z3_mk_ite(z->ctx, a, one, zero));
}

/* Logic on truth values; NULL if the operation is not logic. */
static Z3_ast logic(Z3Backend *z, const ExprNode *n)
{
	Z3_ast a = z->ast[n->a];
	if (n->op == EXPR_NOT)
		return Z3_mk_not(z->ctx, a);
	if (n->op == EXPR_ITE)
		return Z3_mk_ite(z->ctx, a, z->ast[n->b], z->ast[n->c]);
	if (n->op != EXPR_AND && n->op != EXPR_OR && n->op != EXPR_XOR)
		return NULL;
	Z3_ast pair[2] = {a, z->ast[n->b]};
	if (n->op == EXPR_XOR)
		return Z3_mk_xor(z->ctx, pair[0], pair[1]);
	return n->op == EXPR_AND ? Z3_mk_and(z->ctx, 2, pair) : Z3_mk_or(z->ctx, 2, pair);
}

/* ---- by operation: the column z3 of ops.h ---- */

#define BITS_OF_ONE(name)                                    \
	static Z3_ast z3_##name(Z3Backend *z, const ExprNode *n) \
	{                                                        \
		return Z3_mk_##name(z->ctx, bits(z, n->a));          \
	}
#define BITS_OF_TWO(name)                                    \
	static Z3_ast z3_##name(Z3Backend *z, const ExprNode *n) \
	{                                                        \
		Z3_ast a = bits(z, n->a), b = bits(z, n->b);         \
		return Z3_mk_##name(z->ctx, a, b);                   \
	}

BITS_OF_ONE(bvnot)
BITS_OF_ONE(bvneg)
BITS_OF_TWO(bvadd)
BITS_OF_TWO(bvsub)
BITS_OF_TWO(bvmul)
BITS_OF_TWO(bvudiv)
BITS_OF_TWO(bvsdiv)
BITS_OF_TWO(bvurem)
BITS_OF_TWO(bvsrem)
BITS_OF_TWO(bvshl)
BITS_OF_TWO(bvlshr)
BITS_OF_TWO(bvashr)
BITS_OF_TWO(bvand)
BITS_OF_TWO(bvor)
BITS_OF_TWO(bvxor)
BITS_OF_TWO(bvult)
BITS_OF_TWO(bvule)
BITS_OF_TWO(bvslt)
BITS_OF_TWO(bvsle)
BITS_OF_TWO(concat)

/* Of values as they are: truth values stay truth values. */
static Z3_ast z3_eq(Z3Backend *z, const ExprNode *n)
{
	return Z3_mk_eq(z->ctx, z->ast[n->a], z->ast[n->b]);
}

static Z3_ast z3_ite(Z3Backend *z, const ExprNode *n)
{
	return Z3_mk_ite(z->ctx, z->ast[n->a], z->ast[n->b], z->ast[n->c]);
}

static Z3_ast z3_extract(Z3Backend *z, const ExprNode *n)
{
	return Z3_mk_extract(z->ctx, n->b + n->width - 1, n->b, bits(z, n->a));
}

static Z3_ast z3_zext(Z3Backend *z, const ExprNode *n)
{
	return Z3_mk_zero_ext(z->ctx, n->width - nd(z->p, n->a)->width, bits(z, n->a));
}

static Z3_ast z3_sext(Z3Backend *z, const ExprNode *n)
{
	return Z3_mk_sign_ext(z->ctx, n->width - nd(z->p, n->a)->width, bits(z, n->a));
}

/* An operation that Z3 does not have may be anything: what it refutes is refuted, and what it finds is
 * evaluated. */
static Z3_ast z3_float(Z3Backend *z, const ExprNode *n)
{
	const Expr kid[3] = {n->a, n->b, n->c};
	Z3_ast of[3] = {0}, made = NULL;
	for (unsigned k = 0; k < expr_arity[n->op]; k++)
		of[k] = bits(z, kid[k]);
	if (expr_flags[n->op] & EXPR_HAS_FLOAT) /* else it is a text; others were lowered (lower.c) */
		made = z3_float_term(z->ctx, expr_float_op(z->p, (Expr)(n - z->p->nodes)), n->width,
							 nd(z->p, n->a)->width, of);
	return made ? made : Z3_mk_fresh_const(z->ctx, "f", Z3_mk_bv_sort(z->ctx, n->width));
}

/* Leaves are translated by themselves, arrays and texts are lowered before (lower.c). */
static Z3_ast z3_none(Z3Backend *z, const ExprNode *n)
{
	(void)z, (void)n;
	abort();
}

static Z3_ast operation(Z3Backend *z, const ExprNode *n)
{
	static Z3_ast (*const make[EXPR_N_OPS])(Z3Backend *, const ExprNode *) = {
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, READS, ORDER, HAS, INFO, GATES, BACK, TRUTH, Z3, \
		  ...)                                                                                    \
	z3_##Z3,
		EXPR_OPS(X)
#undef X
	};
	return make[n->op](z, n);
}

/* x / k as a fresh q with q * k <= x and x - q * k < k, where q * k cannot overflow. The fresh
 * variable is only as wide as the bounds of x ask for. */
static Z3_ast quotient(Z3Backend *z, Expr e, const ExprNode *n)
{
	Z3_context c = z->ctx;
	unsigned w = n->width;
	u64 k = const64(nd(z->p, n->b)), most = nd(z->p, n->a)->info.high / k;
	unsigned need = most ? 64 - __builtin_clzll(most) : 1;
	Z3_ast x = bits(z, n->a), by = number(z, w, k);
	Z3_ast small = keep(z, Z3_mk_fresh_const(c, "q", Z3_mk_bv_sort(c, need)));
	Z3_ast q = need < w ? keep(z, Z3_mk_zero_ext(c, w - need, small)) : small;
	Z3_ast product = keep(z, Z3_mk_bvmul(c, q, by));
	Z3_ast bound = number(z, w, most);
	Z3_ast rest = keep(z, Z3_mk_bvsub(c, x, product));
	Z3_ast parts[3];
	parts[0] = keep(z, Z3_mk_bvule(c, q, bound));
	parts[1] = keep(z, Z3_mk_bvule(c, product, x));
	parts[2] = keep(z, Z3_mk_bvult(c, rest, by));
	Definition d = {.node = e, .ast = Z3_mk_and(c, 3, parts)};
	Z3_inc_ref(c, d.ast);
	vec_push(&z->definitions, d);
	intmap_put(&z->definition_of, e, z->definitions.len);
	return q;
}

/* A digit of some text; its definition is translated when it is asserted, since it refers to the
 * digit. */
static Z3_ast invented(Z3Backend *z, Expr e, const ExprNode *n)
{
	Definition d = {.node = e};
	vec_push(&z->definitions, d);
	intmap_put(&z->definition_of, e, z->definitions.len);
	return keep(z, Z3_mk_fresh_const(z->ctx, "d", Z3_mk_bv_sort(z->ctx, n->width)));
}

static Z3_ast translate_node(Z3Backend *z, Expr e)
{
	const ExprNode *n = nd(z->p, e);
	if (n->op == EXPR_CONST)
		return constant(z, e);
	Z3_ast a = NULL;
	if (n->op == EXPR_VAR)
		a = variable(z, n->a);
	else if (n->op == EXPR_UNDEF)
		a = n->a < FIRST_INVENTED ? number(z, n->width, 0) : invented(z, e, n);
	else if (n->op == EXPR_UDIV && n->width > 1 && n->width <= 64 && is_const(z->p, n->b) &&
			 const64(nd(z->p, n->b)))
		return quotient(z, e, n);
	else if (n->width == 1 && (a = logic(z, n)))
		return a;
	if (!a)
		a = keep(z, operation(z, n));
	return n->width == 1 && !op_compares(n->op) ? Z3_mk_eq(z->ctx, a, number(z, 1, 1)) : a;
}

static Z3_ast translate(Z3Backend *z, Expr e)
{
	e = lower(&z->lowering, z->p, e);
	if (z->cap < z->p->len) {
		u32 cap = z->p->len * 2;
		z->ast = xrealloc(z->ast, cap * sizeof *z->ast);
		memset(z->ast + z->cap, 0, (cap - z->cap) * sizeof *z->ast);
		z->cap = cap;
	}
	if (z->ast[e])
		return z->ast[e];
	ExprList all = {0};
	expr_postorder(z->p, &e, 1, &all);
	for (size_t i = 0; i < all.len; i++) {
		Expr x = all.at[i];
		if (z->ast[x])
			continue;
		z->ast[x] = translate_node(z, x);
		Z3_inc_ref(z->ctx, z->ast[x]);
		let_go(z);
		vec_push(&z->log, x);
	}
	vec_free(&all);
	return z->ast[e];
}

/* ---- checking ---- */

static void assert_definitions(Z3Backend *z, Expr e)
{
	if (!(nd(z->p, e)->flags & (EXPR_HAS_DIVISION | EXPR_HAS_UNDEF)))
		return;
	ExprList all = {0};
	expr_postorder(z->p, &e, 1, &all);
	for (size_t i = 0; i < all.len; i++) {
		u64 index;
		if (!intmap_get(&z->definition_of, all.at[i], &index))
			continue;
		Definition *d = &z->definitions.at[index - 1];
		if (d->depth)
			continue;
		d->depth = z->stack.len;
		if (d->ast) {
			Z3_solver_assert(z->ctx, z->solver, d->ast);
			continue;
		}
		u32 id = nd(z->p, all.at[i])->a - FIRST_INVENTED;
		Expr definition = z->lowering.digits.at[id / TEXT_DIGITS].definition;
		Z3_solver_assert(z->ctx, z->solver, translate(z, definition));
		assert_definitions(z, definition);
	}
	vec_free(&all);
}

static void read_model(Z3Backend *z, const VarList *vars, Assignment *model)
{
	Z3_model m = Z3_solver_get_model(z->ctx, z->solver);
	if (!m)
		return;
	Z3_model_inc_ref(z->ctx, m);
	for (size_t i = 0; i < vars->len; i++) {
		u32 v = vars->at[i];
		Z3_ast value;
		uint64_t number64;
		Z3_ast var = variable(z, v);
		/* Without completion: what Z3 left open keeps the present value. */
		if (Z3_model_eval(z->ctx, m, var, false, &value) &&
			Z3_get_numeral_uint64(z->ctx, value, &number64))
			model->at[v] = number64;
	}
	let_go(z);
	Z3_model_dec_ref(z->ctx, m);
}

static void interrupt(void *ctx)
{
	Z3_interrupt(ctx);
}

/* Puts constraints from the first on on the stack, each in its scope; or all in one. */
static bool assert_from(Z3Backend *z, const ExprList *constraints, size_t first, bool once,
						Budget *budget)
{
	bool good = true;
	for (size_t i = first; good && i < constraints->len; i++) {
		if (!once || i == first) {
			Z3_solver_push(z->ctx, z->solver);
			/* A constant is no constraint: no other query will take this scope for its own. */
			vec_push(&z->stack, once ? EXPR_TRUE : constraints->at[i]);
		}
		Z3_solver_assert(z->ctx, z->solver, translate(z, constraints->at[i]));
		assert_definitions(z, lower(&z->lowering, z->p, constraints->at[i]));
		good = Z3_get_error_code(z->ctx) == Z3_OK && !(budget && budget_over(budget));
	}
	return good;
}

/* Gates of the constraints, roughly; stops counting above most. Histograms and checksums of long
 * inputs become millions of nodes, so they are counted while they are made. More than most is also
 * said when the budget is over. */
static u64 count_gates(Z3Backend *z, const ExprList *constraints, Budget *budget, u64 most)
{
	ExprList lowered = {0};
	u64 gates = 0;
	u32 first = z->p->len, look = first + FIRST_LOOK;
	u64 end = first + FIRST_LOOK + most / GATES_PER_NODE;
	for (size_t i = 0; i < constraints->len && gates <= most; i++) {
		Expr e = lower_until(&z->lowering, z->p, constraints->at[i], end);
		if (!e || (budget && budget_over(budget))) {
			gates = most + 1;
			break;
		}
		vec_push(&lowered, e);
		if (z->p->len >= look) {
			gates = circuit_size(z->p, lowered.at, lowered.len, most);
			look = z->p->len + (z->p->len - first);
		}
	}
	if (gates <= most)
		gates = circuit_size(z->p, lowered.at, lowered.len, most);
	vec_free(&lowered);
	return gates;
}

/* Units that Z3 has used since its start. */
static u64 post_states_used(Z3Backend *z)
{
	u64 used = z->used;
	Z3_stats stats = Z3_solver_get_statistics(z->ctx, z->solver);
	if (!stats)
		return used;
	Z3_stats_inc_ref(z->ctx, stats);
	for (unsigned i = 0; i < Z3_stats_size(z->ctx, stats); i++)
		if (!strcmp(Z3_stats_get_key(z->ctx, stats, i), "rlimit count"))
			used = Z3_stats_get_uint_value(z->ctx, stats, i);
	Z3_stats_dec_ref(z->ctx, stats);
	return used;
}

/* The constraints from the first on, in scopes or at once, and the check. */
static Z3_lbool check_from(Z3Backend *z, const ExprList *constraints, size_t first, Z3Ask *ask)
{
	Alarm alarm;
	set_limit(z, ask->limit);
	/* To open a scope Z3 works off what was asserted in the one before: that takes time as well. */
	alarm_begin(&alarm, ask->budget, interrupt, z->ctx);
	stall("z3");
	bool good = assert_from(z, constraints, first, ask->once, ask->budget);
	Z3_lbool result = good ? Z3_solver_check(z->ctx, z->solver) : Z3_L_UNDEF;
	alarm_end(&alarm);
	bool failed = Z3_get_error_code(z->ctx) != Z3_OK;
	u64 used = post_states_used(z);
	ask->used += used > z->used ? (u32)(used - z->used) : 0;
	z->used = used;
	return failed ? Z3_L_UNDEF : result;
}

static bool has_floats(const ExprPool *p, const ExprList *constraints)
{
	for (size_t i = 0; i < constraints->len; i++)
		if (expr_has_float(p, constraints->at[i]))
			return true;
	return false;
}

/* Operations that Z3 does not have may have got another value from it than they have. */
static bool holds(ExprPool *p, const ExprList *constraints, const Assignment *model)
{
	for (size_t i = 0; i < constraints->len; i++)
		if (!(u64)expr_eval(p, constraints->at[i], model))
			return false;
	return true;
}

int z3_check(Z3Backend *z, const ExprList *constraints, Z3Ask *ask, const VarList *vars,
			 Assignment *model)
{
	bool floats = has_floats(z->p, constraints);
	if (z->log.len > MOST_ASTS || floats != z->floats) {
		stop(z);
		start(z, floats);
	}
	u64 most = ask->limit / UNITS_PER_GATE, gates = count_gates(z, constraints, ask->budget, most);
	ask->used = (u32)gates;
	if (gates > most || !ask->limit)
		return SOLVE_UNKNOWN;
	ask->once = ask->once || gates > MOST_IN_SCOPES || floats;
	size_t same = 0;
	while (!ask->once && same < z->stack.len && same < constraints->len &&
		   z->stack.at[same] == constraints->at[same])
		same++;
	pop_to(z, same);
	Z3_lbool result = check_from(z, constraints, same, ask);
	if (result == Z3_L_UNDEF) {
		/* After an exhausted check, a fresh start: the next answer must not depend on this one. */
		stop(z);
		start(z, floats);
		return SOLVE_UNKNOWN;
	}
	if (result == Z3_L_FALSE)
		return SOLVE_UNSAT;
	read_model(z, vars, model);
	return floats && !holds(z->p, constraints, model) ? SOLVE_UNKNOWN : SOLVE_SAT;
}
