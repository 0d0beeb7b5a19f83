/* print.c: expressions as C-like text for people.
 *
 * Truth values are printed with their negation pushed inside, comparisons as people write them:
 * constant on the right, the rounder of x < 701 and x <= 700, characters in quotes when compared
 * with a byte. Bytes are unsigned and integers signed unless a cast says otherwise.
 */
#include "expr/ctype.h"

/* Binding strength, loosest first. */
enum {
	P_CHOICE,
	P_OR,
	P_AND,
	P_BITOR,
	P_XOR,
	P_BITAND,
	P_EQUAL,
	P_ORDER,
	P_SHIFT,
	P_SUM,
	P_PRODUCT,
	P_UNARY
};

enum {
	MOST_DEPTH = 2000,
	CASE_NODES = 40, /* of a term that may be tolower or toupper */
	INDEX_BITS = 28, /* an int without the bits that its multiple by the size of an element loses */
};

typedef struct Printer {
	ExprPool *p;
	Buf *out;
	size_t end; /* length of out beyond which everything is elided */
	int depth;  /* of nesting */
} Printer;

static void value(Printer *pr, Expr e, int strength);
static void operand(Printer *pr, Expr e, bool is_signed, int strength);
static void truth(Printer *pr, Expr e, bool negate, int strength);

static void open_if(Printer *pr, bool needed)
{
	if (needed)
		buf_addc(pr->out, '(');
}

static void close_if(Printer *pr, bool needed)
{
	if (needed)
		buf_addc(pr->out, ')');
}

/* True, with dots printed, when the text is long enough. */
static bool elided(Printer *pr)
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
	default: return is_signed ? "signed" : "unsigned";
	}
}

/* Bytes and less are unsigned, everything wider is signed, unless made otherwise. */
static bool is_byte(const ExprPool *p, Expr e)
{
	const ExprNode *n = nd(p, e);
	return n->width == 8 && n->op != EXPR_CONST && !ctype_reads_signed(p, e);
}

/* A byte of an input, also as a wider number: compared with characters. */
static bool is_char(const ExprPool *p, Expr e)
{
	const ExprNode *n = nd(p, e);
	return is_byte(p, e) || (n->op == EXPR_ZEXT && nd(p, n->a)->op == EXPR_VAR && is_byte(p, n->a));
}

static void number(Printer *pr, u128 v, unsigned width, bool is_signed)
{
	if (width > 64) {
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

static void character(Printer *pr, u8 c)
{
	if (c == '\'' || c == '\\')
		buf_addf(pr->out, "'\\%c'", c);
	else if (c >= ' ' && c < 127)
		buf_addf(pr->out, "'%c'", c);
	else if (c == '\n')
		buf_adds(pr->out, "'\\n'");
	else if (c == '\t')
		buf_adds(pr->out, "'\\t'");
	else
		buf_addf(pr->out, "%u", c);
}

static void constant(Printer *pr, Expr e, bool is_signed)
{
	const ExprNode *n = nd(pr->p, e);
	number(pr, const_value(pr->p, e), n->width, is_signed);
}

/* Bits of x with the sign of the first: shifted to the left end, then back. */
static void signed_piece(Printer *pr, const ExprNode *piece, int strength)
{
	unsigned w = nd(pr->p, piece->a)->width, end = piece->b + piece->width;
	open_if(pr, P_SHIFT < strength);
	operand(pr, piece->a, true, P_SHIFT);
	if (end < w) {
		w = w < 32 ? 32 : w; /* C shifts no less */
		buf_addf(pr->out, " << %u >> %u", w - end, w - piece->width);
	} else {
		buf_addf(pr->out, " >> %u", piece->b);
	}
	close_if(pr, P_SHIFT < strength);
}

/* An operand of an operation that reads it as signed or unsigned. */
static void operand(Printer *pr, Expr e, bool is_signed, int strength)
{
	if (is_const(pr->p, e)) {
		constant(pr, e, is_signed);
		return;
	}
	if (!ctype_needs_cast(pr->p, e, is_signed)) {
		value(pr, e, strength);
		return;
	}
	unsigned w = nd(pr->p, e)->width, wide = w > 32 ? 64 : 32;
	if (w == 8 || w == 16 || w == wide) {
		buf_addf(pr->out, "(%s)", type_name(w, is_signed));
		value(pr, e, P_UNARY);
		return;
	}
	/* No type of C has so many bits. */
	if (is_signed && ctype_piece(pr->p, nd(pr->p, e))) {
		signed_piece(pr, nd(pr->p, e), strength);
		return;
	}
	open_if(pr, (is_signed ? P_SHIFT : P_BITAND) < strength);
	if (is_signed && ctype_of(pr->p, e).is_unsigned)
		buf_adds(pr->out, wide == 32 ? "(int)" : "(long)");
	value(pr, e, is_signed ? P_UNARY : P_BITAND + 1);
	if (is_signed)
		buf_addf(pr->out, " << %u >> %u", wide - w, wide - w);
	else
		buf_addf(pr->out, " & 0x%llx", (unsigned long long)mask64(w));
	close_if(pr, (is_signed ? P_SHIFT : P_BITAND) < strength);
}

/* An operand of an operation that does not care, or does. */
static void side(Printer *pr, Expr e, CMode mode, int strength)
{
	if (mode != MODE_EITHER)
		operand(pr, e, mode == MODE_SIGNED, strength);
	else if (is_const(pr->p, e))
		constant(pr, e, nd(pr->p, e)->width > 8);
	else
		value(pr, e, strength);
}

/* The first operand of an operation on 64 bits that C would compute in 32. */
static void first_side(Printer *pr, Expr e, Expr a, CMode mode, int strength)
{
	if (ctype_widened(pr->p, e)) {
		buf_adds(pr->out, mode == MODE_UNSIGNED ? "(unsigned long)" : "(long)");
		strength = P_UNARY;
		if (is_const(pr->p, a) && mode != MODE_UNSIGNED) {
			open_if(pr, (i64)sign_extend(const64(nd(pr->p, a)), nd(pr->p, a)->width) < 0);
			side(pr, a, mode, strength);
			close_if(pr, (i64)sign_extend(const64(nd(pr->p, a)), nd(pr->p, a)->width) < 0);
			return;
		}
		/* the cast takes the place of the operand's own */
		if (mode == MODE_UNSIGNED && !ctype_of(pr->p, a).is_unsigned) {
			value(pr, a, strength);
			return;
		}
	}
	side(pr, a, mode, strength);
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

static void binary(Printer *pr, Expr e, const char *sign, int own, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	CMode mode = ctype_mode(n->op);
	bool narrowed = narrow_begin(pr, e), open = own < strength && !narrowed;
	open_if(pr, open);
	first_side(pr, e, n->a, mode, own);
	buf_addf(pr->out, " %s ", sign);
	side(pr, n->b, mode, own + 1);
	close_if(pr, open);
	narrow_end(pr, e, narrowed);
}

static void sum(Printer *pr, Expr e, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	u128 k = is_const(pr->p, n->b) ? const_value(pr->p, n->b) : 0;
	if (!(k >> (n->width - 1) & 1)) {
		binary(pr, e, "+", P_SUM, strength);
		return;
	}
	bool narrowed = narrow_begin(pr, e), open = P_SUM < strength && !narrowed;
	open_if(pr, open);
	first_side(pr, e, n->a, MODE_EITHER, P_SUM);
	buf_adds(pr->out, " - ");
	number(pr, -k & mask128(n->width), n->width, false);
	close_if(pr, open);
	narrow_end(pr, e, narrowed);
}

static void cut(Printer *pr, const ExprNode *n, int strength)
{
	if (n->b == 0 && (n->width == 8 || n->width == 16 || n->width == 32)) {
		buf_addf(pr->out, "(%s)", type_name(n->width, n->width != 8));
		value(pr, n->a, P_UNARY);
		return;
	}
	open_if(pr, P_BITAND < strength);
	if (ctype_cut_unsigned(pr->p, n))
		operand(pr, n->a, false, P_SHIFT);
	else
		value(pr, n->a, P_SHIFT);
	if (n->b)
		buf_addf(pr->out, " >> %u", n->b);
	if (!ctype_cut_unsigned(pr->p, n)) {
		buf_adds(pr->out, " & ");
		if (n->width < 64)
			buf_addf(pr->out, n->width > 3 ? "0x%llx" : "%llu",
					 (unsigned long long)mask64(n->width));
		else
			buf_addf(pr->out, "(1 << %u) - 1", n->width);
	}
	close_if(pr, P_BITAND < strength);
}

/* The low bits of x with zeros behind: x times a power of two. */
static bool multiple(Printer *pr, const ExprNode *n, int strength)
{
	const ExprNode *a = nd(pr->p, n->a);
	unsigned zeros = nd(pr->p, n->b)->width;
	if (a->op != EXPR_EXTRACT || a->b || nd(pr->p, a->a)->width != n->width || zeros > 20 ||
		n->width < 32)
		return false;
	open_if(pr, P_PRODUCT < strength);
	operand(pr, a->a, true, P_PRODUCT);
	buf_addf(pr->out, " * %u", 1u << zeros);
	close_if(pr, P_PRODUCT < strength);
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

static void table_name(Printer *pr, const ExprNode *array)
{
	bool stores = array->op == EXPR_STORE;
	while (array->op == EXPR_STORE)
		array = nd(pr->p, array->a);
	const char *name = pr->p->tables.at[array->a].name;
	if (name && *name)
		buf_adds(pr->out, name);
	else
		buf_addf(pr->out, stores ? "memory%u" : "table%u", array->a);
}

/* What the low bits of an index are those of: as many as an int has, but for those that its
 * multiple does not have room for. Fewer are a mask of the program's. */
static Expr low_part(const ExprPool *p, Expr e)
{
	for (;; e = nd(p, e)->a) {
		const ExprNode *n = nd(p, e);
		bool cuts = n->op == EXPR_EXTRACT && !n->b && n->width >= INDEX_BITS;
		if (n->op != EXPR_ZEXT && n->op != EXPR_SEXT && !cuts)
			return e;
	}
}

/* What is multiplied by a power of two: all of x, or what of it fits. */
static bool times(const ExprPool *p, Expr e, u32 zeros, Expr *x)
{
	e = low_part(p, e);
	const ExprNode *n = nd(p, e);
	if (n->op != EXPR_CONCAT || !is_const(p, n->b) || const_value(p, n->b) ||
		nd(p, n->b)->width != zeros)
		return false;
	*x = low_part(p, n->a);
	return true;
}

/* The same for the index of a byte k places further on. */
static bool times_and(const ExprPool *p, Expr e, u32 zeros, u64 k, Expr *x)
{
	e = low_part(p, e);
	const ExprNode *n = nd(p, e);
	/* An index and what its zeros leave room for are joined, not added. */
	if (n->op == EXPR_CONCAT && is_const(p, n->b) && nd(p, n->b)->width == zeros) {
		*x = low_part(p, n->a);
		return const_value(p, n->b) == k;
	}
	return n->op == EXPR_ADD && is_const(p, n->b) && const_value(p, n->b) == k &&
		   times(p, n->a, zeros, x);
}

/* The bytes of an element of a table, as the element. */
static bool element(Printer *pr, const ExprNode *n)
{
	Expr byte[8], rest = 0, x, index;
	u32 count = 0, zeros = 0;
	for (;; n = nd(pr->p, rest)) {
		bool more = n->op == EXPR_CONCAT;
		const ExprNode *top = more ? nd(pr->p, n->a) : n;
		if (top->op != EXPR_READ || count == countof(byte))
			return false;
		byte[count++] = more ? n->a : rest;
		if (!more)
			break;
		rest = n->b;
	}
	while (1u << zeros < count)
		zeros++;
	const ExprNode *low = nd(pr->p, byte[count - 1]);
	if (1u << zeros != count || !times(pr->p, low->b, zeros, &index))
		return false;
	for (u32 k = 1; k < count; k++) {
		const ExprNode *other = nd(pr->p, byte[count - 1 - k]);
		if (other->a != low->a || !times_and(pr->p, other->b, zeros, k, &x) || x != index)
			return false;
	}
	table_name(pr, nd(pr->p, low->a));
	buf_addc(pr->out, '[');
	value(pr, index, P_CHOICE);
	buf_addc(pr->out, ']');
	return true;
}

static void joined(Printer *pr, const ExprNode *n, bool is_signed, int strength)
{
	if (!is_signed && (number_of_bytes(pr, n) || element(pr, n)))
		return;
	bool zero = is_const(pr->p, n->b) && const_value(pr->p, n->b) == 0;
	if (zero && multiple(pr, n, strength))
		return;
	int own = zero ? P_SHIFT : P_BITOR;
	open_if(pr, own < strength);
	if (n->width > 32 && ctype_of(pr->p, n->a).width < 64)
		buf_adds(pr->out, "(long)");
	operand(pr, n->a, is_signed, n->width > 32 ? P_UNARY : P_SHIFT);
	buf_addf(pr->out, " << %u", nd(pr->p, n->b)->width);
	if (!zero) {
		buf_adds(pr->out, " | ");
		operand(pr, n->b, false, P_BITOR);
	}
	close_if(pr, own < strength);
}

static void read(Printer *pr, const ExprNode *n)
{
	const ExprNode *array = nd(pr->p, n->a);
	bool stores = array->op == EXPR_STORE;
	while (array->op == EXPR_STORE)
		array = nd(pr->p, array->a);
	const ExprTable *t = &pr->p->tables.at[array->a];
	bool text = !stores && t->n && t->n <= 24;
	for (u32 i = 0; i < t->n && text; i++)
		text = (t->bytes[i] >= ' ' && t->bytes[i] < 127) || (t->bytes[i] == 0 && i == t->n - 1);
	if (text) {
		buf_addc(pr->out, '"');
		buf_add_escaped(pr->out, t->bytes, t->n - !t->bytes[t->n - 1]);
		buf_addc(pr->out, '"');
	} else {
		table_name(pr, nd(pr->p, n->a));
	}
	buf_addc(pr->out, '[');
	value(pr, n->b, P_CHOICE);
	buf_addc(pr->out, ']');
}

static void text(Printer *pr, const ExprNode *n)
{
	const TextFormat *f = &pr->p->formats.at[n->c];
	bool plain = f->base == 10 && !f->plus && !f->space && !f->width && f->precision < 0;
	buf_adds(pr->out, n->op == EXPR_TEXTLEN ? "length(text(" : "text(");
	if (!plain) {
		buf_addf(pr->out, "\"%%%s%s%s%s%s", f->plus ? "+" : "", f->space ? " " : "",
				 f->alt ? "#" : "", f->zero ? "0" : "", f->left ? "-" : "");
		if (f->width)
			buf_addf(pr->out, "%u", f->width);
		if (f->precision >= 0)
			buf_addf(pr->out, ".%d", f->precision);
		buf_addf(pr->out, "%c\", ",
				 f->base == 10  ? (f->is_signed ? 'd' : 'u')
				 : f->base == 8 ? 'o'
				 : f->base == 2 ? 'b'
				 : f->upper     ? 'X'
								: 'x');
	}
	operand(pr, n->a, f->is_signed, P_CHOICE);
	if (n->op == EXPR_TEXTLEN)
		buf_adds(pr->out, "))");
	else
		buf_addf(pr->out, ")[%u]", n->b);
}

static void unary(Printer *pr, const char *sign, Expr a)
{
	buf_adds(pr->out, sign);
	value(pr, a, P_UNARY);
}

/* ~ and -, which C computes on 32 bits at least. */
static void complement(Printer *pr, const char *sign, Expr e)
{
	bool narrowed = narrow_begin(pr, e);
	buf_adds(pr->out, sign);
	first_side(pr, e, nd(pr->p, e)->a, MODE_EITHER, P_UNARY);
	narrow_end(pr, e, narrowed);
}

static void operation(Printer *pr, Expr e, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	switch (n->op) {
	case EXPR_NOT: complement(pr, "~", e); return;
	case EXPR_NEG: complement(pr, "-", e); return;
	case EXPR_ADD: sum(pr, e, strength); return;
	case EXPR_SUB: binary(pr, e, "-", P_SUM, strength); return;
	case EXPR_MUL: binary(pr, e, "*", P_PRODUCT, strength); return;
	case EXPR_UDIV:
	case EXPR_SDIV: binary(pr, e, "/", P_PRODUCT, strength); return;
	case EXPR_UREM:
	case EXPR_SREM: binary(pr, e, "%", P_PRODUCT, strength); return;
	case EXPR_SHL: binary(pr, e, "<<", P_SHIFT, strength); return;
	case EXPR_LSHR:
	case EXPR_ASHR: binary(pr, e, ">>", P_SHIFT, strength); return;
	case EXPR_AND: binary(pr, e, "&", P_BITAND, strength); return;
	case EXPR_OR: binary(pr, e, "|", P_BITOR, strength); return;
	case EXPR_XOR: binary(pr, e, "^", P_XOR, strength); return;
	case EXPR_CONCAT: joined(pr, n, false, strength); return;
	case EXPR_EXTRACT: cut(pr, n, strength); return;
	case EXPR_ZEXT: operand(pr, n->a, false, strength); return;
	case EXPR_SEXT:
		if (nd(pr->p, n->a)->width == 1) /* all bits as the truth value: 0 or -1 */
			unary(pr, "-", n->a);
		else if (ctype_signed_piece(pr->p, n))
			signed_piece(pr, nd(pr->p, n->a), strength);
		else if (ctype_signed_joined(pr->p, n->a))
			joined(pr, nd(pr->p, n->a), true, strength);
		else
			operand(pr, n->a, true, strength);
		return;
	case EXPR_READ: read(pr, n); return;
	case EXPR_TEXTCHAR:
	case EXPR_TEXTLEN: text(pr, n); return;
	default: buf_addf(pr->out, "<%s>", expr_op_name[n->op]);
	}
}

static void choice(Printer *pr, Expr e, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	bool odd = n->width != 32 && n->width != 64;
	CMode mode = !odd ? MODE_EITHER : ctype_reads_signed(pr->p, e) ? MODE_SIGNED : MODE_UNSIGNED;
	open_if(pr, P_CHOICE < strength);
	truth(pr, n->a, false, P_OR);
	buf_adds(pr->out, " ? ");
	first_side(pr, e, n->b, mode, P_CHOICE);
	buf_adds(pr->out, " : ");
	side(pr, n->c, mode, P_CHOICE);
	close_if(pr, P_CHOICE < strength);
}

/* tolower or toupper of a byte, however it is computed. */
static bool letter_case(Printer *pr, Expr e)
{
	ExprPool *p = pr->p;
	const VarSetNode *s = &p->sets.at[expr_vars(p, e)];
	const ExprNode *n = nd(p, e);
	if ((n->op != EXPR_ADD && n->op != EXPR_ITE) || n->width < 8 || n->width > 64 || s->level ||
		__builtin_popcountll(s->bits) != 1 || expr_size(p, e) > CASE_NODES)
		return false;
	u32 var = s->word * 64 + __builtin_ctzll(s->bits);
	bool lower = input_width(p, var) == 8, upper = lower;
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

static void value(Printer *pr, Expr e, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	if (elided(pr))
		return;
	pr->depth++;
	if (n->width == 1 && n->op != EXPR_EXTRACT && n->op != EXPR_VAR)
		truth(pr, e, false, strength);
	else if (n->op == EXPR_CONST)
		constant(pr, e, true);
	else if (n->op == EXPR_VAR)
		input_name(pr->p, n->a, pr->out);
	else if (n->op == EXPR_UNDEF)
		buf_adds(pr->out, "undefined");
	else if (letter_case(pr, e))
		;
	else if (n->op == EXPR_ITE)
		choice(pr, e, strength);
	else
		operation(pr, e, strength);
	pr->depth--;
}

/* ---- truth values ---- */

/* How natural a constant looks: letters and digits for bytes, zeros at the end for numbers. */
static int roundness(const ExprPool *p, Expr beside, u128 k)
{
	unsigned w = nd(p, beside)->width;
	if (is_char(p, beside) &&
		((k >= '0' && k <= '9') || (k >= 'a' && k <= 'z') || (k >= 'A' && k <= 'Z')))
		return 5;
	if (is_char(p, beside) && k < 128)
		return 1;
	u64 v = (u64)sign_extend(k, w);
	int zeros = 0;
	if ((i64)v < 0)
		v = -v;
	while (v && v % 10 == 0)
		v /= 10, zeros++;
	return v == 0 ? 6 : zeros + (v == 1);
}

/* The side of a comparison with constants from low to high. If nothing can be negative, signs do
 * not matter, and casts that say so are left out. */
static void against(Printer *pr, Expr x, bool is_signed, u128 low, u128 high)
{
	unsigned w = nd(pr->p, x)->width;
	bool plain = !ctype_sign_matters(pr->p, x) && !(low >> (w - 1)) && !(high >> (w - 1));
	if (plain)
		value(pr, x, P_ORDER + 1);
	else
		operand(pr, x, is_signed, P_ORDER + 1);
}

/* x op k, op given as < or > and whether it is strict. */
static void compare_const(Printer *pr, Expr x, bool less, bool strict, u128 k, bool is_signed,
						  int strength)
{
	unsigned w = nd(pr->p, x)->width;
	u128 m = mask128(w);
	u128 least = is_signed ? (u128)1 << (w - 1) : 0, most = is_signed ? m >> 1 : m;
	/* the same with the neighbouring constant */
	bool up = less != strict; /* x <= k is x < k + 1, x > k is x >= k + 1 */
	bool has_other = up ? k != most : k != least;
	u128 other = (up ? k + 1 : k - 1) & m;
	if (has_other && roundness(pr->p, x, other) > roundness(pr->p, x, k)) {
		k = other;
		strict = !strict;
	}
	open_if(pr, P_ORDER < strength);
	against(pr, x, is_signed, k, k);
	buf_addf(pr->out, " %c%s ", less ? '<' : '>', strict ? "" : "=");
	if (is_char(pr->p, x) && k < 128)
		character(pr, (u8)k);
	else
		number(pr, k, w, is_signed);
	close_if(pr, P_ORDER < strength);
}

/* x - k < n, unsigned: k <= x && x < k + n; also n - 1 < x - k, its negation. False if it is not of
 * that form. */
static bool between(Printer *pr, const ExprNode *n, bool negate, int strength)
{
	ExprPool *p = pr->p;
	bool left = is_const(p, n->a);
	const ExprNode *a = nd(p, left ? n->b : n->a);
	Expr bound = left ? n->a : n->b;
	if (n->op != EXPR_ULT || !is_const(p, bound) || a->op != EXPR_ADD || !is_const(p, a->b) ||
		a->width > 64)
		return false;
	u64 m = mask64(a->width), first = -const64(nd(p, a->b)) & m,
		count = const64(nd(p, bound)) + left;
	if (first > m - (count - 1))
		return false;
	negate ^= left;
	int own = negate ? P_OR : P_AND;
	bool is_signed = !is_byte(p, a->a) && first + count - 1 <= m >> 1;
	open_if(pr, own < strength);
	compare_const(pr, a->a, negate, negate, first, is_signed, own + 1);
	buf_adds(pr->out, negate ? " || " : " && ");
	compare_const(pr, a->a, !negate, negate, first + count - 1, is_signed, own + 1);
	close_if(pr, own < strength);
	return true;
}

/* Both sides of an equality read in one way: signed, unless neither side is. */
static CMode mode_of(const ExprPool *p, Expr a, Expr b, ExprOp op)
{
	CMode mode = ctype_mode(op);
	if (mode != MODE_EITHER || nd(p, a)->width >= 32 || is_const(p, a) || is_const(p, b) ||
		ctype_reads_signed(p, a) == ctype_reads_signed(p, b))
		return mode;
	return MODE_UNSIGNED;
}

static void compare_first(Printer *pr, Expr a, Expr b, ExprOp op)
{
	/* Asked of the comparison itself, which may not exist with the sides in this order. */
	Expr e = expr_intern(pr->p, op, 1, a, b, 0);
	first_side(pr, e, a, mode_of(pr->p, a, b, op), P_ORDER + 1);
}

static void compare_second(Printer *pr, Expr a, Expr b, ExprOp op)
{
	side(pr, b, mode_of(pr->p, a, b, op), P_ORDER + 1);
}

static void order(Printer *pr, const ExprNode *n, bool negate, int strength)
{
	ExprPool *p = pr->p;
	bool is_signed = n->op == EXPR_SLT || n->op == EXPR_SLE;
	bool strict = (n->op == EXPR_ULT || n->op == EXPR_SLT) != negate;
	if (between(pr, n, negate, strength))
		return;
	bool less = !negate;
	if (is_const(p, n->a)) {
		compare_const(pr, n->b, !less, strict, const_value(p, n->a), is_signed, strength);
	} else if (is_const(p, n->b)) {
		compare_const(pr, n->a, less, strict, const_value(p, n->b), is_signed, strength);
	} else {
		open_if(pr, P_ORDER < strength);
		compare_first(pr, n->a, n->b, n->op);
		buf_addf(pr->out, " %c%s ", less ? '<' : '>', strict ? "" : "=");
		operand(pr, n->b, is_signed, P_ORDER + 1);
		close_if(pr, P_ORDER < strength);
	}
}

static void equal(Printer *pr, const ExprNode *n, bool negate, int strength)
{
	ExprPool *p = pr->p;
	open_if(pr, P_EQUAL < strength);
	if (n->op == EXPR_EQ)
		compare_first(pr, n->a, n->b, EXPR_EQ);
	else
		value(pr, n->a, P_EQUAL + 1);
	buf_adds(pr->out, negate ? " != " : " == ");
	if (is_const(p, n->b) && is_char(p, n->a) && const64(nd(p, n->b)) <= UINT8_MAX)
		character(pr, (u8)const64(nd(p, n->b)));
	else if (is_const(p, n->b))
		constant(pr, n->b, ctype_reads_signed(p, n->a));
	else
		compare_second(pr, n->a, n->b, EXPR_EQ);
	close_if(pr, P_EQUAL < strength);
}

static void bit(Printer *pr, const ExprNode *n, bool negate, int strength)
{
	open_if(pr, P_EQUAL < strength);
	buf_addc(pr->out, '(');
	value(pr, n->a, P_BITAND);
	if (n->b < 10)
		buf_addf(pr->out, " & %u", 1u << n->b);
	else if (n->b < 64)
		buf_addf(pr->out, " & 0x%llx", 1ull << n->b);
	else
		buf_addf(pr->out, " >> %u & 1", n->b);
	buf_adds(pr->out, negate ? ") == 0" : ") != 0");
	close_if(pr, P_EQUAL < strength);
}

static void logic(Printer *pr, const ExprNode *n, bool negate, int strength)
{
	bool both = (n->op == EXPR_AND) != negate;
	int own = both ? P_AND : P_OR;
	open_if(pr, own < strength);
	truth(pr, n->a, negate, own);
	buf_adds(pr->out, both ? " && " : " || ");
	truth(pr, n->b, negate, own + 1);
	close_if(pr, own < strength);
}

static void truth(Printer *pr, Expr e, bool negate, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	if (elided(pr))
		return;
	pr->depth++;
	switch (n->op) {
	case EXPR_CONST: buf_adds(pr->out, (e == EXPR_TRUE) != negate ? "true" : "false"); break;
	case EXPR_NOT: truth(pr, n->a, !negate, strength); break;
	case EXPR_AND:
	case EXPR_OR: logic(pr, n, negate, strength); break;
	case EXPR_EQ: equal(pr, n, negate, strength); break;
	case EXPR_ULT:
	case EXPR_ULE:
	case EXPR_SLT:
	case EXPR_SLE: order(pr, n, negate, strength); break;
	case EXPR_EXTRACT: bit(pr, n, negate, strength); break;
	case EXPR_XOR: equal(pr, n, !negate, strength); break;
	case EXPR_ITE:
		buf_adds(pr->out, negate ? "!(" : "(");
		truth(pr, n->a, false, P_OR);
		buf_adds(pr->out, " ? ");
		truth(pr, n->b, false, P_OR);
		buf_adds(pr->out, " : ");
		truth(pr, n->c, false, P_OR);
		buf_addc(pr->out, ')');
		break;
	default:
		if (negate)
			buf_addc(pr->out, '!');
		if (n->op == EXPR_VAR)
			input_name(pr->p, n->a, pr->out);
		else
			operation(pr, e, P_UNARY);
	}
	pr->depth--;
}

void expr_text(ExprPool *p, Expr e, size_t limit, Buf *out)
{
	Printer pr = {.p = p, .out = out, .end = limit ? out->len + limit : SIZE_MAX};
	if (nd(p, e)->width == 1)
		truth(&pr, e, false, P_CHOICE);
	else
		value(&pr, e, P_CHOICE);
}

void expr_text_all(ExprPool *p, const Expr *e, size_t n, size_t limit, Buf *out)
{
	Printer pr = {.p = p, .out = out, .end = limit ? out->len + limit : SIZE_MAX};
	if (n == 0)
		buf_adds(out, "true");
	for (size_t i = 0; i < n; i++) {
		if (i)
			buf_adds(out, " && ");
		if (elided(&pr))
			return;
		truth(&pr, e[i], false, n > 1 ? P_AND : P_CHOICE);
	}
}

/* ---- parts of a conjunction, for simple.c ---- */

void print_condition(ExprPool *p, Expr e, bool negate, size_t end, Buf *out)
{
	Printer pr = {.p = p, .out = out, .end = end};
	truth(&pr, e, negate, P_AND + 1);
}

void print_compare(ExprPool *p, Expr x, bool less, u64 k, bool is_signed, size_t end, Buf *out)
{
	Printer pr = {.p = p, .out = out, .end = end};
	u64 next = (less ? k + 1 : k - 1) & mask64(nd(p, x)->width);
	compare_const(&pr, x, less, true, next, is_signed, P_AND);
}

static void beside(Printer *pr, Expr x, u64 k, bool is_signed)
{
	if (is_byte(pr->p, x) && k < 128)
		character(pr, (u8)k);
	else
		number(pr, k, nd(pr->p, x)->width, is_signed && nd(pr->p, x)->width > 8);
}

void print_number(ExprPool *p, Expr x, u64 k, bool is_signed, size_t end, Buf *out)
{
	Printer pr = {.p = p, .out = out, .end = end};
	beside(&pr, x, k, is_signed);
}

void print_term(ExprPool *p, Expr x, size_t end, Buf *out)
{
	Printer pr = {.p = p, .out = out, .end = end};
	value(&pr, x, P_EQUAL + 1);
}

void print_between(ExprPool *p, Expr x, u64 low, u64 high, bool is_signed, size_t end, Buf *out)
{
	Printer pr = {.p = p, .out = out, .end = end};
	beside(&pr, x, low, is_signed);
	buf_adds(out, " <= ");
	against(&pr, x, is_signed, low, high);
	buf_adds(out, " && ");
	against(&pr, x, is_signed, low, high);
	buf_adds(out, " <= ");
	beside(&pr, x, high, is_signed);
}

void print_equal(ExprPool *p, Expr x, u64 k, bool negate, size_t end, Buf *out)
{
	Printer pr = {.p = p, .out = out, .end = end};
	value(&pr, x, P_EQUAL + 1);
	buf_adds(out, negate ? " != " : " == ");
	beside(&pr, x, k, ctype_reads_signed(p, x));
}

void print_pair(ExprPool *p, Expr a, Expr b, const char *sign, bool is_signed, size_t end, Buf *out)
{
	Printer pr = {.p = p, .out = out, .end = end};
	bool plain = sign[0] == '=' || sign[0] == '!'; /* equality has no sign */
	ExprOp op = plain ? EXPR_EQ : is_signed ? EXPR_SLT : EXPR_ULT;
	compare_first(&pr, a, b, op);
	buf_addf(out, " %s ", sign);
	compare_second(&pr, a, b, op);
}
