/* text.c: the text of a number: written without a decision on its digits, read back as the
 * number.
 *
 * printf of a symbolic integer leaves bytes that mean "character k of the text of e". As long as
 * the program does not test them, nothing is decided. strtol and similar functions return e if
 * they get the whole text.
 */
#include "engine/expr/float/float.h"
#include "engine/machine/snap.h"
#include "engine/machine/sym.h"
#include "engine/machine/sym/lazy.h"

/* struct drift_number of libc/drift.h */
typedef struct NumberFormat {
	u32 base;
	i32 is_signed, upper, plus, space, alt, zero, left;
	i32 width, precision;
	i32 conv; /* e, f, g or a: the bits of a double; 0: an integer */
} NumberFormat;

/* Wider texts are written character by character. The limit is on the format, so that it is the same
 * for all values; with sign, prefix and digits a text has at most TEXT_MOST characters. */
enum { FORMAT_MOST = 128, TEXT_MOST = FLOAT_TEXT };

/* The narrowest expression with the same text; one that shows a sign stays signed. */
static Expr narrowest(ExprPool *p, Expr e, bool shows_sign, bool *is_signed)
{
	for (;;) {
		ExprOp op = expr_op(p, e);
		if (op == EXPR_SEXT && *is_signed) {
			e = expr_kid(p, e, 0);
		} else if (op == EXPR_ZEXT && !shows_sign) {
			e = expr_kid(p, e, 0);
			*is_signed = false;
		} else {
			return e;
		}
	}
}

/* int __drift_number_text(char *buf, size_t cap, uintmax_t value, how, int pin, size_t *counted) */
CallStatus sym_number_text(Machine *m)
{
	Value v = m->site.args[2];
	Expr e = TAG_EXPR(v.tag);
	NumberFormat how;
	m->n_results = 1;
	m->results[0] = (Value){(u32)-1, 0, 0};
	if (!m->pool || !e)
		return CALL_DONE;
	if (m->track)
		m->track->handed = 0;
	if (!access_read(m, m->site.args[3].lo, &how, NULL, sizeof how))
		return CALL_ENDED;
	/* How the text looks depends on what was asked for. */
	Tag asked = m->track ? dep_tag(m->track->handed & ~DEP_UNDEFINED) : 0;
	v.tag = asked ? sym_tag(tag_join(m, v.tag, asked), e) : v.tag;
	bool is_signed = how.is_signed;
	Expr small =
		how.conv ? e : narrowest(m->pool, e, is_signed && (how.plus || how.space), &is_signed);
	u32 bits = expr_width(m->pool, small);
	TextFormat f = {.base = (u8)(how.conv ? how.conv : (i32)how.base),
					.is_signed = is_signed,
					.upper = how.upper,
					.plus = how.plus && (how.is_signed || how.conv),
					.space = how.space && (how.is_signed || how.conv),
					.alt = how.alt,
					.zero = how.zero,
					.left = how.left,
					.width = (u16)how.width,
					.precision = how.precision};
	u64 now = bits >= 64 ? v.lo : v.lo & ((1ull << bits) - 1);
	u32 len = text_len(&f, bits, now), format = expr_format(m->pool, &f);
	if (m->track)
		m->track->handed = 0;
	if (len > m->site.args[1].lo || how.width > FORMAT_MOST || how.precision > FORMAT_MOST) {
		m->results[0] = (Value){(u32)-2, 0, asked};
		return CALL_DONE;
	}
	u8 text[TEXT_MOST];
	Tag tags[TEXT_MOST];
	for (u32 k = 0; k < len; k++) {
		text[k] = text_char(&f, bits, now, k);
		tags[k] = sym_result(m, v.tag, expr_textchar(m->pool, small, k, format));
	}
	Expr length = expr_textlen(m->pool, small, format);
	Value counted = {len, 0, sym_result(m, v.tag, expr_zext(m->pool, length, 64))};
	if (m->site.args[4].lo)
		sym_concretise(m, &counted, NULL);
	if (TAG_EXPR(counted.tag)) /* where what follows comes to lie depends on it */
		snap_within(m, TAG_EXPR(counted.tag), len, len);
	if (!access_write(m, m->site.args[0].lo, text, tags, len) ||
		!access_store(m, m->site.args[5].lo, 64, 0, counted))
		return CALL_ENDED;
	m->n_results = 1;
	m->results[0] = (Value){len, 0, asked};
	return CALL_DONE;
}

static Expr byte_at(Machine *m, u64 addr)
{
	if (!memory_covering(&m->mem, addr, 1) || !memory_is_tagged(&m->mem, addr))
		return 0;
	return TAG_EXPR(lazy_tag(m, addr, m->mem.tags[addr]));
}

static bool is_char(const Machine *m, Expr byte, Expr e, u32 format, u32 k)
{
	return byte && expr_op(m->pool, byte) == EXPR_TEXTCHAR && expr_kid(m->pool, byte, 0) == e &&
		   expr_text_format(m->pool, byte) == format && expr_text_index(m->pool, byte) == k;
}

/* A whole text in memory: of which number, how long, and whether more of it would follow. */
typedef struct TextAt {
	Expr e;
	u32 format, len;
	bool open; /* ends with "character len", zero in this run */
} TextAt;

static bool text_at(Machine *m, u64 addr, TextAt *t)
{
	Expr first = byte_at(m, addr);
	if (!first || expr_op(m->pool, first) != EXPR_TEXTCHAR || expr_text_index(m->pool, first) != 0)
		return false;
	*t = (TextAt){.e = expr_kid(m->pool, first, 0), .format = expr_text_format(m->pool, first)};
	while (m->mem.bytes[addr + t->len] &&
		   is_char(m, byte_at(m, addr + t->len), t->e, t->format, t->len))
		t->len++;
	t->open = is_char(m, byte_at(m, addr + t->len), t->e, t->format, t->len);
	return t->len > 0;
}

static bool is_digit_for(u8 c, u32 base)
{
	u32 d = c >= '0' && c <= '9'                 ? (u32)c - '0'
			: (c | 32) >= 'a' && (c | 32) <= 'z' ? (u32)(c | 32) - 'a' + 10
												 : 99;
	return d < base;
}

/* int __drift_text_number(const char *s, int base, uint64_t *value, char **end) */
CallStatus sym_text_number(Machine *m)
{
	u64 addr = m->site.args[0].lo, base = (u32)m->site.args[1].lo;
	TextAt t;
	m->n_results = 1;
	m->results[0] = (Value){0};
	if (!m->pool || TAG_EXPR(m->site.args[0].tag) || !text_at(m, addr, &t))
		return CALL_DONE;
	const TextFormat *f = expr_format_at(m->pool, t.format);
	u32 bits = expr_width(m->pool, t.e);
	bool plain = f->base == (base ? base : 10) && !f->plus && !f->space && !f->alt && !f->width &&
				 f->precision <= 1;
	/* Text of a 64-bit unsigned number may be out of strtol's range: left to the digits. */
	if (!plain || (!f->is_signed && bits >= 64) ||
		(!t.open && is_digit_for(m->mem.bytes[addr + t.len], f->base)))
		return CALL_DONE;
	Expr value = f->is_signed ? expr_sext(m->pool, t.e, 64) : expr_zext(m->pool, t.e, 64);
	u64 now = 0;
	bool negative = m->mem.bytes[addr] == '-';
	for (u32 k = negative; k < t.len; k++) {
		u8 c = m->mem.bytes[addr + k];
		now = now * f->base + (c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
	}
	Tag tag = m->mem.tags[addr];
	snap_looks(m, tag);
	tag = tag_whole(m, tag) & (m->track ? TAG_DEPS : TAG_UNDEFINED);
	Value number = {negative ? 0 - now : now, 0, sym_result(m, tag, value)};
	Value end = {addr + t.len, 0, 0};
	if (t.open) {
		Expr length = expr_zext(m->pool, expr_textlen(m->pool, t.e, t.format), 64);
		end.tag = sym_result(m, 0, expr_add(m->pool, expr_const(m->pool, 64, addr), length));
	}
	if (!access_store(m, m->site.args[2].lo, 64, 0, number) ||
		!access_store(m, m->site.args[3].lo, 64, 0, end))
		return CALL_ENDED;
	m->n_results = 1;
	m->results[0] = (Value){1, 0, 0};
	return CALL_DONE;
}

/* The expression of a float or double that is that text; 0: the text is no such number, or would be rounded. */
static Expr float_of_text(ExprPool *p, const TextAt *t, u32 bits)
{
	const TextFormat *f = expr_format_at(p, t->format);
	u32 from = expr_width(p, t->e);
	if (f->base == SHORTEST_DOUBLE || f->base == SHORTEST_FLOAT)
		return from == bits ? t->e : 0;
	bool plain =
		f->base == 10 && !f->plus && !f->space && !f->alt && !f->width && f->precision <= 1;
	if (!plain || from > (bits == 32 ? 24u : 53u))
		return 0;
	return expr_float(p, f->is_signed ? FLOAT_OF_SIGNED : FLOAT_OF_UNSIGNED, bits, t->e, 0, 0);
}

/* int __drift_text_float(const char *s, int bits, void *value, char **end) */
CallStatus sym_text_float(Machine *m)
{
	u64 addr = m->site.args[0].lo;
	u32 bits = (u32)m->site.args[1].lo;
	TextAt t;
	Expr value;
	m->n_results = 1;
	m->results[0] = (Value){0};
	if (!m->pool || TAG_EXPR(m->site.args[0].tag) || !text_at(m, addr, &t) || t.len >= FLOAT_TEXT ||
		(!t.open && m->mem.bytes[addr + t.len]) || !(value = float_of_text(m->pool, &t, bits)))
		return CALL_DONE;
	char text[FLOAT_TEXT + 1] = "";
	memcpy(text, &m->mem.bytes[addr], t.len);
	double d = strtod(text, NULL);
	float f = strtof(text, NULL);
	u64 now = 0;
	memcpy(&now, bits == 32 ? (void *)&f : (void *)&d, bits / 8);
	Tag tag = m->mem.tags[addr];
	snap_looks(m, tag);
	tag = tag_whole(m, tag) & (m->track ? TAG_DEPS : TAG_UNDEFINED);
	Value end = {addr + t.len, 0, 0};
	if (t.open) {
		Expr length = expr_zext(m->pool, expr_textlen(m->pool, t.e, t.format), 64);
		end.tag = sym_result(m, 0, expr_add(m->pool, expr_const(m->pool, 64, addr), length));
	}
	if (!access_store(m, m->site.args[2].lo, (Type)bits, 0,
					  (Value){now, 0, sym_result(m, tag, value)}) ||
		!access_store(m, m->site.args[3].lo, 64, 0, end))
		return CALL_ENDED;
	m->results[0] = (Value){1, 0, 0};
	return CALL_DONE;
}

/* Texts among bytes that go where positions count, such as a file: how long they are is decided
 * now. */
void sym_pin_texts(Machine *m, u64 addr, u64 n)
{
	if (!m->pool || !memory_covering(&m->mem, addr, n) || memory_all_readable(&m->mem, addr, n))
		return;
	for (u64 i = 0; i < n; i++) {
		TextAt t;
		if (memory_is_readable(&m->mem, addr + i) || !text_at(m, addr + i, &t))
			continue;
		Value length = {t.len, 0, sym_result(m, 0, expr_textlen(m->pool, t.e, t.format))};
		sym_concretise(m, &length, NULL);
	}
}

/* True if the address is "start of a text plus its length": the byte there ends the text. */
bool sym_text_end(Machine *m, Expr address, u64 addr)
{
	ExprPool *p = m->pool;
	if (expr_op(p, address) != EXPR_ADD)
		return false;
	for (u32 k = 0; k < 2; k++) {
		Expr start = expr_kid(p, address, k), length = expr_kid(p, address, 1 - k);
		if (!expr_is_const(p, start) || expr_op(p, length) != EXPR_ZEXT)
			continue;
		length = expr_kid(p, length, 0);
		TextAt t;
		if (expr_op(p, length) != EXPR_TEXTLEN || !text_at(m, (u64)expr_value(p, start), &t))
			return false;
		return t.open && t.e == expr_kid(p, length, 0) && t.format == expr_text_format(p, length) &&
			   (u64)expr_value(p, start) + t.len == addr;
	}
	return false;
}
