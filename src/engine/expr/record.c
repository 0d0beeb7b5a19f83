/* record.c: writes nodes as lines, and reads them. */
#include "engine/expr/record.h"

#include <ctype.h>
#include <errno.h>

#include "engine/expr/float/call.h"
#include "engine/expr/pool.h"

enum {
	SHAPE_LEAF,
	SHAPE_ONE,
	SHAPE_TWO,
	SHAPE_JOIN,
	SHAPE_CUT,
	SHAPE_WIDEN,
	SHAPE_PICK,
	SHAPE_STORE,
	SHAPE_READ,
	SHAPE_CHAR,
	SHAPE_LENGTH,
	SHAPE_FONE,
	SHAPE_FTWO,
	SHAPE_FTHREE
};

static const u8 shapes[EXPR_N_OPS] = {
#define X(NAME, CALL, ARITY, SHAPE, ...) SHAPE_##SHAPE,
	EXPR_OPS(X)
#undef X
};

enum { MOST_TABLE = 1 << 20 }; /* bytes of a table that is read */

/* ---- writing ---- */

static void write_hex(u128 v, Buf *out)
{
	if (v >> 64)
		buf_addf(out, "%llx%016llx", (unsigned long long)(v >> 64), (unsigned long long)v);
	else
		buf_addf(out, "%llx", (unsigned long long)v);
}

static void write_format(const TextFormat *f, Buf *out)
{
	buf_addf(out, " %u %d %d %d %d %d %d %d %u %d", f->base, f->is_signed, f->upper, f->plus,
			 f->space, f->alt, f->zero, f->left, f->width, f->precision);
}

static void write_leaf(const ExprPool *p, Expr e, const ExprNode *n, Buf *out)
{
	const ExprTable *t = n->op == EXPR_TABLE ? &p->tables.at[n->a] : NULL;
	if (n->op == EXPR_CONST)
		write_hex(const_value(p, e), out);
	else if (!t)
		buf_addf(out, "%u", n->a);
	for (u32 i = 0; t && i < t->n; i++)
		buf_addf(out, "%02x", t->bytes[i]);
}

static void write_line(const ExprPool *p, const ExprRecord *r, Expr e, Buf *out)
{
	const ExprNode *n = nd(p, e);
	const u32 kids[3] = {n->a, n->b, n->c};
	buf_addf(out, "%s %u ", expr_op_name[n->op], n->width);
	if (shapes[n->op] == SHAPE_LEAF)
		write_leaf(p, e, n, out);
	for (unsigned k = 0; k < expr_arity[n->op]; k++) {
		u64 number = 0;
		intmap_get(&r->number, kids[k], &number);
		buf_addf(out, "%s%llu", k ? " " : "", (unsigned long long)number);
	}
	if (shapes[n->op] == SHAPE_CUT || shapes[n->op] == SHAPE_CHAR)
		buf_addf(out, " %u", n->b);
	if (shapes[n->op] == SHAPE_FONE || shapes[n->op] == SHAPE_FTWO)
		buf_addf(out, " %u", expr_float_op(p, e));
	if ((shapes[n->op] == SHAPE_FONE || shapes[n->op] == SHAPE_FTWO) &&
		float_is_call(expr_float_param(p, e)))
		buf_addf(out, " %u %s", (unsigned)float_call_which(expr_float_param(p, e)),
				 float_call_name(expr_float_param(p, e)));
	if (shapes[n->op] == SHAPE_FTWO && expr_float_op(p, e) == FLOAT_SAME_TEXT)
		for (int second = 0; second < 2; second++)
			write_format(&p->formats.at[same_text_format(n->c, second)], out);
	if (shapes[n->op] == SHAPE_CHAR || shapes[n->op] == SHAPE_LENGTH)
		write_format(&p->formats.at[n->c], out);
	buf_addc(out, '\n');
}

u32 expr_record(ExprPool *p, ExprRecord *r, Expr e, const char *before, Buf *out)
{
	u64 number = 0;
	if (intmap_get(&r->number, e, &number))
		return (u32)number;
	ExprList all = {0};
	expr_postorder(p, &e, 1, &all);
	for (size_t i = 0; i < all.len; i++) {
		if (intmap_get(&r->number, all.at[i], &number))
			continue;
		buf_addf(out, "%s%u ", before, ++r->n);
		write_line(p, r, all.at[i], out);
		intmap_put(&r->number, all.at[i], r->n);
	}
	vec_free(&all);
	return r->n;
}

void expr_record_free(ExprRecord *r)
{
	intmap_free(&r->number);
}

/* ---- reading ---- */

/* A line being read. */
typedef struct RecordLine {
	ExprPool *p;
	const ExprList *known;
	const char *at; /* what is left of it */
	bool good;      /* false once something was wrong */
} RecordLine;

static u64 read_number(RecordLine *l, u64 most)
{
	char *end;
	errno = 0;
	while (*l->at == ' ')
		l->at++;
	u64 v = strtoull(l->at, &end, 10);
	l->good = l->good && isdigit((u8)*l->at) && !errno && v <= most;
	l->at = end;
	return l->good ? v : 0;
}

static Expr read_kid(RecordLine *l)
{
	u64 v = read_number(l, l->known->len);
	l->good = l->good && v;
	return l->good ? l->known->at[v - 1] : 0;
}

static u128 read_hex(RecordLine *l)
{
	u128 v = 0;
	u32 n = 0;
	for (; *l->at == ' '; l->at++)
		;
	for (; strchr("0123456789abcdef", *l->at) && *l->at; l->at++, n++)
		v = v << 4 | (u128)(*l->at <= '9' ? *l->at - '0' : *l->at - 'a' + 10);
	l->good = l->good && n && n <= 32;
	return v;
}

static Expr read_table(RecordLine *l)
{
	Buf bytes = {0};
	for (; *l->at == ' '; l->at++)
		;
	for (; l->at[0] && l->at[1] && bytes.len < MOST_TABLE; l->at += 2) {
		char two[3] = {l->at[0], l->at[1], 0}, *end;
		buf_addc(&bytes, (char)strtoul(two, &end, 16));
		l->good = l->good && !*end && isxdigit((u8)two[0]);
	}
	Expr e = l->good ? expr_table(l->p, buf_str(&bytes), (u32)bytes.len) : 0;
	buf_free(&bytes);
	return e;
}

static u32 read_format(RecordLine *l)
{
	TextFormat f = {.base = (u8)read_number(l, SHORTEST_FLOAT)};
	bool *flags[] = {&f.is_signed, &f.upper, &f.plus, &f.space, &f.alt, &f.zero, &f.left};
	for (size_t i = 0; i < countof(flags); i++)
		*flags[i] = read_number(l, 1);
	f.width = (u16)read_number(l, format_is_float(&f) ? FLOAT_FORMAT : 1024);
	for (; *l->at == ' '; l->at++)
		;
	bool none = !strncmp(l->at, "-1", 2);
	l->at += none ? 2 : 0;
	f.precision = none ? -1 : (i32)read_number(l, format_is_float(&f) ? FLOAT_FORMAT : 1024);
	l->good = l->good && (f.base == 2 || f.base == 8 || f.base == 10 || f.base == 16 ||
						  f.base == 'a' || (f.base >= 'e' && f.base <= 'g'));
	return l->good ? expr_format(l->p, &f) : 0;
}

static Expr read_leaf(RecordLine *l, ExprOp op, unsigned width)
{
	if (op == EXPR_TABLE)
		return read_table(l);
	u128 v = op == EXPR_CONST ? read_hex(l) : read_number(l, UINT32_MAX);
	l->good =
		l->good && width && width <= 128 && (width == 128 || !(v >> width) || op != EXPR_CONST);
	if (op == EXPR_VAR)
		l->good = l->good && v < input_vars(l->p) && input_width(l->p, (u32)v) == width;
	/* Values without a definition are the solver's own. */
	if (!l->good || (op != EXPR_CONST && op != EXPR_VAR))
		return 0;
	return op == EXPR_CONST ? expr_const128(l->p, width, v) : expr_var(l->p, (u32)v);
}

/* True if operands of these widths make a node of this width. */
static bool widths_fit(ExprOp op, unsigned width, const unsigned w[3], u32 low)
{
	switch (shapes[op]) {
	case SHAPE_ONE: return w[0] && width == w[0];
	case SHAPE_TWO: return w[0] && w[0] == w[1] && width == (op_compares(op) ? 1 : w[0]);
	case SHAPE_JOIN: return w[0] && w[1] && width == w[0] + w[1] && width <= 128;
	case SHAPE_CUT: return width && low < w[0] && width <= w[0] - low;
	case SHAPE_WIDEN: return w[0] && width >= w[0] && width <= 128;
	case SHAPE_PICK: return w[0] == 1 && w[1] && w[1] == w[2] && width == w[1];
	case SHAPE_STORE: return !w[0] && w[1] == 32 && w[2] == 8 && !width;
	case SHAPE_READ: return !w[0] && w[1] == 32 && width == 8;
	case SHAPE_CHAR: return w[0] && w[0] <= 64 && width == 8;
	case SHAPE_LENGTH: return w[0] && w[0] <= 64 && width == 32;
	default: return false;
	}
}

/* An array where one is needed, and nowhere else. */
static bool arrays_fit(const RecordLine *l, ExprOp op, const Expr kids[3])
{
	for (unsigned k = 0; k < expr_arity[op]; k++) {
		bool wanted = !k && (op == EXPR_STORE || op == EXPR_READ);
		if (wanted != !expr_width(l->p, kids[k]))
			return false;
	}
	return true;
}

/* Which result, and the name of the function; 0: this library has none of that name. */
static u32 read_call(RecordLine *l)
{
	char name[32];
	size_t n = 0;
	CallResult which = (CallResult)read_number(l, CALL_ERRNO);
	for (; *l->at == ' '; l->at++)
		;
	for (; (isalnum((u8)*l->at) || *l->at == '_') && n + 1 < sizeof name; l->at++)
		name[n++] = *l->at;
	name[n] = 0;
	int fn = float_call_find(name);
	l->good = l->good && fn >= 0;
	return l->good ? float_call_param((u32)fn, which) : 0;
}

static Expr read_float(RecordLine *l, ExprOp op, unsigned width, const Expr kids[3],
					   const unsigned w[3])
{
	FloatOp fn = op == EXPR_FLOAT3 ? FLOAT_FMA : (FloatOp)read_number(l, (u64)FLOAT_N_OPS - 1);
	u32 param = float_is_call(fn) ? read_call(l) : fn;
	if (!l->good || (param & 0xff) != fn || float_arity[fn] != expr_arity[op] ||
		!float_fits(param, width, w[0], w[1], w[2]))
		return 0;
	if (fn == FLOAT_SAME_TEXT) {
		u32 first = read_format(l), second = read_format(l);
		return l->good ? expr_same_text(l->p, kids[0], first, kids[1], second) : 0;
	}
	return expr_float(l->p, param, width, kids[0], kids[1], kids[2]);
}

static Expr read_inner(RecordLine *l, ExprOp op, unsigned width)
{
	Expr kids[3] = {0};
	unsigned w[3] = {0};
	for (unsigned k = 0; k < expr_arity[op]; k++) {
		kids[k] = read_kid(l);
		w[k] = l->good ? expr_width(l->p, kids[k]) : 0;
	}
	if (!l->good || !arrays_fit(l, op, kids))
		return 0;
	if (shapes[op] >= SHAPE_FONE)
		return read_float(l, op, width, kids, w);
	u32 low = shapes[op] == SHAPE_CUT || shapes[op] == SHAPE_CHAR ? (u32)read_number(l, 4096) : 0;
	if (shapes[op] == SHAPE_CHAR || shapes[op] == SHAPE_LENGTH) {
		u32 format = read_format(l);
		if (!l->good || !widths_fit(op, width, w, low))
			return 0;
		return op == EXPR_TEXTCHAR ? expr_textchar(l->p, kids[0], low, format)
								   : expr_textlen(l->p, kids[0], format);
	}
	if (!l->good || !widths_fit(op, width, w, low))
		return 0;
	return expr_make(l->p, op, width, kids[0], shapes[op] == SHAPE_CUT ? low : kids[1], kids[2]);
}

bool expr_read_record(ExprPool *p, ExprList *known, const char *line, Err *err)
{
	RecordLine l = {.p = p, .known = known, .at = line, .good = true};
	u64 number = read_number(&l, UINT32_MAX);
	ExprOp op = EXPR_NONE;
	char name[16] = {0};
	int n = 0;
	l.good = l.good && sscanf(l.at, " %15s%n", name, &n) == 1 && number == known->len + 1;
	l.at += n;
	for (int i = EXPR_NONE + 1; l.good && i < EXPR_N_OPS; i++)
		op = !strcmp(expr_op_name[i], name) ? (ExprOp)i : op;
	unsigned width = (unsigned)read_number(&l, 128);
	Expr e = !l.good || op == EXPR_NONE ? 0
			 : shapes[op] == SHAPE_LEAF ? read_leaf(&l, op, width)
										: read_inner(&l, op, width);
	if (!e || !l.good || *l.at)
		return err_set(err, "'%s' is no expression", line);
	vec_push(known, e);
	return true;
}
