/* scanf.c: the scanf family under all its names.
 *
 * stdio.h renames scanf to __isoc99_scanf in the assembler, unless the program uses GNU C from
 * before 1999; then %as allocates. Both are defined here under their assembler names. */
#include "scanf_impl.h"

static int scan_stream(FILE *fp, bool wide, bool gnu_a, const void *fmt, va_list ap)
{
	struct scan_in in = {.fp = fp, .wide = wide, .gnu_a = gnu_a};
	if (wide ? !__stdio_wide(fp) : !__stdio_narrow(fp))
		return EOF;
	return __scan_run(&in, fmt, ap);
}

static int scan_text(const void *text, bool wide, bool gnu_a, const void *fmt, va_list ap)
{
	struct scan_in in = {.text = text, .wide = wide, .gnu_a = gnu_a};
	return __scan_run(&in, fmt, ap);
}

/* The six functions of one flavour; prefix is of their assembler names. */
#define FAMILY(id, prefix, w, type, wide, gnu_a)                                                 \
	int id##_vfscanf(FILE *fp, const type *fmt, va_list ap) __asm__(prefix "vf" w "scanf");      \
	int id##_vscanf(const type *fmt, va_list ap) __asm__(prefix "v" w "scanf");                  \
	int id##_vsscanf(const type *s, const type *fmt, va_list ap) __asm__(prefix "vs" w "scanf"); \
	int id##_fscanf(FILE *fp, const type *fmt, ...) __asm__(prefix "f" w "scanf");               \
	int id##_scanf(const type *fmt, ...) __asm__(prefix w "scanf");                              \
	int id##_sscanf(const type *s, const type *fmt, ...) __asm__(prefix "s" w "scanf");          \
                                                                                                 \
	int id##_vfscanf(FILE *fp, const type *fmt, va_list ap)                                      \
	{                                                                                            \
		return scan_stream(fp, wide, gnu_a, fmt, ap);                                            \
	}                                                                                            \
	int id##_vscanf(const type *fmt, va_list ap)                                                 \
	{                                                                                            \
		return scan_stream(stdin, wide, gnu_a, fmt, ap);                                         \
	}                                                                                            \
	int id##_vsscanf(const type *s, const type *fmt, va_list ap)                                 \
	{                                                                                            \
		return scan_text(s, wide, gnu_a, fmt, ap);                                               \
	}                                                                                            \
	int id##_fscanf(FILE *fp, const type *fmt, ...)                                              \
	{                                                                                            \
		va_list ap;                                                                              \
		va_start(ap, fmt);                                                                       \
		int n = scan_stream(fp, wide, gnu_a, fmt, ap);                                           \
		va_end(ap);                                                                              \
		return n;                                                                                \
	}                                                                                            \
	int id##_scanf(const type *fmt, ...)                                                         \
	{                                                                                            \
		va_list ap;                                                                              \
		va_start(ap, fmt);                                                                       \
		int n = scan_stream(stdin, wide, gnu_a, fmt, ap);                                        \
		va_end(ap);                                                                              \
		return n;                                                                                \
	}                                                                                            \
	int id##_sscanf(const type *s, const type *fmt, ...)                                         \
	{                                                                                            \
		va_list ap;                                                                              \
		va_start(ap, fmt);                                                                       \
		int n = scan_text(s, wide, gnu_a, fmt, ap);                                              \
		va_end(ap);                                                                              \
		return n;                                                                                \
	}

FAMILY(gnu, "", "", char, false, true)
FAMILY(c99, "__isoc99_", "", char, false, false)
FAMILY(c23, "__isoc23_", "", char, false, false)
FAMILY(gnu_wide, "", "w", wchar_t, true, true)
FAMILY(c99_wide, "__isoc99_", "w", wchar_t, true, false)
FAMILY(c23_wide, "__isoc23_", "w", wchar_t, true, false)
