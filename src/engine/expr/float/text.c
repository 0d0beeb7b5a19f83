/* text.c: the text of a double as printf writes it. */
#include "engine/expr/float/float.h"

u32 float_text_of(const TextFormat *f, u64 bits, char out[FLOAT_TEXT])
{
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
	return len < 0 ? 0 : len < FLOAT_TEXT ? (u32)len : FLOAT_TEXT - 1;
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
