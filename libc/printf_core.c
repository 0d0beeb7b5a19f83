/* printf_core.c: processes the format and fetches the arguments. */
#include <limits.h>
#include <string.h>
#include "printf_impl.h"

/* How an argument was passed; this decides how it is fetched. */
enum arg_type { ARG_NONE, ARG_INT, ARG_LONG, ARG_POINTER, ARG_DOUBLE, ARG_LDOUBLE };

/* The arguments: fetched one after the other or, with %n$, all at once in advance. */
struct args {
	va_list ap;                /* the remaining arguments, for the first kind */
	union printf_value *table; /* argument n at n - 1, for the second; else NULL */
	int next;                  /* index in table of the next argument without a number */
};

static enum arg_type type_of(const struct printf_spec *spec)
{
	switch (spec->conv) {
	case 'd':
	case 'i':
	case 'o':
	case 'u':
	case 'b':
	case 'B':
	case 'x':
	case 'X': return spec->length >= LEN_LONG ? ARG_LONG : ARG_INT;
	case 'c':
	case 'C': return ARG_INT;
	case 's':
	case 'S':
	case 'p':
	case 'n': return ARG_POINTER;
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G':
	case 'a':
	case 'A': return spec->length == LEN_LLONG ? ARG_LDOUBLE : ARG_DOUBLE;
	}
	return ARG_NONE;
}

/* Values are passed by pointer: a copy of a union with a long double costs more than all the rest. */
static void take(struct args *args, enum arg_type type, union printf_value *v)
{
	switch (type) {
	case ARG_NONE: v->u = 0; break;
	case ARG_INT: v->u = (uintmax_t)va_arg(args->ap, int); break;
	case ARG_LONG: v->u = va_arg(args->ap, uintmax_t); break;
	case ARG_POINTER: v->p = va_arg(args->ap, void *); break;
	case ARG_DOUBLE: v->d = va_arg(args->ap, double); break;
	case ARG_LDOUBLE: v->ld = va_arg(args->ap, long double); break;
	}
}

static void argument(struct args *args, int n, enum arg_type type, union printf_value *v)
{
	if (!args->table || type == ARG_NONE)
		take(args, type, v);
	else
		*v = args->table[n > 0 ? n - 1 : args->next++];
}

/* ---- one conversion ---- */

/* The integer as its type holds it: arguments narrower than int arrive widened. */
static uintmax_t narrowed(const struct printf_spec *spec, uintmax_t u)
{
	bool is_signed = spec->conv == 'd' || spec->conv == 'i';
	switch (spec->length) {
	case LEN_CHAR: return is_signed ? (uintmax_t)(signed char)u : (unsigned char)u;
	case LEN_SHORT: return is_signed ? (uintmax_t)(short)u : (unsigned short)u;
	case LEN_NONE: return is_signed ? (uintmax_t)(int)u : (unsigned)u;
	default: return u;
	}
}

static void store_count(const struct printf_out *o, const struct printf_spec *spec, void *p)
{
	switch (spec->length) {
	case LEN_CHAR: *(signed char *)p = (signed char)o->total; break;
	case LEN_SHORT: *(short *)p = (short)o->total; break;
	case LEN_NONE: *(int *)p = (int)o->total; break;
	default: *(long *)p = (long)o->total; break;
	}
}

/* An unknown conversion is printed as it was parsed. */
static void unknown(struct printf_out *o, const struct printf_spec *spec)
{
	static const struct {
		int flag;
		char text;
	} order[] = {{FLAG_ALT, '#'},  {FLAG_GROUP, '\''}, {FLAG_PLUS, '+'}, {FLAG_SPACE, ' '},
				 {FLAG_LEFT, '-'}, {FLAG_ZERO, '0'},   {FLAG_I18N, 'I'}};
	int flags = spec->flags;
	if (flags & FLAG_PLUS)
		flags &= ~FLAG_SPACE;
	if (flags & FLAG_LEFT)
		flags &= ~FLAG_ZERO;
	char digits[12];
	char *end = digits + sizeof digits;
	__printf_chars(o, "%", 1);
	for (size_t i = 0; i < LENGTH(order); i++)
		if (flags & order[i].flag)
			__printf_chars(o, &order[i].text, 1);
	if (spec->width != 0) {
		int n = __drift_format_uint(end, (unsigned)spec->width, 10, 0);
		__printf_chars(o, end - n, (size_t)n);
	}
	if (spec->prec != -1) {
		__printf_chars(o, ".", 1);
		int n = __drift_format_uint(end, (unsigned)spec->prec, 10, 0);
		__printf_chars(o, end - n, (size_t)n);
	}
	if (o->wide)
		__printf_wchars(o, &spec->conv, 1);
	else
		__printf_chars(o, &(char){(char)spec->conv}, 1);
}

static void convert(struct printf_out *o, const struct printf_spec *spec,
					const union printf_value *v, int saved_errno)
{
	switch (spec->conv) {
	case '%': __printf_chars(o, "%", 1); break;
	case 'd':
	case 'i':
	case 'o':
	case 'u':
	case 'b':
	case 'B':
	case 'x':
	case 'X': __printf_integer(o, spec, narrowed(spec, v->u)); break;
	case 'c':
	case 'C': __printf_char(o, spec, v->u); break;
	case 's':
		if (spec->length >= LEN_LONG)
			__printf_wide_string(o, spec, v->p);
		else
			__printf_string(o, spec, v->p);
		break;
	case 'S': __printf_wide_string(o, spec, v->p); break;
	case 'p': __printf_pointer(o, spec, v->p); break;
	case 'n': store_count(o, spec, v->p); break;
	case 'm': {
		char text[64];
		__printf_string(o, spec, strerror_r(saved_errno, text, sizeof text));
		break;
	}
	case 'a':
	case 'A': __printf_hex_float(o, spec, v); break;
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G': __printf_float(o, spec, v); break;
	default: unknown(o, spec); break;
	}
}

/* Widths and precisions from arguments. A negative width means '-', a negative precision none. */
static bool resolve_stars(struct args *args, struct printf_spec *spec)
{
	union printf_value v;
	if (spec->width_arg) {
		argument(args, spec->width_arg, ARG_INT, &v);
		spec->width = (int)v.u;
		if (spec->width < 0) {
			if (spec->width == INT_MIN) {
				errno = EOVERFLOW;
				return false;
			}
			spec->flags |= FLAG_LEFT;
			spec->width = -spec->width;
		}
	}
	if (spec->prec_arg) {
		argument(args, spec->prec_arg, ARG_INT, &v);
		spec->prec = (int)v.u;
		if (spec->prec < 0)
			spec->prec = -1;
	}
	return true;
}

/* ---- the walk ---- */

/* Index of the next '%', or of the end. */
static size_t literal_end(const struct printf_out *o, const void *fmt, size_t i)
{
	if (!o->wide)
		return (size_t)(strchrnul((const char *)fmt + i, '%') - (const char *)fmt);
	const wchar_t *w = fmt;
	while (w[i] && w[i] != '%')
		i++;
	return i;
}

static int walk(struct printf_out *o, const void *fmt, struct args *args)
{
	int saved_errno = errno;
	for (size_t i = 0; !o->failed;) {
		size_t end = literal_end(o, fmt, i);
		if (o->wide)
			__printf_wchars(o, (const wchar_t *)fmt + i, end - i);
		else if (end > i)
			__printf_bytes(o, (const char *)fmt + i, end - i);
		if (!printf_at(o, fmt, end))
			break;
		struct printf_spec spec;
		i = __printf_parse(o, fmt, end + 1, &spec);
		if (i == 0 || ((spec.width_arg || spec.prec_arg) && !resolve_stars(args, &spec)))
			o->failed = true;
		else if (spec.conv == 0) {
			errno = EINVAL;
			o->failed = true;
		} else {
			union printf_value v;
			argument(args, spec.arg, type_of(&spec), &v);
			convert(o, &spec, &v, saved_errno);
			/* printf cannot return more than INT_MAX. */
			if (!o->failed && o->total > INT_MAX) {
				errno = EOVERFLOW;
				o->failed = true;
			}
		}
	}
	return __printf_finish(o);
}

/* ---- %n$ ---- */

/* Visits all conversions; fills types (if not NULL) and returns the highest argument number,
 * 0 if no argument is numbered. */
static int number_arguments(const struct printf_out *o, const void *fmt, enum arg_type *types)
{
	int max = 0, next = 0;
	bool numbered = false;
	for (size_t i = literal_end(o, fmt, 0); printf_at(o, fmt, i); i = literal_end(o, fmt, i)) {
		struct printf_spec spec;
		size_t after = __printf_parse(o, fmt, i + 1, &spec);
		if (after == 0)
			return 0;
		i = after;
		numbered |= spec.arg > 0 || spec.width_arg > 0 || spec.prec_arg > 0;
		enum arg_type type = type_of(&spec);
		int uses[3] = {spec.width_arg, spec.prec_arg,
					   type == ARG_NONE ? 0
					   : spec.arg       ? spec.arg
										: -1};
		for (int k = 0; k < 3; k++) {
			if (uses[k] == 0)
				continue;
			int n = uses[k] > 0 ? uses[k] : ++next;
			if (n > max)
				max = n;
			if (types)
				types[n - 1] = k < 2 ? ARG_INT : type;
		}
	}
	return numbered ? max : 0;
}

enum { MAX_NUMBERED = 4096 };

static int walk_numbered(struct printf_out *o, const void *fmt, struct args *args, int count)
{
	enum arg_type types[count];
	union printf_value table[count];
	/* An unused argument number is assumed to be an int. */
	for (int i = 0; i < count; i++)
		types[i] = ARG_INT;
	number_arguments(o, fmt, types);
	for (int i = 0; i < count; i++)
		take(args, types[i], &table[i]);
	args->table = table;
	return walk(o, fmt, args);
}

static bool has_dollar(const struct printf_out *o, const void *fmt)
{
	return o->wide ? wcschr(fmt, '$') != NULL : strchr(fmt, '$') != NULL;
}

int __printf_run(struct printf_out *o, const void *fmt, va_list ap)
{
	struct args args = {.table = NULL};
	va_copy(args.ap, ap);
	o->dollar = has_dollar(o, fmt);
	int count = o->dollar ? number_arguments(o, fmt, NULL) : 0;
	int result;
	if (count > MAX_NUMBERED) {
		errno = EOVERFLOW;
		result = -1;
	} else {
		result = count > 0 ? walk_numbered(o, fmt, &args, count) : walk(o, fmt, &args);
	}
	va_end(args.ap);
	return result;
}
