/* eval.c: arithmetic of every type on plain bits: what x86-64 does. */
#include "engine/expr/float/float.h"
#include "engine/machine/machine_impl.h"
#include "engine/machine/sym.h"

#include <math.h>

static u128 wide(Value v)
{
	return (u128)v.hi << 64 | v.lo;
}

static Value narrow(u128 x)
{
	return (Value){(u64)x, (u64)(x >> 64), 0};
}

static u128 mask(u32 bits)
{
	return bits >= 128 ? ~(u128)0 : ((u128)1 << bits) - 1;
}

static i128 sign(u128 x, u32 bits)
{
	u32 shift = 128 - bits;
	return (i128)(x << shift) >> shift;
}

/* ---- floats ---- */

static bool float_compare(Pred p, unsigned w, u128 a, u128 b)
{
	bool less = float_value(FLOAT_LESS, 1, w, a, b, 0),
		 more = float_value(FLOAT_LESS, 1, w, b, a, 0);
	bool same = float_value(FLOAT_EQUAL, 1, w, a, b, 0), un = !less && !more && !same;
	switch (p) {
	case P_OEQ: return same;
	case P_OGT: return more;
	case P_OGE: return more || same;
	case P_OLT: return less;
	case P_OLE: return less || same;
	case P_ONE: return less || more;
	case P_ORD: return !un;
	case P_UNO: return un;
	case P_UEQ: return un || same;
	case P_FUGT: return un || more;
	case P_FUGE: return un || more || same;
	case P_FULT: return un || less;
	case P_FULE: return un || less || same;
	case P_UNE: return !same;
	case P_FTRUE: return true;
	default: return false;
	}
}

/* llvm.is.fpclass: one bit per class, from signalling nan up. */
static bool float_class(Type t, Value v, u32 classes)
{
	bool neg = t == TYPE_F32 ? v.lo >> 31 & 1 : t == TYPE_F64 ? v.lo >> 63 : v.hi >> 15 & 1;
	float f;
	double d;
	long double x = 0;
	memcpy(&f, &v.lo, sizeof f);
	memcpy(&d, &v.lo, sizeof d);
	memcpy(&x, &v.lo, 8);
	memcpy((char *)&x + 8, &v.hi, 2);
	u32 is;
	switch (t == TYPE_F32 ? fpclassify(f) : t == TYPE_F64 ? fpclassify(d) : fpclassify(x)) {
	case FP_NAN: {
		bool quiet = t == TYPE_F32   ? v.lo >> 22 & 1
					 : t == TYPE_F64 ? v.lo >> 51 & 1
									 : v.lo >> 62 & 1;
		is = quiet ? 1 << 1 : 1 << 0;
		break;
	}
	case FP_INFINITE: is = neg ? 1 << 2 : 1 << 9; break;
	case FP_NORMAL: is = neg ? 1 << 3 : 1 << 8; break;
	case FP_SUBNORMAL: is = neg ? 1 << 4 : 1 << 7; break;
	default: is = neg ? 1 << 5 : 1 << 6; break;
	}
	return is & classes;
}

static u128 float_function(FloatFn fn, unsigned w, u128 a, u128 b)
{
	u128 sign = (u128)1 << (w - 1);
	int op = sym_float_op(fn);
	if (op >= 0)
		return float_value((FloatOp)op, w, w, a, b, 0);
	if (fn == FF_FABS)
		return a & ~sign;
	return fn == FF_COPYSIGN ? (a & ~sign) | (b & sign) : a;
}

static bool eval_float(const Ins *in, Value va, Value vb, Value vc, Value *out)
{
	unsigned w = type_bits(in->type), to = type_bits(in->type2);
	u128 a = wide(va), b = wide(vb), r;
	switch (in->op) {
	case I_FADD: r = float_value(FLOAT_ADD, w, w, a, b, 0); break;
	case I_FSUB: r = float_value(FLOAT_SUB, w, w, a, b, 0); break;
	case I_FMUL: r = float_value(FLOAT_MUL, w, w, a, b, 0); break;
	case I_FDIV: r = float_value(FLOAT_DIV, w, w, a, b, 0); break;
	case I_FREM: r = float_value(FLOAT_REM, w, w, a, b, 0); break;
	case I_FNEG: r = a ^ (u128)1 << (w - 1); break;
	case I_FCMP: r = float_compare(in->sub, w, a, b); break;
	case I_FPTOUI: r = float_value(FLOAT_TO_UNSIGNED, to, w, a, 0, 0); break;
	case I_FPTOSI: r = float_value(FLOAT_TO_SIGNED, to, w, a, 0, 0); break;
	case I_FPTOUI_SAT: r = float_value(FLOAT_SAT_UNSIGNED, to, w, a, 0, 0); break;
	case I_FPTOSI_SAT: r = float_value(FLOAT_SAT_SIGNED, to, w, a, 0, 0); break;
	case I_UITOFP: r = float_value(FLOAT_OF_UNSIGNED, to, w, a, 0, 0); break;
	case I_SITOFP: r = float_value(FLOAT_OF_SIGNED, to, w, a, 0, 0); break;
	case I_FPCONV: r = float_value(FLOAT_RESIZE, to, w, a, 0, 0); break;
	case I_FUNARY:
	case I_FBINARY: r = float_function(in->sub, w, a, b); break;
	case I_FMA: r = float_value(FLOAT_FMA, w, w, a, b, wide(vc)); break;
	case I_FPCLASS: r = float_class(in->type, va, (u32)in->imm); break;
	default: return false;
	}
	*out = narrow(r);
	return true;
}

/* ---- integers ---- */

static u32 count_leading(u128 x, u32 bits)
{
	u32 n = 0;
	while (n < bits && !(x >> (bits - 1 - n) & 1))
		n++;
	return n;
}

static u32 count_trailing(u128 x, u32 bits)
{
	u32 n = 0;
	while (n < bits && !(x >> n & 1))
		n++;
	return n;
}

static u128 reverse(u128 x, u32 bits, u32 unit)
{
	u128 r = 0;
	for (u32 i = 0; i < bits; i += unit)
		r |= (x >> i & mask(unit)) << (bits - unit - i);
	return r;
}

static bool int_compare(Pred p, u128 x, u128 y, u32 bits)
{
	i128 s = sign(x, bits), r = sign(y, bits);
	switch (p) {
	case P_EQ: return x == y;
	case P_NE: return x != y;
	case P_UGT: return x > y;
	case P_UGE: return x >= y;
	case P_ULT: return x < y;
	case P_ULE: return x <= y;
	case P_SGT: return s > r;
	case P_SGE: return s >= r;
	case P_SLT: return s < r;
	default: return s <= r;
	}
}

/* Signed or unsigned result that does not fit its width. */
static bool overflows(InsOp op, u128 x, u128 y, u32 bits, u128 *result)
{
	i128 s = sign(x, bits), r = sign(y, bits), exact;
	u128 sum;
	bool over;
	switch (op) {
	case I_SADDO:
	case I_SADDS: over = __builtin_add_overflow(s, r, &exact); break;
	case I_SSUBO:
	case I_SSUBS: over = __builtin_sub_overflow(s, r, &exact); break;
	case I_SMULO: over = __builtin_mul_overflow(s, r, &exact); break;
	default:
		over = op == I_UADDO || op == I_UADDS   ? __builtin_add_overflow(x, y, &sum)
			   : op == I_USUBO || op == I_USUBS ? __builtin_sub_overflow(x, y, &sum)
												: __builtin_mul_overflow(x, y, &sum);
		*result = sum & mask(bits);
		return over || sum != *result;
	}
	*result = (u128)exact & mask(bits);
	return over || sign(*result, bits) != exact;
}

static u128 saturated(InsOp op, u128 x, u128 y, u32 bits)
{
	u128 r;
	if (!overflows(op, x, y, bits, &r))
		return r;
	switch (op) {
	case I_UADDS: return mask(bits);
	case I_USUBS: return 0;
	default: return sign(x, bits) < 0 ? (u128)1 << (bits - 1) : mask(bits - 1);
	}
}

static bool divide(InsOp op, u128 x, u128 y, u32 bits, u128 *r)
{
	i128 s = sign(x, bits), d = sign(y, bits);
	if (!y)
		return false;
	if (op == I_UDIV || op == I_UREM) {
		*r = op == I_UDIV ? x / y : x % y;
		return true;
	}
	if (d == -1) { /* the quotient of the least number does not fit: x86 traps */
		if (x == (u128)1 << (bits - 1))
			return false;
		*r = op == I_SDIV ? 0 - x : 0;
		return true;
	}
	*r = op == I_SDIV ? (u128)(s / d) : (u128)(s % d);
	return true;
}

/* Shifts past the width are undefined; like the hardware, take the count modulo the register. */
static u32 shift_count(u128 y, u32 bits)
{
	return (u32)y & (bits <= 32 ? 31 : bits <= 64 ? 63 : 127);
}

static u128 shift(InsOp op, u128 x, u128 y, u32 bits)
{
	u32 n = shift_count(y, bits);
	if (op == I_SHL)
		return x << n;
	return op == I_LSHR ? x >> n : (u128)(sign(x, bits) >> n);
}

static u128 funnel(bool left, u128 x, u128 y, u128 z, u32 bits)
{
	u32 n = (u32)(z % bits);
	if (!n)
		return left ? x : y;
	return left ? x << n | y >> (bits - n) : x << (bits - n) | y >> n;
}

bool eval_ins(const Ins *in, Value a, Value b, Value c, Value out[2], ErrorKind *kind)
{
	u32 bits = type_bits(in->type), to = type_bits(in->type2);
	u128 x = wide(a), y = wide(b), r = 0;
	if (eval_float(in, a, b, c, &out[0]))
		return true;
	switch (in->op) {
	case I_ADD: r = x + y; break;
	case I_SUB: r = x - y; break;
	case I_MUL: r = x * y; break;
	case I_UDIV:
	case I_SDIV:
	case I_UREM:
	case I_SREM:
		if (!divide(in->op, x, y, bits, &r)) {
			*kind = ERROR_DIVISION_BY_ZERO;
			return false;
		}
		break;
	case I_SHL:
	case I_LSHR:
	case I_ASHR: r = shift(in->op, x, y, bits); break;
	case I_AND: r = x & y; break;
	case I_OR: r = x | y; break;
	case I_XOR: r = x ^ y; break;
	case I_ICMP: out[0] = narrow(int_compare(in->sub, x, y, bits)); return true;
	case I_TRUNC:
	case I_ZEXT: out[0] = narrow(x & mask(to)); return true;
	case I_SEXT: out[0] = narrow((u128)sign(x, bits) & mask(to)); return true;
	case I_BITCAST:
	case I_MOV: out[0] = narrow(x); return true;
	case I_SELECT: out[0] = a.lo ? b : c; return true;
	case I_GEP:
		r = x + (in->b == NO_OPERAND ? 0 : y * (u128)in->scale) + (u128)in->imm;
		bits = 64;
		break;
	case I_CTPOP: r = (u128)(__builtin_popcountll(a.lo) + __builtin_popcountll(a.hi)); break;
	case I_CTLZ: r = count_leading(x, bits); break;
	case I_CTTZ: r = count_trailing(x, bits); break;
	case I_BSWAP: r = reverse(x, bits, 8); break;
	case I_BITREVERSE: r = reverse(x, bits, 1); break;
	case I_FSHL: r = funnel(true, x, y, wide(c), bits); break;
	case I_FSHR: r = funnel(false, x, y, wide(c), bits); break;
	case I_ABS: r = sign(x, bits) < 0 ? 0 - x : x; break;
	case I_SMIN: r = sign(x, bits) < sign(y, bits) ? x : y; break;
	case I_SMAX: r = sign(x, bits) > sign(y, bits) ? x : y; break;
	case I_UMIN: r = x < y ? x : y; break;
	case I_UMAX: r = x > y ? x : y; break;
	case I_SADDO:
	case I_UADDO:
	case I_SSUBO:
	case I_USUBO:
	case I_SMULO:
	case I_UMULO: out[1] = narrow(overflows(in->op, x, y, bits, &r)); break;
	case I_SADDS:
	case I_UADDS:
	case I_SSUBS:
	case I_USUBS: r = saturated(in->op, x, y, bits); break;
	default: break;
	}
	out[0] = narrow(r & mask(bits));
	return true;
}
