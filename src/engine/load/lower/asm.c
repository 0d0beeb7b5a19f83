/* asm.c: lowers the inline assembly that ordinary C programs contain.
 *
 * A template is normalised (one statement after the other, AT&T alternatives, single blanks, no
 * comments) and looked up in a table. The table has barriers, copies, cpuid, and a few
 * arithmetic instructions that the machine can execute exactly. Templates that consist of such
 * instructions on operands are lowered step by step (asm_steps.c). All others are rejected when
 * they are executed. The processor that cpuid describes has no extensions, so programs use their
 * portable code.
 */
#include "engine/load/lower/asm.h"

#include <llvm-c/Core.h>

typedef enum AsmShape {
	ASM_COPY, /* does nothing: outputs are the inputs in the same registers */
	ASM_ZERO, /* all outputs are zero */
	ASM_TRAP, /* ends the program */
	ASM_BSWAP,
	ASM_ROTATE8, /* 16 bits, halves swapped */
	ASM_LOWEST,  /* number of the lowest bit set */
	ASM_HIGHEST,
	ASM_COUNT,
	ASM_UMUL, /* second:first output = first output * operand */
	ASM_SMUL,
	ASM_ADD, /* first:second output = the sum of two double words */
	ASM_SUB,
} AsmShape;

typedef struct AsmTemplate {
	const char *text; /* in normal form, operand modifiers dropped */
	u8 shape;         /* AsmShape */
	u8 bits;          /* that all operands must have; 0 = any */
} AsmTemplate;

static const AsmTemplate templates[] = {
	{"", ASM_COPY, 0},
	{"nop", ASM_COPY, 0},
	{"pause", ASM_COPY, 0},
	{"rep;nop", ASM_COPY, 0},
	{"rep nop", ASM_COPY, 0},
	{"mfence", ASM_COPY, 0},
	{"lfence", ASM_COPY, 0},
	{"sfence", ASM_COPY, 0},
	{"lock;addl $$0,(%rsp)", ASM_COPY, 0},
	{"lock;addl $$0,0(%rsp)", ASM_COPY, 0},
	{"lock;orl $$0,(%rsp)", ASM_COPY, 0},
	{"lock;orq $$0,(%rsp)", ASM_COPY, 0},
	{"ud2", ASM_TRAP, 0},
	{"xgetbv", ASM_ZERO, 0},
	{".byte 0x0f,0x01,0xd0", ASM_ZERO, 0},
	{"bswap $0", ASM_BSWAP, 0},
	{"bswapl $0", ASM_BSWAP, 32},
	{"bswapq $0", ASM_BSWAP, 64},
	{"rorw $$8,$0", ASM_ROTATE8, 16},
	{"rolw $$8,$0", ASM_ROTATE8, 16},
	{"xchgb ${0:b},${0:h}", ASM_ROTATE8, 16},
	{"bsf $1,$0", ASM_LOWEST, 0},
	{"bsfl $1,$0", ASM_LOWEST, 32},
	{"bsfq $1,$0", ASM_LOWEST, 64},
	{"bsr $1,$0", ASM_HIGHEST, 0},
	{"bsrl $1,$0", ASM_HIGHEST, 32},
	{"bsrq $1,$0", ASM_HIGHEST, 64},
	{"popcnt $1,$0", ASM_COUNT, 0},
	{"popcntl $1,$0", ASM_COUNT, 32},
	{"popcntq $1,$0", ASM_COUNT, 64},
	{"mull $3", ASM_UMUL, 32},
	{"mulq $3", ASM_UMUL, 64},
	{"imull $3", ASM_SMUL, 32},
	{"imulq $3", ASM_SMUL, 64},
	{"addl $5,$1;adcl $3,$0", ASM_ADD, 32},
	{"addq $5,$1;adcq $3,$0", ASM_ADD, 64},
	{"subl $5,$1;sbbl $3,$0", ASM_SUB, 32},
	{"subq $5,$1;sbbq $3,$0", ASM_SUB, 64},
};

/* ---- operands ---- */

static void add_constraint(Asm *a, const char *text, size_t n, int *arg, int *result)
{
	AsmOperand o = {.tied = -1, .arg = -1, .result = -1, .output = n && *text == '='};
	for (size_t i = 0; i < n; i++) {
		if (text[i] == '*')
			o.memory = true;
		if (text[i] == '{') {
			snprintf(o.location, sizeof o.location, "%.*s", (int)(n - i), text + i);
			break;
		}
	}
	size_t digit = n && *text == '%'; /* after the mark of what commutes */
	if (!o.output && digit < n && text[digit] >= '0' && text[digit] <= '9')
		o.tied = atoi(text + digit);
	if (o.output && !o.memory) {
		o.result = (*result)++;
		if ((size_t)o.result < a->types.len)
			o.type = a->types.at[o.result];
	} else {
		o.arg = (*arg)++;
		if ((unsigned)o.arg < LLVMGetNumArgOperands(a->call)) {
			o.from = LLVMGetOperand(a->call, (unsigned)o.arg);
			o.type = scalar_type(LLVMTypeOf(o.from));
		}
	}
	vec_push(&a->operands, o);
}

/* "=&r,=*m,{ax},0,~{memory}": clobbers are no operands. */
static void read_constraints(Asm *a, const char *text, size_t n)
{
	int arg = 0, result = 0;
	for (size_t i = 0; i < n;) {
		size_t end = i;
		for (bool braces = false; end < n && (braces || text[end] != ','); end++)
			braces = text[end] == '{' || (braces && text[end] != '}');
		if (text[i] != '~')
			add_constraint(a, text + i, end - i, &arg, &result);
		i = end + 1;
	}
}

/* The input that starts out in the place of output k, or NULL. */
const AsmOperand *asm_input_of(const Asm *a, size_t k)
{
	const AsmOperand *out = &a->operands.at[k];
	for (size_t i = 0; i < a->operands.len; i++) {
		const AsmOperand *o = &a->operands.at[i];
		if (!o->output && !o->memory &&
			(o->tied == (int)k || (*out->location && !strcmp(o->location, out->location))))
			return o;
	}
	return NULL;
}

/* ---- the normal form ---- */

static void end_statement(Buf *to)
{
	while (to->len && (to->at[to->len - 1] == ' ' || to->at[to->len - 1] == ';'))
		to->at[--to->len] = 0;
	if (to->len)
		buf_addc(to, ';');
}

static bool ends_in(const Buf *b, const char *set)
{
	return !b->len || strchr(set, b->at[b->len - 1]);
}

/* Of `$(att$|intel$)` the first alternative; `$1` for `${1:q}`; one blank, none around commas. */
static void normal_form(const char *s, size_t n, Buf *to)
{
	bool skip = false; /* in the other alternative */
	for (size_t i = 0; i < n; i++) {
		char c = s[i], next = i + 1 < n ? s[i + 1] : 0;
		if (c == '$' && next && strchr("(|)", next)) {
			skip = next == '|' || (skip && next != ')');
			i++;
		} else if (skip) {
			continue;
		} else if (c == '#' || (c == '/' && next == '/')) {
			while (i + 1 < n && s[i + 1] != '\n')
				i++;
		} else if (c == '\n' || c == ';') {
			end_statement(to);
		} else if (c == ' ' || c == '\t') {
			if (!ends_in(to, " ,;"))
				buf_addc(to, ' ');
		} else if (c == ',' && to->len && to->at[to->len - 1] == ' ') {
			to->at[to->len - 1] = ',';
		} else {
			buf_addc(to, c);
		}
	}
	end_statement(to);
	if (to->len)
		to->at[--to->len] = 0;
}

static void drop_modifiers(const char *s, Buf *to)
{
	while (*s) {
		if (s[0] == '$' && s[1] == '{' && s[2] >= '0' && s[2] <= '9' && s[3] == ':' && s[4] &&
			s[5] == '}') {
			buf_addf(to, "$%c", s[2]);
			s += 6;
		} else {
			buf_addc(to, *s++);
		}
	}
}

/* cpuid, with or without care for rbx, which position-independent code may need. */
static bool is_cpuid(const char *text)
{
	bool found = false;
	for (const char *s = text; *s;) {
		size_t n = strcspn(s, ";");
		if (n == 5 && !strncmp(s, "cpuid", 5)) {
			found = true;
		} else {
			bool moves = !strncmp(s, "mov", 3) || !strncmp(s, "xchg", 4) ||
						 !strncmp(s, "push", 4) || !strncmp(s, "pop", 3);
			const char *rbx = strstr(s, "bx");
			if (!moves || !rbx || rbx >= s + n)
				return false;
		}
		s += n + (s[n] == ';');
	}
	return found;
}

/* ---- what the shapes do ---- */

static Operand input_value(Asm *a, size_t k)
{
	return lower_operand(a->l, a->operands.at[k].from);
}

static void set_output(Asm *a, size_t k, Operand value)
{
	const AsmOperand *o = &a->operands.at[k];
	emit(a->l, I_MOV, o->type, a->results.at[o->result], value, NO_OPERAND, NO_OPERAND);
}

static Operand binary(Asm *a, InsOp op, Type t, Operand x, Operand y)
{
	u32 d = new_reg(a->l, t);
	emit(a->l, op, t, d, x, y, NO_OPERAND);
	return d;
}

static Operand convert(Asm *a, InsOp op, Type from, Type to, Operand x)
{
	u32 d = new_reg(a->l, to);
	emit(a->l, op, from, d, x, NO_OPERAND, NO_OPERAND)->type2 = to;
	return d;
}

static Operand number(Asm *a, Type t, u64 value)
{
	return const_operand(a->l, t, value, 0, false);
}

static bool copy_outputs(Asm *a)
{
	for (size_t k = 0; k < a->operands.len; k++) {
		const AsmOperand *o = &a->operands.at[k];
		if (o->result < 0)
			continue;
		const AsmOperand *in = asm_input_of(a, k);
		if (in && in->type != o->type)
			return false;
		set_output(a, k,
				   in ? lower_operand(a->l, in->from) : const_operand(a->l, o->type, 0, 0, true));
	}
	return true;
}

static bool zero_outputs(Asm *a)
{
	for (size_t k = 0; k < a->operands.len; k++)
		if (a->operands.at[k].output && a->operands.at[k].memory)
			return false;
	for (size_t k = 0; k < a->operands.len; k++)
		if (a->operands.at[k].result >= 0)
			set_output(a, k, number(a, a->operands.at[k].type, 0));
	return true;
}

/* The lowest or highest bit set; of zero the processor says nothing. */
static void find_bit(Asm *a, bool highest)
{
	Type t = a->operands.at[0].type;
	Operand x = input_value(a, 1), no = const_operand(a->l, t, 0, 0, true);
	Operand k = binary(a, highest ? I_CTLZ : I_CTTZ, t, x, number(a, 1, 0));
	if (highest)
		k = binary(a, I_XOR, t, k, number(a, t, t - 1u));
	u32 none = new_reg(a->l, 1), d = new_reg(a->l, t);
	Ins *i = emit(a->l, I_ICMP, t, none, x, number(a, t, 0), NO_OPERAND);
	i->type2 = 1;
	i->sub = P_EQ;
	emit(a->l, I_SELECT, t, d, none, no, k);
	set_output(a, 0, d);
}

static void multiply(Asm *a, InsOp extend)
{
	Type t = a->operands.at[0].type, wide = (Type)(2 * t);
	Operand x = convert(a, extend, t, wide, lower_operand(a->l, asm_input_of(a, 0)->from));
	Operand y = convert(a, extend, t, wide, input_value(a, 3));
	Operand product = binary(a, I_MUL, wide, x, y);
	Operand high = binary(a, I_LSHR, wide, product, number(a, wide, t));
	set_output(a, 0, convert(a, I_TRUNC, wide, t, product));
	set_output(a, 1, convert(a, I_TRUNC, wide, t, high));
}

static Operand double_word(Asm *a, Type t, Operand high, Operand low)
{
	Type wide = (Type)(2 * t);
	Operand up = convert(a, I_ZEXT, t, wide, high);
	up = binary(a, I_SHL, wide, up, number(a, wide, t));
	return binary(a, I_OR, wide, up, convert(a, I_ZEXT, t, wide, low));
}

/* Operands as GMP's longlong.h has them: outputs 0 (high) and 1 (low), then the high and the
 * low words of both sides, of which 2 and 4 share the outputs' places. */
static void add_double(Asm *a, InsOp op)
{
	Type t = a->operands.at[0].type, wide = (Type)(2 * t);
	Operand x = double_word(a, t, lower_operand(a->l, asm_input_of(a, 0)->from),
							lower_operand(a->l, asm_input_of(a, 1)->from));
	Operand y = double_word(a, t, input_value(a, 3), input_value(a, 5));
	Operand sum = binary(a, op, wide, x, y);
	Operand high = binary(a, I_LSHR, wide, sum, number(a, wide, t));
	set_output(a, 1, convert(a, I_TRUNC, wide, t, sum));
	set_output(a, 0, convert(a, I_TRUNC, wide, t, high));
}

/* True if the operands are as a shape expects them: `outs` outputs, the first `tied` of which have
 * inputs, and inputs up to number `last`; all direct integers of one width. */
static bool fits(const Asm *a, size_t outs, size_t tied, size_t last, u32 bits)
{
	if (a->intel || a->operands.len <= last || a->results.len != outs)
		return false;
	Type t = a->operands.at[0].type;
	if (!type_is_int(t) || (bits && t != bits) || t > 64 || t < 16)
		return false;
	for (size_t i = 0; i < a->operands.len; i++) {
		const AsmOperand *o = &a->operands.at[i];
		if (o->output != (i < outs) || o->memory || o->type != t)
			return false;
		if (i < tied && !asm_input_of(a, i))
			return false;
	}
	return true;
}

static bool lower_shape(Asm *a, AsmShape shape, u32 bits)
{
	Lower *l = a->l;
	switch (shape) {
	case ASM_COPY: return copy_outputs(a);
	case ASM_ZERO: return zero_outputs(a);
	case ASM_TRAP:
		emit(l, I_TRAP, TYPE_VOID, NO_REG, NO_OPERAND, NO_OPERAND, NO_OPERAND);
		return true;
	case ASM_BSWAP:
	case ASM_ROTATE8: {
		if (!fits(a, 1, 1, 1, bits) || (shape == ASM_BSWAP && a->operands.at[0].type == 16))
			return false;
		Operand x = lower_operand(l, asm_input_of(a, 0)->from);
		set_output(a, 0, binary(a, I_BSWAP, a->operands.at[0].type, x, NO_OPERAND));
		return true;
	}
	case ASM_COUNT:
		if (!fits(a, 1, 0, 1, bits))
			return false;
		set_output(a, 0, binary(a, I_CTPOP, a->operands.at[0].type, input_value(a, 1), NO_OPERAND));
		return true;
	case ASM_LOWEST:
	case ASM_HIGHEST:
		if (!fits(a, 1, 0, 1, bits))
			return false;
		find_bit(a, shape == ASM_HIGHEST);
		return true;
	case ASM_UMUL:
	case ASM_SMUL:
		if (!fits(a, 2, 1, 3, bits))
			return false;
		multiply(a, shape == ASM_UMUL ? I_ZEXT : I_SEXT);
		return true;
	case ASM_ADD:
	case ASM_SUB:
		if (!fits(a, 2, 2, 5, bits))
			return false;
		add_double(a, shape == ASM_ADD ? I_ADD : I_SUB);
		return true;
	}
	return false;
}

static bool lower_template(Asm *a, const char *text)
{
	if (is_cpuid(text))
		return zero_outputs(a);
	Buf plain = {0};
	drop_modifiers(text, &plain);
	const char *short_text = buf_str(&plain);
	bool ok = false, found = false;
	for (size_t i = 0; i < countof(templates) && !found; i++) {
		const AsmTemplate *t = &templates[i];
		found = !strcmp(text, t->text) || !strcmp(short_text, t->text);
		if (found)
			ok = lower_shape(a, t->shape, t->bits);
	}
	if (!found)
		ok = asm_steps(a, short_text);
	buf_free(&plain);
	return ok;
}

void lower_asm(Lower *l, LLVMValueRef v)
{
	Asm a = {.l = l, .call = v};
	LLVMValueRef body = LLVMGetCalledValue(v);
	size_t n = 0, n_constraints = 0;
	const char *text = LLVMGetInlineAsmAsmString(body, &n);
	const char *constraints = LLVMGetInlineAsmConstraintString(body, &n_constraints);
	a.intel = LLVMGetInlineAsmDialect(body) == LLVMInlineAsmDialectIntel;
	bool ok = true;
	if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMVoidTypeKind) {
		u32 count = 0;
		ok = flatten(l, LLVMTypeOf(v), &a.types);
		const Operand *dst = lower_operands(l, v, &count);
		vec_append(&a.results, dst, count);
	}
	read_constraints(&a, constraints, n_constraints);
	size_t outputs = 0;
	for (size_t i = 0; i < a.operands.len; i++)
		outputs += a.operands.at[i].result >= 0;
	Buf normal = {0};
	normal_form(text, n, &normal);
	/* An output of several scalars has no registers of its own here. */
	ok = ok && outputs == a.results.len && lower_template(&a, buf_str(&normal));
	if (!ok) {
		char *what = xasprintf("inline assembly '%.60s'", buf_str(&normal));
		emit_unsupported(l, what);
		free(what);
	}
	buf_free(&normal);
	vec_free(&a.operands);
	vec_free(&a.results);
	vec_free(&a.types);
}
