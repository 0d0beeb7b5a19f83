/* iconv.c: converts between the character sets that a C program meets in these locales.
 *
 * Every conversion goes through code points: one function reads a character, one writes it. UTF-16
 * and UTF-32 without a byte order take it from a byte order mark when reading, and write one first,
 * little endian, as glibc does on this machine.
 */
#include <iconv.h>
#include <langinfo.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "sys.h"

typedef enum charset {
	CS_NONE,
	CS_ASCII,
	CS_LATIN1,
	CS_UTF8,
	CS_UTF16,
	CS_UTF16LE,
	CS_UTF16BE,
	CS_UTF32,
	CS_UTF32LE,
	CS_UTF32BE,
} charset;

/* What iconv_t points to. */
typedef struct converter {
	charset from, to;   /* without byte order: replaced once it is known */
	charset from0, to0; /* as opened, for a reset */
	bool translit;      /* //TRANSLIT */
	bool ignore;        /* //IGNORE */
} converter;

/* Results of read_char and write_char other than a length. */
enum { BAD = -1, SHORT = -2, NO_ROOM = -3 };

static const struct {
	const char *name; /* upper case, as it may be written */
	charset set;
} charsets[] = {
	{"ASCII", CS_ASCII},
	{"US-ASCII", CS_ASCII},
	{"ANSI_X3.4-1968", CS_ASCII},
	{"ANSI_X3.4-1986", CS_ASCII},
	{"ISO646-US", CS_ASCII},
	{"646", CS_ASCII},
	{"US", CS_ASCII},
	{"ISO-8859-1", CS_LATIN1},
	{"ISO8859-1", CS_LATIN1},
	{"ISO_8859-1", CS_LATIN1},
	{"ISO88591", CS_LATIN1},
	{"8859_1", CS_LATIN1},
	{"LATIN1", CS_LATIN1},
	{"L1", CS_LATIN1},
	{"UTF-8", CS_UTF8},
	{"UTF8", CS_UTF8},
	{"UTF-16", CS_UTF16},
	{"UTF16", CS_UTF16},
	{"UTF-16LE", CS_UTF16LE},
	{"UTF16LE", CS_UTF16LE},
	{"UCS-2LE", CS_UTF16LE},
	{"UTF-16BE", CS_UTF16BE},
	{"UTF16BE", CS_UTF16BE},
	{"UCS-2BE", CS_UTF16BE},
	{"UTF-32", CS_UTF32},
	{"UTF32", CS_UTF32},
	{"UTF-32LE", CS_UTF32LE},
	{"UTF32LE", CS_UTF32LE},
	{"UCS-4LE", CS_UTF32LE},
	{"WCHAR_T", CS_UTF32LE},
	{"UTF-32BE", CS_UTF32BE},
	{"UTF32BE", CS_UTF32BE},
	{"UCS-4BE", CS_UTF32BE},
	{"UCS-4", CS_UTF32BE},
	{"UCS4", CS_UTF32BE},
};

static charset find_charset(const char *name, size_t n)
{
	char local[32];

	if (n == 0 || (n == 4 && strncasecmp(name, "char", 4) == 0)) {
		name = nl_langinfo(CODESET);
		n = strlen(name);
	}
	if (n >= sizeof local)
		return CS_NONE;
	memcpy(local, name, n);
	local[n] = 0;
	for (size_t i = 0; i < LENGTH(charsets); i++)
		if (strcasecmp(local, charsets[i].name) == 0)
			return charsets[i].set;
	return CS_NONE;
}

/* True if a list of glibc's modules has the name. */
static bool is_listed(const char *file, const char *name)
{
	char line[256], *word, *rest;
	bool found = false;
	FILE *f = fopen(file, "re");
	while (f && !found && fgets(line, sizeof line, f))
		for (word = strtok_r(line, " \t\n", &rest); word && *word != '#' && !found;
			 word = strtok_r(NULL, " \t\n", &rest)) {
			size_t n = strcspn(word, "/");
			found = n == strlen(name) && strncasecmp(word, name, n) == 0;
		}
	if (f)
		fclose(f);
	return found;
}

_Noreturn static void end(const char *name)
{
	char text[128];
	snprintf(text, sizeof text, "iconv_open with %s, a character set that is not built in", name);
	__drift_unsupported(text);
}

/* Ends the run for a set that glibc may know, itself or through its modules, and this file does
 * not. A set that neither knows is an error for both. */
static void end_if_known(const char *name, size_t n)
{
	static const char dir[] = "/usr/lib/x86_64-linux-gnu/gconv/";
	static const char *const own[] = {"UCS", "10646", "OSF", "UNICODE", "ISO-IR", "367", "CSASCII"};
	char local[64], path[128];
	if (n >= sizeof local)
		return;
	memcpy(local, name, n);
	local[n] = 0;
	for (size_t i = 0; i < LENGTH(own); i++)
		if (strcasestr(local, own[i]))
			end(local);
	if (is_listed(strcat(strcpy(path, dir), "gconv-modules"), local) ||
		is_listed(strcat(strcpy(path, dir), "gconv-modules.d/gconv-modules-extra.conf"), local))
		end(local);
}

iconv_t iconv_open(const char *to, const char *from)
{
	size_t n = strcspn(to, "/"), m = strcspn(from, "/");
	converter c = {.from = find_charset(from, m), .to = find_charset(to, n)};

	if (c.from == CS_NONE || c.to == CS_NONE) {
		if (c.from == CS_NONE)
			end_if_known(from, m);
		if (c.to == CS_NONE)
			end_if_known(to, n);
		errno = EINVAL;
		return (iconv_t)-1;
	}
	c.from0 = c.from;
	c.to0 = c.to;
	c.translit = strcasestr(to + n, "TRANSLIT") != NULL;
	c.ignore = strcasestr(to + n, "IGNORE") != NULL || strcasestr(from + m, "IGNORE") != NULL;
	converter *made = malloc(sizeof *made);
	if (!made)
		return (iconv_t)-1;
	*made = c;
	return made;
}

int iconv_close(iconv_t cd)
{
	free(cd);
	return 0;
}

/* ---- reading ---- */

static long read_utf8(const unsigned char *p, size_t n, uint32_t *c)
{
	size_t more = p[0] < 0x80   ? 0
				  : p[0] < 0xc2 ? 9
				  : p[0] < 0xe0 ? 1
				  : p[0] < 0xf0 ? 2
				  : p[0] < 0xf5 ? 3
								: 9;

	if (more == 9)
		return BAD;
	*c = more == 0 ? p[0] : p[0] & (0x3f >> more);
	for (size_t i = 1; i <= more; i++) {
		if (i >= n)
			return SHORT;
		if ((p[i] & 0xc0) != 0x80)
			return BAD;
		*c = *c << 6 | (p[i] & 0x3f);
		/* The second byte already shows an overlong form, a surrogate or a too large value. */
		if (i == 1 && ((more == 2 && (*c < 0x20 || (*c >= 0x360 && *c < 0x380))) ||
					   (more == 3 && (*c < 0x10 || *c > 0x10f))))
			return BAD;
	}
	return (long)more + 1;
}

static uint32_t unit16(const unsigned char *p, bool big)
{
	return big ? (uint32_t)p[0] << 8 | p[1] : (uint32_t)p[1] << 8 | p[0];
}

static uint32_t unit32(const unsigned char *p, bool big)
{
	uint32_t first = unit16(p, big), second = unit16(p + 2, big);
	return big ? first << 16 | second : second << 16 | first;
}

static long read_utf16(const unsigned char *p, size_t n, uint32_t *c, bool big)
{
	if (n < 2)
		return SHORT;
	*c = unit16(p, big);
	if (*c < 0xd800 || *c >= 0xe000)
		return 2;
	if (*c >= 0xdc00)
		return BAD;
	if (n < 4)
		return SHORT;
	uint32_t low = unit16(p + 2, big);
	if (low < 0xdc00 || low >= 0xe000)
		return BAD;
	*c = 0x10000 + ((*c - 0xd800) << 10) + (low - 0xdc00);
	return 4;
}

static long read_utf32(const unsigned char *p, size_t n, uint32_t *c, bool big)
{
	if (n < 4)
		return SHORT;
	*c = unit32(p, big);
	return *c > 0x10ffff || (*c >= 0xd800 && *c < 0xe000) ? BAD : 4;
}

/* Reads one character from n > 0 bytes: its length, BAD or SHORT. */
static long read_char(charset from, const unsigned char *p, size_t n, uint32_t *c)
{
	switch (from) {
	case CS_ASCII: *c = p[0]; return p[0] < 0x80 ? 1 : BAD;
	case CS_LATIN1: *c = p[0]; return 1;
	case CS_UTF8: return read_utf8(p, n, c);
	case CS_UTF16BE: return read_utf16(p, n, c, true);
	case CS_UTF32BE: return read_utf32(p, n, c, true);
	case CS_UTF32:
	case CS_UTF32LE: return read_utf32(p, n, c, false);
	default: return read_utf16(p, n, c, false);
	}
}

/* Determines the byte order of the input; returns the length of the mark to skip. */
static size_t read_mark(converter *cv, const unsigned char *p, size_t n)
{
	size_t unit = cv->from == CS_UTF16 ? 2 : 4;

	if ((cv->from != CS_UTF16 && cv->from != CS_UTF32) || n < unit)
		return 0;
	bool wide = unit == 4;
	bool big = wide ? unit32(p, true) == 0xfeff : unit16(p, true) == 0xfeff;
	bool little = wide ? unit32(p, false) == 0xfeff : unit16(p, false) == 0xfeff;
	cv->from = wide ? (big ? CS_UTF32BE : CS_UTF32LE) : (big ? CS_UTF16BE : CS_UTF16LE);
	return big || little ? unit : 0;
}

/* ---- writing ---- */

static void put16(unsigned char *p, uint32_t unit, bool big)
{
	p[big ? 0 : 1] = (unsigned char)(unit >> 8);
	p[big ? 1 : 0] = (unsigned char)unit;
}

static long write_utf8(unsigned char *p, size_t room, uint32_t c)
{
	size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};

	if (room < n)
		return NO_ROOM;
	for (size_t i = n; i-- > 1; c >>= 6)
		p[i] = (unsigned char)(0x80 | (c & 0x3f));
	p[0] = (unsigned char)(lead[n] | c);
	return (long)n;
}

static long write_utf16(unsigned char *p, size_t room, uint32_t c, bool big)
{
	if (room < (c < 0x10000 ? 2 : 4))
		return NO_ROOM;
	if (c < 0x10000) {
		put16(p, c, big);
		return 2;
	}
	put16(p, 0xd800 + ((c - 0x10000) >> 10), big);
	put16(p + 2, 0xdc00 + ((c - 0x10000) & 0x3ff), big);
	return 4;
}

static long write_utf32(unsigned char *p, size_t room, uint32_t c, bool big)
{
	if (room < 4)
		return NO_ROOM;
	put16(p + (big ? 0 : 2), c >> 16, big);
	put16(p + (big ? 2 : 0), c & 0xffff, big);
	return 4;
}

/* Writes one character: its length, NO_ROOM, or BAD when the set does not have it. */
static long write_char(charset to, unsigned char *p, size_t room, uint32_t c)
{
	switch (to) {
	case CS_ASCII:
	case CS_LATIN1:
		if (c >= (to == CS_ASCII ? 0x80u : 0x100u))
			return BAD;
		if (room < 1)
			return NO_ROOM;
		p[0] = (unsigned char)c;
		return 1;
	case CS_UTF8: return write_utf8(p, room, c);
	case CS_UTF16BE: return write_utf16(p, room, c, true);
	case CS_UTF32BE: return write_utf32(p, room, c, true);
	case CS_UTF32:
	case CS_UTF32LE: return write_utf32(p, room, c, false);
	default: return write_utf16(p, room, c, false);
	}
}

/* A replacement for a character that the target does not have; "?" if none is similar. */
static const char *stand_in(uint32_t c)
{
	switch (c) {
	case 0xa0: return " ";
	case 0xa9: return "(C)";
	case 0xab: return "<<";
	case 0xad: return "-";
	case 0xae: return "(R)";
	case 0xb5: return "u";
	case 0xb8: return ",";
	case 0xbb: return ">>";
	case 0xbc: return " 1/4 ";
	case 0xbd: return " 1/2 ";
	case 0xbe: return " 3/4 ";
	case 0xc6: return "AE";
	case 0xd7: return "x";
	case 0xdf: return "ss";
	case 0xe6: return "ae";
	case 0x152: return "OE";
	case 0x153: return "oe";
	case 0x2010:
	case 0x2011:
	case 0x2012:
	case 0x2013:
	case 0x2014:
	case 0x2015: return "-";
	case 0x2018:
	case 0x2019: return "'";
	case 0x201a: return ",";
	case 0x201c:
	case 0x201d: return "\"";
	case 0x201e: return ",,";
	case 0x2022: return "o";
	case 0x2026: return "...";
	case 0x20ac: return "EUR";
	case 0x2122: return "(TM)";
	default: return "?";
	}
}

static long write_stand_in(const converter *cv, unsigned char *p, size_t room, uint32_t c)
{
	size_t used = 0;
	for (const char *s = stand_in(c); *s; s++) {
		long n = write_char(cv->to, p + used, room - used, (unsigned char)*s);
		if (n < 0)
			return n;
		used += (size_t)n;
	}
	return (long)used;
}

/* Writes the byte order mark that a set without an order begins with: its length or NO_ROOM. */
static long write_mark(converter *cv, unsigned char *p, size_t room)
{
	if (cv->to != CS_UTF16 && cv->to != CS_UTF32)
		return 0;
	charset to = cv->to == CS_UTF16 ? CS_UTF16LE : CS_UTF32LE;
	long n = write_char(to, p, room, 0xfeff);
	if (n > 0)
		cv->to = to;
	return n;
}

size_t iconv(iconv_t cd, char **restrict in, size_t *restrict in_left, char **restrict out,
			 size_t *restrict out_left)
{
	converter *cv = cd;
	size_t substituted = 0;
	bool skipped = false;

	if (!in || !*in) {
		cv->from = cv->from0;
		cv->to = cv->to0;
		return 0;
	}
	while (*in_left > 0) {
		const unsigned char *p = (const unsigned char *)*in;
		unsigned char *to = (unsigned char *)*out;
		uint32_t c = 0;
		size_t mark = read_mark(cv, p, *in_left);
		long n = mark ? (long)mark : read_char(cv->from, p, *in_left, &c);
		long m = 0;
		if (n == SHORT)
			return (size_t)fail(EINVAL);
		if (n == BAD && !cv->ignore)
			return (size_t)fail(EILSEQ);
		if (n == BAD) {
			skipped = true;
			n = cv->from >= CS_UTF32 ? 4 : cv->from >= CS_UTF16 ? 2 : 1;
		} else if (!mark) {
			long order = write_mark(cv, to, *out_left);
			if (order == NO_ROOM)
				return (size_t)fail(E2BIG);
			*out += order;
			*out_left -= (size_t)order;
			to += order;
			m = write_char(cv->to, to, *out_left, c);
			if (m == BAD && cv->translit) {
				m = write_stand_in(cv, to, *out_left, c);
				substituted += m >= 0;
			}
			if (m == BAD && !cv->ignore)
				return (size_t)fail(EILSEQ);
			if (m == BAD) {
				skipped = true;
				m = 0;
			}
			if (m == NO_ROOM)
				return (size_t)fail(E2BIG);
		}
		*in += n;
		*in_left -= (size_t)n;
		*out += m;
		*out_left -= (size_t)m;
	}
	/* Everything was converted, but not everything made it. */
	return skipped ? (size_t)fail(EILSEQ) : substituted;
}
