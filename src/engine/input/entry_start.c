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

bool entry_start(const EntryType *t, const Part *part, Buf *to, Err *err)
{
	i64 number;
	if (!t->start || t->is_function)
		return true;
	if (part->kind == PART_INT && part->is_float) {
		char *end;
		strtod(t->start, &end);
		buf_adds(to, t->start);
		return !*end || err_set(err, "--entry: '%s = %s': not a number", part->name, t->start);
	}
	if (part->kind == PART_INT) {
		if (!read_number(t->start, &number))
			return err_set(err, "--entry: '%s = %s': not a number", part->name, t->start);
		buf_addf(to, part->is_signed ? "%lld" : "%llu", (long long)number);
		i64 fits;
		return number_parse(buf_str(to), part->width, part->is_signed, &fits) ||
			   err_set(err, "--entry: '%s = %s': its type has no such value", part->name, t->start);
	}
	if (part->kind == PART_STRUCT || part->kind == PART_FIXED)
		return err_set(err, "--entry: '%s = %s': only numbers and text have a start value",
					   part->name, t->start);
	if (!read_text(t->start, to))
		return err_set(err, "--entry: '%s = %s': text in quotes is expected", part->name, t->start);
	if (to->len > part->bound)
		return err_set(err, "--entry: '%s = %s': that is longer than %u bytes (--bound)",
					   part->name, t->start, part->bound);
	return true;
}
