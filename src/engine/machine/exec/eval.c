/* eval.c: arithmetic of every type on plain bits: what x86-64 does. */
#include "engine/machine/machine_impl.h"

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

/* ---- floats: everything goes through long double only where the type is one ---- */

static double get_f64(Value v)
{
	double d;
	memcpy(&d, &v.lo, 8);
	return d;
}

static float get_f32(Value v)
{
	float f;
	memcpy(&f, &v.lo, 4);
	return f;
}

static long double get_f80(Value v)
{
	long double x = 0;
	memcpy(&x, &v.lo, 8);
	memcpy((char *)&x + 8, &v.hi, 2);
	return x;
}

static Value put_f64(double d)
{
	Value v = {0};
	memcpy(&v.lo, &d, 8);
	return v;
}

static Value put_f32(float f)
{
	Value v = {0};
	memcpy(&v.lo, &f, 4);
	return v;
}

static Value put_f80(long double x)
{
	Value v = {0};
	memcpy(&v.lo, &x, 8);
	memcpy(&v.hi, (char *)&x + 8, 2);
	return v;
}

/* Exact: every type's values are long doubles. */
static long double to_long(Type t, Value v)
{
	return t == TYPE_F32   ? (long double)get_f32(v)
		   : t == TYPE_F64 ? (long double)get_f64(v)
						   : get_f80(v);
}

static Value from_long(Type t, long double x)
{
	return t == TYPE_F32 ? put_f32((float)x) : t == TYPE_F64 ? put_f64((double)x) : put_f80(x);
}

#define FLOAT_OP(op)                                     \
	(t == TYPE_F32   ? put_f32(get_f32(a) op get_f32(b)) \
	 : t == TYPE_F64 ? put_f64(get_f64(a) op get_f64(b)) \
					 : put_f80(get_f80(a) op get_f80(b)))
#define FLOAT_FN1(fn)                             \
	(t == TYPE_F32   ? put_f32(fn##f(get_f32(a))) \
	 : t == TYPE_F64 ? put_f64(fn(get_f64(a)))    \
					 : put_f80(fn##l(get_f80(a))))
#define FLOAT_FN2(fn)                                         \
	(t == TYPE_F32   ? put_f32(fn##f(get_f32(a), get_f32(b))) \
	 : t == TYPE_F64 ? put_f64(fn(get_f64(a), get_f64(b)))    \
					 : put_f80(fn##l(get_f80(a), get_f80(b))))

static Value float_unary(FloatFn fn, Type t, Value a)
{
	switch (fn) {
	case FF_FABS: return FLOAT_FN1(fabs);
	case FF_SQRT: return FLOAT_FN1(sqrt);
	case FF_FLOOR: return FLOAT_FN1(floor);
	case FF_CEIL: return FLOAT_FN1(ceil);
	case FF_TRUNC: return FLOAT_FN1(trunc);
	case FF_RINT: return FLOAT_FN1(rint);
	case FF_NEARBYINT: return FLOAT_FN1(nearbyint);
	case FF_ROUND: return FLOAT_FN1(round);
	case FF_ROUNDEVEN: return FLOAT_FN1(roundeven);
	case FF_SIN: return FLOAT_FN1(sin);
	case FF_COS: return FLOAT_FN1(cos);
	case FF_EXP: return FLOAT_FN1(exp);
	case FF_EXP2: return FLOAT_FN1(exp2);
	case FF_LOG: return FLOAT_FN1(log);
	case FF_LOG2: return FLOAT_FN1(log2);
	case FF_LOG10: return FLOAT_FN1(log10);
	default: return a;
	}
}

/* Repeated multiplication as compiler-rt does it. */
static long double power_int(long double x, i32 n)
{
	bool invert = n < 0;
	long double r = 1;
	for (u32 k = invert ? 0u - (u32)n : (u32)n; k; k >>= 1, x *= x)
		if (k & 1)
			r *= x;
	return invert ? 1 / r : r;
}

/* Of two zeros the C library takes one by their order, which a compiler thinks does not matter. Only
 * for long double there is no code of its own for it. */
static Value by_library(long double (*volatile fn)(long double, long double), Value a, Value b)
{
	return put_f80(fn(get_f80(a), get_f80(b)));
}

static Value float_binary(FloatFn fn, Type t, Value a, Value b)
{
	switch (fn) {
	case FF_COPYSIGN: return FLOAT_FN2(copysign);
	case FF_MINNUM: return t == TYPE_F80 ? by_library(fminl, a, b) : FLOAT_FN2(fmin);
	case FF_MAXNUM: return t == TYPE_F80 ? by_library(fmaxl, a, b) : FLOAT_FN2(fmax);
	case FF_MINIMUM:
	case FF_MAXIMUM: {
		long double x = to_long(t, a), y = to_long(t, b);
		if (isnan(x) || isnan(y))
			return isnan(x) ? a : b;
		bool first = x == y ? !signbit(x) == (fn == FF_MAXIMUM) : (x > y) == (fn == FF_MAXIMUM);
		return first ? a : b;
	}
	case FF_POW: return FLOAT_FN2(pow);
	case FF_POWI: return from_long(t, power_int(to_long(t, a), (i32)b.lo));
	case FF_LDEXP: return from_long(t, ldexpl(to_long(t, a), (i32)b.lo));
	default: return a;
	}
}

static bool float_compare(Pred p, long double x, long double y)
{
	bool un = isnan(x) || isnan(y);
	switch (p) {
	case P_OEQ: return x == y;
	case P_OGT: return x > y;
	case P_OGE: return x >= y;
	case P_OLT: return x < y;
	case P_OLE: return x <= y;
	case P_ONE: return !un && x != y;
	case P_ORD: return !un;
	case P_UNO: return un;
	case P_UEQ: return un || x == y;
	case P_FUGT: return un || x > y;
	case P_FUGE: return un || x >= y;
	case P_FULT: return un || x < y;
	case P_FULE: return un || x <= y;
	case P_UNE: return un || x != y;
	case P_FTRUE: return true;
	default: return false;
	}
}

/* llvm.is.fpclass: one bit per class, from signalling nan up. */
static bool float_class(Type t, Value v, u32 classes)
{
	long double x = to_long(t, v);
	bool neg = t == TYPE_F32 ? v.lo >> 31 & 1 : t == TYPE_F64 ? v.lo >> 63 : v.hi >> 15 & 1;
	u32 is;
	int c = t == TYPE_F32   ? fpclassify(get_f32(v))
			: t == TYPE_F64 ? fpclassify(get_f64(v))
							: fpclassify(x);
	switch (c) {
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

/* What the hardware's conversions give, also out of range ("integer indefinite"). */
static u128 float_to_int(Type t, Value v, u32 bits, bool is_signed)
{
	long double x = to_long(t, v);
	if (bits > 64) {
		if (isnan(x) || fabsl(x) >= 0x1p128L)
			return (u128)1 << 127;
		return is_signed || x < 0 ? (u128)(i128)x : (u128)x;
	}
	if (is_signed || bits < 64) {
		u32 reach = is_signed && bits <= 32 ? 32 : 64;
		bool fits =
			!isnan(x) && x > -ldexpl(1, (int)reach - 1) - 1 && x < ldexpl(1, (int)reach - 1);
		return fits ? (u128)(i64)x : (u128)1 << (reach - 1);
	}
	if (isnan(x) || x <= -0x1p63L - 1 || x >= 0x1p64L)
		return (u128)1 << 63;
	return x < 0 ? (u128)(u64)(i64)x : (u128)(u64)x;
}

static u128 float_to_int_sat(Type t, Value v, u32 bits, bool is_signed)
{
	long double x = to_long(t, v);
	if (isnan(x))
		return 0;
	long double low = is_signed ? -ldexpl(1, (int)bits - 1) : 0;
	long double high = ldexpl(1, (int)(is_signed ? bits - 1 : bits));
	if (x <= low)
		return is_signed ? (u128)1 << (bits - 1) : 0;
	if (x >= high)
		return is_signed ? mask(bits - 1) : mask(bits);
	return is_signed ? (u128)(i128)x : (u128)x;
}

static Value int_to_float(Type t, u128 x, u32 bits, bool is_signed)
{
	/* Through the target type at once: rounding twice would differ. */
	if (is_signed) {
		i128 s = sign(x, bits);
		return t == TYPE_F32   ? put_f32((float)s)
			   : t == TYPE_F64 ? put_f64((double)s)
							   : put_f80((long double)s);
	}
	return t == TYPE_F32   ? put_f32((float)x)
		   : t == TYPE_F64 ? put_f64((double)x)
						   : put_f80((long double)x);
}

static bool eval_float(const Ins *in, Value a, Value b, Value c, Value *out)
{
	Type t = in->type;
	switch (in->op) {
	case I_FADD: *out = FLOAT_OP(+); return true;
	case I_FSUB: *out = FLOAT_OP(-); return true;
	case I_FMUL: *out = FLOAT_OP(*); return true;
	case I_FDIV: *out = FLOAT_OP(/); return true;
	case I_FREM: *out = FLOAT_FN2(fmod); return true;
	case I_FNEG:
		*out = a;
		if (t == TYPE_F80)
			out->hi ^= 0x8000;
		else
			out->lo ^= 1ull << (type_bits(t) - 1);
		return true;
	case I_FCMP: *out = narrow(float_compare(in->sub, to_long(t, a), to_long(t, b))); return true;
	case I_FPTOUI:
		*out = narrow(float_to_int(t, a, in->type2, false) & mask(in->type2));
		return true;
	case I_FPTOSI:
		*out = narrow(float_to_int(t, a, in->type2, true) & mask(in->type2));
		return true;
	case I_FPTOUI_SAT:
		*out = narrow(float_to_int_sat(t, a, in->type2, false) & mask(in->type2));
		return true;
	case I_FPTOSI_SAT:
		*out = narrow(float_to_int_sat(t, a, in->type2, true) & mask(in->type2));
		return true;
	case I_UITOFP: *out = int_to_float(in->type2, wide(a), t, false); return true;
	case I_SITOFP: *out = int_to_float(in->type2, wide(a), t, true); return true;
	case I_FPCONV: *out = from_long(in->type2, to_long(t, a)); return true;
	case I_FUNARY: *out = float_unary(in->sub, t, a); return true;
	case I_FBINARY: *out = float_binary(in->sub, t, a, b); return true;
	case I_FMA:
		*out = t == TYPE_F32   ? put_f32(fmaf(get_f32(a), get_f32(b), get_f32(c)))
			   : t == TYPE_F64 ? put_f64(fma(get_f64(a), get_f64(b), get_f64(c)))
							   : put_f80(fmal(get_f80(a), get_f80(b), get_f80(c)));
		return true;
	case I_FPCLASS: *out = narrow(float_class(t, a, (u32)in->imm)); return true;
	default: return false;
	}
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
	return op == I_SHL ? x << n : op == I_LSHR ? x >> n : (u128)(sign(x, bits) >> n);
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
