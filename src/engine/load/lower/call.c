/* call.c: calls, intrinsics, constructors. */
#include "engine/load/lower/lower.h"
#include "engine/load/layout.h"

typedef enum CallShape {
	SHAPE_NOTHING,  /* no effect on a C program's meaning */
	SHAPE_VALUE,    /* the first argument is the result */
	SHAPE_OP,       /* one instruction, arguments as operands */
	SHAPE_FLOAT,    /* I_FUNARY / I_FBINARY with sub */
	SHAPE_ZERO,     /* a zero of the result's type */
	SHAPE_ONE,      /* a one of the result's type */
	SHAPE_LOCATION, /* some address, which is another one elsewhere */
	SHAPE_ONES,     /* all bits set: an unknown object size */
} CallShape;

typedef struct Intrinsic {
	const char *prefix; /* of the name; the first match counts */
	CallShape shape;
	u8 op; /* InsOp or FloatFn */
} Intrinsic;

static const Intrinsic intrinsics[] = {
	{"llvm.lifetime.", SHAPE_NOTHING, 0},
	{"llvm.dbg.", SHAPE_NOTHING, 0},
	{"llvm.assume", SHAPE_NOTHING, 0},
	{"llvm.prefetch", SHAPE_NOTHING, 0},
	{"llvm.va_end", SHAPE_NOTHING, 0},
	{"llvm.experimental.noalias", SHAPE_NOTHING, 0},
	{"llvm.donothing", SHAPE_NOTHING, 0},
	{"llvm.sideeffect", SHAPE_NOTHING, 0},
	{"llvm.invariant.end", SHAPE_NOTHING, 0},
	{"llvm.invariant.start", SHAPE_ZERO, 0},
	{"llvm.stackprotector", SHAPE_NOTHING, 0},
	{"llvm.x86.sse2.pause", SHAPE_NOTHING, 0},
	{"llvm.x86.sse2.lfence", SHAPE_NOTHING, 0},
	{"llvm.x86.sse2.mfence", SHAPE_NOTHING, 0},
	{"llvm.x86.sse.sfence", SHAPE_NOTHING, 0},
	{"llvm.x86.sse2.clflush", SHAPE_NOTHING, 0},
	{"llvm.x86.avx.vzero", SHAPE_NOTHING, 0},
	{"llvm.expect.", SHAPE_VALUE, 0},
	{"llvm.annotation.", SHAPE_VALUE, 0},
	{"llvm.ptr.annotation.", SHAPE_VALUE, 0},
	{"llvm.launder.", SHAPE_VALUE, 0},
	{"llvm.strip.", SHAPE_VALUE, 0},
	{"llvm.threadlocal.address", SHAPE_VALUE, 0},
	{"llvm.arithmetic.fence", SHAPE_VALUE, 0},
	{"llvm.returnaddress", SHAPE_LOCATION, 0},
	{"llvm.frameaddress", SHAPE_LOCATION, 0},
	{"llvm.get.rounding", SHAPE_ONE, 0}, /* to nearest: nothing that is supported changes it */
	{"llvm.is.constant.", SHAPE_ZERO, 0},
	{"llvm.objectsize.", SHAPE_ONES, 0},
	{"llvm.memcpy.", SHAPE_OP, I_MEMCPY},
	{"llvm.memmove.", SHAPE_OP, I_MEMMOVE},
	{"llvm.memset.", SHAPE_OP, I_MEMSET},
	{"llvm.va_start", SHAPE_OP, I_VA_START},
	{"llvm.va_copy", SHAPE_OP, I_VA_COPY},
	{"llvm.stacksave", SHAPE_OP, I_STACKSAVE},
	{"llvm.stackrestore", SHAPE_OP, I_STACKRESTORE},
	{"llvm.ctpop.", SHAPE_OP, I_CTPOP},
	{"llvm.ctlz.", SHAPE_OP, I_CTLZ},
	{"llvm.cttz.", SHAPE_OP, I_CTTZ},
	{"llvm.bswap.", SHAPE_OP, I_BSWAP},
	{"llvm.bitreverse.", SHAPE_OP, I_BITREVERSE},
	{"llvm.fshl.", SHAPE_OP, I_FSHL},
	{"llvm.fshr.", SHAPE_OP, I_FSHR},
	{"llvm.abs.", SHAPE_OP, I_ABS},
	{"llvm.smin.", SHAPE_OP, I_SMIN},
	{"llvm.smax.", SHAPE_OP, I_SMAX},
	{"llvm.umin.", SHAPE_OP, I_UMIN},
	{"llvm.umax.", SHAPE_OP, I_UMAX},
	{"llvm.sadd.with.", SHAPE_OP, I_SADDO},
	{"llvm.uadd.with.", SHAPE_OP, I_UADDO},
	{"llvm.ssub.with.", SHAPE_OP, I_SSUBO},
	{"llvm.usub.with.", SHAPE_OP, I_USUBO},
	{"llvm.smul.with.", SHAPE_OP, I_SMULO},
	{"llvm.umul.with.", SHAPE_OP, I_UMULO},
	{"llvm.sadd.sat.", SHAPE_OP, I_SADDS},
	{"llvm.uadd.sat.", SHAPE_OP, I_UADDS},
	{"llvm.ssub.sat.", SHAPE_OP, I_SSUBS},
	{"llvm.usub.sat.", SHAPE_OP, I_USUBS},
	{"llvm.ptrmask.", SHAPE_OP, I_AND},
	{"llvm.fma.", SHAPE_OP, I_FMA},
	{"llvm.is.fpclass.", SHAPE_OP, I_FPCLASS},
	{"llvm.fptosi.sat.", SHAPE_OP, I_FPTOSI_SAT},
	{"llvm.fptoui.sat.", SHAPE_OP, I_FPTOUI_SAT},
	{"llvm.trap", SHAPE_OP, I_TRAP},
	{"llvm.debugtrap", SHAPE_OP, I_TRAP},
	{"llvm.ubsantrap", SHAPE_OP, I_TRAP},
	{"llvm.fabs.", SHAPE_FLOAT, FF_FABS},
	{"llvm.sqrt.", SHAPE_FLOAT, FF_SQRT},
	{"llvm.floor.", SHAPE_FLOAT, FF_FLOOR},
	{"llvm.ceil.", SHAPE_FLOAT, FF_CEIL},
	{"llvm.trunc.", SHAPE_FLOAT, FF_TRUNC},
	{"llvm.rint.", SHAPE_FLOAT, FF_RINT},
	{"llvm.nearbyint.", SHAPE_FLOAT, FF_NEARBYINT},
	{"llvm.roundeven.", SHAPE_FLOAT, FF_ROUNDEVEN},
	{"llvm.round.", SHAPE_FLOAT, FF_ROUND},
	{"llvm.sin.", SHAPE_FLOAT, FF_SIN},
	{"llvm.cos.", SHAPE_FLOAT, FF_COS},
	{"llvm.exp.", SHAPE_FLOAT, FF_EXP},
	{"llvm.exp2.", SHAPE_FLOAT, FF_EXP2},
	{"llvm.log.", SHAPE_FLOAT, FF_LOG},
	{"llvm.log2.", SHAPE_FLOAT, FF_LOG2},
	{"llvm.log10.", SHAPE_FLOAT, FF_LOG10},
	{"llvm.canonicalize.", SHAPE_FLOAT, FF_CANONICALIZE},
	{"llvm.copysign.", SHAPE_FLOAT, FF_COPYSIGN},
	{"llvm.minnum.", SHAPE_FLOAT, FF_MINNUM},
	{"llvm.maxnum.", SHAPE_FLOAT, FF_MAXNUM},
	{"llvm.minimum.", SHAPE_FLOAT, FF_MINIMUM},
	{"llvm.maximum.", SHAPE_FLOAT, FF_MAXIMUM},
	{"llvm.powi.", SHAPE_FLOAT, FF_POWI},
	{"llvm.pow.", SHAPE_FLOAT, FF_POW},
	{"llvm.ldexp.", SHAPE_FLOAT, FF_LDEXP},
};

/* True if the processor that the function is compiled for multiplies and adds at once. */
static bool has_fma(LLVMValueRef v, Type t)
{
	static const char key[] = "target-features", feature[] = "+fma";
	LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(v));
	LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(
		fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, key, sizeof key - 1);
	unsigned n = 0;
	const char *text = a ? LLVMGetStringAttributeValue(a, &n) : NULL;
	for (unsigned i = 0; i + 4 <= n; i++)
		if (!strncmp(text + i, feature, 4) && (i + 4 == n || text[i + 4] == ','))
			return t == TYPE_F32 || t == TYPE_F64;
	return false;
}

/* llvm.fmuladd may or may not fuse: compilers do where the processor can. */
void lower_fmuladd(Lower *l, LLVMValueRef v)
{
	Type t = scalar_type(LLVMTypeOf(v));
	Operand a = lower_operand(l, LLVMGetOperand(v, 0)), b = lower_operand(l, LLVMGetOperand(v, 1));
	Operand c = lower_operand(l, LLVMGetOperand(v, 2));
	if (has_fma(v, t)) {
		emit(l, I_FMA, t, result_reg(l, v), a, b, c);
		return;
	}
	u32 product = new_reg(l, t);
	emit(l, I_FMUL, t, product, a, b, NO_OPERAND);
	emit(l, I_FADD, t, result_reg(l, v), product, c, NO_OPERAND);
}

static void lower_intrinsic_op(Lower *l, LLVMValueRef v, InsOp op)
{
	unsigned n = LLVMGetNumArgOperands(v);
	Operand o[3] = {NO_OPERAND, NO_OPERAND, NO_OPERAND};
	for (unsigned i = 0; i < n && i < 3; i++)
		o[i] = lower_operand(l, LLVMGetOperand(v, i));
	LLVMTypeRef result = LLVMTypeOf(v);
	Type t = n ? scalar_type(LLVMTypeOf(LLVMGetOperand(v, 0))) : TYPE_VOID;
	bool has_result = LLVMGetTypeKind(result) != LLVMVoidTypeKind;
	if (n && t == TYPE_VOID) {
		emit_unsupported(l, "an intrinsic on a vector or unknown type");
		return;
	}
	Ins *i = emit(l, op, t, has_result ? result_reg(l, v) : NO_REG, o[0], o[1], o[2]);
	if (has_result && scalar_type(result) != TYPE_VOID)
		i->type2 = scalar_type(result);
	if (op == I_FPCLASS) {
		i->imm = (i64)LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1));
		i->b = NO_OPERAND;
	}
	if (op == I_MEMSET)
		i->type2 = scalar_type(LLVMTypeOf(LLVMGetOperand(v, 2)));
	if (op == I_MEMCPY || op == I_MEMMOVE)
		i->type2 = scalar_type(LLVMTypeOf(LLVMGetOperand(v, 2)));
}

/* The zeros before or behind the bits of a number. Of zero, __builtin_clz and its like say nothing: processors
 * and compilers return different numbers. A choice between that and something else may still be defined
 * (__builtin_ffs). */
static bool lower_count(Lower *l, LLVMValueRef v, InsOp op)
{
	if ((op != I_CTLZ && op != I_CTTZ) || l->is_libc)
		return false;
	LLVMValueRef any = LLVMGetOperand(v, 1);
	Type t = scalar_type(LLVMTypeOf(v));
	if (t == TYPE_VOID || !LLVMIsAConstantInt(any) || !LLVMConstIntGetZExtValue(any))
		return false;
	Operand x = lower_operand(l, LLVMGetOperand(v, 0));
	u32 count = new_reg(l, t), none = new_reg(l, 1);
	emit(l, op, t, count, x, const_operand(l, 1, 0, 0, false), NO_OPERAND)->type2 = t;
	Ins *i = emit(l, I_ICMP, t, none, x, const_operand(l, t, 0, 0, false), NO_OPERAND);
	i->type2 = 1;
	i->sub = P_EQ;
	emit(l, I_SELECT, t, result_reg(l, v), none, const_operand(l, t, 0, 0, true), count);
	return true;
}

/* A program with a memcpy of its own: compilers make operations of calls, and calls of
 * operations whose length is not known or large. */
static bool lower_own_memory(Lower *l, LLVMValueRef v, InsOp op)
{
	enum { INLINE_MOST = 128 }; /* bytes */
	static const char *const names[] = {"memcpy", "memmove", "memset"};
	const char *name = op == I_MEMCPY ? names[0] : op == I_MEMMOVE ? names[1] : names[2];
	bool memory = op == I_MEMCPY || op == I_MEMMOVE || op == I_MEMSET;
	LLVMValueRef own = memory && !l->is_libc ? lower_subject_function(l, name) : NULL;
	LLVMValueRef length = own ? LLVMGetOperand(v, 2) : NULL;
	if (!own || LLVMCountParams(own) != 3 ||
		(LLVMIsAConstantInt(length) && LLVMConstIntGetZExtValue(length) <= INLINE_MOST))
		return false;
	Call call = {
		.callee = lower_function_id(l, own), .target = NO_OPERAND, .n_args = 3, .n_fixed = 3};
	call.args = arena_array(&l->p->arena, Arg, 3);
	const Function *f = &l->p->functions.at[call.callee];
	for (u32 i = 0; i < 3; i++)
		call.args[i] = (Arg){.value = lower_operand(l, LLVMGetOperand(v, i)), .type = f->params[i]};
	if (op == I_MEMSET) {
		u32 wide = new_reg(l, f->params[1]);
		emit(l, I_ZEXT, scalar_type(LLVMTypeOf(LLVMGetOperand(v, 1))), wide, call.args[1].value,
			 NO_OPERAND, NO_OPERAND)
			->type2 = f->params[1];
		call.args[1].value = wide;
	}
	call.n_results = f->n_results;
	call.results = f->results;
	vec_push(&l->calls, call);
	emit(l, I_CALL, TYPE_VOID, f->n_results ? new_reg(l, f->results[0]) : NO_REG, NO_OPERAND,
		 NO_OPERAND, NO_OPERAND)
		->extra = (u32)l->calls.len - 1;
	return true;
}

/* llvm.vector.reduce.OP: the elements one after the other, from the left. */
static bool lower_reduce(Lower *l, LLVMValueRef v, const char *name)
{
	static const struct {
		const char *name;
		u8 op, sub;
	} ops[] = {{"add.", I_ADD, 0},
			   {"mul.", I_MUL, 0},
			   {"and.", I_AND, 0},
			   {"or.", I_OR, 0},
			   {"xor.", I_XOR, 0},
			   {"smax.", I_SMAX, 0},
			   {"smin.", I_SMIN, 0},
			   {"umax.", I_UMAX, 0},
			   {"umin.", I_UMIN, 0},
			   {"fadd.", I_FADD, 0},
			   {"fmul.", I_FMUL, 0},
			   {"fmax.", I_FBINARY, FF_MAXNUM},
			   {"fmin.", I_FBINARY, FF_MINNUM}};
	const char *what = name + strlen("llvm.vector.reduce.");
	Type t = scalar_type(LLVMTypeOf(v));
	for (size_t i = 0; i < countof(ops); i++) {
		if (strncmp(what, ops[i].name, strlen(ops[i].name)))
			continue;
		bool start = ops[i].op == I_FADD || ops[i].op == I_FMUL; /* has a start value first */
		LLVMValueRef vector = LLVMGetOperand(v, start ? 1 : 0);
		u32 n;
		Operand sum =
			start ? lower_operand(l, LLVMGetOperand(v, 0)) : lower_operands(l, vector, &n)[0];
		lower_operands(l, vector, &n);
		for (u32 k = start ? 0 : 1; k < n; k++) {
			u32 ignored, d = k + 1 == n ? result_reg(l, v) : new_reg(l, t);
			emit(l, ops[i].op, t, d, sum, lower_operands(l, vector, &ignored)[k], NO_OPERAND)->sub =
				ops[i].sub;
			sum = d;
		}
		if (n == 1 && !start)
			emit(l, I_MOV, t, result_reg(l, v), sum, NO_OPERAND, NO_OPERAND);
		return true;
	}
	return false;
}

static void emit_const(Lower *l, LLVMValueRef v, u64 bits)
{
	Type t = scalar_type(LLVMTypeOf(v));
	if (t == TYPE_VOID || LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVoidTypeKind)
		return;
	u64 mask = type_bits(t) >= 64 ? ~0ull : (1ull << type_bits(t)) - 1;
	emit(l, I_MOV, t, result_reg(l, v), const_operand(l, t, bits & mask, 0, false), NO_OPERAND,
		 NO_OPERAND);
}

static void lower_intrinsic(Lower *l, LLVMValueRef v, const char *name)
{
	if (!strncmp(name, "llvm.fmuladd.", 13)) {
		lower_fmuladd(l, v);
		return;
	}
	if (!strncmp(name, "llvm.vector.reduce.", 19) && lower_reduce(l, v, name))
		return;
	static const char constrained[] = "llvm.experimental.constrained.";
	if (!strncmp(name, constrained, sizeof constrained - 1) &&
		lower_constrained(l, v, name + sizeof constrained - 1))
		return;
	for (size_t i = 0; i < countof(intrinsics); i++) {
		const Intrinsic *in = &intrinsics[i];
		if (strncmp(name, in->prefix, strlen(in->prefix)))
			continue;
		switch (in->shape) {
		case SHAPE_NOTHING: return;
		case SHAPE_VALUE: {
			Type t = scalar_type(LLVMTypeOf(v));
			emit(l, I_MOV, t, result_reg(l, v), lower_operand(l, LLVMGetOperand(v, 0)), NO_OPERAND,
				 NO_OPERAND);
			return;
		}
		case SHAPE_ZERO: emit_const(l, v, 0); return;
		case SHAPE_ONES: emit_const(l, v, ~0ull); return;
		case SHAPE_ONE: emit_const(l, v, 1); return;
		case SHAPE_LOCATION:
			emit_const(l, v, STACK_BASE);
			vec_last(&l->ins).number = l->is_libc ? NUMBER_NONE : NUMBER_ALWAYS;
			return;
		case SHAPE_OP:
			if (lower_count(l, v, in->op))
				return;
			if (!lower_own_memory(l, v, in->op))
				lower_intrinsic_op(l, v, in->op);
			return;
		case SHAPE_FLOAT:
			lower_intrinsic_op(l, v, in->op >= FF_COPYSIGN ? I_FBINARY : I_FUNARY);
			vec_last(&l->ins).sub = in->op;
			return;
		}
	}
	char *text = xasprintf("the intrinsic %s", name);
	emit_unsupported(l, text);
	free(text);
}

static u32 attribute_number(LLVMValueRef call, unsigned index, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, index, kind);
	return a ? (u32)LLVMGetEnumAttributeValue(a) : 0;
}

typedef VEC(Arg) ArgList;

static void add_args(Lower *l, LLVMValueRef v, unsigned index, ArgList *args, unsigned byval,
					 bool variable)
{
	LLVMValueRef value = LLVMGetOperand(v, index);
	LLVMAttributeRef by = LLVMGetCallSiteEnumAttribute(v, index + 1, byval);
	LLVMTypeRef type = LLVMTypeOf(value);
	if (variable && LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
		LLVMSizeOfTypeInBits(l->layout, type) == 64) {
		/* Two floats of a struct share a register: va_arg expects them so. */
		vec_push(args, ((Arg){.value = pack_bits(l, value, 64), .type = TYPE_F64}));
		return;
	}
	Arg arg = {.value = lower_operand(l, value), .type = TYPE_PTR};
	if (by) {
		arg.byval_size = (u32)LLVMABISizeOfType(l->layout, LLVMGetTypeAttributeValue(by));
		arg.byval_align = attribute_number(v, index + 1, "align");
		vec_push(args, arg);
		return;
	}
	TypeList types = {0};
	if (!flatten(l, LLVMTypeOf(value), &types))
		lower_fail(l, "an argument of a type that drift does not know");
	for (u32 i = 0; i < types.len; i++) {
		u32 n;
		arg.value = lower_operands(l, value, &n)[i];
		arg.type = types.at[i];
		vec_push(args, arg);
	}
	vec_free(&types);
}

/* True if two functions of different contexts have the same type. */
static bool types_alike(LLVMValueRef f, LLVMValueRef g)
{
	char *a = LLVMPrintTypeToString(LLVMGlobalGetValueType(f));
	char *b = LLVMPrintTypeToString(LLVMGlobalGetValueType(g));
	bool same = !strcmp(a, b);
	LLVMDisposeMessage(a);
	LLVMDisposeMessage(b);
	return same;
}

/* The C library's function for an intrinsic of the processor (libc/x86_vector.h); NULL: none. */
static LLVMValueRef processor_function(Lower *l, LLVMValueRef intrinsic, const char *name)
{
	static const char prefix[] = "llvm.x86.";
	if (strncmp(name, prefix, sizeof prefix - 1))
		return NULL;
	char *own = xasprintf("__drift_x86_%s", name + sizeof prefix - 1);
	for (char *at = own; *at; at++)
		*at = *at == '.' ? '_' : *at;
	LLVMValueRef f = lower_library_function(l, own);
	free(own);
	return f && types_alike(f, intrinsic) ? f : NULL;
}

void lower_call(Lower *l, LLVMValueRef v)
{
	LLVMValueRef callee = LLVMGetCalledValue(v);
	if (LLVMIsAInlineAsm(callee)) {
		lower_asm(l, v);
		return;
	}
	size_t len;
	const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &len) : "";
	if (!strncmp(name, "llvm.", 5)) {
		LLVMValueRef f = processor_function(l, callee, name);
		if (!f) {
			lower_intrinsic(l, v, name);
			return;
		}
		callee = f;
	}
	LLVMTypeRef type = LLVMGetCalledFunctionType(v);
	Call call = {
		.callee = NO_OPERAND, .target = NO_OPERAND, .variadic = LLVMIsFunctionVarArg(type)};
	LLVMValueRef direct = callee;
	while (LLVMIsAGlobalAlias(direct))
		direct = LLVMAliasGetAliasee(direct);
	if (LLVMIsAFunction(direct))
		call.callee = lower_function_id(l, direct);
	else
		call.target = lower_operand(l, callee);
	ArgList args = {0};
	unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
	unsigned fixed = LLVMCountParamTypes(type);
	for (unsigned i = 0; i < LLVMGetNumArgOperands(v); i++) {
		if (i == fixed)
			call.n_fixed = (u32)args.len;
		add_args(l, v, i, &args, byval, i >= fixed);
	}
	if (LLVMGetNumArgOperands(v) <= fixed)
		call.n_fixed = (u32)args.len;
	call.n_args = (u32)args.len;
	call.args = arena_array(&l->p->arena, Arg, args.len + 1);
	if (args.len)
		memcpy(call.args, args.at, args.len * sizeof(Arg));
	vec_free(&args);
	TypeList results = {0};
	flatten(l, LLVMTypeOf(v), &results);
	call.n_results = (u32)results.len;
	call.results = arena_array(&l->p->arena, Type, results.len + 1);
	if (results.len)
		memcpy(call.results, results.at, results.len * sizeof(Type));
	vec_free(&results);
	vec_push(&l->calls, call);
	u32 d = call.n_results ? result_reg(l, v) : NO_REG;
	emit(l, I_CALL, TYPE_VOID, d, NO_OPERAND, NO_OPERAND, NO_OPERAND)->extra =
		(u32)l->calls.len - 1;
}

/* ---- constructors and destructors ---- */

typedef struct Ctor {
	u32 function;
	u64 priority;
	u32 order;
} Ctor;

static int by_priority(const void *a, const void *b)
{
	const Ctor *x = a, *y = b;
	if (x->priority != y->priority)
		return x->priority < y->priority ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* Gives `name` a body that calls the functions of llvm.global_ctors or _dtors in order. */
void lower_ctors(Lower *l, const char *list, const char *name, bool reverse)
{
	VEC(Ctor) ctors = {0};
	LLVMValueRef g = LLVMGetNamedGlobal(l->subject, list);
	LLVMValueRef init = g ? LLVMGetInitializer(g) : NULL;
	u64 n = init ? LLVMGetArrayLength2(LLVMTypeOf(init)) : 0;
	for (u64 i = 0; i < n; i++) {
		LLVMValueRef entry = LLVMGetAggregateElement(init, (unsigned)i);
		LLVMValueRef fn = LLVMGetAggregateElement(entry, 1);
		if (!LLVMIsAFunction(fn))
			continue;
		Ctor c = {lower_function_id(l, fn),
				  LLVMConstIntGetZExtValue(LLVMGetAggregateElement(entry, 0)), (u32)i};
		vec_push(&ctors, c);
	}
	if (ctors.len)
		qsort(ctors.at, ctors.len, sizeof(Ctor), by_priority);
	u32 id;
	if (!strmap_get(&l->p->by_name, name, &id)) {
		vec_free(&ctors);
		return;
	}
	Function *f = &l->p->functions.at[id];
	f->kind = FN_LIBC;
	f->n_regs = f->n_params; /* pointers and an int: one register each */
	f->n_calls = (u32)ctors.len;
	f->calls = arena_array(&l->p->arena, Call, ctors.len + 1);
	f->n_ins = (u32)ctors.len + 1;
	f->ins = arena_array(&l->p->arena, Ins, f->n_ins);
	f->n_blocks = 1;
	f->blocks = arena_array(&l->p->arena, Block, 1);
	f->blocks[0].end = f->n_ins;
	f->extra = arena_array(&l->p->arena, u32, 1);
	for (u32 i = 0; i < ctors.len; i++) {
		u32 k = reverse ? (u32)ctors.len - 1 - i : i;
		Call *c = &f->calls[i];
		*c = (Call){.callee = ctors.at[k].function,
					.target = NO_OPERAND,
					.n_args = f->n_params,
					.n_fixed = f->n_params};
		c->args = arena_array(&l->p->arena, Arg, f->n_params + 1);
		for (u32 a = 0; a < f->n_params; a++)
			c->args[a] = (Arg){.value = a, .type = f->params[a]};
		f->ins[i] = (Ins){.op = I_CALL,
						  .dst = NO_REG,
						  .a = NO_OPERAND,
						  .b = NO_OPERAND,
						  .c = NO_OPERAND,
						  .extra = i};
	}
	f->ins[ctors.len] =
		(Ins){.op = I_RET, .dst = NO_REG, .a = NO_OPERAND, .b = NO_OPERAND, .c = NO_OPERAND};
	vec_free(&ctors);
}
