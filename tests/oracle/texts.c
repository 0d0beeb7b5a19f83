/* texts.c: reads the outputs of a result.json back, as docs/explore.md describes them. */
#include "texts.h"

#include <cjson/cJSON.h>
#include <ctype.h>

#include "engine/input/assume.h"

/* Flags, width and precision; the conversion is next. */
static const char *read_flags(const char *c, TextFormat *f, bool *is_long)
{
	*f = (TextFormat){.precision = -1};
	for (; *c && strchr("+ #0-", *c); c++) {
		f->plus |= *c == '+';
		f->space |= *c == ' ';
		f->alt |= *c == '#';
		f->zero |= *c == '0';
		f->left |= *c == '-';
	}
	while (isdigit((u8)*c))
		f->width = (u16)(f->width * 10 + *c++ - '0');
	if (*c == '.')
		for (f->precision = 0, c++; isdigit((u8)*c);)
			f->precision = f->precision * 10 + *c++ - '0';
	*is_long = *c == 'l';
	return c + *is_long;
}

static bool add_number(Parser *s, AssumeValue v, TextFormat f, OutItems *to)
{
	vec_push(to, ((OutItem){.kind = OUT_NUMBER, .e = v.e, .format = expr_format(s->p, &f)}));
	return true;
}

/* What stands between the braces, up to the closing one. */
static bool read_item(Parser *s, OutItems *to)
{
	TextFormat f = {.base = 10, .precision = -1};
	bool is_long;
	AssumeValue v = parse_conditional(s, 0);
	if (s->failed)
		return false;
	if (*s->at == '}') {
		v = value_promote(s, v);
		f.is_signed = v.is_signed;
		return add_number(s, v, f, to);
	}
	if (*s->at++ != ':')
		return false;
	s->at = read_flags(s->at, &f, &is_long);
	char letter = *s->at++;
	if (letter == 'c') {
		vec_push(to, ((OutItem){.kind = OUT_EXPR, .e = value_widen(s, v, 8)}));
		return true;
	}
	v = value_promote(s, v);
	if (is_long || (letter == 'd' && !v.is_signed))
		v = (AssumeValue){value_widen(s, v, 64), v.is_signed};
	f.is_signed = letter == 'd';
	f.upper = letter == 'X' || letter == 'B';
	f.base = letter == 'd' || letter == 'u' ? 10
			 : letter == 'o'                ? 8
			 : tolower(letter) == 'b'       ? 2
											: 16;
	return letter && strchr("duobBxX", letter) && add_number(s, v, f, to);
}

/* {arg1[0..3]:s}: returns false, and nothing happened, if it is something else. */
static bool read_bytes(Parser *s, OutItems *to)
{
	const char *open = s->at + strcspn(s->at, "[}"), *end = strchr(s->at, '}');
	unsigned first, last;
	int n = 0;
	if (*open != '[' || sscanf(open, "[%u..%u]:s}%n", &first, &last, &n) < 2 || !n)
		return false;
	for (unsigned k = first; k <= last; k++) {
		char *byte = xasprintf("%.*s[%u]", (int)(open - s->at), s->at, k);
		Parser one = {.p = s->p, .shape = s->shape, .text = byte, .at = byte, .err = s->err};
		AssumeValue v = parse_conditional(&one, 0);
		if (!one.failed)
			vec_push(to, ((OutItem){.kind = OUT_EXPR, .e = v.e}));
		s->failed |= one.failed;
		free(byte);
	}
	s->at = end;
	return true;
}

static bool read_output(Parser *s, OutItems *to)
{
	while (*s->at && !s->failed) {
		u8 c = (u8)*s->at++;
		if (c == '{') {
			if (!read_bytes(s, to) && !read_item(s, to))
				return false;
			if (*s->at++ != '}')
				return false;
			continue;
		}
		unsigned v;
		if (c == '\\' && sscanf(s->at, "x%2x", &v) == 1) {
			c = (u8)v;
			s->at += 3;
		} else if (c == '\\') {
			c = (u8)*s->at++;
		}
		vec_push(to, ((OutItem){.kind = OUT_BYTE, .byte = c}));
	}
	return !s->failed;
}

/* Characters of a text in quotes that begins here, both quotes included. */
static size_t quoted(const char *at)
{
	size_t n = 1;
	while (at[n] && at[n] != '"')
		n += 1 + (at[n] == '\\' && at[n + 1]);
	return n + (at[n] == '"');
}

/* The text with the contents of tables in place of their names: "// table NAME {1, 2}" in the subject
 * names one, and a text in quotes is one of bytes. */
static char *with_contents(const char *subject, const char *text)
{
	Buf to = {0};
	for (const char *at = text; *at;) {
		size_t n = strspn(at, "abcdefghijklmnopqrstuvwxyz_");
		char *line = n && at[n] == '[' ? xasprintf("\n// table %.*s {", (int)n, at) : NULL;
		const char *found = line ? strstr(subject, line) : NULL;
		if (found) {
			found += strlen(line) - 1;
			buf_add(&to, found, strcspn(found, "}") + 1);
		} else if (*at == '"' && at[n = quoted(at)] == '[') {
			buf_addc(&to, '{');
			for (size_t i = 1; i + 1 < n; i++)
				buf_addf(&to, "%s%d", i > 1 ? ", " : "", at[i]);
			buf_addc(&to, '}');
		} else {
			n = n ? n : 1;
			buf_add(&to, at, n);
		}
		free(line);
		at += n;
	}
	return to.at ? to.at : xstrdup("");
}

static char *member(const cJSON *one, const char *name)
{
	const cJSON *v = cJSON_GetObjectItem(one, name);
	return cJSON_IsString(v) ? xstrdup(v->valuestring) : NULL;
}

static Expr read_value(ExprPool *pool, const Shape *shape, const char *text)
{
	Err err;
	Parser s = {.p = pool, .shape = shape, .text = text, .at = text, .err = &err};
	AssumeValue v = parse_conditional(&s, 0);
	return s.failed || *s.at ? 0 : value_widen(&s, v, 64);
}

void text_case(TextCase *c, const char *source, ExprPool *pool, const Shape *shape)
{
	Err err = {0};
	char *output = with_contents(source, c->output);
	char *condition = with_contents(source, c->condition);
	Parser s = {.p = pool, .shape = shape, .text = output, .at = output, .err = &err};
	c->cond = assume_parse(pool, shape, condition, &err);
	c->readable = c->cond && read_output(&s, &c->items);
	if (c->status)
		c->status_expr = read_value(pool, shape, c->status);
	if (c->status && !c->status_expr)
		c->readable = false;
	free(condition);
	free(output);
}

void texts_read(const char *file, const char *subject, ExprPool *pool, const Shape *shape,
				TextCases *to)
{
	Buf text = {0}, source = {0};
	Err err = {0};
	cJSON *all = file_read(file, &text, &err) ? cJSON_Parse(buf_str(&text)) : NULL;
	const cJSON *one;
	if (!all || !file_read(subject, &source, &err)) {
		fprintf(stderr, "texts: %s cannot be read\n", file);
		exit(2);
	}
	cJSON_ArrayForEach(one, cJSON_GetObjectItem(all, "cases"))
	{
		TextCase c = {.condition = member(one, "condition"),
					  .output = member(one, "output"),
					  .status = member(one, "status_expr")};
		const cJSON *outcome = cJSON_GetObjectItem(one, "outcome");
		const cJSON *status = cJSON_GetObjectItem(one, "status");
		c.exits = cJSON_IsString(outcome) && !strcmp(outcome->valuestring, "exit");
		c.number = cJSON_IsNumber(status) ? status->valueint : -1;
		text_case(&c, buf_str(&source), pool, shape);
		vec_push(to, c);
	}
	buf_free(&source);
	cJSON_Delete(all);
	buf_free(&text);
}
