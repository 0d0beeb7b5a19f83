/* entry_start.c: start values of parameters: --entry 'int f(int n = 5, char *s = "ab")'. */
#include "engine/input/entry.h"

#include <ctype.h>
#include <errno.h>

bool entry_is_made(const EntryType *t)
{
	bool stream = t->pointers == 1 && t->named && !strcmp(t->named, "FILE");
	return stream || (t->start && t->pointers && !t->is_function && *t->start != '"');
}

/* Numbers as C writes them, and characters. */
static bool read_number(const char *text, i64 *value)
{
	char *end;
	if (*text == '\'' && text[1] && text[1] != '\\' && text[2] == '\'' && !text[3]) {
		*value = (u8)text[1];
		return true;
	}
	errno = 0;
	*value = *text == '-' ? strtoll(text, &end, 0) : (i64)strtoull(text, &end, 0);
	return !errno && end != text && !*end;
}

static u8 escaped(const char **at)
{
	static const char names[] = "n\nt\tr\ra\ab\bf\fv\v";
	const char *c = *at;
	u32 value = 0, n = 0;
	if (*c == 'x') {
		for (c++; n < 2 && isxdigit((u8)*c); c++, n++)
			value = value * 16 + (u32)(isdigit((u8)*c) ? *c - '0' : tolower(*c) - 'a' + 10);
	} else if (*c >= '0' && *c <= '7') {
		for (; n < 3 && *c >= '0' && *c <= '7'; c++, n++)
			value = value * 8 + (u32)(*c - '0');
	} else {
		const char *known = strchr(names, *c);
		value = known && !((known - names) & 1) ? (u8)known[1] : (u8)*c;
		c++;
	}
	*at = c;
	return (u8)value;
}

static bool read_text(const char *text, Buf *to)
{
	if (*text != '"')
		return false;
	for (text++; *text && *text != '"';) {
		if (*text == '\\' && text[1]) {
			text++;
			buf_addc(to, (char)escaped(&text));
		} else {
			buf_addc(to, *text++);
		}
	}
	return text[0] == '"' && !text[1];
}

/* The value of a part that C text describes; *why: NULL, or what is wrong with it. */
static bool read_literal(const Part *part, const char *text, Buf *to, const char **why)
{
	i64 number;
	if (part->kind == PART_INT && part->is_float) {
		char *end;
		strtod(text, &end);
		buf_adds(to, text);
		*why = "not a number";
		return *text && !*end;
	}
	if (part->kind == PART_INT) {
		*why = "not a number";
		if (!read_number(text, &number))
			return false;
		buf_addf(to, part->is_signed ? "%lld" : "%llu", (long long)number);
		i64 fits;
		*why = "its type has no such value";
		return number_parse(buf_str(to), part->width, part->is_signed, &fits);
	}
	*why = "only numbers and text have a start value";
	if (part->kind == PART_STRUCT || part->kind == PART_FIXED)
		return false;
	*why = "text in quotes is expected";
	return read_text(text, to);
}

bool entry_literal(const Part *part, const char *text, const char *where, Buf *to, Err *err)
{
	const char *why;
	if (!read_literal(part, text, to, &why))
		return err_set(err, "%s: '%s = %s': %s", where, part->name, text, why);
	if (part->kind != PART_INT && to->len > part->bound)
		return err_set(err, "%s: '%s = %s': that is longer than %u bytes (--bound)", where,
					   part->name, text, part->bound);
	return true;
}

bool entry_start(const EntryType *t, const Part *part, Buf *to, Err *err)
{
	return !t->start || t->is_function || entry_literal(part, t->start, "--entry", to, err);
}
