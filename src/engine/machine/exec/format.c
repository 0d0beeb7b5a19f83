/* format.c: printf to memory, natively.
 *
 * libc/printf.c and its parts define what these functions do; they agree with glibc, which formats
 * here. Only conversions of integers, doubles, characters and strings that need no locale are done,
 * one after the other, and only if the format, the arguments and the text are plain. Text is
 * collected and written at the end. So if anything else comes up, nothing was done, and the body
 * runs. The same is true if the destination overlaps something that was read. */
#include <stdio.h>

#include "engine/machine/exec/accel.h"

enum {
	MOST_TEXT = 1024,
	MOST_READS = 64, /* places that are read */
	MOST_DIGITS = 3, /* of a width or precision */
	GP_END = 48,     /* of the save area, see the machine's call.c */
	FP_END = 176,
};

typedef struct Format {
	Machine *m;
	char text[MOST_TEXT];
	u32 n; /* characters in text */
	struct {
		u64 addr, n;
	} reads[MOST_READS];
	u32 n_reads;
	struct {
		u32 gp, fp;
		u64 overflow, save;
	} ap; /* as va_arg of the ABI */
} Format;

/* One conversion. */
typedef struct Spec {
	char text[24]; /* from the % on */
	u32 n;         /* characters in it */
	u32 longs;     /* 0: int, 1: long or as wide, 2: long long */
	u32 halves;    /* 1: short, 2: char */
	i32 prec;      /* -1: none */
	bool bare;     /* true if it has no flag and no width */
} Spec;

/* Remembers that plain bytes are read. */
static bool reads(Format *f, u64 addr, u64 n)
{
	if (f->n_reads == MOST_READS || !accel_plain(f->m, addr, n))
		return false;
	f->reads[f->n_reads].addr = addr;
	f->reads[f->n_reads++].n = n;
	return true;
}

static bool argument(Format *f, bool is_float, u32 n, u64 *value)
{
	u32 *cursor = is_float ? &f->ap.fp : &f->ap.gp, step = is_float ? 16 : 8;
	bool saved = *cursor + step <= (is_float ? FP_END : GP_END);
	u64 addr = saved ? f->ap.save + *cursor : f->ap.overflow;
	if (!reads(f, addr, n))
		return false;
	*value = 0;
	memcpy(value, f->m->mem.bytes + addr, n);
	if (saved)
		*cursor += step;
	else
		f->ap.overflow += 8;
	return true;
}

static bool put(Format *f, const void *text, u64 n)
{
	if (n >= MOST_TEXT - f->n)
		return false;
	memcpy(f->text + f->n, text, n);
	f->n += (u32)n;
	return true;
}

/* What the host has printed. */
static bool printed(Format *f, int n)
{
	if (n < 0 || (u32)n >= MOST_TEXT - f->n)
		return false;
	f->n += (u32)n;
	return true;
}

static bool put_string(Format *f, const Spec *s)
{
	u64 addr, len;
	if (s->longs || s->halves || !argument(f, false, 8, &addr))
		return false;
	u64 most = s->prec < 0 ? UINT64_MAX : (u64)s->prec;
	if (!addr || !accel_length(f->m, addr, most, &len) || len >= MOST_TEXT ||
		!reads(f, addr, len + (len < most)))
		return false;
	const char *text = (const char *)f->m->mem.bytes + addr;
	if (s->bare)
		return put(f, text, len);
	char copy[MOST_TEXT];
	memcpy(copy, text, len);
	copy[len] = '\0';
	return printed(f, snprintf(f->text + f->n, MOST_TEXT - f->n, s->text, copy));
}

static bool put_int(Format *f, const Spec *s)
{
	u64 v;
	if (!argument(f, false, s->longs ? 8 : 4, &v))
		return false;
	char *to = f->text + f->n;
	u32 room = MOST_TEXT - f->n;
	return printed(f, s->longs ? snprintf(to, room, s->text, (long)v)
							   : snprintf(to, room, s->text, (int)v));
}

static bool put_double(Format *f, const Spec *s)
{
	u64 bits;
	double v;
	if (s->longs || s->halves || !argument(f, true, 8, &bits))
		return false;
	memcpy(&v, &bits, sizeof v);
	return printed(f, snprintf(f->text + f->n, MOST_TEXT - f->n, s->text, v));
}

static bool convert(Format *f, const Spec *s, char letter)
{
	switch (letter) {
	case 'd':
	case 'i':
	case 'o':
	case 'u':
	case 'x':
	case 'X': return put_int(f, s);
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G': return put_double(f, s);
	case 'c': return !s->longs && !s->halves && put_int(f, s);
	case 's': return put_string(f, s);
	case '%': return s->n == 2 && put(f, "%", 1);
	default: return false;
	}
}

static u32 digits(const char *p, u32 *value)
{
	u32 n = 0;
	for (*value = 0; p[n] >= '0' && p[n] <= '9' && n <= MOST_DIGITS; n++)
		*value = *value * 10 + (u32)(p[n] - '0');
	return n;
}

/* Reads a conversion from its % on. Returns its characters, or 0: it is of another kind. */
static u32 parse(const char *p, Spec *s)
{
	u32 n = 1, value;
	*s = (Spec){.prec = -1};
	n += (u32)strspn(p + n, "-+ #0");
	u32 width = digits(p + n, &value);
	s->bare = n == 1 && !width;
	n += width;
	if (width > MOST_DIGITS)
		return 0;
	if (p[n] == '.') {
		u32 prec = digits(p + n + 1, &value);
		s->prec = (i32)value;
		n += 1 + prec;
		if (prec > MOST_DIGITS)
			return 0;
	}
	for (; p[n] == 'h' && s->halves < 2; n++)
		s->halves++;
	for (; p[n] == 'l' && s->longs < 2; n++)
		s->longs++;
	if (p[n] == 'z' || p[n] == 'j' || p[n] == 't') {
		if (s->longs || s->halves)
			return 0;
		s->longs = 1;
		n++;
	}
	if ((s->longs && s->halves) || !p[n] || ++n >= sizeof s->text)
		return 0;
	memcpy(s->text, p, n);
	s->n = n;
	return n;
}

static bool format(Format *f, const char *p)
{
	while (*p) {
		u64 n = (u64)(strchrnul(p, '%') - p);
		Spec s;
		if (!put(f, p, n))
			return false;
		p += n;
		if (!*p)
			break;
		n = parse(p, &s);
		if (!n || !convert(f, &s, p[n - 1]))
			return false;
		p += n;
	}
	return true;
}

/* Writes n bytes, none of which was read before. */
static bool write_text(Format *f, u64 to, u64 n)
{
	for (u32 i = 0; i < f->n_reads; i++)
		if (to < f->reads[i].addr + f->reads[i].n && f->reads[i].addr < to + n)
			return false;
	if (!fresh_may_write(f->m, to, n))
		return false;
	memory_set_plain(&f->m->mem, to, n);
	memcpy(f->m->mem.bytes + to, f->text, n);
	return true;
}

/* __printf_memory(buf, size, fmt, ap) */
u64 accel_printf_memory(Machine *m, const u64 *args, u64 *result)
{
	Format f;
	u64 len, to = args[0], size = args[1], fmt = args[2], list = args[3];
	f.m = m;
	f.n = f.n_reads = 0;
	if (!accel_length(m, fmt, UINT64_MAX, &len) || !reads(&f, fmt, len + 1) ||
		!reads(&f, list, sizeof f.ap))
		return 0;
	memcpy(&f.ap, m->mem.bytes + list, sizeof f.ap);
	if (!format(&f, (const char *)m->mem.bytes + fmt))
		return 0;
	u64 stored = size > f.n ? f.n : size ? size - 1 : 0;
	char last = f.text[stored];
	f.text[stored] = '\0';
	if (size && !write_text(&f, to, stored + 1))
		return 0;
	f.text[stored] = last;
	*result = f.n;
	return accel_cost(f.n);
}

/* __drift_format_uint(buf_end, value, base, upper): the digits end before buf_end */
u64 accel_format_uint(Machine *m, const u64 *args, u64 *result)
{
	char text[64];
	u64 n = 0, value = args[1], base = (u32)args[2];
	const char *from = (u32)args[3] ? "0123456789ABCDEF" : "0123456789abcdef";
	if (base < 2 || base > 16)
		return 0;
	do
		text[sizeof text - ++n] = from[value % base];
	while (value /= base);
	u64 to = args[0] - n;
	if (!fresh_may_write(m, to, n))
		return 0;
	memory_set_plain(&m->mem, to, n);
	memcpy(m->mem.bytes + to, text + sizeof text - n, n);
	*result = n;
	return accel_cost(n);
}
