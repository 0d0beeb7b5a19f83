/* terms.c: the expressions of a contract as C. */
#include "clients/check/emit/emit.h"

static bool write_term(Emit *e, const Term *t, EmitWhen when, Buf *to)
{
	return emit_term(e, t, when, to);
}

/* ---- names ---- */

static bool is_param(const Emit *e, const char *name, int side)
{
	const Program *p = e->config.program[side];
	for (u32 i = 1; i < p->n_entry_types; i++)
		if (p->entry_names[i] && !strcmp(p->entry_names[i], name))
			return true;
	return false;
}

static bool is_bound(const Emit *e, const char *name)
{
	for (size_t i = 0; i < e->bound.len; i++)
		if (!strcmp(e->bound.at[i], name))
			return true;
	return false;
}

static bool put_name(Emit *e, const Term *t, Buf *to)
{
	u32 number;
	if (!strcmp(t->text, "NULL")) {
		buf_adds(to, "((void *)0)");
		return true;
	}
	if (!is_bound(e, t->text) && !is_param(e, t->text, 1) &&
		!strmap_get(&e->config.program[1]->global_by_name, t->text, &number))
		return emit_refuse(e, t, "'%s' cannot be checked at run time", t->text);
	buf_adds(to, t->text);
	return true;
}

static bool put_only(Emit *e, const Term *t, Buf *to)
{
	const Term *x = t->kid[0];
	if (x->kind != TERM_NAME)
		return emit_refuse(e, t, "only parameters can be named here in a run-time check");
	bool newer = t->kind == TERM_LATEST;
	buf_adds(to, is_param(e, x->text, newer) && !is_param(e, x->text, !newer) ? "1" : "0");
	return true;
}

/* ---- \old and \prev ---- */

/* A value of another state that is followed: it would be followed in the wrong memory. */
static bool follows_other(Emit *e, const Term *t)
{
	if (t->kind != TERM_OLD && t->kind != TERM_PREV)
		return false;
	emit_refuse(e, t,
				"this is followed in the memory of another state; put all of it in parentheses");
	return true;
}

static bool put_slot(Emit *e, const Term *t, EmitWhen when, Buf *to)
{
	bool old = t->kind == TERM_OLD;
	if ((old && when == EMIT_BEFORE) || (!old && when == EMIT_AFTER_OLD))
		return write_term(e, t->kid[0], when, to);
	if (e->bound.len)
		return emit_refuse(e, t, "a variable of a quantifier is another one before the call");
	Buf inner = {0};
	bool good = write_term(e, t->kid[0], old ? EMIT_BEFORE : EMIT_AFTER_OLD, &inner);
	size_t number = old ? e->old.len : e->prev.len;
	if (good && number == EMIT_SLOTS)
		good = emit_refuse(e, t, "more than %d values of other states are used", EMIT_SLOTS);
	if (good) {
		char *text = xstrdup(buf_str(&inner));
		if (old)
			vec_push(&e->old, text);
		else
			vec_push(&e->prev, text);
		buf_addf(to, "(*(__typeof__((%s) + 0) *)drift_kept(%d, %zu))", text, !old, number);
	}
	buf_free(&inner);
	return good;
}

/* ---- operators ---- */

static bool put_two(Emit *e, const Term *t, EmitWhen when, const char *before, const char *between,
					const char *behind, Buf *to)
{
	buf_adds(to, before);
	if (!write_term(e, t->kid[0], when, to))
		return false;
	buf_adds(to, between);
	if (!write_term(e, t->kid[1], when, to))
		return false;
	buf_adds(to, behind);
	return true;
}

static bool put_binary(Emit *e, const Term *t, EmitWhen when, Buf *to)
{
	if (t->kid[0]->kind == TERM_STRING || t->kid[1]->kind == TERM_STRING)
		return emit_refuse(e, t, "texts are compared with strcmp in a run-time check");
	if (!strcmp(t->text, "==>"))
		return put_two(e, t, when, "(!(", ") || (", "))", to);
	if (!strcmp(t->text, "<==>"))
		return put_two(e, t, when, "(!(", ") == !(", "))", to);
	char *between = xasprintf(") %s (", t->text);
	bool good = put_two(e, t, when, "((", between, "))", to);
	free(between);
	return good;
}

static const char *type_name(u32 width)
{
	if (width == 8)
		return "char";
	if (width == 16)
		return "short";
	return width == 32 ? "int" : "long";
}

static bool put_cast(Emit *e, const Term *t, EmitWhen when, Buf *to)
{
	buf_adds(to, "((");
	if (t->text)
		buf_adds(to, t->text);
	else
		buf_addf(to, "%s %s", t->is_signed ? "signed" : "unsigned", type_name(t->width));
	for (size_t i = 0; i < t->len; i++)
		buf_addc(to, '*');
	buf_adds(to, ")(");
	if (!write_term(e, t->kid[0], when, to))
		return false;
	buf_adds(to, "))");
	return true;
}

static void put_number(const Term *t, Buf *to)
{
	if (t->is_signed)
		buf_addf(to, "%lld%s", (long long)t->value, t->width > 32 ? "L" : "");
	else
		buf_addf(to, "%lluU%s", (unsigned long long)t->value, t->width > 32 ? "L" : "");
}

static bool put_field(Emit *e, const Term *t, EmitWhen when, Buf *to)
{
	if (follows_other(e, t->kid[0]))
		return false;
	buf_addc(to, '(');
	if (!write_term(e, t->kid[0], when, to))
		return false;
	buf_addf(to, ")%s%s", t->kind == TERM_ARROW ? "->" : ".", t->text);
	return true;
}

static bool put_unary(Emit *e, const Term *t, EmitWhen when, Buf *to)
{
	if (*t->text == '*' && follows_other(e, t->kid[0]))
		return false;
	buf_addf(to, "(%s(", t->text);
	if (!write_term(e, t->kid[0], when, to))
		return false;
	buf_adds(to, "))");
	return true;
}

/* ---- calls ---- */

static bool put_args(Emit *e, const Term *t, EmitWhen when, Buf *to)
{
	buf_addc(to, '(');
	for (const Term *a = t->list; a; a = a->next) {
		if (follows_other(e, a) || !write_term(e, a, when, to))
			return false;
		if (a->next)
			buf_adds(to, ", ");
	}
	buf_addc(to, ')');
	return true;
}

static bool put_call(Emit *e, const Term *t, EmitWhen when, Buf *to)
{
	static const char *const known[] = {"strlen", "strcmp",  "strncmp",
										"memcmp", "tolower", "toupper"};
	u32 number;
	for (size_t i = 0; i < countof(known); i++)
		if (!strcmp(t->text, known[i])) {
			buf_addf(to, "drift_%s", t->text);
			return put_args(e, t, when, to);
		}
	const Program *p = e->config.program[when != EMIT_AFTER_OLD];
	if (!strmap_get(&p->by_name, t->text, &number) || p->functions.at[number].kind != FN_SUBJECT)
		return emit_refuse(e, t, "'%s' cannot be called in a run-time check", t->text);
	if (when == EMIT_AFTER_OLD && !p->functions.at[number].is_public)
		return emit_refuse(e, t, "'%s' is static in OLD, so a run-time check cannot call it",
						   t->text);
	if (when == EMIT_AFTER_OLD)
		vec_push(&e->called, t->text);
	buf_addf(to, "%s%s",
			 when == EMIT_AFTER_OLD            ? "drift_old_"
			 : number == e->config.function[1] ? "drift_new_"
											   : "",
			 t->text);
	return put_args(e, t, when, to);
}

/* ---- sets and quantifiers ---- */

static bool put_in(Emit *e, const Term *t, EmitWhen when, Buf *to)
{
	u32 n = e->number++;
	buf_addf(to, "%s({ __typeof__((", t->not ? "!" : "");
	if (!write_term(e, t->kid[0], when, to))
		return false;
	buf_addf(to, ") + 0) drift_x%u = (", n);
	if (!write_term(e, t->kid[0], when, to))
		return false;
	buf_adds(to, "); 0");
	for (size_t i = 0; t->kid[1] && i < t->kid[1]->len; i++)
		buf_addf(to, " || (unsigned char)drift_x%u == %u", n, (u8)t->kid[1]->text[i]);
	for (const Term *m = t->list; m; m = m->next) {
		bool range = m->kind == TERM_SLICE;
		buf_addf(to, " || (drift_x%u %s (", n, range ? ">=" : "==");
		if (!write_term(e, range ? m->kid[0] : m, when, to))
			return false;
		if (range) {
			buf_addf(to, ") && drift_x%u <= (", n);
			if (!write_term(e, m->kid[1], when, to))
				return false;
		}
		buf_adds(to, "))");
	}
	buf_adds(to, "; })");
	return true;
}

/* The comparison of a range that bounds the variable from below or above; NULL: none. */
static const Term *bound_of(const Term *t, const char *name, bool low)
{
	if (t->kind != TERM_BINARY)
		return NULL;
	if (!strcmp(t->text, "&&")) {
		const Term *first = bound_of(t->kid[0], name, low);
		return first ? first : bound_of(t->kid[1], name, low);
	}
	bool left = t->kid[0]->kind == TERM_NAME && !strcmp(t->kid[0]->text, name);
	bool right = t->kid[1]->kind == TERM_NAME && !strcmp(t->kid[1]->text, name);
	bool less = *t->text == '<' && t->text[1] != '<', more = *t->text == '>' && t->text[1] != '>';
	if (left == right || (!less && !more))
		return NULL;
	return (less == left) != low ? t : NULL;
}

static bool put_bound(Emit *e, const Term *t, const Term *of, EmitWhen when, Buf *to)
{
	bool left = of->kid[0]->kind == TERM_NAME && !strcmp(of->kid[0]->text, t->text);
	buf_adds(to, "(long)(");
	if (!write_term(e, of->kid[left ? 1 : 0], when, to))
		return false;
	buf_adds(to, ")");
	return true;
}

static bool put_quantifier(Emit *e, const Term *t, EmitWhen when, Buf *to)
{
	bool all = t->kind == TERM_FORALL;
	u32 n = e->number++;
	const Term *low = bound_of(t->kid[0], t->text, true),
			   *high = bound_of(t->kid[0], t->text, false);
	if (!low || !high)
		return emit_refuse(e, t, "the range must bound '%s' from both sides", t->text);
	buf_addf(to, "({ int drift_q%u = %d; for (long drift_i%u = ", n, all, n);
	if (!put_bound(e, t, low, when, to))
		return false;
	buf_addf(to, "; drift_i%u <= ", n);
	if (!put_bound(e, t, high, when, to))
		return false;
	buf_addf(to, "; drift_i%u++) { %s %s %s = drift_i%u; if (", n,
			 t->is_signed ? "signed" : "unsigned", type_name(t->width), t->text, n);
	vec_push(&e->bound, t->text);
	bool good = write_term(e, t->kid[0], when, to);
	buf_addf(to, ") drift_q%u %s= !!(", n, all ? "&" : "|");
	good = good && write_term(e, t->kid[1], when, to);
	e->bound.len--;
	buf_addf(to, "); } drift_q%u; })", n);
	return good;
}

/* ---- all of them ---- */

bool emit_term(Emit *e, const Term *t, EmitWhen when, Buf *to)
{
	switch (t->kind) {
	case TERM_NUMBER: put_number(t, to); return true;
	case TERM_REAL:
		buf_addf(to, "(%s)%.17g", t->width == 32 ? "float" : "double", t->real);
		return true;
	case TERM_STRING:
		buf_addc(to, '"');
		for (size_t i = 0; i < t->len; i++)
			buf_addf(to, "\\%03o", (u8)t->text[i]);
		buf_addc(to, '"');
		return true;
	case TERM_NAME: return put_name(e, t, to);
	case TERM_RESULT: buf_adds(to, "(*drift_returned(), drift_result)"); return true;
	case TERM_OLD:
	case TERM_PREV: return put_slot(e, t, when, to);
	case TERM_CHANGES: buf_adds(to, "1"); return true;
	case TERM_LATEST:
	case TERM_DEPRECATED: return put_only(e, t, to);
	case TERM_UNARY: return put_unary(e, t, when, to);
	case TERM_BINARY: return put_binary(e, t, when, to);
	case TERM_CONDITIONAL:
		buf_addc(to, '(');
		if (!write_term(e, t->kid[0], when, to))
			return false;
		buf_adds(to, " ? ");
		if (!write_term(e, t->kid[1], when, to))
			return false;
		buf_adds(to, " : ");
		if (!write_term(e, t->kid[2], when, to))
			return false;
		buf_addc(to, ')');
		return true;
	case TERM_CAST: return put_cast(e, t, when, to);
	case TERM_INDEX: return !follows_other(e, t->kid[0]) && put_two(e, t, when, "(", ")[", "]", to);
	case TERM_FIELD:
	case TERM_ARROW: return put_field(e, t, when, to);
	case TERM_CALL: return put_call(e, t, when, to);
	case TERM_IN: return put_in(e, t, when, to);
	case TERM_FORALL:
	case TERM_EXISTS: return put_quantifier(e, t, when, to);
	case TERM_SLICE: break;
	}
	return emit_refuse(e, t, "a range of bytes cannot be checked at run time");
}

/* ---- mentions ---- */

/* The name that a pointer or object is of; NULL: none. */
static const char *root_of(const Term *t)
{
	while (t && t->kind != TERM_NAME && t->kind != TERM_RESULT)
		t = t->kind == TERM_INDEX || t->kind == TERM_FIELD || t->kind == TERM_ARROW ||
					t->kind == TERM_UNARY || t->kind == TERM_CAST || t->kind == TERM_BINARY
				? t->kid[0]
				: NULL;
	if (!t)
		return NULL;
	return t->kind == TERM_RESULT ? "\\result" : t->text;
}

void emit_mentions(Emit *e, const Term *t, u32 of)
{
	if (!t || t->kind == TERM_OLD || t->kind == TERM_PREV)
		return;
	bool direct = t->kid[0] && (t->kid[0]->kind == TERM_NAME || t->kid[0]->kind == TERM_RESULT);
	if ((t->kind == TERM_ARROW || t->kind == TERM_FIELD) && direct) {
		vec_push(&e->mentions, ((EmitMention){root_of(t), t->text, of}));
		return;
	}
	bool leads = t->kind == TERM_INDEX || t->kind == TERM_FIELD || t->kind == TERM_ARROW ||
				 (t->kind == TERM_UNARY && *t->text == '*');
	bool whole = t->kind == TERM_RESULT || (t->kind == TERM_NAME && !is_param(e, t->text, 1));
	if ((leads || whole) && root_of(t))
		vec_push(&e->mentions, ((EmitMention){root_of(t), NULL, of}));
	for (const Term *k = t->kind == TERM_CALL ? t->list : NULL; k; k = k->next)
		if (root_of(k))
			vec_push(&e->mentions, ((EmitMention){root_of(k), NULL, of}));
	for (int i = 0; i < MOST_KIDS; i++)
		emit_mentions(e, t->kid[i], of);
	for (const Term *k = t->list; k; k = k->next)
		emit_mentions(e, k, of);
}
