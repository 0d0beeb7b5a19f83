/* asm_steps.c: lowers inline assembly that consists of simple instructions, one by one: moves,
 * arithmetic without carry, shifts by constants, exchanges, and the test for zero after them. A
 * lock prefix has no effect with one thread.
 */
#include "engine/load/lower/asm.h"

enum { MAX_LOCATIONS = 10 }; /* operands have one digit */

/* The template while it is worked on. */
typedef struct AsmSteps {
	Asm *a;
	bool known[MAX_LOCATIONS]; /* values has the operand's register */
	Operand values[MAX_LOCATIONS];
	Operand last; /* what flags were set by, NO_OPERAND: nothing that is known */
	Type last_type;
} AsmSteps;

typedef enum StepKind {
	STEP_UNARY,
	STEP_BINARY,
	STEP_SHIFT,
	STEP_MOVE,
	STEP_EXCHANGE,
	STEP_XADD,
	STEP_CMPXCHG
} StepKind;

static const struct {
	const char *name; /* without the letter of the width */
	StepKind kind;
	InsOp op;
} steps[] = {
	{"inc", STEP_UNARY, I_ADD},   {"dec", STEP_UNARY, I_SUB},       {"neg", STEP_UNARY, I_MUL},
	{"not", STEP_UNARY, I_XOR},   {"add", STEP_BINARY, I_ADD},      {"sub", STEP_BINARY, I_SUB},
	{"and", STEP_BINARY, I_AND},  {"or", STEP_BINARY, I_OR},        {"xor", STEP_BINARY, I_XOR},
	{"imul", STEP_BINARY, I_MUL}, {"shl", STEP_SHIFT, I_SHL},       {"sal", STEP_SHIFT, I_SHL},
	{"shr", STEP_SHIFT, I_LSHR},  {"sar", STEP_SHIFT, I_ASHR},      {"rol", STEP_SHIFT, I_FSHL},
	{"ror", STEP_SHIFT, I_FSHR},  {"mov", STEP_MOVE, I_MOV},        {"xchg", STEP_EXCHANGE, I_MOV},
	{"xadd", STEP_XADD, I_ADD},   {"cmpxchg", STEP_CMPXCHG, I_MOV},
};

static Operand binary(AsmSteps *s, InsOp op, Type t, Operand x, Operand y)
{
	u32 d = new_reg(s->a->l, t);
	emit(s->a->l, op, t, d, x, y, NO_OPERAND);
	return d;
}

static Operand number(AsmSteps *s, Type t, u64 value)
{
	return const_operand(s->a->l, t, t < 64 ? value & ((1ull << t) - 1) : value, 0, false);
}

/* The output whose place an input shares, else itself. */
static size_t shared_location(const AsmSteps *s, size_t k)
{
	const AsmOperand *o = &s->a->operands.at[k];
	if (!o->output && !o->memory && o->tied >= 0)
		return (size_t)o->tied;
	return k;
}

static bool get(AsmSteps *s, size_t k, Type t, Operand *value)
{
	if (k >= s->a->operands.len)
		return false;
	k = shared_location(s, k);
	const AsmOperand *o = &s->a->operands.at[k];
	if (o->memory) {
		u32 d = new_reg(s->a->l, t);
		emit(s->a->l, I_LOAD, t, d, lower_operand(s->a->l, o->from), NO_OPERAND, NO_OPERAND);
		*value = d;
		return true;
	}
	if (o->type != t)
		return false;
	if (!s->known[k]) {
		const AsmOperand *in = o->output ? asm_input_of(s->a, k) : o;
		if (in && in->type != t)
			return false;
		s->values[k] =
			in ? lower_operand(s->a->l, in->from) : const_operand(s->a->l, t, 0, 0, true);
		s->known[k] = true;
	}
	*value = s->values[k];
	return true;
}

static bool put(AsmSteps *s, size_t k, Type t, Operand value)
{
	if (k >= s->a->operands.len)
		return false;
	k = shared_location(s, k);
	const AsmOperand *o = &s->a->operands.at[k];
	if (!o->output || (!o->memory && o->type != t))
		return false;
	if (o->memory) {
		emit(s->a->l, I_STORE, t, NO_REG, lower_operand(s->a->l, o->from), value, NO_OPERAND);
		return true;
	}
	s->values[k] = value;
	s->known[k] = true;
	return true;
}

/* "$3": an operand. "$$5": a number. */
static bool is_location(const char *s, size_t n, size_t *k)
{
	*k = n == 2 ? (size_t)(s[1] - '0') : 0;
	return n == 2 && s[0] == '$' && s[1] >= '0' && s[1] <= '9';
}

static bool source(AsmSteps *s, const char *text, size_t n, Type t, Operand *value)
{
	size_t k;
	if (is_location(text, n, &k))
		return get(s, k, t, value);
	char *end;
	char digits[24];
	if (n < 3 || n >= sizeof digits || text[0] != '$' || text[1] != '$')
		return false;
	snprintf(digits, sizeof digits, "%.*s", (int)(n - 2), text + 2);
	*value = number(s, t, (u64)strtoll(digits, &end, 0));
	return !*end;
}

static void set_flags(AsmSteps *s, Operand value, Type t)
{
	s->last = value;
	s->last_type = t;
}

static Operand is_zero(AsmSteps *s, Operand x, Type t)
{
	u32 d = new_reg(s->a->l, 1);
	Ins *i = emit(s->a->l, I_ICMP, t, d, x, number(s, t, 0), NO_OPERAND);
	i->type2 = 1;
	i->sub = P_EQ;
	return d;
}

static bool unary(AsmSteps *s, InsOp op, const char *name, size_t k, Type t)
{
	Operand x;
	if (!get(s, k, t, &x))
		return false;
	bool by_one = op == I_ADD || op == I_SUB;
	Operand y = number(s, t, by_one ? 1 : UINT64_MAX);
	Operand result = binary(s, op, t, x, y);
	if (strncmp(name, "not", 3))
		set_flags(s, result, t);
	return put(s, k, t, result);
}

/* The accumulator, which cmpxchg compares with. */
static bool accumulator(const AsmSteps *s, size_t *k)
{
	for (*k = 0; *k < s->a->operands.len; ++*k)
		if (s->a->operands.at[*k].output && !strcmp(s->a->operands.at[*k].location, "{ax}"))
			return true;
	return false;
}

static bool compare_exchange(AsmSteps *s, size_t to, Type t, Operand new)
{
	size_t ax;
	Operand old, expected;
	if (!accumulator(s, &ax) || !get(s, to, t, &old) || !get(s, ax, t, &expected))
		return false;
	Operand apart = binary(s, I_SUB, t, old, expected), same = is_zero(s, apart, t);
	u32 d = new_reg(s->a->l, t);
	emit(s->a->l, I_SELECT, t, d, same, new, old);
	set_flags(s, apart, t);
	return put(s, to, t, d) && put(s, ax, t, old);
}

static bool shift(AsmSteps *s, InsOp op, size_t to, Type t, Operand x, Operand by)
{
	u32 d = new_reg(s->a->l, t);
	bool turns = op == I_FSHL || op == I_FSHR;
	emit(s->a->l, op, t, d, x, turns ? x : by, turns ? by : NO_OPERAND);
	s->last = NO_OPERAND;
	return put(s, to, t, d);
}

/* An instruction with a source and a target. */
static bool two(AsmSteps *s, StepKind kind, InsOp op, const char *from, size_t n, size_t to, Type t)
{
	Operand x, y;
	size_t other;
	bool from_location = is_location(from, n, &other);
	if (!source(s, from, n, t, &y))
		return false;
	if (kind == STEP_MOVE)
		return put(s, to, t, y);
	if (kind == STEP_CMPXCHG)
		return compare_exchange(s, to, t, y);
	if (!get(s, to, t, &x) || (kind == STEP_SHIFT && from_location))
		return false;
	if (kind == STEP_SHIFT)
		return shift(s, op, to, t, x, y);
	if (kind == STEP_EXCHANGE)
		return from_location && put(s, to, t, y) && put(s, other, t, x);
	/* What is joined with itself to nothing need not have had a value. */
	bool clears =
		op == I_XOR && from_location && shared_location(s, other) == shared_location(s, to);
	Operand result = clears ? number(s, t, 0) : binary(s, op, t, x, y);
	set_flags(s, result, t);
	if (kind == STEP_XADD && !(from_location && put(s, other, t, x)))
		return false;
	return put(s, to, t, result);
}

/* sete and setne, to a byte. */
static bool set_by_zero(AsmSteps *s, const char *text, size_t n)
{
	bool is = !strncmp(text, "sete ", 5) || !strncmp(text, "setz ", 5);
	bool not = !strncmp(text, "setne ", 6) || !strncmp(text, "setnz ", 6);
	size_t skip = is ? 5 : 6, k;
	if ((!is && !not ) || s->last == NO_OPERAND || !is_location(text + skip, n - skip, &k))
		return false;
	u32 d = new_reg(s->a->l, 8);
	Operand zero = is_zero(s, s->last, s->last_type);
	emit(s->a->l, I_SELECT, 8, d, zero, number(s, 8, is), number(s, 8, not ));
	return put(s, k, 8, d);
}

static Type width_of(char letter)
{
	switch (letter) {
	case 'b': return 8;
	case 'w': return 16;
	case 'l': return 32;
	case 'q': return 64;
	}
	return 0;
}

/* One instruction, n characters of text. */
static bool step(AsmSteps *s, const char *text, size_t n)
{
	if (n > 5 && !strncmp(text, "lock ", 5)) {
		text += 5;
		n -= 5;
	}
	if (n == 4 && !strncmp(text, "lock", 4))
		return true;
	if (n > 3 && !strncmp(text, "set", 3))
		return set_by_zero(s, text, n);
	const char *blank = memchr(text, ' ', n);
	size_t name = blank ? (size_t)(blank - text) : 0, k;
	Type t = name > 1 ? width_of(text[name - 1]) : 0;
	for (size_t i = 0; t && i < countof(steps); i++) {
		if (strlen(steps[i].name) != name - 1 || strncmp(steps[i].name, text, name - 1))
			continue;
		const char *first = blank + 1, *comma = memchr(first, ',', n - name - 1);
		if (steps[i].kind == STEP_UNARY)
			return is_location(first, n - name - 1, &k) && unary(s, steps[i].op, text, k, t);
		return comma && is_location(comma + 1, (size_t)(text + n - comma - 1), &k) &&
			   two(s, steps[i].kind, steps[i].op, first, (size_t)(comma - first), k, t);
	}
	return false;
}

static bool finish(AsmSteps *s)
{
	for (size_t k = 0; k < s->a->operands.len; k++) {
		const AsmOperand *o = &s->a->operands.at[k];
		Operand value;
		if (o->result < 0)
			continue;
		if (!type_is_int(o->type) || !get(s, k, o->type, &value))
			return false;
		emit(s->a->l, I_MOV, o->type, s->a->results.at[o->result], value, NO_OPERAND, NO_OPERAND);
	}
	return true;
}

bool asm_steps(Asm *a, const char *text)
{
	AsmSteps s = {.a = a, .last = NO_OPERAND};
	if (a->intel || a->operands.len > MAX_LOCATIONS)
		return false;
	while (*text) {
		size_t n = strcspn(text, ";");
		if (!step(&s, text, n))
			return false;
		text += n + (text[n] == ';');
	}
	return finish(&s);
}
