/* buf.c: growing text. */
#include "base/base.h"

#include <ctype.h>

static void reserve(Buf *b, size_t extra)
{
	if (b->len + extra + 1 > b->cap)
		b->at = vec_grow(b->at, &b->cap, b->len + extra + 1, 1);
}

void buf_room(Buf *b, size_t n)
{
	if (n < b->cap - b->len && b->at)
		return;
	b->cap = b->len + n + 1;
	b->at = xrealloc(b->at, b->cap);
	b->at[b->len] = 0;
}

void buf_add(Buf *b, const void *bytes, size_t n)
{
	reserve(b, n);
	if (n)
		memcpy(b->at + b->len, bytes, n);
	b->len += n;
	b->at[b->len] = 0;
}

void buf_adds(Buf *b, const char *s)
{
	buf_add(b, s, strlen(s));
}

void buf_addc(Buf *b, char c)
{
	buf_add(b, &c, 1);
}

void buf_vaddf(Buf *b, const char *fmt, va_list ap)
{
	va_list again;
	va_copy(again, ap);
	int n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (n < 0)
		return;
	reserve(b, (size_t)n);
	vsnprintf(b->at + b->len, (size_t)n + 1, fmt, ap);
	b->len += (size_t)n;
}

void buf_addf(Buf *b, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	buf_vaddf(b, fmt, ap);
	va_end(ap);
}

void buf_reset(Buf *b)
{
	b->len = 0;
	if (b->at)
		b->at[0] = 0;
}

void buf_free(Buf *b)
{
	free(b->at);
	*b = (Buf){0};
}

const char *buf_str(const Buf *b)
{
	return b->at ? b->at : "";
}

bool buf_same(const Buf *a, const Buf *b)
{
	return a->len == b->len && !memcmp(buf_str(a), buf_str(b), a->len);
}

void buf_add_shell(Buf *b, const char *s)
{
	static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
							   "@%+=:,./-_";
	if (*s && strspn(s, safe) == strlen(s)) {
		buf_adds(b, s);
		return;
	}
	buf_addc(b, '\'');
	for (; *s; s++) {
		if (*s == '\'')
			buf_adds(b, "'\\''");
		else
			buf_addc(b, *s);
	}
	buf_addc(b, '\'');
}

void buf_add_escaped(Buf *b, const void *bytes, size_t n)
{
	const u8 *p = bytes;
	for (size_t i = 0; i < n; i++) {
		switch (p[i]) {
		case '\n': buf_adds(b, "\\n"); break;
		case '\t': buf_adds(b, "\\t"); break;
		case '\r': buf_adds(b, "\\r"); break;
		case '"': buf_adds(b, "\\\""); break;
		case '\\': buf_adds(b, "\\\\"); break;
		default:
			if (p[i] >= 32 && p[i] < 127)
				buf_addc(b, (char)p[i]);
			else
				/* Always three digits, so that a digit after it does not belong to the escape. */
				buf_addf(b, "\\%03o", p[i]);
		}
	}
}

int escape_read(const char **at)
{
	static const char letters[] = "ntr\\'\"abfv?e", values[] = "\n\t\r\\'\"\a\b\f\v?\033";
	const char *c = *at;
	int v = 0;
	if (*c == 'x' && isxdigit((u8)c[1])) {
		for (c++; isxdigit((u8)*c) && v < 256; c++)
			v = v * 16 + (isdigit((u8)*c) ? *c - '0' : tolower((u8)*c) - 'a' + 10);
	} else if (*c >= '0' && *c <= '7') {
		for (int k = 0; k < 3 && *c >= '0' && *c <= '7'; k++)
			v = v * 8 + *c++ - '0';
	} else {
		const char *found = *c ? strchr(letters, *c++) : NULL;
		v = found ? (u8)values[found - letters] : -1;
	}
	if (v < 0 || v > UINT8_MAX)
		return -1;
	*at = c;
	return v;
}
