/* scanf_impl.h: the parts of scanf, narrow and wide.
 *
 * One engine serves both. It reads the format through scan_at, and the input through scan_peek and
 * scan_take. These inspect a character before consuming it, so that nothing has to be pushed back.
 * Results say which kind of failure ended the conversion.
 */
#ifndef DRIFT_LIBC_SCANF_IMPL_H
#define DRIFT_LIBC_SCANF_IMPL_H

#include <limits.h>
#include "stdio_impl.h"

enum scan_result {
	SCAN_OK,       /* converted */
	SCAN_MISMATCH, /* the input does not match */
	SCAN_END,      /* the input ended before anything was consumed */
};

enum scan_length { SCAN_CHAR, SCAN_SHORT, SCAN_INT, SCAN_LONG, SCAN_LLONG };

/* The source of characters: a stream or a string, of char or of wchar_t. */
struct scan_in {
	FILE *fp; /* NULL: text */
	const void *text;
	bool wide;  /* wide format and wide input */
	bool gnu_a; /* %as allocates, as before C99 */
	bool ahead; /* next is a wide character that was already read from fp */
	wint_t next;
	long taken;    /* number of characters so far */
	bool ended;    /* the end was reached */
	int end_errno; /* errno at that time */
};

/* A conversion: %[n$][*][width][flags][length]letter */
struct scan_spec {
	int arg;                 /* n of %n$, 0: the next one */
	bool suppress;           /* * */
	bool alloc;              /* m */
	long width;              /* maximum number of characters; LONG_MAX: no limit */
	enum scan_length length; /* SCAN_LLONG also for long double */
	wchar_t conv;            /* letter, 0 at the end of the format */
	size_t set, set_end;     /* %[: position of the set in the format */
	bool negated;            /* %[^ */
};

/* No character: the end of the input, or of the field. */
#define SCAN_EOF ((wint_t)-1)

wint_t __scan_peek(struct scan_in *in);
void __scan_take(struct scan_in *in);

/* The next character of a field with spec->width left. */
static inline wint_t scan_field_peek(struct scan_in *in, const struct scan_spec *spec)
{
	return spec->width > 0 ? __scan_peek(in) : SCAN_EOF;
}

static inline void scan_field_take(struct scan_in *in, struct scan_spec *spec)
{
	__scan_take(in);
	if (spec->width != LONG_MAX)
		spec->width--;
}

static inline wchar_t scan_at(const struct scan_in *in, const void *fmt, size_t i)
{
	return in->wide ? ((const wchar_t *)fmt)[i] : ((const unsigned char *)fmt)[i];
}

bool __scan_is_space(const struct scan_in *in, wint_t c);
/* SCAN_END if only the end of the input follows. */
enum scan_result __scan_skip_space(struct scan_in *in);

/* Text of a number, collected from the input. */
struct scan_text {
	char *buf;  /* own, or from malloc */
	size_t len; /* without the NUL that always follows */
	size_t room;
	char own[64];
};

void __scan_text_init(struct scan_text *t);
void __scan_text_free(struct scan_text *t);
/* Returns false if out of memory. */
bool __scan_text_add(struct scan_text *t, wint_t c);

/* ---- the conversions; spec->width is used up ---- */

/* %d %i %o %u %x %X %p; base 0 means as for %i. scanf reads every integer through this function,
 * which passes its text to strtol or strtoul. */
enum scan_result __drift_scan_int(struct scan_in *in, struct scan_spec *spec, unsigned base,
								  bool is_signed, uintmax_t *value);
/* %e and related conversions; dst is NULL if suppressed. */
enum scan_result __scan_float(struct scan_in *in, struct scan_spec *spec, void *dst);
/* %c %s %[ and their wide forms; dst is a char **, or wchar_t **, if spec->alloc. */
enum scan_result __scan_string(struct scan_in *in, struct scan_spec *spec, const void *fmt,
							   void *dst);

int __scan_run(struct scan_in *in, const void *fmt, va_list ap);

#endif
