/* outcome.c: how a run ended and what it printed. */
#include "report/report.h"

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
	program_place(p, r->loc, to);
}

/* ---- output as expressions ---- */

/* Bytes that JSON and terminals can show as they are. */
static void add_plain(Buf *to, u8 c)
{
	if (c == '\n' || c == '\t' || (c >= 32 && c < 127))
		buf_addc(to, (char)c);
	else
		buf_addf(to, "\\x%02x", c);
}

static Expr expr_of(Tag tag)
{
	return (Expr)tag;
}

/* The text of a number from its first character on: its length in this run, 0 if it is not there.
 */
static size_t number_at(ExprPool *pool, const OsOutput *o, size_t at, Expr *number)
{
	Expr e = expr_of(o->tags[at]);
	if (!e || expr_op(pool, e) != EXPR_TEXTCHAR || expr_text_index(pool, e) != 0)
		return 0;
	*number = expr_kid(pool, e, 0);
	size_t n = 1;
	for (; at + n < o->len; n++) {
		Expr next = expr_of(o->tags[at + n]);
		if (!next || expr_op(pool, next) != EXPR_TEXTCHAR || expr_kid(pool, next, 0) != *number ||
			expr_text_index(pool, next) != n)
			break;
	}
	return n;
}

static void add_piece(ExprPool *pool, const OsOutput *o, size_t limit, Buf *to)
{
	for (size_t i = 0; i < o->len && to->len < limit;) {
		Expr e = o->tags ? expr_of(o->tags[i]) : 0;
		if (!e) {
			add_plain(to, o->bytes[i++]);
			continue;
		}
		size_t n = number_at(pool, o, i, &e);
		buf_addc(to, '{');
		expr_text(pool, e, 200, to);
		buf_addc(to, '}');
		i += n ? n : 1;
	}
}

void outcome_symbolic(ExprPool *pool, Machine *m, size_t limit, Buf *to)
{
	const OsOutput *list;
	size_t n = os_outputs(machine_os(m), &list);
	for (size_t i = 0; i < n && to->len < limit; i++)
		if (list[i].stream == 1)
			add_piece(pool, &list[i], limit, to);
	if (to->len >= limit)
		buf_adds(to, "...");
}
