/* relation.c: finds a constant, an offset to the old value, an expression over the inputs; or only
 * that the value changes. */
#include "clients/check/relation.h"

#include <signal.h>

enum {
	TEXT_LIMIT = 120, /* characters of an expression that people read */
	SHORT_TEXT = 40,  /* and like to read */
	MOST_LITERAL = 60,
};

void relation_free(OldToNew *r)
{
	buf_free(&r->when);
	buf_free(&r->says);
	buf_free(&r->changes);
}

/* ---- numbers ---- */

static i64 as_signed(u64 value, u32 width)
{
	return (i64)(value << (64 - width)) >> (64 - width);
}

static void add_number(Buf *to, u64 value, u32 width, bool is_signed)
{
	if (is_signed)
		buf_addf(to, "%lld", (long long)as_signed(value, width));
	else
		buf_addf(to, "%llu", (unsigned long long)value);
}

static bool has_globals(const Search *search)
{
	const Shape *s = search_shape(search, 0);
	for (size_t i = 0; i < s->parts.len; i++)
		if (s->parts.at[i].role == ROLE_GLOBAL)
			return true;
	return false;
}

/* An expression over the inputs, of so many characters; memory that it reads is that before the
 * call. */
static bool add_inputs(const Search *search, Expr e, size_t limit, Buf *to)
{
	ExprPool *p = search_pool(search);
	Buf text = {0};
	expr_text(p, e, limit, &text);
	bool good = text.len < limit && !strstr(buf_str(&text), "...");
	bool memory = strpbrk(buf_str(&text), "[>*") != NULL || has_globals(search);
	if (good)
		buf_addf(to, memory ? "\\old(%s)" : "%s", buf_str(&text));
	buf_free(&text);
	return good;
}

/* The old value and something over the inputs. */
static bool add_to_old(const Search *search, const char *name, Expr plus, Buf *to)
{
	Buf text = {0};
	bool good = plus && add_inputs(search, plus, SHORT_TEXT, &text);
	if (good)
		buf_addf(to, "\\prev(%s) + (%s)", name, buf_str(&text));
	buf_free(&text);
	return good;
}

/* Relates a number that both versions have under one name. */
static void relate_numbers(const Search *search, const char *name, Expr old, Expr newer,
						   bool is_signed, OldToNew *out)
{
	ExprPool *p = search_pool(search);
	u32 width = expr_width(p, newer);
	Expr plus = expr_width(p, old) == width ? expr_sub(p, newer, old) : 0;
	Buf text = {0};
	buf_addf(&text, "ensures %s == ", name);
	if (expr_is_const(p, newer) && width <= 64) {
		add_number(&text, (u64)expr_value(p, newer), width, is_signed);
	} else if (plus && expr_is_const(p, plus) && width <= 64) {
		i64 by = as_signed((u64)expr_value(p, plus), width);
		buf_addf(&text, "\\prev(%s) %c %llu", name, by < 0 ? '-' : '+',
				 (unsigned long long)(by < 0 ? -(u64)by : (u64)by));
	} else if (!add_inputs(search, newer, SHORT_TEXT, &text) &&
			   !add_to_old(search, name, plus, &text) &&
			   !add_inputs(search, newer, TEXT_LIMIT, &text)) {
		buf_reset(&text);
		buf_addf(&text, "ensures \\changes(%s)", name);
	}
	buf_addf(&out->says, "%s;\n", buf_str(&text));
	buf_addf(&out->changes, "ensures \\changes(%s);\n", name);
	buf_free(&text);
}

static void only_changes(const char *name, OldToNew *out)
{
	buf_addf(&out->says, "ensures \\changes(%s);\n", name);
	buf_addf(&out->changes, "ensures \\changes(%s);\n", name);
}

/* ---- what is left ---- */

static Expr item_value(ExprPool *p, const PostItem *o)
{
	Expr e = 0;
	for (u32 k = 0; k < o->len; k++) {
		if (o->bytes[k].state != LOOK_SET)
			return 0;
		Expr byte = o->bytes[k].e ? o->bytes[k].e : expr_const(p, 8, o->bytes[k].byte);
		e = e ? expr_concat(p, byte, e) : byte;
	}
	return e && o->bits ? expr_extract(p, e, o->bit, o->bits) : e;
}

/* Of bytes behind a pointer, all of them. */
static void bytes_change(const char *name, const PostItem *o, u32 n, OldToNew *out)
{
	bool bytes = (o->kind == POST_BYTES || o->kind == POST_TEXT) && n && !strstr(name, "..") &&
				 strncmp(name, "*(", 2) != 0;
	char *all = bytes ? xasprintf("%s[0..%u]", name + (*name == '*'), n - 1) : xstrdup(name);
	only_changes(all, out);
	free(all);
}

/* Names of what was returned are \result in contracts. */
static char *contract_name(const char *name)
{
	static const char returned[] = "returned";
	const char *at = strstr(name, returned);
	if (!at || (at != name && !(at == name + 1 && *name == '*')))
		return xstrdup(name);
	return xasprintf("%.*s\\result%s", (int)(at - name), name, at + strlen(returned));
}

/* A text that is the same on the whole path: as it is. */
static bool text_is(const char *name, const PostItem *o, OldToNew *out)
{
	Buf text = {0};
	u32 k = 0;
	while (k < o->len && k < MOST_LITERAL && !o->bytes[k].e && o->bytes[k].state == LOOK_SET &&
		   o->bytes[k].byte)
		k++;
	bool good = o->kind == POST_TEXT && *name == '*' && k < o->len && k < MOST_LITERAL &&
				!o->bytes[k].e && o->bytes[k].state == LOOK_SET;
	for (u32 i = 0; good && i < k; i++)
		buf_add_escaped(&text, &o->bytes[i].byte, 1);
	if (good)
		buf_addf(&out->says, "ensures %s == \"%s\";\n", name + 1, buf_str(&text));
	buf_free(&text);
	return good;
}

static void relate_items(Search *search, OldToNew *out)
{
	ExprPool *p = search_pool(search);
	const PostState *l = search_behaviours(search)[OLD].left;
	for (size_t i = 0; l && i < l->items[OLD].len && i < l->items[NEW].len; i++) {
		const PostItem *a = &l->items[OLD].at[i], *b = &l->items[NEW].at[i];
		char *name = contract_name(b->name);
		Expr old = b->kind == POST_NUMBER ? item_value(p, a) : 0;
		Expr newer = b->kind == POST_NUMBER ? item_value(p, b) : 0;
		bool null = b->kind == POST_POINTER && b->to && !strcmp(b->to, "null");
		if (old && newer && a->len <= 8) {
			relate_numbers(search, name, old, newer, b->is_signed, out);
		} else if (b->kind == POST_POINTER && null) {
			buf_addf(&out->says, "ensures %s == 0;\n", name);
			buf_addf(&out->changes, "ensures \\changes(%s);\n", name);
		} else {
			OldToNew rest = {0};
			bool text = text_is(name, b, out);
			bytes_change(name, b, a->len > b->len ? a->len : b->len, &rest);
			if (!text)
				buf_adds(&out->says, buf_str(&rest.says));
			buf_adds(&out->changes, buf_str(&rest.changes));
			relation_free(&rest);
		}
		free(name);
	}
}

/* ---- ends ---- */

static void add_end(const Behaviour *b, const char *clause, Buf *to)
{
	if (b->outcome == RAN_ERROR)
		buf_addf(to, "%s (%s);\n", clause, error_kind_name(b->error));
	else if (b->outcome == RAN_SIGNAL && b->status == SIGABRT)
		buf_addf(to, "%s (abort);\n", clause);
	else if (b->outcome == RAN_EXIT && !b->status_expr)
		buf_addf(to, "%s (exit(%d));\n", clause, b->status);
	else
		buf_addf(to, "%s (any);\n", clause);
}

static Expr value_of(ExprPool *p, const Behaviour *b, u32 width)
{
	return b->value_expr ? b->value_expr : expr_const(p, width, b->value);
}

static void relate_result(Search *search, bool both, OldToNew *out)
{
	const Behaviour *b = search_behaviours(search);
	const EntryType *type = b[NEW].type;
	ExprPool *p = search_pool(search);
	if (type->pointers || (type->is_void && !type->pointers)) {
		bool known = !both && type->pointers;
		if (known)
			buf_addf(&out->says, "ensures \\result %s 0;\n", b[NEW].value ? "!=" : "==");
		else if (both && type->pointers && b[OLD].value != b[NEW].value)
			buf_addf(&out->says, "ensures \\result %s 0;\n", b[NEW].value ? "!=" : "==");
		else if (!both)
			buf_adds(&out->says, "ensures true;\n");
		if (!both || (type->pointers && b[OLD].value != b[NEW].value))
			buf_adds(&out->changes,
					 type->pointers ? "ensures \\changes(\\result);\n" : "ensures true;\n");
		return;
	}
	Expr newer = value_of(p, &b[NEW], type->width);
	Expr old = both ? value_of(p, &b[OLD], type->width) : 0;
	if (both && expr_ne(p, old, newer) == EXPR_FALSE)
		return;
	/* If OLD did not end, it has no value to relate to. */
	Expr other = old ? old : expr_not(p, newer);
	relate_numbers(search, "\\result", other, newer, type->is_signed, out);
}

void relation_take(Search *search, OldToNew *out)
{
	const Behaviour *b = search_behaviours(search);
	*out = (OldToNew){0};
	if (!b[OLD].type)
		add_end(&b[OLD], "when_signaled", &out->when);
	if (!b[NEW].type) {
		add_end(&b[NEW], "signals", &out->says);
		add_end(&b[NEW], "signals", &out->changes);
		return;
	}
	relate_result(search, b[OLD].type, out);
	if (b[OLD].type)
		relate_items(search, out);
	for (int i = 0; i < 2; i++)
		if (!items_identical(&b[OLD].items[i], &b[NEW].items[i]))
			only_changes(i ? "stderr" : "stdout", out);
	if (!out->says.len)
		buf_adds(&out->says, "ensures true;\n");
	if (!out->changes.len)
		buf_adds(&out->changes, "ensures true;\n");
}
