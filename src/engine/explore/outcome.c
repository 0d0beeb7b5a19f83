/* outcome.c: how a run ended and what it printed. */
#include "engine/explore/outcome.h"

#include "base/hash.h"

enum { ITEM_LIMIT = 200 }; /* characters of an expression in an output */

const char *outcome_name(Outcome o)
{
	static const char *const names[] = {"exit", "signal", "error", "limit", "unsupported"};
	return names[o];
}

void outcome_take(RunOutcome *o, Machine *m, const RunResult *r)
{
	const OsOutput *list;
	size_t n = os_outputs(machine_os(m), &list);
	o->outcome = r->outcome;
	o->status = r->status;
	buf_reset(&o->out);
	buf_reset(&o->err);
	for (size_t i = 0; i < n; i++)
		buf_add(list[i].stream == 1 ? &o->out : &o->err, list[i].bytes, list[i].len);
}

void outcome_free(RunOutcome *o)
{
	buf_free(&o->out);
	buf_free(&o->err);
}

void outcome_status(const Program *p, const RunResult *r, Buf *to)
{
	switch (r->outcome) {
	case RAN_EXIT: buf_addf(to, "%d", r->status); return;
	case RAN_SIGNAL: buf_addf(to, "%d", 128 + r->status); return;
	case RAN_ERROR: buf_addf(to, "error: %s at ", error_kind_name(r->error)); break;
	case RAN_LIMIT: buf_adds(to, "limit at "); break;
	case RAN_UNSUPPORTED: buf_adds(to, "unsupported at "); break;
	}
	program_location(p, r->loc, to);
}

/* ---- output as expressions ---- */

static Expr expr_of(Tag tag)
{
	return (Expr)tag;
}

/* Finds the complete text of a number that begins here: returns its length in this run. */
static size_t number_at(ExprPool *pool, const OsOutput *o, size_t at, ExprEval *values,
						OutItem *item)
{
	Expr e = expr_of(o->tags[at]);
	if (!e || expr_op(pool, e) != EXPR_TEXTCHAR || expr_text_index(pool, e) != 0)
		return 0;
	*item = (OutItem){
		.kind = OUT_NUMBER, .e = expr_kid(pool, e, 0), .format = expr_text_format(pool, e)};
	size_t n = 1;
	for (; at + n < o->len; n++) {
		Expr next = expr_of(o->tags[at + n]);
		if (!next || expr_op(pool, next) != EXPR_TEXTCHAR || expr_kid(pool, next, 0) != item->e ||
			expr_text_format(pool, next) != item->format || expr_text_index(pool, next) != n)
			break;
	}
	u64 value = (u64)expr_eval_value(values, item->e);
	u32 length = text_len(expr_format_at(pool, item->format), expr_width(pool, item->e), value);
	return n == length ? n : 0;
}

void output_items(ExprPool *pool, const OsOutput *o, const Assignment *a, OutItems *to)
{
	ExprEval *values = o->len && o->tags ? expr_values(pool, a) : NULL;
	for (size_t i = 0; i < o->len;) {
		Expr e = o->tags ? expr_of(o->tags[i]) : 0;
		OutItem item = {0};
		size_t n = e ? number_at(pool, o, i, values, &item) : 0;
		if (!n)
			item = (OutItem){.kind = e ? OUT_EXPR : OUT_BYTE, .byte = o->bytes[i], .e = e};
		vec_push(to, item);
		i += n ? n : 1;
	}
}

void outcome_items(ExprPool *pool, Machine *m, int stream, const Assignment *a, OutItems *to)
{
	const OsOutput *list;
	size_t n = os_outputs(machine_os(m), &list);
	for (size_t i = 0; i < n; i++)
		if (list[i].stream == stream)
			output_items(pool, &list[i], a, to);
}

void output_byte_text(u8 c, Buf *to)
{
	if (c == '\n' || c == '\t' || (c >= 32 && c < 127))
		buf_addc(to, (char)c);
	else
		buf_addf(to, "\\x%02x", c);
}

/* The number of items from i on that are bytes of one input, one after the other. */
static size_t input_bytes_at(const ExprPool *pool, const OutItems *items, size_t i, u32 *var)
{
	size_t n = 0;
	for (; i + n < items->len; n++) {
		const OutItem *item = &items->at[i + n];
		if (item->kind != OUT_EXPR || expr_op(pool, item->e) != EXPR_VAR)
			break;
		u32 v = expr_var_of(pool, item->e);
		if (n ? v != *var + n || input_of(pool, v) != input_of(pool, *var)
			  : input_of(pool, v)->kind != INPUT_BYTES)
			break;
		*var = n ? *var : v;
	}
	return n;
}

/* The item in braces, or several bytes of an input: returns how many items that are. */
static size_t add_item(ExprPool *pool, const OutItems *items, size_t i, Buf *to)
{
	const OutItem *item = &items->at[i];
	u32 var = 0;
	size_t n = input_bytes_at(pool, items, i, &var);
	buf_addc(to, '{');
	if (n > 1) {
		const InputGroup *g = input_of(pool, var);
		buf_addf(to, "%s[%u..%zu]:s", g->name, var - g->first, var - g->first + n - 1);
	} else {
		expr_text_printed(pool, item->e,
						  item->kind == OUT_NUMBER ? expr_format_at(pool, item->format) : NULL,
						  ITEM_LIMIT, to);
	}
	buf_addc(to, '}');
	return n > 1 ? n : 1;
}

void items_text(ExprPool *pool, const OutItems *items, size_t limit, Buf *to)
{
	for (size_t i = 0; i < items->len;) {
		const OutItem *item = &items->at[i];
		if (to->len >= limit) {
			buf_adds(to, "...");
			return;
		}
		if (item->kind != OUT_BYTE) {
			i += add_item(pool, items, i, to);
			continue;
		}
		if (item->byte == '\\' || item->byte == '{')
			buf_addc(to, '\\');
		output_byte_text(item->byte, to);
		i++;
	}
}

void status_text(ExprPool *pool, Expr e, size_t limit, Buf *to)
{
	u64 low, high;
	size_t begin = to->len;
	expr_range(pool, e, &low, &high);
	expr_text(pool, e, limit, to);
	if (high <= 255)
		return;
	if (strchr(buf_str(to) + begin, ' ')) {
		Buf text = {0};
		buf_add(&text, to->at + begin, to->len - begin);
		to->len = begin;
		buf_addf(to, "(%s)", buf_str(&text));
		buf_free(&text);
	}
	buf_adds(to, " & 255");
}

void items_render(ExprPool *pool, const OutItems *items, ExprEval *values, Buf *to)
{
	for (size_t i = 0; i < items->len; i++) {
		const OutItem *item = &items->at[i];
		if (item->kind == OUT_BYTE) {
			buf_addc(to, (char)item->byte);
			continue;
		}
		u64 v = (u64)expr_eval_value(values, item->e);
		if (item->kind == OUT_EXPR) {
			buf_addc(to, (char)v);
			continue;
		}
		const TextFormat *f = expr_format_at(pool, item->format);
		unsigned width = expr_width(pool, item->e);
		u32 n = text_len(f, width, v);
		for (u32 k = 0; k < n; k++)
			buf_addc(to, (char)text_char(f, width, v, k));
	}
}

/* What the hash of an item once was made of: without its kind. */
static u64 kindless(const OutItem *x)
{
	return x->kind == OUT_BYTE ? x->byte : (u64)x->e << 32 | x->format << 8 | 1;
}

bool out_item_same(const OutItem *x, const OutItem *y)
{
	if (wrong_hash("items"))
		return kindless(x) == kindless(y);
	if (x->kind != y->kind)
		return false;
	if (x->kind == OUT_BYTE)
		return x->byte == y->byte;
	return x->e == y->e && (x->kind == OUT_EXPR || x->format == y->format);
}

bool items_identical(const OutItems *a, const OutItems *b)
{
	if (a->len != b->len)
		return false;
	for (size_t i = 0; i < a->len; i++)
		if (!out_item_same(&a->at[i], &b->at[i]))
			return false;
	return true;
}

void items_key(const OutItems *items, Buf *to)
{
	key_number(to, items->len);
	for (size_t i = 0; i < items->len; i++) {
		const OutItem *item = &items->at[i];
		buf_addc(to, (char)item->kind); /* says which of the others follow */
		if (item->kind == OUT_BYTE)
			buf_addc(to, (char)item->byte);
		else
			buf_add(to, &item->e, sizeof item->e);
		if (item->kind == OUT_NUMBER)
			buf_add(to, &item->format, sizeof item->format);
	}
}
