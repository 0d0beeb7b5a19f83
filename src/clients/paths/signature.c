/* signature.c: describes what a partition does, in words and as SMT-LIB.
 *
 * Call it when the path is found, while its output is still in the machine. */
#include "clients/paths/impl.h"

enum {
	TEXT_LIMIT = 400,   /* characters of one output */
	MOST_VALUES = 20,   /* values of variables that are shown */
	SMT_LIMIT = 100000, /* characters of a formula that are kept */
};

static void add_word(Buf *to, const char *word)
{
	buf_addf(to, "%s%s", to->len ? ", " : "", word);
}

/* Text in quotes on one line; items_text leaves newlines and tabs as they are. */
static void add_quoted(Buf *to, const Buf *text)
{
	buf_addc(to, '"');
	for (size_t i = 0; i < text->len; i++) {
		char c = text->at[i];
		if (c == '\n' || c == '\t')
			buf_adds(to, c == '\n' ? "\\n" : "\\t");
		else if (c == '"')
			buf_adds(to, "\\\"");
		else
			buf_addc(to, c);
	}
	buf_addc(to, '"');
}

/* ---- under the partition's condition ---- */

/* What the partition means. */
static void path_conditions(const Cases *r, const Path *path, ExprList *conds)
{
	for (size_t i = 0; path->set && i < path->n_set; i++)
		vec_push(conds, path->set[i].cond);
	if (!path->set)
		tree_path(explorer_tree(r->config.explorer), path->leaf, conds);
}

/* Output as it is where the partition's condition holds. */
static void settle_items(Cases *r)
{
	ExprPool *pool = r->config.inputs->pool;
	for (size_t i = 0; i < r->items.len; i++) {
		OutItem *item = &r->items.at[i];
		if (item->kind == OUT_BYTE)
			continue;
		item->e = expr_under(pool, item->e, r->known.at, r->known.len);
		if (item->kind == OUT_EXPR && expr_is_const(pool, item->e))
			*item = (OutItem){.kind = OUT_BYTE, .byte = (u8)expr_value(pool, item->e)};
	}
}

static void add_stream(Cases *r, const Path *path, int stream, const char *verb, Buf *to)
{
	ExprPool *pool = r->config.inputs->pool;
	Buf text = {0};
	r->items.len = 0;
	outcome_items(pool, r->config.machine, stream, path->input, &r->items);
	settle_items(r);
	items_text(pool, &r->items, TEXT_LIMIT, &text);
	if (text.len) {
		add_word(to, verb);
		add_quoted(to, &text);
	}
	buf_free(&text);
}

/* Bits of a type as a C programmer reads them: integers are signed. */
static void add_value(Cases *r, Type type, u64 lo, u64 hi, Tag tag, Buf *to)
{
	u32 bits = type_bits(type);
	if ((Expr)tag)
		expr_text_decimal(r->config.inputs->pool,
						  expr_under(r->config.inputs->pool, (Expr)tag, r->known.at, r->known.len),
						  bits > 1, TEXT_LIMIT, to);
	else if (tag >> 63)
		buf_adds(to, "uninitialised");
	else if (type == TYPE_F64 || type == TYPE_F32) {
		double d;
		float f;
		memcpy(&d, &lo, sizeof d);
		memcpy(&f, &lo, sizeof f);
		buf_addf(to, "%.17g", type == TYPE_F64 ? d : (double)f);
	} else if (bits > 64)
		buf_addf(to, "0x%llx%016llx", (unsigned long long)hi, (unsigned long long)lo);
	else if (type == TYPE_PTR)
		buf_addf(to, "0x%llx", (unsigned long long)lo);
	else
		buf_addf(to, "%lld",
				 (long long)(bits == 64 ? (i64)lo : (i64)(lo << (64 - bits)) >> (64 - bits)));
}

static void add_returned(Cases *r, const PathRun *run, Buf *to)
{
	const Function *f = &r->config.loaded->functions.at[r->config.function];
	if (!run->value.returned || !f->n_results)
		return;
	add_word(to, "returns ");
	add_value(r, f->results[0], run->value.lo, 0, run->value.tag, to);
}

/* The values that variables had, "x = 3, x = arg1 + 1"; scalars of one variable in braces. */
static void add_seen(Cases *r, Buf *to)
{
	size_t n, shown = 0;
	const ObservedValue *seen = machine_observed(r->config.machine, &n);
	for (size_t i = 0; i < n;) {
		size_t end = i + 1;
		while (end < n && seen[end].part > 0 && seen[end].number == seen[i].number)
			end++;
		if (shown++ == MOST_VALUES) {
			add_word(to, "...");
			return;
		}
		const char *name = strrchr(r->config.observe[seen[i].number], ':');
		add_word(to, name ? name + 1 : "?");
		buf_adds(to, end > i + 1 ? " = {" : " = ");
		for (size_t k = i; k < end; k++) {
			buf_adds(to, k > i ? ", " : "");
			add_value(r, seen[k].type, seen[k].lo, seen[k].hi, seen[k].tag, to);
		}
		buf_adds(to, end > i + 1 ? "}" : "");
		i = end;
	}
}

/* Of what is given to exit, others see the low 8 bits. */
static void add_status(Cases *r, const RunResult *result, Buf *to)
{
	Expr e = (Expr)result->status_tag;
	ExprPool *pool = r->config.inputs->pool;
	if (e)
		e = expr_under(pool, e, r->known.at, r->known.len);
	if (!e || expr_is_const(pool, e)) {
		buf_addf(to, "%d", e ? (int)(expr_value(pool, e) & 255) : result->status);
		return;
	}
	status_text(pool, e, TEXT_LIMIT, to);
}

/* How the run ended, where that says something. */
static void add_end(Cases *r, const RunResult *result, Buf *to)
{
	if (result->outcome == RAN_EXIT) {
		if (!(r->config.outputs & OUTPUT_STATUS) || r->config.entry)
			return;
		add_word(to, "exits with ");
		add_status(r, result, to);
		return;
	}
	Buf words = {0};
	outcome_status(r->config.loaded, result, &words);
	add_word(to, result->outcome == RAN_SIGNAL ? "dies with " : "");
	buf_adds(to, buf_str(&words));
	buf_free(&words);
}

/* The executed targets in their order, by name if there are several. */
static void add_targets(const CaseTargets *t, Buf *to)
{
	bool several = t->list.len > 1;
	if (!t->executed.len || !several)
		buf_addf(to, "%s the target%s", t->executed.len ? "executes" : "misses",
				 several ? "s" : "");
	for (size_t i = 0; several && i < t->executed.len; i++)
		buf_addf(to, "%s%s", i ? ", then " : "executes ", t->list.at[t->executed.at[i]].name);
}

const char *signature_text(Cases *r, const Path *path)
{
	const CasesConfig *c = &r->config;
	Buf to = {0};
	r->known.len = 0;
	path_conditions(r, path, &r->known);
	if (c->targets)
		add_targets(c->targets, &to);
	if (c->by == BY_OUTPUT || (c->by == BY_CHANGE && c->targets->executed.len)) {
		if (c->outputs & OUTPUT_STDOUT)
			add_stream(r, path, 1, "prints ", &to);
		if (c->outputs & OUTPUT_STDERR)
			add_stream(r, path, 2, "reports ", &to);
		if (c->observe)
			add_seen(r, &to);
		if (c->returned)
			add_returned(r, path->run, &to);
		add_end(r, &path->run->result, &to);
	}
	if (!to.len)
		buf_adds(&to, "no output");
	const char *text = arena_strdup(&r->arena, to.at);
	buf_free(&to);
	return text;
}

/* ---- SMT-LIB ---- */

const char *signature_condition(Cases *r, const Path *path)
{
	ExprList conds = {0};
	Buf out = {0};
	path_conditions(r, path, &conds);
	expr_text_simple(r->config.inputs->pool, conds.at, conds.len, CONDITION_LIMIT, &out);
	const char *text = arena_strdup(&r->arena, buf_str(&out));
	vec_free(&conds);
	buf_free(&out);
	return text;
}

const char *signature_condition_smt(Cases *r, const Path *path)
{
	ExprList conds = {0};
	Buf out = {0};
	path_conditions(r, path, &conds);
	if (conds.len > 1)
		buf_adds(&out, "(and");
	for (size_t i = 0; i < conds.len && out.len < SMT_LIMIT; i++) {
		buf_adds(&out, conds.len > 1 ? " (= #b1 " : "(= #b1 ");
		expr_smtlib(r->config.inputs->pool, conds.at[i], &out);
		buf_addc(&out, ')');
	}
	if (conds.len > 1)
		buf_addc(&out, ')');
	if (!conds.len)
		buf_adds(&out, "true");
	const char *text = out.len < SMT_LIMIT ? arena_strdup(&r->arena, out.at) : NULL;
	vec_free(&conds);
	buf_free(&out);
	return text;
}

typedef VEC(ResultTerm) TermList;

/* One value; its kind says how it is meant: byte, number (printed), return, status, variable. */
static void add_term(Cases *r, TermList *list, const char *kind, Expr e)
{
	Buf out = {0};
	expr_smtlib(r->config.inputs->pool, e, &out);
	ResultTerm term = {kind, out.len < SMT_LIMIT ? arena_strdup(&r->arena, buf_str(&out)) : NULL,
					   NULL};
	vec_push(list, term);
	buf_free(&out);
}

static void add_text(Cases *r, TermList *list, Buf *text)
{
	if (!text->len)
		return;
	vec_push(list, ((ResultTerm){"text", arena_strdup(&r->arena, text->at), NULL}));
	buf_reset(text);
}

static void stream_terms(Cases *r, const Path *path, int stream, TermList *list)
{
	ExprPool *pool = r->config.inputs->pool;
	Buf text = {0};
	r->items.len = 0;
	outcome_items(pool, r->config.machine, stream, path->input, &r->items);
	for (size_t i = 0; i < r->items.len; i++) {
		const OutItem *item = &r->items.at[i];
		if (item->kind == OUT_BYTE) {
			output_byte_text(item->byte, &text);
			continue;
		}
		add_text(r, list, &text);
		add_term(r, list, item->kind == OUT_NUMBER ? "number" : "byte", item->e);
		if (item->kind == OUT_NUMBER) {
			expr_format_text(expr_format_at(pool, item->format), &text);
			vec_last(list).format = arena_strdup(&r->arena, buf_str(&text));
			buf_reset(&text);
		}
	}
	add_text(r, list, &text);
	buf_free(&text);
}

static Expr value_expr(ExprPool *pool, Type type, u64 lo, u64 hi, Tag tag)
{
	return (Expr)tag ? (Expr)tag : expr_const128(pool, type_bits(type), (u128)hi << 64 | lo);
}

void signature_terms(Cases *r, const Path *path, ResultCase *to)
{
	const CasesConfig *c = &r->config;
	ExprPool *pool = c->inputs->pool;
	const RunResult *result = &path->run->result;
	TermList list = {0};
	size_t n;
	const ObservedValue *seen = machine_observed(c->machine, &n);
	if (c->outputs & OUTPUT_STDOUT)
		stream_terms(r, path, 1, &list);
	if (c->outputs & OUTPUT_STDERR)
		stream_terms(r, path, 2, &list);
	for (size_t i = 0; i < n; i++)
		add_term(r, &list, "variable",
				 value_expr(pool, seen[i].type, seen[i].lo, seen[i].hi, seen[i].tag));
	if (path->run->value.returned && c->returned && c->loaded->functions.at[c->function].n_results)
		add_term(r, &list, "return",
				 value_expr(pool, c->loaded->functions.at[c->function].results[0],
							path->run->value.lo, 0, path->run->value.tag));
	if (result->outcome == RAN_EXIT && c->outputs & OUTPUT_STATUS && !c->entry)
		add_term(r, &list, "status",
				 value_expr(pool, 32, (u32)result->status, 0, (Expr)result->status_tag));
	ResultTerm *terms = arena_array(&r->arena, ResultTerm, list.len + 1);
	for (size_t i = 0; i < list.len; i++)
		terms[i] = list.at[i];
	to->terms = terms;
	to->n_terms = list.len;
	vec_free(&list);
}
