/* program.h: a loaded program, free of LLVM.
 *
 * The loader turns bitcode into a Program: functions of basic blocks of instructions over scalar
 * registers, globals with their initial contents, source locations for everything. Static
 * analyses read it, and the machine makes its bytecode from it.
 *
 * Registers. Every SSA value of LLVM becomes one or more scalar registers: structs and vectors
 * are split, so extractvalue and insertvalue cost nothing. Parameters come first. Integers of 65
 * to 128 bits and x86 long doubles take two consecutive registers (low half first).
 *
 * Operands are 32-bit: a register number, or with OPERAND_CONST set an index into
 * Program.consts.
 *
 * Addresses. The loader assigns the addresses of functions and globals (see layout in memory.h),
 * so every constant is a plain number.
 *
 * A Program owns everything it points to, through one arena; program_free frees it.
 */
#ifndef DRIFT_LOAD_PROGRAM_H
#define DRIFT_LOAD_PROGRAM_H

#include "base/digest.h"
#include "base/opt.h"

/* Scalar types: 1..128 are integers of that many bits. */
typedef u8 Type;
enum {
	TYPE_VOID = 0,
	TYPE_PTR = 200, /* 64-bit address */
	TYPE_F32 = 201,
	TYPE_F64 = 202,
	TYPE_F80 = 203,
};

static inline bool type_is_int(Type t)
{
	return t >= 1 && t <= 128;
}
static inline bool type_is_float(Type t)
{
	return t >= TYPE_F32 && t <= TYPE_F80;
}
/* Width in bits of the value as the machine keeps it. */
static inline u32 type_bits(Type t)
{
	if (t <= 128)
		return t;
	if (t == TYPE_F32)
		return 32;
	return t == TYPE_F80 ? 80 : 64;
}
/* Bytes that a load or store of the type touches. */
static inline u32 type_store_size(Type t)
{
	return (type_bits(t) + 7) / 8;
}
/* Registers the type needs. */
static inline u32 type_regs(Type t)
{
	return type_bits(t) > 64 ? 2 : 1;
}

typedef u32 Operand;
#define OPERAND_CONST 0x80000000u
#define NO_OPERAND 0xffffffffu
#define NO_REG 0xffffffffu

static inline bool operand_is_const(Operand o)
{
	return (o & OPERAND_CONST) && o != NO_OPERAND;
}

typedef struct Const {
	u64 lo, hi; /* the bits; hi only for wide types */
	Type type;
	bool undef; /* undefined or poison: bits are 0, and the value counts as uninitialised */
} Const;

/* ---- instructions: a table ----
 *
 * Columns a, b and c say of what type the operands are, `gives` what the destination is of: t is
 * Ins.type, T2 Ins.type2, PAIR of t and then an i1 in the register behind it, CALL what the call says,
 * FN what the function in sub takes; _ there is none. Further: how it may fail, which memory it
 * touches, and how people write it; without a sign that is its name. */

/* clang-format off */
#define INS_LIST(X)                                                                                \
	/* name         a    b    c   gives fails    memory sign     what it gives or does */          \
	/* integers of type t */                                                                       \
	X(ADD,          T,   T,   _,  T,    _,       _,     "+")  /* a + b */                          \
	X(SUB,          T,   T,   _,  T,    _,       _,     "-")  /* a - b */                          \
	X(MUL,          T,   T,   _,  T,    _,       _,     "*")  /* a * b */                          \
	X(UDIV,         T,   T,   _,  T,    DIVISOR, _,     "unsigned /") /* a / b */                  \
	X(SDIV,         T,   T,   _,  T,    DIVISOR, _,     "/")  /* a / b; fails also where the       \
	                                                           * quotient does not fit */          \
	X(UREM,         T,   T,   _,  T,    DIVISOR, _,     "unsigned %") /* a % b */                  \
	X(SREM,         T,   T,   _,  T,    DIVISOR, _,     "%")  /* a % b; as SDIV */                 \
	X(SHL,          T,   T,   _,  T,    _,       _,     "<<") /* a << b */                         \
	X(LSHR,         T,   T,   _,  T,    _,       _,     "unsigned >>") /* a >> b */                \
	X(ASHR,         T,   T,   _,  T,    _,       _,     ">>") /* a >> b, the sign kept */          \
	X(AND,          T,   T,   _,  T,    _,       _,     "&")  /* a & b */                          \
	X(OR,           T,   T,   _,  T,    _,       _,     "|")  /* a | b */                          \
	X(XOR,          T,   T,   _,  T,    _,       _,     "^")  /* a ^ b */                          \
	/* comparisons */                                                                              \
	X(ICMP,         T,   T,   _,  I1,   _,       _,     "")   /* a pred b; pred in sub (Pred) */   \
	X(FCMP,         T,   T,   _,  I1,   _,       _,     "")   /* the same of floats */             \
	/* floats of type t */                                                                         \
	X(FADD,         T,   T,   _,  T,    _,       _,     "")   /* a + b */                          \
	X(FSUB,         T,   T,   _,  T,    _,       _,     "")   /* a - b */                          \
	X(FMUL,         T,   T,   _,  T,    _,       _,     "")   /* a * b */                          \
	X(FDIV,         T,   T,   _,  T,    _,       _,     "")   /* a / b */                          \
	X(FREM,         T,   T,   _,  T,    _,       _,     "")   /* fmod(a, b) */                     \
	X(FNEG,         T,   _,   _,  T,    _,       _,     "")   /* -a */                             \
	/* conversions from t to type2 */                                                              \
	X(TRUNC,        T,   _,   _,  T2,   _,       _,     "")   /* the low bits */                   \
	X(ZEXT,         T,   _,   _,  T2,   _,       _,     "")   /* zeros in front */                 \
	X(SEXT,         T,   _,   _,  T2,   _,       _,     "")   /* the sign in front */              \
	X(FPTOUI,       T,   _,   _,  T2,   _,       _,     "")   /* float to unsigned */              \
	X(FPTOSI,       T,   _,   _,  T2,   _,       _,     "")   /* float to signed */                \
	X(UITOFP,       T,   _,   _,  T2,   _,       _,     "")   /* unsigned to float */              \
	X(SITOFP,       T,   _,   _,  T2,   _,       _,     "")   /* signed to float */                \
	X(FPCONV,       T,   _,   _,  T2,   _,       _,     "")   /* float to float */                 \
	X(BITCAST,      T,   _,   _,  T2,   _,       _,     "")   /* the same bits */                  \
	/* values on their way */                                                                      \
	X(MOV,          T,   _,   _,  T,    _,       _,     "")   /* a; sub 1: an assignment of the    \
	                                                           * source (a definition marker) */   \
	X(SELECT,       I1,  T,   T,  T,    _,       _,     "")   /* a ? b : c */                      \
	X(PHI,          _,   _,   _,  T,    _,       _,     "")   /* pairs of block and operand in     \
	                                                           * extra; sub 1: a choice in an      \
	                                                           * expression */                     \
	/* memory */                                                                                   \
	X(LOAD,         PTR, _,   _,  T,    ADDRESS, READ,  "")   /* *(t *)a */                        \
	X(STORE,        PTR, T,   _,  _,    ADDRESS, WRITE, "")   /* *(t *)a = b */                    \
	X(GEP,          PTR, I64, _,  PTR,  _,       _,     "")   /* a + imm [+ b * scale] */          \
	X(ALLOCA,       _,   I64, _,  PTR,  SIZE,    _,     "")   /* fresh stack object: b * imm       \
	                                                           * bytes, alignment scale */         \
	X(SLOT,         _,   _,   _,  PTR,  _,       _,     "")   /* address of slot number imm */     \
	X(MEMCPY,       PTR, PTR, T2, _,    ADDRESS, COPY,  "")   /* c bytes from b to a */            \
	X(MEMMOVE,      PTR, PTR, T2, _,    ADDRESS, COPY,  "")   /* the same; they may overlap */     \
	X(MEMSET,       PTR, I8,  T2, _,    ADDRESS, FILL,  "")   /* c bytes at a become b */          \
	X(ATOMICRMW,    PTR, T,   _,  T,    ADDRESS, BOTH,  "")   /* *(t *)a as it was; *a = *a sub    \
	                                                           * b (RmwOp) */                      \
	X(CMPXCHG,      PTR, T,   T,  PAIR, ADDRESS, BOTH,  "")   /* *(t *)a as it was, and whether    \
	                                                           * it was b; then *a = c */          \
	/* control */                                                                                  \
	X(BR,           _,   _,   _,  _,    _,       _,     "")   /* to block imm */                   \
	X(CBR,          I1,  _,   _,  _,    _,       _,     "")   /* a ? block imm : block scale */    \
	X(SWITCH,       T,   _,   _,  _,    _,       _,     "")   /* on a; cases in extra; imm =       \
	                                                           * default block */                  \
	X(IBR,          PTR, _,   _,  _,    TARGET,  _,     "")   /* to the block whose address is     \
	                                                           * a; possible blocks in extra */    \
	X(RET,          _,   _,   _,  _,    _,       _,     "")   /* operands in extra (flattened),    \
	                                                           * n_extra of them */                \
	X(UNREACHABLE,  _,   _,   _,  _,    ALWAYS,  _,     "")   /* what the compiler may assume      \
	                                                           * is never reached */               \
	X(CALL,         _,   _,   _,  CALL, TARGET,  CALL,  "")   /* Function.calls[extra] */          \
	/* variable arguments, dynamic stack objects */                                                \
	X(VA_START,     PTR, _,   _,  _,    ADDRESS, LIST,  "")   /* the va_list at a begins */        \
	X(VA_COPY,      PTR, PTR, _,  _,    ADDRESS, LISTS, "")   /* the va_list at a becomes the      \
	                                                           * one at b */                       \
	X(STACKSAVE,    _,   _,   _,  PTR,  _,       _,     "")   /* how many dynamic stack objects    \
	                                                           * there are */                      \
	X(STACKRESTORE, PTR, _,   _,  _,    _,       _,     "")   /* those made since STACKSAVE        \
	                                                           * gave a end */                     \
	/* bits of type t */                                                                           \
	X(CTPOP,        T,   _,   _,  T,    _,       _,     "")   /* ones in a */                      \
	X(CTLZ,         T,   I1,  _,  T,    _,       _,     "")   /* zeros in front; b: of 0 it is     \
	                                                           * undefined */                      \
	X(CTTZ,         T,   I1,  _,  T,    _,       _,     "")   /* zeros at the end; b as above */   \
	X(BSWAP,        T,   _,   _,  T,    _,       _,     "")   /* bytes in the other order */       \
	X(BITREVERSE,   T,   _,   _,  T,    _,       _,     "")   /* bits in the other order */        \
	X(FSHL,         T,   T,   T,  T,    _,       _,     "")   /* upper half of a:b << c */         \
	X(FSHR,         T,   T,   T,  T,    _,       _,     "")   /* lower half of a:b >> c */         \
	X(ABS,          T,   I1,  _,  T,    _,       _,     "")   /* |a|; b: of the least number it    \
	                                                           * is undefined */                   \
	X(SMIN,         T,   T,   _,  T,    _,       _,     "")   /* the lesser, signed */             \
	X(SMAX,         T,   T,   _,  T,    _,       _,     "")   /* the greater, signed */            \
	X(UMIN,         T,   T,   _,  T,    _,       _,     "")   /* the lesser, unsigned */           \
	X(UMAX,         T,   T,   _,  T,    _,       _,     "")   /* the greater, unsigned */          \
	/* with a flag in the next register: it did not fit */                                         \
	X(SADDO,        T,   T,   _,  PAIR, _,       _,     "")   /* a + b, signed */                  \
	X(UADDO,        T,   T,   _,  PAIR, _,       _,     "")   /* a + b, unsigned */                \
	X(SSUBO,        T,   T,   _,  PAIR, _,       _,     "")   /* a - b, signed */                  \
	X(USUBO,        T,   T,   _,  PAIR, _,       _,     "")   /* a - b, unsigned */                \
	X(SMULO,        T,   T,   _,  PAIR, _,       _,     "")   /* a * b, signed */                  \
	X(UMULO,        T,   T,   _,  PAIR, _,       _,     "")   /* a * b, unsigned */                \
	/* saturating: what does not fit becomes the nearest number that does */                       \
	X(SADDS,        T,   T,   _,  T,    _,       _,     "")   /* a + b, signed */                  \
	X(UADDS,        T,   T,   _,  T,    _,       _,     "")   /* a + b, unsigned */                \
	X(SSUBS,        T,   T,   _,  T,    _,       _,     "")   /* a - b, signed */                  \
	X(USUBS,        T,   T,   _,  T,    _,       _,     "")   /* a - b, unsigned */                \
	/* functions of floats */                                                                      \
	X(FUNARY,       T,   _,   _,  T,    _,       _,     "")   /* sub(a), sub is a FloatFn */       \
	X(FBINARY,      T,   FN,  _,  T,    _,       _,     "")   /* sub(a, b); b may be an i32 */     \
	X(FMA,          T,   T,   T,  T,    _,       _,     "")   /* a * b + c, rounded once */        \
	X(FPCLASS,      T,   _,   _,  I1,   _,       _,     "")   /* class of a is in mask imm         \
	                                                           * (llvm.is.fpclass) */              \
	X(FPTOSI_SAT,   T,   _,   _,  T2,   _,       _,     "")   /* to signed, saturating */          \
	X(FPTOUI_SAT,   T,   _,   _,  T2,   _,       _,     "")   /* to unsigned, saturating */        \
	/* ends and looks */                                                                           \
	X(TRAP,         T,   _,   _,  _,    ALWAYS,  _,     "")   /* __builtin_trap; a: why, where     \
	                                                           * a sanitizer says so */            \
	X(UNSUPPORTED,  _,   _,   _,  _,    ALWAYS,  _,     "")   /* imm = index into Program.texts,   \
	                                                           * scale = index of the function's  \
	                                                           * own text */                       \
	X(OBSERVE,          T,   _,   _,  _,    _,       _,     "")   /* looks at a: scalar scale of       \
	                                                           * LoadOptions.observe imm */
/* clang-format on */

typedef enum InsOp {
#define X(name, ...) I_##name,
	INS_LIST(X)
#undef X
		INS_COUNT
} InsOp;

/* Types in the table: those of Type that it names, and what depends on the instruction. */
enum {
	OF__ = TYPE_VOID,
	OF_I1 = 1,
	OF_I8 = 8,
	OF_I64 = 64,
	OF_PTR = TYPE_PTR,
	OF_T = 250,
	OF_T2,
	OF_FN,
	OF_PAIR,
	OF_CALL,
};

typedef enum InsFails {
	FAILS__,       /* never */
	FAILS_DIVISOR, /* b is zero, or the quotient does not fit */
	FAILS_ADDRESS, /* there is no object, or it may not be used so */
	FAILS_SIZE,    /* the stack has no room for it */
	FAILS_TARGET,  /* of a jump or call: nothing that could be executed is there */
	FAILS_ALWAYS,
} InsFails;

/* The memory that instructions touch: what happens at the address in a, at the one in b, and how many
 * bytes it concerns. Everything that asks for the effect of an instruction takes it from here
 * (ins_accesses): an instruction that touches memory in a new way is a new row. */
/* clang-format off */
#define INS_MEMORY(X)                                                                              \
	/* kind  at a   at b  bytes */                                                                 \
	X(_,     _,     _,    _)       /* touches no memory */                                         \
	X(READ,  READ,  _,    TYPE)    /* t at a */                                                    \
	X(WRITE, WRITE, _,    TYPE)    /* t at a */                                                    \
	X(BOTH,  BOTH,  _,    TYPE)    /* reads and writes t at a */                                   \
	X(COPY,  WRITE, READ, LENGTH)  /* c bytes from b to a */                                       \
	X(FILL,  WRITE, _,    LENGTH)  /* c bytes at a */                                              \
	X(LIST,  WRITE, _,    VA_LIST) /* writes the va_list at a */                                   \
	X(LISTS, WRITE, READ, VA_LIST) /* copies that at b to a */                                     \
	X(CALL,  _,     _,    _)       /* what the callee touches, and what the call passes in memory */
/* clang-format on */

typedef enum InsMemory {
#define X(kind, ...) MEMORY_##kind,
	INS_MEMORY(X)
#undef X
		N_MEMORY
} InsMemory;

typedef struct InsInfo {
	u8 a, b, c, gives; /* OF_* */
	u8 fails;          /* InsFails */
	u8 memory;         /* InsMemory */
	const char *sign;  /* "" if it has none */
	const char *name;
} InsInfo;

extern const InsInfo ins_table[INS_COUNT]; /* types.c */

/* Integer predicates as LLVM numbers them, then float ones. */
typedef enum Pred {
	P_EQ,
	P_NE,
	P_UGT,
	P_UGE,
	P_ULT,
	P_ULE,
	P_SGT,
	P_SGE,
	P_SLT,
	P_SLE,
	P_FFALSE = 16,
	P_OEQ,
	P_OGT,
	P_OGE,
	P_OLT,
	P_OLE,
	P_ONE,
	P_ORD,
	P_UNO,
	P_UEQ,
	P_FUGT,
	P_FUGE,
	P_FULT,
	P_FULE,
	P_UNE,
	P_FTRUE,
} Pred;

typedef enum FloatFn {
	FF_FABS,
	FF_SQRT,
	FF_FLOOR,
	FF_CEIL,
	FF_TRUNC,
	FF_RINT,
	FF_NEARBYINT,
	FF_ROUND,
	FF_ROUNDEVEN,
	FF_SIN,
	FF_COS,
	FF_EXP,
	FF_EXP2,
	FF_LOG,
	FF_LOG2,
	FF_LOG10,
	FF_CANONICALIZE,
	/* two operands */
	FF_COPYSIGN,
	FF_MINNUM,
	FF_MAXNUM,
	FF_MINIMUM,
	FF_MAXIMUM,
	FF_POW,
	FF_POWI,
	FF_LDEXP,
} FloatFn;

typedef enum RmwOp {
	RMW_XCHG,
	RMW_ADD,
	RMW_SUB,
	RMW_AND,
	RMW_NAND,
	RMW_OR,
	RMW_XOR,
	RMW_MAX,
	RMW_MIN,
	RMW_UMAX,
	RMW_UMIN,
	RMW_FADD,
	RMW_FSUB,
} RmwOp;

enum {              /* Ins.flags */
	   INS_NSW = 1, /* signed overflow is undefined (ADD SUB MUL SHL NEG) */
	   INS_NUW = 2,
	   INS_EXACT = 4,
	   INS_VOLATILE = 8,
	   INS_BITFIELD = 16, /* LOAD that only serves to put back the neighbours of a bit field */
	   INS_FAST = 32,     /* -ffast-math lets the compiler compute something else */
};

/* What the order, the distance or the bits of addresses decide; see lower/address.c. */
typedef enum NumberUse {
	NUMBER_NONE,
	NUMBER_USED,   /* if its operands are addresses, and of different objects where there are two */
	NUMBER_ALWAYS, /* a constant in it is the distance of two objects, or an address of no object */
} NumberUse;

typedef struct Ins {
	u8 op;      /* InsOp */
	Type type;  /* of the operands */
	Type type2; /* of the result where it differs */
	u8 sub;     /* predicate, function, rmw operation */
	u8 flags;   /* INS_* */
	u8 number;  /* NumberUse: an address is used as a number */
	u32 dst;    /* first result register, or NO_REG */
	Operand a, b, c;
	u32 loc;     /* index into Program.locs; 0 = unknown */
	u32 extra;   /* start in Function.extra (PHI, SWITCH, IBR, RET) or call number */
	u32 n_extra; /* entries there: pairs for PHI and SWITCH count as one */
	i64 imm;     /* offset, block, slot, size, see INS_LIST */
	i64 scale;   /* factor, second block, alignment */
} Ins;

/* One range of memory that an instruction reads, writes, or both. */
typedef struct InsAccess {
	Operand at;         /* address of the first byte */
	Operand length;     /* bytes; NO_OPERAND: see size */
	u64 size;           /* bytes; 0: see length */
	bool reads, writes; /* at least one of them */
} InsAccess;

/* Fills in what the instruction itself touches, at most two ranges, and returns how many. A call
 * touches nothing itself. */
u32 ins_accesses(const Ins *in, InsAccess to[2]);

Type ins_type_special(const Ins *in, u8 of); /* types.c: the rarer ones of OF_* */

static inline Type ins_type(const Ins *in, u8 of)
{
	if (of == OF_T)
		return in->type;
	return of < OF_T ? of : ins_type_special(in, of);
}
/* Of operands, where they are there; of the first result, where there is one. */
static inline Type ins_type_a(const Ins *in)
{
	return ins_type(in, ins_table[in->op].a);
}
static inline Type ins_type_b(const Ins *in)
{
	return ins_type(in, ins_table[in->op].b);
}
static inline Type ins_type_c(const Ins *in)
{
	return ins_type(in, ins_table[in->op].c);
}
static inline Type ins_type_result(const Ins *in)
{
	return ins_type(in, ins_table[in->op].gives);
}
/* True of an instruction that takes one of several ways, by a value. */
static inline bool ins_decides(const Ins *in)
{
	return in->op == I_CBR || in->op == I_SWITCH || in->op == I_IBR;
}
/* Of an ICMP. */
static inline bool ins_is_equality(const Ins *in)
{
	return in->sub == P_EQ || in->sub == P_NE;
}

/* An argument of a call, already flattened. */
typedef struct Arg {
	Operand value;
	Type type;
	u32 byval_size; /* > 0: value points to a struct that is copied for the callee */
	u32 byval_align;
} Arg;

typedef struct Call {
	u32 callee;     /* function number, or NO_OPERAND for an indirect call */
	Operand target; /* address, for an indirect call */
	u32 n_args;     /* all of them */
	u32 n_fixed;    /* those before the ellipsis */
	bool variadic;  /* the called type has an ellipsis */
	u8 stream;      /* that it is about, see LoadOptions.streams; 0: any */
	Arg *args;
	u32 n_results; /* flattened result scalars, in registers from Ins.dst on */
	Type *results;
} Call;

typedef struct Block {
	u32 first, end; /* instructions [first, end) in Function.ins */
	u64 address;    /* of an address-taken block (&&label), else 0 */
} Block;

/* A local that lives in memory. */
typedef struct Slot {
	u64 size;
	u32 align;
	const char *name; /* of the variable, or NULL for a temporary */
	u32 loc;          /* its declaration */
} Slot;

/* A case of a SWITCH in Function.cases. */
typedef struct Case {
	u64 lo, hi; /* value; hi only for wide types */
	u32 block;
} Case;

typedef enum FunctionKind {
	FN_SUBJECT, /* body from the user's program */
	FN_LIBC,    /* body from drift's C library */
	FN_EXTERN,  /* no body: builtin of the machine, native, or undefined */
} FunctionKind;

typedef struct Function {
	const char *name;        /* as linked */
	const char *source_name; /* as written */
	u32 id;
	FunctionKind kind;
	u32 loc; /* where it is defined */
	u32 unit; /* the source that was compiled, in Program.files: a header may define it; 0: unknown */
	u64 address;
	u32 n_params; /* flattened */
	Type *params;
	u32 n_results;
	Type *results;
	bool variadic;
	bool weak;          /* an undefined weak symbol: its address is 0 */
	bool returns_twice; /* setjmp and its kin */
	bool is_public;     /* other files of the program can call it */
	u8 stream;          /* of a twin (streams.c): the stream it is for; else 0 */
	u32 n_regs;
	u32 n_ins;
	Ins *ins;
	u32 n_blocks; /* block 0 is the entry */
	Block *blocks;
	u32 n_extra;
	u32 *extra;
	u32 n_cases;
	Case *cases;
	u32 n_calls;
	Call *calls;
	u32 n_slots;
	Slot *slots;
	u64 large_locals; /* bytes, also of what no instruction uses: see frames.c */
} Function;

typedef struct Global {
	const char *name;
	u64 address;
	u64 size;
	u32 align;
	bool constant; /* writing to it is an error */
	bool subject;  /* of the user's program, not of the C library */
	bool zero;     /* init is NULL: all zero */
	bool absent;   /* of a library without bitcode: its first contents are not known */
	u8 *init;      /* size bytes */
	u32 loc;
	u32 unit;    /* as a function's */
	u32 element; /* of an array: bytes of what it is one of in the end; 0: it is none */
	const struct CType *type; /* with LoadOptions.entry; NULL: not known */
} Global;

typedef struct Loc {
	u32 file; /* index into Program.files */
	u32 line; /* 0 = unknown */
	u32 col;
} Loc;

/* How the program, or one function of it, is built natively (LoadOptions.native). */
typedef struct NativeBuild {
	struct InputSet *input; /* sources with their bitcode, and options. NULL: not asked for */
	u32 entry_source;       /* of these, the one that defines LoadOptions.entry */
	Buf bitcode;            /* of what has no sources: all of it, entry visible, for sanitizers */
} NativeBuild;

typedef struct Program {
	Arena arena;
	VEC(Function) functions;
	VEC(Global) globals;
	VEC(Const) consts;
	VEC(Loc) locs;           /* [0] is unknown */
	VEC(const char *) files; /* [0] is "?" */
	VEC(const char *) dirs;  /* by file: where it was compiled, "" = unknown */
	VEC(const char *)
	options;                 /* by file: of a compiled source, the compiler options that can change
								* its code, with blanks between them; "" = none or unknown */
	VEC(const char *) texts; /* messages of I_UNSUPPORTED, and functions with one */
	VEC(u64) mixed_from;     /* addresses that constants were computed from, other than by adding */
	VEC(u64) mixed;          /* those constants: no addresses any more, but made of their bits */
	StrMap by_name;          /* defined or declared symbol -> function number */
	StrMap global_by_name;
	u32 *twins;      /* by function and stream: its twin or 0; NULL without LoadOptions.streams */
	u32 n_twins;     /* functions that may have some: the first ones */
	u64 globals_end; /* first address past the last global's red zone */
	u64 code_end;    /* first address past the last function and block */
	u32 start;       /* __drift_start of the C library */
	u32 main;        /* the subject's main, NO_OPERAND when it has none */
	VEC(u64)
	block_addrs; /* address-taken blocks: function << 32 | block, by (address - CODE_BLOCKS) / 16 */
	NativeBuild native;
	const struct CType **entry_types; /* of LoadOptions.entry: its result, then its parameters */
	const char **entry_names;         /* of these; NULL: none, or not known */
	u32 n_entry_types;                /* 0: there is no debug information */
	VEC(const struct CType *)
	function_types; /* with LoadOptions.entry, by function: its result and parameters; NULL: unknown */
	const char *assembly; /* of modules, a line for each statement; NULL: none */
	bool assembly_runs;   /* it does more than to name things: see assembly.c */
	Digest key;           /* by which it is kept (cache/cache.h); zero: it is not */
	StrList reads;        /* of sources: all files that the compiler read, under their one name */
} Program;

/* The C library that subjects run on, as far as it was read (library.c). */
typedef struct Library Library;

typedef struct LoadOptions {
	const char *cflags; /* for sources */
	const char *libc;   /* path of libc.bc; NULL = where drift is installed */
	Library **library;  /* what loads of one libc share, to be closed by the caller: NULL in the
						   beginning, and where nothing was read so far; or NULL: nothing is shared */
	struct Compiled *compiled; /* likewise of sources (bitcode/bitcode.h), or NULL */
	bool fold; /* effect-free && and || without branches, in the user's code and the C library */
	bool undefined_ok;          /* unknown symbols are an outcome of the run, not of loading */
	bool native;                /* fill in Program.native */
	const char *entry;          /* function that will be called alone, or NULL */
	bool entry_maybe;           /* it need not be there */
	const char *const *observe; /* variables to look at, FILE:LINE:VAR: each time the line has
								   assigned it, or has been executed if it does not */
	u32 n_observe;
	bool streams; /* functions of the C library that work on a standard stream are functions of
					 their own */
	bool cache;   /* what was loaded before is taken as it was: see cache/cache.h */
} LoadOptions;

enum { N_STREAMS = 3 }; /* that have twins: 1 stdout, 2 stderr, 3 stdin */

/* What a call enters that leads to a function. */
static inline u32 program_entered(const Program *p, const Call *c, u32 function)
{
	bool may = c->stream && p->twins && function < p->n_twins;
	u32 twin = may ? p->twins[(size_t)function * N_STREAMS + c->stream - 1] : 0;
	return twin ? twin : function;
}

/* Once in a process, before anything is loaded: what the compiler made just now, and what drift-cc
 * kept, is not verified. */
void program_trust_compiler(void);
/* True if what the user named is compiled when it is loaded: a C file or a directory. Compiler options
 * mean something only there. */
bool program_is_source(const char *prog);
/* Returns true if some code of the program may make a thread or a process. What was argued for programs
 * with one thread then holds no more (docs/design/verdict.md, Threads and processes). */
static inline bool program_makes_tasks(const Program *p)
{
	u32 function;
	return strmap_get(&p->by_name, "__drift_clone", &function);
}

/* Loads what the user named. On failure *err has one clear line (or clang's diagnostics). */
Program *program_load(const char *prog, const LoadOptions *opts, Err *err);
void program_free(Program *p);
void library_close(Library *lib); /* also of NULL; programs do not need it any longer */
/* All of a program that has no sources as one module, for a native build with AddressSanitizer, or
 * with locals that begin with *fill, if that is not NULL; *in is to be freed, also on failure. */
bool program_bitcode(const char *prog, const u8 *fill, Buf *to, struct InputSet *in, Err *err);

/* Links and normalises bitcode files into one that program_load can use as libc. */
bool program_link_libc(const char *out, char *const *files, size_t n, Err *err);

/* True if a file is meant: "dir/a.c" names "src/dir/a.c", the end of the path in whole names. */
bool program_file_is(const char *known, const char *wanted);
/* "file.c:12:5", or "?" */
void program_location(const Program *p, u32 loc, Buf *to);
/* The source of a native program that calls one function in which a global is: that of the function
 * itself is compiled under another name. */
const char *program_native_file(const Program *p, u32 function, const Global *g);
/* Where a file is: below the directory that it was compiled in; to be freed. */
char *program_path(const Program *p, u32 file);
/* Writes the beginning of a location's source line, without indentation; nothing if it cannot be
 * read. */
void program_source(const Program *p, u32 loc, Buf *to);
/* The same of a line of a file. */
void program_line(const Program *p, u32 file, u32 line, Buf *to);
/* The same, however long the line is. */
void program_whole_line(const Program *p, u32 file, u32 number, Buf *to);
/* The block of an instruction; blocks stand in the order of their instructions. */
u32 function_block(const Function *f, u32 ins);
/* True if it is the name of a function that may return a second time: setjmp and its kin. */
bool returns_twice(const char *name);
/* True if the function calls one of these directly. */
bool function_calls_setjmp(const Program *p, const Function *f);
/* Text of one function, for people and tests. */
void program_dump(const Program *p, const Function *f, FILE *to);

#endif
