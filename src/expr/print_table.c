/* print_table.c: what is read from tables and memory, as text. */
#include "expr/print.h"

enum {
	INDEX_BITS = 28, /* an int without the bits that its multiple by the size of an element loses */
	MOST_STORES = 256,  /* of memory that may hold an input */
	MOST_ELEMENTS = 16, /* of a table that is written with its contents */
};

/* True if a table with other contents has the same name: that of the other version, say. */
static bool is_shared(const ExprPool *p, u32 table)
{
	const char *name = p->tables.at[table].name;
	for (u32 i = 0; i < p->tables.len; i++)
		if (i != table && p->tables.at[i].name && !strcmp(p->tables.at[i].name, name))
			return true;
	return false;
}

/* {400, 500}: a short table by what is in it, elements of so many bytes. */
static bool contents(Printer *pr, const ExprTable *t, u32 size)
{
	if (!t->n || t->n % size || t->n / size > MOST_ELEMENTS)
		return false;
	for (u32 i = 0; i < t->n / size; i++) {
		u64 v = 0;
		memcpy(&v, t->bytes + (size_t)i * size, size);
		buf_adds(pr->out, i ? ", " : "{");
		pr_number(pr, v, size * 8, size >= 4);
	}
	buf_addc(pr->out, '}');
	return true;
}

/* What the array was before anything was written to it. */
static Expr base_of(const ExprPool *p, Expr array)
{
	while (nd(p, array)->op == EXPR_STORE)
		array = nd(p, array)->a;
	return array;
}

/* raw: what is read is a byte of an element, not an element. */
static void table_name(Printer *pr, const ExprNode *array, u32 size, bool raw)
{
	bool stores = array->op == EXPR_STORE;
	if (stores)
		array = nd(pr->p, base_of(pr->p, array->a));
	const ExprTable *t = &pr->p->tables.at[array->a];
	bool named = t->name && *t->name, shared = pr->people && named && is_shared(pr->p, array->a);
	if (shared && !stores && contents(pr, t, size))
		return;
	if (named)
		buf_addf(pr->out, raw ? "bytes(%s" : "%s", t->name);
	else
		buf_addf(pr->out, stores ? "memory%u" : "table%u", array->a);
	if (shared)
		buf_addf(pr->out, "#%u", array->a);
	buf_adds(pr->out, raw && named ? ")" : "");
}

/* What the low bits of an index are those of: as many as an int has, but for those that its
 * multiple does not have room for. Fewer are a mask of the program's. */
static Expr low_part(const ExprPool *p, Expr e)
{
	for (;; e = nd(p, e)->a) {
		const ExprNode *n = nd(p, e);
		bool cuts = n->op == EXPR_EXTRACT && !n->b && n->width >= INDEX_BITS;
		if (n->op != EXPR_ZEXT && n->op != EXPR_SEXT && !cuts)
			return e;
	}
}

/* What is multiplied by a power of two: all of x, or what of it fits. */
static bool times(const ExprPool *p, Expr e, u32 zeros, Expr *x)
{
	e = low_part(p, e);
	const ExprNode *n = nd(p, e);
	if (n->op != EXPR_CONCAT || !is_const(p, n->b) || const_value(p, n->b) ||
		nd(p, n->b)->width != zeros)
		return false;
	*x = low_part(p, n->a);
	return true;
}

/* The same for the index of a byte k places further on. */
static bool times_and(const ExprPool *p, Expr e, u32 zeros, u64 k, Expr *x)
{
	e = low_part(p, e);
	const ExprNode *n = nd(p, e);
	/* An index and what its zeros leave room for are joined, not added. */
	if (n->op == EXPR_CONCAT && is_const(p, n->b) && nd(p, n->b)->width == zeros) {
		*x = low_part(p, n->a);
		return const_value(p, n->b) == k;
	}
	return n->op == EXPR_ADD && is_const(p, n->b) && const_value(p, n->b) == k &&
		   times(p, n->a, zeros, x);
}

/* The bytes of an element of a table, as the element. */
bool pr_element(Printer *pr, const ExprNode *n)
{
	Expr byte[8], rest = 0, x, index;
	u32 count = 0, zeros = 0;
	for (;; n = nd(pr->p, rest)) {
		bool more = n->op == EXPR_CONCAT;
		const ExprNode *top = more ? nd(pr->p, n->a) : n;
		if (top->op != EXPR_READ || count == countof(byte))
			return false;
		byte[count++] = more ? n->a : rest;
		if (!more)
			break;
		rest = n->b;
	}
	while (1u << zeros < count)
		zeros++;
	const ExprNode *low = nd(pr->p, byte[count - 1]);
	if (1u << zeros != count || !times(pr->p, low->b, zeros, &index))
		return false;
	for (u32 k = 1; k < count; k++) {
		const ExprNode *other = nd(pr->p, byte[count - 1 - k]);
		/* A byte skips what was written to bytes that it cannot be. */
		if (base_of(pr->p, other->a) != base_of(pr->p, low->a) ||
			!times_and(pr->p, other->b, zeros, k, &x) || x != index)
			return false;
	}
	table_name(pr, nd(pr->p, low->a), count, false);
	buf_addc(pr->out, '[');
	pr_value(pr, index, P_CHOICE);
	buf_addc(pr->out, ']');
	return true;
}

/* Memory that holds the bytes of an input from one on, as far as indices go, or to their end and
 * zeros behind them: what is read from it is read from the input. */
static bool holds_input(const ExprPool *p, Expr array, u64 last, const InputGroup **group,
						u32 *first)
{
	bool stored[MOST_STORES] = {false};
	u32 n = 0, most = 0;
	const ExprNode *a = nd(p, array);
	*group = NULL;
	for (; a->op == EXPR_STORE; a = nd(p, a->a)) {
		const ExprNode *byte = nd(p, a->c);
		if (!is_const(p, a->b) || byte->op != EXPR_VAR || const64(nd(p, a->b)) >= MOST_STORES)
			return false;
		const InputGroup *g = input_of(p, byte->a);
		u32 at = (u32)const64(nd(p, a->b)), k = byte->a - g->first;
		if (g->kind != INPUT_BYTES || k < at || (*group && (g != *group || k - at != *first)))
			return false;
		*group = g;
		*first = k - at;
		most = at > most ? at : most;
		n += !stored[at];
		stored[at] = true;
	}
	/* from the first on, without a gap */
	if (!n || n != most + 1 || a->op != EXPR_TABLE)
		return false;
	if (last < n)
		return true;
	if (*first + n != (*group)->count)
		return false;
	const ExprTable *t = &p->tables.at[a->a];
	for (u32 i = n; i < t->n; i++)
		if (t->bytes[i])
			return false;
	return true;
}

static bool read_input(Printer *pr, const ExprNode *n)
{
	const InputGroup *g;
	u32 first = 0;
	/* an index that is no number below 0 */
	u64 last = nd(pr->p, n->b)->info.high;
	if (!pr->people || last > INT16_MAX || !holds_input(pr->p, n->a, last, &g, &first))
		return false;
	buf_addf(pr->out, "%s[", g->name);
	pr_value(pr, n->b, first ? P_SUM : P_CHOICE);
	if (first)
		buf_addf(pr->out, " + %u", first);
	buf_addc(pr->out, ']');
	return true;
}

/* True if an index goes in steps of more than a byte. */
static bool has_steps(const ExprPool *p, Expr e)
{
	const ExprNode *n = nd(p, low_part(p, e));
	if ((n->op == EXPR_ADD || n->op == EXPR_SUB) && is_const(p, n->b))
		n = nd(p, low_part(p, n->a));
	return (n->op == EXPR_CONCAT || n->op == EXPR_MUL || n->op == EXPR_SHL) && is_const(p, n->b);
}

void pr_read(Printer *pr, const ExprNode *n)
{
	const ExprNode *array = nd(pr->p, n->a);
	bool stores = array->op == EXPR_STORE;
	if (stores && read_input(pr, n))
		return;
	array = nd(pr->p, base_of(pr->p, n->a));
	const ExprTable *t = &pr->p->tables.at[array->a];
	bool text = !stores && t->n && t->n <= 24;
	for (u32 i = 0; i < t->n && text; i++)
		text = (t->bytes[i] >= ' ' && t->bytes[i] < 127) || (t->bytes[i] == 0 && i == t->n - 1);
	if (text) {
		buf_addc(pr->out, '"');
		buf_add_escaped(pr->out, t->bytes, t->n - !t->bytes[t->n - 1]);
		buf_addc(pr->out, '"');
	} else {
		table_name(pr, nd(pr->p, n->a), 1, has_steps(pr->p, n->b));
	}
	buf_addc(pr->out, '[');
	pr_value(pr, n->b, P_CHOICE);
	buf_addc(pr->out, ']');
}
