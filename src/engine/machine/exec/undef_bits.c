/* undef_bits.c: which bits of a result are undefined, if some bits of its operands are.
 *
 * The rules are those of MemorySanitizer, except where these miss undefined bits: a carry goes up
 * from an undefined bit, and a product changes in all bits above. A bit is defined only if it has
 * the same value for all values of the undefined bits, and that on every input that follows the
 * path of this run. So we use the value of an operand only where it has no expression, or where
 * the expression has the same bit on every input. Then snapshots and conditions need not ask
 * whether a bit is defined.
 */
#include "engine/machine/sym.h"

/* What is known of the bits of an operand on every input of the path. */
typedef struct Bits {
	u128 undef; /* undefined */
	u128 one;   /* defined, and 1 */
	u128 zero;  /* defined, and 0 */
} Bits;

static u128 all_bits(u32 width)
{
	return width >= 128 ? ~(u128)0 : ((u128)1 << width) - 1;
}

static bool is_symbolic(const Machine *m, Value v)
{
	return m->pool && TAG_EXPR(v.tag);
}

static Bits bits_of(const Machine *m, Value v, u32 width)
{
	u128 value = (u128)v.hi << 64 | v.lo, all = all_bits(width);
	Bits r = {undef_bits(m, v.tag, width), value, ~value};
	if (is_symbolic(m, v)) {
		u64 zero = 0, one = 0;
		if (width <= 64 && expr_width(m->pool, TAG_EXPR(v.tag)) == width)
			expr_known_bits(m->pool, TAG_EXPR(v.tag), &zero, &one);
		r.one = one;
		r.zero = zero;
	}
	r.one &= ~r.undef & all;
	r.zero &= ~r.undef & all;
	return r;
}

/* All bits from the lowest one of a set on. */
static u128 upward(u128 bits)
{
	return bits ? ~((bits & (0 - bits)) - 1) : 0;
}

/* All bits up to the highest one of a set. */
static u128 below_top(u128 bits)
{
	for (u32 n = 1; n < 128; n *= 2)
		bits |= bits >> n;
	return bits;
}

/* Number of low bits that are 0. */
static u32 low_zeros(Bits x, u32 width)
{
	u32 n = 0;
	while (n < width && x.zero >> n & 1)
		n++;
	return n;
}

/* A sum or difference is undefined in a bit if a carry may or may not come there: we compare the
 * carries of the least and the greatest operands. If other bits depend on the input, a carry may go
 * anywhere above the lowest undefined bit; in a sum that fits, not above its greatest value. */
static u128 of_sum(bool minus, Bits a, Bits b, bool symbolic, u32 width)
{
	u128 either = a.undef | b.undef, all = all_bits(width);
	if (symbolic) {
		u128 most = (all & ~a.zero) + (all & ~b.zero);
		bool fits = !minus && width < 128 && most <= all;
		return upward(either) & (fits ? below_top(most) : all);
	}
	u128 least = minus ? a.one - b.one - b.undef : a.one + b.one;
	u128 most = minus ? a.one + a.undef - b.one : least + a.undef + b.undef;
	return (least ^ most) | either;
}

/* A product is defined below the lowest undefined bit, and where all products of the ranges have the
 * same bits. */
static u128 of_product(Bits a, Bits b, u32 width)
{
	u32 from_a = low_zeros(b, width), from_b = low_zeros(a, width);
	u128 low = 0, all = all_bits(width), least, most;
	if (from_a < width && ((all & ~b.zero) >> from_a) == 1 && !b.undef)
		return a.undef << from_a; /* by a power of two, or by zero */
	if (from_a < width)
		low |= a.undef << from_a;
	if (from_b < width)
		low |= b.undef << from_b;
	if (__builtin_mul_overflow(all & ~a.zero, all & ~b.zero, &most) || most > all)
		return upward(low);
	least = a.one * b.one;
	return upward(low) & below_top(least ^ most);
}

/* A quotient or remainder by a power of two that is the same on every input; else all bits. */
static u128 of_quotient(bool rest, Bits a, Value d, Bits b, bool symbolic)
{
	bool power = !d.hi && d.lo && !(d.lo & (d.lo - 1));
	if (b.undef || symbolic || !power)
		return ~(u128)0;
	return rest ? a.undef & (d.lo - 1) : a.undef >> __builtin_ctzll(d.lo);
}

static bool is_less(Pred p, u128 x, u128 y)
{
	switch (p) {
	case P_ULT:
	case P_SLT:
	case P_UGE:
	case P_SGE: return x < y;
	default: return x <= y;
	}
}

/* A comparison is defined if a known bit differs, or if the ranges do not overlap. */
static bool compare_is_open(Pred p, Bits a, Bits b, u32 width)
{
	if (p == P_EQ || p == P_NE)
		return !((a.one & b.zero) | (a.zero & b.one));
	u128 all = all_bits(width);
	if (p >=
		P_SGT) { /* signed: with the sign turned round, numbers are ordered like unsigned ones */
		u128 top = (u128)1 << (width - 1);
		Bits *both[] = {&a, &b};
		for (u32 i = 0; i < countof(both); i++) {
			u128 one = both[i]->one;
			both[i]->one = (one & ~top) | (both[i]->zero & top);
			both[i]->zero = (both[i]->zero & ~top) | (one & top);
		}
	}
	u128 a_most = all & ~a.zero, b_most = all & ~b.zero;
	return is_less(p, a.one, b_most) != is_less(p, a_most, b.one);
}

/* An undefined condition leaves defined what both values have in common. */
static u128 of_choice(Machine *m, Value cond, Value b, Value c, u32 width)
{
	Bits x = bits_of(m, b, width), y = bits_of(m, c, width);
	if (!(cond.tag & TAG_UNDEFINED))
		return cond.lo ? x.undef : y.undef;
	return ~((x.one & y.one) | (x.zero & y.zero));
}

/* The instruction moves bits, as far as the last operand says: their marks move like them. */
static u128 moved(Machine *m, const Ins *in, Value a, Value b, Value c)
{
	bool funnel = in->op == I_FSHL || in->op == I_FSHR;
	bool shift = in->op == I_SHL || in->op == I_LSHR || in->op == I_ASHR;
	u32 width = type_bits(ins_type_a(in));
	Value by = funnel ? c : b, out[2] = {{0}, {0}};
	if ((funnel || shift) && (by.tag & TAG_UNDEFINED || is_symbolic(m, by)))
		return ~(u128)0;
	u128 x = undef_bits(m, a.tag, width), y = funnel ? undef_bits(m, b.tag, width) : 0;
	ErrorKind kind;
	Value marks = {(u64)y, (u64)(y >> 64), 0};
	eval_ins(in, (Value){(u64)x, (u64)(x >> 64), 0}, funnel ? marks : b, c, out, &kind);
	return (u128)out[0].hi << 64 | out[0].lo;
}

u128 undef_result(Machine *m, const Ins *in, Value a, Value b, Value c)
{
	u32 width = type_bits(in->type);
	bool symbolic = is_symbolic(m, a) || is_symbolic(m, b);
	if (in->op == I_SELECT)
		return of_choice(m, a, b, c, width);
	Bits x = bits_of(m, a, type_bits(ins_type_a(in)));
	Bits y = in->b == NO_OPERAND ? (Bits){0} : bits_of(m, b, type_bits(ins_type_b(in)));
	switch (in->op) {
	case I_AND: return (x.undef & ~y.zero) | (y.undef & ~x.zero);
	case I_OR: return (x.undef & ~y.one) | (y.undef & ~x.one);
	case I_XOR: return x.undef | y.undef;
	case I_ADD:
	case I_SUB: return of_sum(in->op == I_SUB, x, y, symbolic, width);
	case I_MUL: return of_product(x, y, width);
	case I_UDIV:
	case I_UREM: return of_quotient(in->op == I_UREM, x, b, y, is_symbolic(m, b));
	case I_ICMP: return compare_is_open(in->sub, x, y, width);
	case I_FNEG: return x.undef;
	case I_SHL:
	case I_LSHR:
	case I_ASHR:
	case I_TRUNC:
	case I_ZEXT:
	case I_SEXT:
	case I_BITCAST:
	case I_MOV:
	case I_BSWAP:
	case I_BITREVERSE:
	case I_FSHL:
	case I_FSHR: return moved(m, in, a, b, c);
	default: return ~(u128)0;
	}
}
