/* printed.c: what a program prints, as text: an expression and, unless it is a plain decimal number,
 * the format in which it is printed.
 *
 * The expression has a value in C, and the text of the item is that of printf: {arg1} for %d,
 * {arg1:08x} for %08x, {arg1[0]:c} for a byte. An unsigned conversion converts the value to the
 * unsigned type of the same width as its own in C, with l to unsigned long.
 */
#include "engine/expr/float/float.h"
#include "engine/expr/print/print.h"

/* The letter of a conversion of printf. */
static char conversion(const TextFormat *f)
{
	if (format_is_float(f))
		return (char)(f->upper ? f->base - 'a' + 'A' : f->base);
	switch (f->base) {
	case 10: return f->is_signed ? 'd' : 'u';
	case 8: return 'o';
	case 2: return f->upper ? 'B' : 'b';
	default: return f->upper ? 'X' : 'x';
	}
}

void format_text(const TextFormat *f, bool is_long, Buf *out)
{
	buf_addf(out, "%s%s%s%s%s", f->plus ? "+" : "", f->space ? " " : "", f->alt ? "#" : "",
			 f->zero ? "0" : "", f->left ? "-" : "");
	if (f->width)
		buf_addf(out, "%u", f->width);
	if (f->precision >= 0)
		buf_addf(out, ".%d", f->precision);
	buf_addf(out, "%s%c", is_long ? "l" : "", conversion(f));
}

void expr_format_text(const TextFormat *f, Buf *out)
{
	format_text(f, false, out);
}

bool format_plain(const TextFormat *f)
{
	return f->base == 10 && !f->plus && !f->space && !f->width && f->precision < 0;
}

void pr_number_printed(Printer *pr, Expr e, bool is_signed)
{
	if (is_signed && nd(pr->p, e)->width == 1 && !is_const(pr->p, e)) { /* 0 or -1 */
		buf_addc(pr->out, '-');
		pr_value(pr, e, P_UNARY);
	} else {
		pr_operand(pr, e, is_signed, P_CHOICE);
	}
}

static void print_byte(Printer *pr, Expr e)
{
	if (nd(pr->p, e)->width == 1)
		pr_truth(pr, e, false, P_CHOICE);
	else
		pr_value(pr, e, P_CHOICE);
	buf_adds(pr->out, ":c");
}

void expr_text_printed(ExprPool *p, Expr e, const TextFormat *f, size_t limit, Buf *out)
{
	Printer pr = {.p = p, .out = out, .end = limit ? out->len + limit : SIZE_MAX};
	unsigned width = nd(p, e)->width;
	if (!f) {
		print_byte(&pr, e);
		return;
	}
	bool plain = format_plain(f), is_long = false;
	if (format_is_float(f)) {
		pr_float_number(&pr, e, P_CHOICE);
	} else if (!f->is_signed && ctype_needs_cast(p, e, false) &&
			   (width == 64 || (width == 32 && ctype_of(p, e).width == 32))) {
		/* the conversion says what a cast would say */
		is_long = width != ctype_of(p, e).width;
		plain = false;
		pr_value(&pr, e, P_CHOICE);
	} else {
		pr_number_printed(&pr, e, f->is_signed);
	}
	if (plain)
		return;
	buf_addc(out, ':');
	format_text(f, is_long, out);
}

void expr_text_decimal(ExprPool *p, Expr e, bool is_signed, size_t limit, Buf *out)
{
	TextFormat f = {.base = 10, .is_signed = is_signed, .precision = -1};
	expr_text_printed(p, e, &f, limit, out);
}
