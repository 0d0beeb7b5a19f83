/* print.c: writes expressions as C-like text for people.
 *
 * The text is C: bytes are unsigned and integers signed unless a cast says otherwise (ctype.c).
 */
#include "engine/expr/float/float.h"
#include "engine/expr/print/print.h"

enum {
	MOST_DEPTH = 2000,
	CASE_NODES = 40, /* of a term that may be tolower or toupper */
};

void pr_open_if(Printer *pr, bool needed)
{
	if (needed)
		buf_addc(pr->out, '(');
}

void pr_close_if(Printer *pr, bool needed)
{
	if (needed)
		buf_addc(pr->out, ')');
}

/* True, with dots printed, when the text is long enough. */
bool pr_elided(Printer *pr)
{
	if (pr->out->len < pr->end && pr->depth < MOST_DEPTH)
		return false;
	buf_adds(pr->out, "...");
	return true;
}

static const char *type_name(unsigned width, bool is_signed)
{
	switch (width) {
	case 8: return is_signed ? "signed char" : "unsigned char";
	case 16: return is_signed ? "short" : "unsigned short";
	case 32: return is_signed ? "int" : "unsigned";
	case 64: return is_signed ? "long" : "unsigned long";
	case 128: return is_signed ? "__int128" : "unsigned __int128";
	default: return is_signed ? "signed" : "unsigned";
	}
}

void pr_int_type(Printer *pr, unsigned width, bool is_signed)
{
	buf_addf(pr->out, "(%s)", type_name(width, is_signed));
}

/* Bytes and less are unsigned, everything wider is signed, unless made otherwise. */
bool pr_is_byte(const ExprPool *p, Expr e)
{
	const ExprNode *n = nd(p, e);
	return n->width == 8 && n->op != EXPR_CONST && !ctype_reads_signed(p, e);
}

/* A byte of an input, also as a wider number: compared with characters. */
bool pr_is_char(const ExprPool *p, Expr e)
{
	const ExprNode *n = nd(p, e);
	return pr_is_byte(p, e) ||
		   (n->op == EXPR_ZEXT && nd(p, n->a)->op == EXPR_VAR && pr_is_byte(p, n->a));
}

void pr_number(Printer *pr, u128 v, unsigned width, bool is_signed)
{
	i128 all = (i128)sign_extend(v, width);
	if (width > 64 && (all == (i64)all ? is_signed || all >= 0 : false)) {
		buf_addf(pr->out, "%lld", (long long)all);
		return;
	}
	if (width > 64) {
		bool negative = is_signed && all < 0;
		v = negative ? -v & mask128(width) : v;
		buf_adds(pr->out, negative ? "-" : "");
		buf_addf(pr->out, "0x%llx%016llx", (unsigned long long)(v >> 64), (unsigned long long)v);
		return;
	}
	i64 s = (i64)sign_extend(v, width);
	u64 u = (u64)v;
	if (is_signed && s < 0)
		buf_addf(pr->out, "%lld", (long long)s);
	else if (u > 0xffff && !(u & 0xff) && u % 1000)
		buf_addf(pr->out, "0x%llx", (unsigned long long)u);
	else
		buf_addf(pr->out, "%llu", (unsigned long long)u);
}

void pr_character(Printer *pr, u8 c)
{
	if (c == '\'' || c == '\\')
		buf_addf(pr->out, "'\\%c'", c);
	else if (c >= ' ' && c < 127)
		buf_addf(pr->out, "'%c'", c);
	else if (c == '\n')
		buf_adds(pr->out, "'\\n'");
	else if (c == '\t')
		buf_adds(pr->out, "'\\t'");
	else if (c == '\r' && pr->people)
		buf_adds(pr->out, "'\\r'");
	else
		buf_addf(pr->out, "%u", c);
}

void pr_constant(Printer *pr, Expr e, bool is_signed)
{
	const ExprNode *n = nd(pr->p, e);
	pr_number(pr, const_value(pr->p, e), n->width, is_signed);
}

/* Bits of x with the sign of the first: shifted to the left end, then back. */
static void signed_piece(Printer *pr, const ExprNode *piece, int strength)
{
	unsigned w = nd(pr->p, piece->a)->width, end = piece->b + piece->width;
	pr_open_if(pr, P_SHIFT < strength);
	pr_operand(pr, piece->a, true, P_SHIFT);
	if (end < w) {
		w = w < 32 ? 32 : w; /* C shifts no less */
		buf_addf(pr->out, " << %u >> %u", w - end, w - piece->width);
	} else {
		buf_addf(pr->out, " >> %u", piece->b);
	}
	pr_close_if(pr, P_SHIFT < strength);
}

static void joined(Printer *pr, const ExprNode *n, bool is_signed, int strength);

/* An operand of an operation that reads it as signed or unsigned. */
void pr_operand(Printer *pr, Expr e, bool is_signed, int strength)
{
	if (is_const(pr->p, e)) {
		pr_constant(pr, e, is_signed);
		return;
	}
	if (!ctype_needs_cast(pr->p, e, is_signed)) {
		pr_value(pr, e, strength);
		return;
	}
	unsigned w = nd(pr->p, e)->width, wide = w > 64 ? 128 : w > 32 ? 64 : 32;
	if (w == 8 || w == 16 || w == wide) {
		buf_addf(pr->out, "(%s)", type_name(w, is_signed));
		pr_value(pr, e, P_UNARY);
		return;
	}
	/* No type of C has so many bits. */
	if (is_signed && ctype_piece(pr->p, nd(pr->p, e))) {
		signed_piece(pr, nd(pr->p, e), strength);
		return;
	}
	if (is_signed && ctype_signed_joined(pr->p, e)) {
		joined(pr, nd(pr->p, e), true, strength);
		return;
	}
	pr_open_if(pr, (is_signed ? P_SHIFT : P_BITAND) < strength);
	if (is_signed && ctype_of(pr->p, e).is_unsigned)
		buf_addf(pr->out, "(%s)", type_name(wide, true));
	pr_value(pr, e, is_signed ? P_UNARY : P_BITAND + 1);
	if (is_signed)
		buf_addf(pr->out, " << %u >> %u", wide - w, wide - w);
	else if (w > 64)
		buf_addf(pr->out, " & ((unsigned __int128)1 << %u) - 1", w);
	else
		buf_addf(pr->out, " & 0x%llx", (unsigned long long)mask64(w));
	pr_close_if(pr, (is_signed ? P_SHIFT : P_BITAND) < strength);
}

/* An operand of an operation that does not care, or does. */
void pr_side(Printer *pr, Expr e, CMode mode, int strength)
{
	if (mode != MODE_EITHER)
		pr_operand(pr, e, mode == MODE_SIGNED, strength);
	else if (is_const(pr->p, e))
		pr_constant(pr, e, nd(pr->p, e)->width > 8);
	else
		pr_value(pr, e, strength);
}

/* The first operand of an operation on 64 bits that C would compute in 32. */
void pr_first_side(Printer *pr, Expr e, Expr a, CMode mode, int strength)
{
	if (ctype_widened(pr->p, e)) {
		buf_adds(pr->out, mode == MODE_UNSIGNED ? "(unsigned long)" : "(long)");
		strength = P_UNARY;
		if (is_const(pr->p, a) && mode != MODE_UNSIGNED) {
			pr_open_if(pr, (i64)sign_extend(const64(nd(pr->p, a)), nd(pr->p, a)->width) < 0);
			pr_side(pr, a, mode, strength);
			pr_close_if(pr, (i64)sign_extend(const64(nd(pr->p, a)), nd(pr->p, a)->width) < 0);
			return;
		}
		/* the cast takes the place of the operand's own */
		if (mode == MODE_UNSIGNED && !ctype_of(pr->p, a).is_unsigned) {
			pr_value(pr, a, strength);
			return;
		}
	}
	pr_side(pr, a, mode, strength);
}

/* A result of less than 32 bits that C computes in 32: true if the caller has to close it. */
static bool narrow_begin(Printer *pr, Expr e)
{
	const ExprNode *n = nd(pr->p, e);
	if (!ctype_narrowed(pr->p, e))
		return false;
	if (n->width == 8 || n->width == 16)
		buf_addf(pr->out, "(%s)", type_name(n->width, n->width != 8));
	else
		buf_addc(pr->out, '(');
	buf_addc(pr->out, '(');
	return true;
}

static void narrow_end(Printer *pr, Expr e, bool narrowed)
{
	unsigned w = nd(pr->p, e)->width;
	if (!narrowed)
		return;
	buf_addc(pr->out, ')');
	if (w != 8 && w != 16)
		buf_addf(pr->out, " & 0x%llx)", (unsigned long long)mask64(w));
}

/* The operator of an operation in C, and how strongly it binds. */
static const struct {
	const char *sign; /* as it is written */
	int strength;     /* P_* */
} operators[EXPR_N_OPS] = {
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, READS, ORDER, HAS, INFO, GATES, BACK, TRUTH, Z3, \
		  TEXT, SMT, PRINT, SIGN, STRENGTH, ...)                                                  \
	{SIGN, P_##STRENGTH},
	EXPR_OPS(X)
#undef X
};

/* ---- by operation: the column print of ops.h ---- */

static void print_binary(Printer *pr, Expr e, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	int own = operators[n->op].strength;
	CMode mode = ctype_mode(n->op);
	bool narrowed = narrow_begin(pr, e), open = own < strength && !narrowed;
	pr_open_if(pr, open);
	pr_first_side(pr, e, n->a, mode, own);
	buf_addf(pr->out, " %s ", operators[n->op].sign);
	/* a + (b + c) is a + b + c: both wrap alike */
	bool chain = pr->people && n->op == EXPR_ADD && nd(pr->p, n->b)->op == EXPR_ADD &&
				 (n->width == 32 || ctype_of(pr->p, n->a).width == 64) && !narrowed &&
				 !ctype_widened(pr->p, n->b);
	pr_side(pr, n->b, mode, own + !chain);
	pr_close_if(pr, open);
	narrow_end(pr, e, narrowed);
}

static void print_sum(Printer *pr, Expr e, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	u128 k = is_const(pr->p, n->b) ? const_value(pr->p, n->b) : 0;
	if (!(k >> (n->width - 1) & 1)) {
		print_binary(pr, e, strength);
		return;
	}
	bool narrowed = narrow_begin(pr, e), open = P_SUM < strength && !narrowed;
	pr_open_if(pr, open);
	pr_first_side(pr, e, n->a, MODE_EITHER, P_SUM);
	buf_adds(pr->out, " - ");
	if (pr->people && pr_is_char(pr->p, n->a) && (-k & mask128(n->width)) == '0')
		pr_character(pr, '0');
	else
		pr_number(pr, -k & mask128(n->width), n->width, false);
	pr_close_if(pr, open);
	narrow_end(pr, e, narrowed);
}

static void print_cut(Printer *pr, Expr e, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	if (n->b == 0 && (n->width == 8 || n->width == 16 || n->width == 32)) {
		buf_addf(pr->out, "(%s)", type_name(n->width, n->width != 8));
		pr_value(pr, n->a, P_UNARY);
		return;
	}
	bool cast = ctype_cut_cast(pr->p, n);
	if (cast)
		buf_addf(pr->out, "(%s)", n->width > 32 ? "long" : "int");
	pr_open_if(pr, P_BITAND < strength || cast);
	if (ctype_cut_unsigned(pr->p, n))
		pr_operand(pr, n->a, false, P_SHIFT);
	else
		pr_value(pr, n->a, P_SHIFT);
	if (n->b)
		buf_addf(pr->out, " >> %u", n->b);
	if (!ctype_cut_unsigned(pr->p, n) && !(cast && n->width == 64)) {
		buf_adds(pr->out, " & ");
		if (n->width < 64)
			buf_addf(pr->out, n->width > 3 ? "0x%llx" : "%llu",
					 (unsigned long long)mask64(n->width));
		else
			buf_addf(pr->out, "((unsigned __int128)1 << %u) - 1", n->width);
	}
	pr_close_if(pr, P_BITAND < strength || cast);
}

/* The low bits of x with zeros behind: x times a power of two. */
static bool multiple(Printer *pr, const ExprNode *n, int strength)
{
	const ExprNode *a = nd(pr->p, n->a);
	unsigned zeros = nd(pr->p, n->b)->width;
	if (a->op != EXPR_EXTRACT || a->b || nd(pr->p, a->a)->width != n->width || zeros > 20 ||
		n->width < 32)
		return false;
	pr_open_if(pr, P_PRODUCT < strength);
	pr_operand(pr, a->a, true, P_PRODUCT);
	buf_addf(pr->out, " * %u", 1u << zeros);
	pr_close_if(pr, P_PRODUCT < strength);
	return true;
}

/* Bytes of an input that follow one another: the first and last in the order of their weight. */
static bool bytes_in_order(const ExprPool *p, const ExprNode *n, u32 *most, u32 *least)
{
	u32 var[8], count = 0;
	Expr rest = 0;
	for (;; n = nd(p, rest)) {
		bool more = n->op == EXPR_CONCAT;
		const ExprNode *byte = more ? nd(p, n->a) : n;
		if (byte->op != EXPR_VAR || input_of(p, byte->a)->kind != INPUT_BYTES ||
			count == countof(var))
			return false;
		var[count++] = byte->a;
		if (!more)
			break;
		rest = n->b;
	}
	*most = var[0];
	*least = var[count - 1];
	for (u32 i = 0; i < count; i++)
		if (input_of(p, var[i]) != input_of(p, var[0]) ||
			var[i] != (*least > *most ? var[0] + i : var[0] - i))
			return false;
	return count > 1;
}

bool ctype_is_number(const ExprPool *p, Expr e)
{
	u32 most, least;
	return nd(p, e)->op == EXPR_CONCAT && bytes_in_order(p, nd(p, e), &most, &least);
}

/* As the number that they are. */
static bool number_of_bytes(Printer *pr, const ExprNode *n)
{
	u32 most, least;
	if (!bytes_in_order(pr->p, n, &most, &least))
		return false;
	const InputGroup *g = input_of(pr->p, most);
	bool big = least > most;
	buf_addf(pr->out, "%s(%s[%u..%u])", big ? "big" : "little", g->name,
			 (big ? most : least) - g->first, (big ? least : most) - g->first);
	return true;
}

static void joined(Printer *pr, const ExprNode *n, bool is_signed, int strength)
{
	if (!is_signed && (number_of_bytes(pr, n) || pr_element(pr, n)))
		return;
	bool zero = is_const(pr->p, n->b) && const_value(pr->p, n->b) == 0;
	if (zero && multiple(pr, n, strength))
		return;
	int own = zero ? P_SHIFT : P_BITOR;
	pr_open_if(pr, own < strength);
	if (n->width > 64 && ctype_of(pr->p, n->a).width < 128)
		buf_adds(pr->out, "(__int128)");
	else if (n->width > 32 && ctype_of(pr->p, n->a).width < 64)
		buf_adds(pr->out, "(long)");
	if (is_signed && nd(pr->p, n->a)->width == 1) { /* 0 or -1 */
		buf_addc(pr->out, '-');
		pr_value(pr, n->a, P_UNARY);
	} else {
		pr_operand(pr, n->a, is_signed, n->width > 32 ? P_UNARY : P_SHIFT);
	}
	buf_addf(pr->out, " << %u", nd(pr->p, n->b)->width);
	if (!zero) {
		buf_adds(pr->out, " | ");
		pr_operand(pr, n->b, false, P_BITOR);
	}
	pr_close_if(pr, own < strength);
}

static void print_text(Printer *pr, Expr e, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	const TextFormat *f = &pr->p->formats.at[n->c];
	(void)strength;
	buf_adds(pr->out, n->op == EXPR_TEXTLEN ? "length(text(" : "text(");
	if (!format_plain(f)) {
		buf_adds(pr->out, "\"%");
		format_text(f, false, pr->out);
		buf_adds(pr->out, "\", ");
	}
	if (format_is_float(f))
		pr_float_number(pr, n->a, P_CHOICE);
	else
		pr_number_printed(pr, n->a, f->is_signed);
	if (n->op == EXPR_TEXTLEN)
		buf_adds(pr->out, "))");
	else
		buf_addf(pr->out, ")[%u]", n->b);
}

static void unary(Printer *pr, const char *sign, Expr a)
{
	buf_adds(pr->out, sign);
	pr_value(pr, a, P_UNARY);
}

/* ~ and -, which C computes on 32 bits at least. */
static void print_complement(Printer *pr, Expr e, int strength)
{
	(void)strength;
	bool narrowed = narrow_begin(pr, e);
	buf_adds(pr->out, operators[nd(pr->p, e)->op].sign);
	pr_first_side(pr, e, nd(pr->p, e)->a, MODE_EITHER, P_UNARY);
	narrow_end(pr, e, narrowed);
}

static void print_concat(Printer *pr, Expr e, int strength)
{
	joined(pr, nd(pr->p, e), false, strength);
}

/* What becomes wider than a long says so. */
static void widen(Printer *pr, const ExprNode *n, int *strength)
{
	if (n->width <= 64 || nd(pr->p, n->a)->width > 64)
		return;
	buf_adds(pr->out, "(__int128)");
	*strength = P_UNARY;
}

static void print_zext(Printer *pr, Expr e, int strength)
{
	widen(pr, nd(pr->p, e), &strength);
	pr_operand(pr, nd(pr->p, e)->a, false, strength);
}

static void print_sext(Printer *pr, Expr e, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	widen(pr, n, &strength);
	if (nd(pr->p, n->a)->width == 1) /* all bits as the truth value: 0 or -1 */
		unary(pr, "-", n->a);
	else if (ctype_signed_piece(pr->p, n))
		signed_piece(pr, nd(pr->p, n->a), strength);
	else if (ctype_signed_joined(pr->p, n->a))
		joined(pr, nd(pr->p, n->a), true, strength);
	else
		pr_operand(pr, n->a, true, strength);
}

static void print_read(Printer *pr, Expr e, int strength)
{
	(void)strength;
	pr_read(pr, nd(pr->p, e));
}

static void print_float(Printer *pr, Expr e, int strength)
{
	pr_float(pr, e, strength);
}

/* Inputs, constants, choices and truth values are printed elsewhere; arrays have no text. */
static void print_none(Printer *pr, Expr e, int strength)
{
	(void)strength;
	buf_addf(pr->out, "<%s>", expr_op_name[nd(pr->p, e)->op]);
}

void pr_operation(Printer *pr, Expr e, int strength)
{
	static void (*const print[EXPR_N_OPS])(Printer *, Expr, int) = {
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, READS, ORDER, HAS, INFO, GATES, BACK, TRUTH, Z3, \
		  TEXT, SMT, PRINT, ...)                                                                  \
	print_##PRINT,
		EXPR_OPS(X)
#undef X
	};
	print[nd(pr->p, e)->op](pr, e, strength);
}

static void choice(Printer *pr, Expr e, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	bool odd = n->width != 32 && n->width != 64 && n->width != 128;
	CMode mode = !odd ? MODE_EITHER : ctype_reads_signed(pr->p, e) ? MODE_SIGNED : MODE_UNSIGNED;
	pr_open_if(pr, P_CHOICE < strength);
	pr_truth(pr, n->a, false, P_OR);
	buf_adds(pr->out, " ? ");
	pr_first_side(pr, e, n->b, mode, P_CHOICE);
	buf_adds(pr->out, " : ");
	pr_side(pr, n->c, mode, P_CHOICE);
	pr_close_if(pr, P_CHOICE < strength);
}

/* tolower or toupper of a byte, however it is computed. */
static bool letter_case(Printer *pr, Expr e)
{
	ExprPool *p = pr->p;
	const VarSetNode *s = &p->sets.at[expr_vars(p, e)];
	const ExprNode *n = nd(p, e);
	if ((n->op != EXPR_ADD && n->op != EXPR_ITE) || n->width < 8 || n->width > 64 || s->level ||
		__builtin_popcountll(s->bits) != 1 || !expr_fits(p, e, CASE_NODES))
		return false;
	u32 var = s->word * 64 + __builtin_ctzll(s->bits);
	bool lower = input_width(p, var) == 8 && !input_of(p, var)->is_signed, upper = lower;
	Assignment a = {0};
	assignment_init(&a, p);
	for (u64 v = 0; v < 256 && (lower || upper); v++) {
		a.at[var] = v;
		u64 is = (u64)expr_eval(p, e, &a);
		lower &= is == (v >= 'A' && v <= 'Z' ? v + 32 : v);
		upper &= is == (v >= 'a' && v <= 'z' ? v - 32 : v);
	}
	assignment_free(&a);
	if (!lower && !upper)
		return false;
	buf_adds(pr->out, lower ? "tolower(" : "toupper(");
	input_name(p, var, pr->out);
	buf_addc(pr->out, ')');
	return true;
}

void pr_value(Printer *pr, Expr e, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	if (pr_elided(pr))
		return;
	pr->depth++;
	if (n->width == 1 && n->op != EXPR_EXTRACT && n->op != EXPR_VAR)
		pr_truth(pr, e, false, strength);
	else if (n->op == EXPR_CONST)
		pr_constant(pr, e, true);
	else if (n->op == EXPR_VAR && input_of(pr->p, n->a)->is_float)
		pr_float(pr, e, strength);
	else if (n->op == EXPR_VAR)
		input_name(pr->p, n->a, pr->out);
	else if (n->op == EXPR_UNDEF)
		buf_adds(pr->out, "undefined");
	else if (letter_case(pr, e) || pr_decimal(pr, e, strength))
		;
	else if (n->op == EXPR_ITE)
		choice(pr, e, strength);
	else
		pr_operation(pr, e, strength);
	pr->depth--;
}
