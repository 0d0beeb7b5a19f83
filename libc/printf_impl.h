/* printf_impl.h: the parts of printf, narrow and wide.
 *
 * One engine serves both. It reads the format through printf_at, so a format is a string of char or
 * of wchar_t. It writes to a printf_out, which takes text in either form and stores it in its own.
 * A conversion is first parsed into a printf_spec, then its argument is fetched, then a printf_*
 * function formats it.
 */
#ifndef DRIFT_LIBC_PRINTF_IMPL_H
#define DRIFT_LIBC_PRINTF_IMPL_H

#include "stdio_impl.h"

/* The destination of text: a stream, a fixed piece of memory, or memory that grows. */
struct printf_out {
	FILE *fp;     /* NULL: memory */
	bool wide;    /* elements are wchar_t, not char */
	bool grow;    /* memory is from malloc and grows; buf may start as NULL */
	bool failed;  /* a write failed; errno has the reason */
	bool dollar;  /* the format has a '$' somewhere: arguments may be numbered */
	void *buf;    /* memory, or for an unbuffered stream the place to collect output */
	size_t room;  /* elements that fit into buf */
	size_t used;  /* elements in buf */
	size_t total; /* elements produced, stored or not */
};

/* flags of a conversion */
enum {
	FLAG_LEFT = 1,   /* - */
	FLAG_PLUS = 2,   /* + */
	FLAG_SPACE = 4,  /* space */
	FLAG_ALT = 8,    /* # */
	FLAG_ZERO = 16,  /* 0 */
	FLAG_GROUP = 32, /* ' */
	FLAG_I18N = 64,  /* I */
};

enum printf_length { LEN_NONE, LEN_CHAR, LEN_SHORT, LEN_LONG, LEN_LLONG };

struct printf_spec {
	int flags;                 /* FLAG_* */
	int width;                 /* 0: none */
	int prec;                  /* -1: none */
	int width_arg, prec_arg;   /* '*': 0 no, -1 the next argument, n argument n */
	int arg;                   /* n of %n$, 0: the next argument */
	enum printf_length length; /* LEN_LLONG also for long double */
	wchar_t conv;              /* conversion letter, 0 at the end of the format */
};

/* An argument, fetched. */
union printf_value {
	uintmax_t u;    /* integers, sign-extended from their type if signed */
	void *p;        /* pointers */
	double d;       /* double */
	long double ld; /* long double */
};

/* ---- printf_out.c ---- */

void __printf_bytes(struct printf_out *o, const char *s, size_t n);
/* The same one by one. glibc writes signs, prefixes, %c, %% and short floating-point numbers this
 * way, and the order of writes differs if a small buffer is full or a newline flushes it. */
void __printf_chars(struct printf_out *o, const char *s, size_t n);
void __printf_wchars(struct printf_out *o, const wchar_t *s, size_t n);
void __printf_pad(struct printf_out *o, char c, ssize_t n);
/* Ends output: flushes what was collected. Returns the number of elements or -1. */
int __printf_finish(struct printf_out *o);

/* ---- printf_core.c ---- */

/* Runs the format; returns the result of printf. */
int __printf_run(struct printf_out *o, const void *fmt, va_list ap);

/* ---- printf_spec.c ---- */

static inline wchar_t printf_at(const struct printf_out *o, const void *fmt, size_t i)
{
	return o->wide ? ((const wchar_t *)fmt)[i] : ((const unsigned char *)fmt)[i];
}

/* Parses what follows '%' at index i. Returns the index after it, or 0 with errno set if a number
 * in it is too large. */
size_t __printf_parse(const struct printf_out *o, const void *fmt, size_t i,
					  struct printf_spec *spec);

/* ---- the conversions ---- */

/* Writes the text of value so that it ends right before buf_end. Returns its length, at least 1.
 * printf converts every integer through this function. */
int __drift_format_uint(char *buf_end, uintmax_t value, unsigned base, int upper);

void __printf_integer(struct printf_out *o, const struct printf_spec *spec, uintmax_t value);
void __printf_pointer(struct printf_out *o, const struct printf_spec *spec, const void *p);
void __printf_string(struct printf_out *o, const struct printf_spec *spec, const char *s);
void __printf_wide_string(struct printf_out *o, const struct printf_spec *spec, const wchar_t *s);
void __printf_char(struct printf_out *o, const struct printf_spec *spec, uintmax_t value);
void __printf_float(struct printf_out *o, const struct printf_spec *spec,
					const union printf_value *value);
void __printf_hex_float(struct printf_out *o, const struct printf_spec *spec,
						const union printf_value *value);

/* ---- printf.c: shared by the families ---- */

int __printf_stream(FILE *fp, bool wide, const void *fmt, va_list ap);
int __printf_memory(char *buf, size_t size, const char *fmt, va_list ap);
/* *text is from malloc and ends with a null; NULL on failure. */
int __printf_alloc(char **text, const char *fmt, va_list ap);

#endif
