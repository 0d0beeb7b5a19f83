/* table.c: writes reads from tables and memory as text. */
#include "engine/expr/print/print.h"

enum {
	INDEX_BITS = 28, /* an int without the bits that its multiple by the size of an element loses */
	MOST_STORES = 256,  /* of memory that may hold an input */
	MOST_ELEMENTS = 16, /* of a table that is written with its contents */
};

/* True if two ranges of a variable agree where both have bytes. */
static bool agree(const ExprTable *a, const ExprTable *b)
{
	u64 from = a->offset > b->offset ? a->offset : b->offset;
	u64 ends[2] = {(u64)a->offset + a->n, (u64)b->offset + b->n};
	u64 to = ends[0] < ends[1] ? ends[0] : ends[1];
	return (a->n != b->n || a->offset != b->offset) &&
		   (from >= to ||
			!memcmp(a->bytes + (from - a->offset), b->bytes + (from - b->offset), to - from));
}

/* True if a table with other contents has the same name: that of the other version, say. */
static bool is_shared(const ExprPool *p, u32 table)
{
	const ExprTable *t = &p->tables.at[table];
	for (u32 i = 0; i < p->tables.len; i++) {
		const ExprTable *o = &p->tables.at[i];
		if (i != table && o->name && !strcmp(o->name, t->name) && !agree(t, o))
			return true;
	}
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

/* How a table is written. */
typedef struct TableText {
	const ExprTable *t;
	u32 number;  /* of it */
	bool stores; /* something was written to it since */
	bool named;  /* by its variable */
	bool shared; /* there is another of the name */
	u32 offset;  /* bytes of the variable before it, where it is written by its name */
} TableText;

static TableText table_text(const Printer *pr, Expr array)
{
	u32 number = nd(pr->p, base_of(pr->p, array))->a;
	const ExprTable *t = &pr->p->tables.at[number];
	TableText text = {.t = t, .number = number, .stores = nd(pr->p, array)->op == EXPR_STORE};
	text.named = t->name && *t->name;
	text.shared = pr->people && text.named && is_shared(pr->p, number);
	text.offset = text.named ? t->offset : 0;
	return text;
}

/* A table by its contents, elements of so many bytes, where no name says which one it is. */
static bool table_contents(Printer *pr, const TableText *text, u32 size)
{
	return pr->people && !text->stores && (text->shared || !text->named) &&
		   contents(pr, text->t, size);
}

/* as: what the index counts, "bytes" or "elements", where it is not what C would count; or NULL. */
static void table_name(Printer *pr, const TableText *text, const char *as)
{
	if (text->named)
		buf_addf(pr->out, "%s%s%s", as ? as : "", as ? "(" : "", text->t->name);
	else
		buf_addf(pr->out, text->stores ? "memory%u" : "table%u", text->number);
	if (text->shared)
		buf_addf(pr->out, "#%u", text->number);
	buf_adds(pr->out, as && text->named ? ")" : "");
}

/* [x + k]; x is 0: [k]. */
static void put_index(Printer *pr, Expr x, i64 k)
{
	buf_addc(pr->out, '[');
	if (x)
		pr_value(pr, x, k ? P_SUM : P_CHOICE);
	if (x && k)
		buf_addf(pr->out, k < 0 ? " - %llu" : " + %llu", (unsigned long long)(k < 0 ? -k : k));
	else if (!x)
		buf_addf(pr->out, "%lld", (long long)k);
	buf_addc(pr->out, ']');
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

static i64 signed_const(const ExprPool *p, Expr e)
{
	u32 width = nd(p, e)->width;
	u64 v = (u64)const_value(p, e);
	return width >= 64 ? (i64)v : (i64)(v << (64 - width)) >> (64 - width);
}

bool pr_times_and(const ExprPool *p, Expr e, u32 zeros, Expr *x, i64 *k)
{
	e = low_part(p, e);
	*x = 0;
	*k = 0;
	if (is_const(p, e)) {
		*k = signed_const(p, e);
		return true;
	}
	if (nd(p, e)->op == EXPR_ADD && is_const(p, nd(p, e)->b)) {
		*k = signed_const(p, nd(p, e)->b);
		e = low_part(p, nd(p, e)->a);
	}
	/* An index and what its zeros leave room for are joined, not added. */
	const ExprNode *n = nd(p, e);
	if (n->op != EXPR_CONCAT || !is_const(p, n->b) || nd(p, n->b)->width != zeros)
		return false;
	*k += (i64)(u64)const_value(p, n->b);
	*x = low_part(p, n->a);
	return true;
}

/* The bytes of an element of a table, as the element. */
bool pr_element(Printer *pr, const ExprNode *n)
{
	Expr byte[8], rest = 0, x, index;
	i64 first, other;
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
	TableText text = table_text(pr, low->a);
	if (1u << zeros != count || !pr_times_and(pr->p, low->b, zeros, &index, &first) ||
		(text.named && text.t->element && text.t->element != count) ||
		(first + text.offset) % count || first % count)
		return false;
	for (u32 k = 1; k < count; k++) {
		const ExprNode *at = nd(pr->p, byte[count - 1 - k]);
		/* A byte skips what was written to bytes that it cannot be. */
		if (base_of(pr->p, at->a) != base_of(pr->p, low->a) ||
			!pr_times_and(pr->p, at->b, zeros, &x, &other) || x != index || other != first + k)
			return false;
	}
	if (table_contents(pr, &text, count))
		text.offset = 0;
	else
		table_name(pr, &text, text.t->element ? NULL : "elements");
	put_index(pr, index, (first + text.offset) / count);
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

static bool is_text(const ExprTable *t)
{
	bool text = t->n && t->n <= 24;
	for (u32 i = 0; i < t->n && text; i++)
		text = (t->bytes[i] >= ' ' && t->bytes[i] < 127) || (t->bytes[i] == 0 && i == t->n - 1);
	return text;
}

void pr_read(Printer *pr, const ExprNode *n)
{
	TableText text = table_text(pr, n->a);
	const ExprTable *t = text.t;
	if (text.stores && read_input(pr, n))
		return;
	bool steps = has_steps(pr->p, n->b);
	if (!text.stores && is_text(t)) {
		buf_addc(pr->out, '"');
		buf_add_escaped(pr->out, t->bytes, t->n - !t->bytes[t->n - 1]);
		buf_addc(pr->out, '"');
		text.offset = 0;
	} else if (!steps && table_contents(pr, &text, 1)) {
		text.offset = 0;
	} else {
		table_name(pr, &text, t->element == 1 ? NULL : "bytes");
	}
	Expr x = low_part(pr->p, n->b);
	i64 k = text.offset;
	const ExprNode *sum = nd(pr->p, x);
	if (k && is_const(pr->p, x)) {
		k += signed_const(pr->p, x);
		x = 0;
	} else if (k && sum->op == EXPR_ADD && is_const(pr->p, sum->b)) {
		k += signed_const(pr->p, sum->b);
		x = sum->a;
	} else {
		x = n->b;
	}
	put_index(pr, x, k);
}
