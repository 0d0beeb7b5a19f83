/* smtlib.c: writes expressions as SMT-LIB 2 text, logic QF_ABV.
 *
 * Truth values are vectors of width 1 here as well, so comparisons are wrapped in (ite ... #b1
 * #b0) and conditions in (= ... #b1). Nodes that are used more than once are bound by let, in
 * order; so is every node at certain depths, which limits recursion. Text nodes are expanded.
 */
#include "engine/expr/float/call.h"
#include "engine/expr/pool.h"

/* One printing job. */
typedef struct SmtWriter {
	ExprPool *p;
	Buf *out;
	IntMap name; /* node -> 1 + number of its let */
	IntMap text; /* text node -> its expansion */
} SmtWriter;

void expr_smtlib_name(const ExprPool *p, u32 var, Buf *out)
{
	/* Quoted symbols may hold anything but | and \. */
	Buf name = {0};
	input_name(p, var, &name);
	for (size_t i = 0; i < name.len; i++)
		if (name.at[i] == '|' || name.at[i] == '\\')
			name.at[i] = '_';
	buf_addf(out, "|%s|", buf_str(&name));
	buf_free(&name);
}

/* The name of the function that a floating-point operation is. */
static void expr_smtlib_float(const ExprPool *p, Expr e, Buf *out)
{
	const ExprNode *n = nd(p, e);
	u32 param = expr_float_param(p, e);
	buf_addf(out, "|%s", float_name[expr_float_op(p, e)]);
	if (float_is_call(param))
		buf_addf(out, ".%s.%u", float_call_name(param), (unsigned)float_call_which(param));
	if (expr_float_op(p, e) ==
		FLOAT_SAME_TEXT) /* the numbers of the formats: only this script has them */
		buf_addf(out, ".%u.%u", same_text_format(param, false), same_text_format(param, true));
	buf_addf(out, ".%u.%u|", nd(p, n->a)->width, n->width);
}

static void write_const(const ExprPool *p, Expr e, Buf *out)
{
	unsigned w = nd(p, e)->width;
	u128 v = const_value(p, e);
	buf_adds(out, w % 4 ? "#b" : "#x");
	if (w % 4)
		for (unsigned k = w; k-- > 0;)
			buf_addc(out, '0' + (int)(v >> k & 1));
	else
		for (unsigned k = w / 4; k-- > 0;)
			buf_addc(out, "0123456789abcdef"[(int)(v >> k * 4 & 15)]);
}

static void write_node(SmtWriter *wr, Expr e);

static void write_kid(SmtWriter *wr, Expr e)
{
	u64 other, name;
	while (intmap_get(&wr->text, e, &other))
		e = (Expr)other;
	if (intmap_get(&wr->name, e, &name))
		buf_addf(wr->out, "?%llu", (unsigned long long)name - 1);
	else
		write_node(wr, e);
}

static void write_table(SmtWriter *wr, const ExprNode *n)
{
	const ExprTable *t = &wr->p->tables.at[n->a];
	for (u32 i = 0; i < t->n; i++)
		if (t->bytes[i])
			buf_adds(wr->out, "(store ");
	buf_adds(wr->out, "((as const (Array (_ BitVec 32) (_ BitVec 8))) #x00)");
	for (u32 i = 0; i < t->n; i++)
		if (t->bytes[i])
			buf_addf(wr->out, " #x%08x #x%02x)", i, t->bytes[i]);
}

/* ---- by operation: the column smt of ops.h ---- */

static void write_kids(SmtWriter *wr, const ExprNode *n)
{
	const u32 kids[3] = {n->a, n->b, n->c};
	for (unsigned k = 0; k < expr_arity[n->op]; k++) {
		buf_addc(wr->out, ' ');
		write_kid(wr, kids[k]);
	}
	buf_addc(wr->out, ')');
}

static void smt_const(SmtWriter *wr, Expr e, const ExprNode *n)
{
	(void)n;
	write_const(wr->p, e, wr->out);
}

static void smt_var(SmtWriter *wr, Expr e, const ExprNode *n)
{
	(void)e;
	expr_smtlib_name(wr->p, n->a, wr->out);
}

static void smt_undef(SmtWriter *wr, Expr e, const ExprNode *n)
{
	(void)e;
	buf_addf(wr->out, "(_ bv0 %u)", n->width);
}

static void smt_table(SmtWriter *wr, Expr e, const ExprNode *n)
{
	(void)e;
	write_table(wr, n);
}

static void smt_plain(SmtWriter *wr, Expr e, const ExprNode *n)
{
	(void)e;
	buf_addf(wr->out, "(%s", expr_op_name[n->op]);
	write_kids(wr, n);
}

static void smt_compare(SmtWriter *wr, Expr e, const ExprNode *n)
{
	buf_adds(wr->out, "(ite ");
	smt_plain(wr, e, n);
	buf_adds(wr->out, " #b1 #b0)");
}

static void smt_extract(SmtWriter *wr, Expr e, const ExprNode *n)
{
	(void)e;
	buf_addf(wr->out, "((_ extract %u %u)", n->b + n->width - 1, n->b);
	write_kids(wr, n);
}

static void smt_extend(SmtWriter *wr, Expr e, const ExprNode *n)
{
	(void)e;
	buf_addf(wr->out, "((_ %s %u)", expr_op_name[n->op], n->width - nd(wr->p, n->a)->width);
	write_kids(wr, n);
}

static void smt_choice(SmtWriter *wr, Expr e, const ExprNode *n)
{
	(void)e;
	buf_adds(wr->out, "(ite (= ");
	write_kid(wr, n->a);
	buf_adds(wr->out, " #b1) ");
	write_kid(wr, n->b);
	buf_addc(wr->out, ' ');
	write_kid(wr, n->c);
	buf_addc(wr->out, ')');
}

/* (f.OP.WIDTH operands): a function that the script declares, since SMT-LIB has no bits of a NaN. */
static void smt_float(SmtWriter *wr, Expr e, const ExprNode *n)
{
	buf_adds(wr->out, "(");
	expr_smtlib_float(wr->p, e, wr->out);
	write_kids(wr, n);
}

static void write_node(SmtWriter *wr, Expr e)
{
	static void (*const write[EXPR_N_OPS])(SmtWriter *, Expr, const ExprNode *) = {
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, READS, ORDER, HAS, INFO, GATES, BACK, TRUTH, Z3, \
		  TEXT, SMT, ...)                                                                         \
	smt_##SMT,
		EXPR_OPS(X)
#undef X
	};
	const ExprNode *n = nd(wr->p, e);
	write[n->op](wr, e, n);
}

/* All nodes below e with text nodes expanded, operands first. */
static void collect(SmtWriter *wr, Expr e, ExprList *all)
{
	ExprPool *p = wr->p;
	ExprList roots = {0};
	vec_push(&roots, e);
	/* Expansions may hold text nodes of smaller expressions: repeat until there are none. */
	for (size_t done = 0; done < roots.len;) {
		ExprList some = {0};
		expr_postorder(p, &roots.at[done++], 1, &some);
		for (size_t i = 0; i < some.len; i++) {
			ExprOp op = nd(p, some.at[i])->op;
			u64 old;
			bool text = expr_flags[op] & EXPR_HAS_TEXT &&
						!format_is_float(expr_format_at(p, expr_text_format(p, some.at[i])));
			if (text && !intmap_get(&wr->text, some.at[i], &old)) {
				Expr plain = expr_text_expand(p, some.at[i]);
				intmap_put(&wr->text, some.at[i], plain);
				vec_push(&roots, plain);
			}
		}
		vec_free(&some);
	}
	/* Expansions of inner text nodes come last in roots but are needed first. */
	for (size_t i = 0; i < roots.len / 2; i++) {
		Expr t = roots.at[i];
		roots.at[i] = roots.at[roots.len - 1 - i];
		roots.at[roots.len - 1 - i] = t;
	}
	expr_postorder(p, roots.at, roots.len, all);
	vec_free(&roots);
}

void expr_smtlib(ExprPool *p, Expr e, Buf *out)
{
	SmtWriter wr = {.p = p, .out = out};
	ExprList all = {0};
	IntMap uses = {0};
	collect(&wr, e, &all);
	for (size_t i = 0; i < all.len; i++) {
		const ExprNode *n = nd(p, all.at[i]);
		const u32 kids[3] = {n->a, n->b, n->c};
		for (unsigned k = 0; k < expr_arity[n->op]; k++) {
			u64 kid = kids[k], count = 0, plain;
			while (intmap_get(&wr.text, kid, &plain))
				kid = plain;
			intmap_get(&uses, kid, &count);
			intmap_put(&uses, kid, count + 1);
		}
	}
	size_t lets = 0;
	for (size_t i = 0; i < all.len; i++) {
		const ExprNode *n = nd(p, all.at[i]);
		u64 count = 0, plain;
		bool leaf = expr_arity[n->op] == 0 && n->op != EXPR_TABLE;
		intmap_get(&uses, all.at[i], &count);
		if (leaf || intmap_get(&wr.text, all.at[i], &plain) || (count < 2 && n->depth % 64 != 63))
			continue;
		buf_addf(out, "(let ((?%zu ", lets);
		write_node(&wr, all.at[i]);
		buf_adds(out, ")) ");
		intmap_put(&wr.name, all.at[i], ++lets);
	}
	write_kid(&wr, e);
	while (lets--)
		buf_addc(out, ')');
	intmap_free(&uses);
	intmap_free(&wr.name);
	intmap_free(&wr.text);
	vec_free(&all);
}

/* Declares the functions that floating-point operations are. */
static void declare_floats(ExprPool *p, const Expr *asserted, size_t n, Buf *out)
{
	ExprList all = {0};
	StrMap seen = {0};
	expr_postorder(p, asserted, n, &all);
	for (size_t i = 0; i < all.len; i++) {
		const ExprNode *x = nd(p, all.at[i]);
		const Expr kid[3] = {x->a, x->b, x->c};
		Buf name = {0};
		if (!(expr_flags[x->op] & EXPR_HAS_FLOAT))
			continue;
		expr_smtlib_float(p, all.at[i], &name);
		if (!strmap_get(&seen, buf_str(&name), NULL)) {
			strmap_put(&seen, buf_str(&name), 1);
			buf_addf(out, "(declare-fun %s (", buf_str(&name));
			for (unsigned k = 0; k < expr_arity[x->op]; k++)
				buf_addf(out, "(_ BitVec %u)", nd(p, kid[k])->width);
			buf_addf(out, ") (_ BitVec %u))\n", x->width);
		}
		buf_free(&name);
	}
	strmap_free(&seen);
	vec_free(&all);
}

void expr_smtlib_script(ExprPool *p, const Expr *asserted, size_t n, Buf *out)
{
	VarSet vars = 0;
	bool floats = false;
	for (size_t i = 0; i < n; i++) {
		floats |= expr_has_float(p, asserted[i]);
		vars = varset_union(p, vars, expr_vars(p, asserted[i]));
	}
	VarList list = {0};
	varset_list(p, vars, &list);
	buf_adds(out, floats ? "(set-logic QF_AUFBV)\n" : "(set-logic QF_ABV)\n");
	for (size_t i = 0; i < list.len; i++) {
		buf_adds(out, "(declare-const ");
		expr_smtlib_name(p, list.at[i], out);
		buf_addf(out, " (_ BitVec %u))\n", input_width(p, list.at[i]));
	}
	declare_floats(p, asserted, n, out);
	for (size_t i = 0; i < n; i++) {
		buf_adds(out, "(assert (= #b1 ");
		expr_smtlib(p, asserted[i], out);
		buf_adds(out, "))\n");
	}
	buf_adds(out, "(check-sat)\n");
	vec_free(&list);
}
