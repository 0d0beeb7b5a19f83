/* text.c: the text of a double as printf writes it; the shortest text that strtod reads back. */
#include "engine/expr/float/float.h"

#include <math.h>

/* The shortest of the texts with 1 to 17 digits that are read as the number. */
static void shortest(double d, unsigned width, char *out, size_t size)
{
	if (fabs(d) < 1e15 && rint(d) == d) {
		snprintf(out, size, "%.0f", d);
		return;
	}
	for (int digits = 1; digits <= 17; digits++) {
		snprintf(out, size, "%.*g", digits, d);
		if (width == 32 ? (double)strtof(out, NULL) == d : strtod(out, NULL) == d)
			return;
	}
}

u32 float_shortest(u64 bits, unsigned width, char out[FLOAT_TEXT])
{
	float f;
	double d;
	memcpy(&f, &bits, sizeof f);
	memcpy(&d, &bits, sizeof d);
	if (width == 32)
		d = (double)f;
	bool minus = bits >> (width - 1) & 1;
	u64 payload = bits & (width == 32 ? 0x3fffffull : 0x7ffffffffffffull);
	if (isnan(d) && payload)
		snprintf(out, FLOAT_TEXT, "%snan(0x%llx)", minus ? "-" : "", (unsigned long long)payload);
	else if (isnan(d) || isinf(d))
		snprintf(out, FLOAT_TEXT, "%s%s", minus ? "-" : "", isnan(d) ? "nan" : "inf");
	else
		shortest(d, width, out, FLOAT_TEXT);
	return (u32)strlen(out);
}

u32 float_text_of(const TextFormat *f, u64 bits, char out[FLOAT_TEXT])
{
	if (f->base == SHORTEST_DOUBLE || f->base == SHORTEST_FLOAT)
		return float_shortest(bits, f->base == SHORTEST_DOUBLE ? 64 : 32, out);
	char how[48];
	double d;
	memcpy(&d, &bits, sizeof d);
	int n = snprintf(how, sizeof how, "%%%s%s%s%s%s", f->plus ? "+" : "", f->space ? " " : "",
					 f->alt ? "#" : "", f->zero ? "0" : "", f->left ? "-" : "");
	if (f->width)
		n += snprintf(how + n, sizeof how - (size_t)n, "%u", f->width);
	if (f->precision >= 0)
		n += snprintf(how + n, sizeof how - (size_t)n, ".%d", f->precision);
	snprintf(how + n, sizeof how - (size_t)n, "%c", f->upper ? f->base - 'a' + 'A' : f->base);
	int len = snprintf(out, FLOAT_TEXT, how, d);
	if (len < 0)
		return 0;
	return len < FLOAT_TEXT ? (u32)len : FLOAT_TEXT - 1;
}

u8 float_text_char(const TextFormat *f, u64 bits, u32 k)
{
	char text[FLOAT_TEXT];
	u32 len = float_text_of(f, bits, text);
	return k < len ? (u8)text[k] : 0;
}

bool float_same_text(const TextFormat *f, u64 a, const TextFormat *g, u64 b)
{
	char x[FLOAT_TEXT], y[FLOAT_TEXT];
	u32 n = float_text_of(f, a, x), m = float_text_of(g, b, y);
	return n == m && !memcmp(x, y, n);
}
