/* program.h: a loaded program, free of LLVM.
 *
 * The loader turns bitcode into this: functions of basic blocks of instructions over scalar
 * registers, globals with their first contents, source places for everything. It is what
 * static analyses read and what the machine makes its code from.
 *
 * Registers. Every SSA value of LLVM becomes one or more scalar registers: structs and
 * vectors are taken apart, so extractvalue and insertvalue cost nothing. Parameters come first.
 * Integers of 65 to 128 bits and x86 long doubles take two consecutive registers (low half first).
 *
 * Operands are 32-bit: a register number, or with OPERAND_CONST set an index into
 * Program.consts.
 *
 * Addresses. Functions and globals have their addresses from the loader on (see
 * layout in memory.h), so every constant is a plain number.
 *
 * A Program owns all it points to, through one arena; program_free ends it.
 */
#ifndef DRIFT_LOAD_PROGRAM_H
#define DRIFT_LOAD_PROGRAM_H

#include "base/base.h"

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
	return t <= 128 ? t : t == TYPE_F32 ? 32 : t == TYPE_F80 ? 80 : 64;
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

/* Instructions. In the comments: d = destination, a b c = operands, t = Ins.type. */
/* clang-format off */
#define INS_LIST(X)                                                                            \
	/* integer arithmetic on t */                                                              \
	X(ADD)                                                                                     \
	X(SUB)                                                                                     \
	X(MUL)                                                                                     \
	X(UDIV)                                                                                    \
	X(SDIV)                                                                                    \
	X(UREM)                                                                                    \
	X(SREM)                                                                                    \
	X(SHL) X(LSHR) X(ASHR) X(AND) X(OR) X(XOR) /* d = i1: a pred b on t; pred in sub (Pred) */ \
		X(ICMP) X(FCMP) X(FADD) X(FSUB) X(FMUL) X(FDIV) X(FREM)                                \
			X(FNEG) /* conversions from t to type2 */                                          \
		X(TRUNC) X(ZEXT) X(SEXT) X(FPTOUI) X(FPTOSI) X(UITOFP) X(SITOFP) X(FPCONV)             \
			X(BITCAST)   /* d = a; sub 1: an assignment of the source (a definition marker) */ \
		X(MOV) X(SELECT) /* d = a ? b : c on t */                                              \
		X(PHI) /* d = list of (block, operand) in extra; sub 1: a choice in an expression */   \
		/* memory */                                                                           \
		X(LOAD)                                            /* d = *(t *)a */                   \
		X(STORE)                                           /* *(t *)a = b */                   \
		X(GEP)    /* d = a + imm + b * scale; b may be NO_OPERAND; b is 64 bits wide */        \
		X(ALLOCA) /* d = fresh stack object of b * imm bytes, alignment scale */               \
		X(SLOT)   /* d = address of frame slot number imm */                                   \
		X(MEMCPY) X(MEMMOVE) X(MEMSET) /* a = to, b = from or byte, c = length */              \
		X(ATOMICRMW)                   /* d = *(t *)a; *a = *a sub b */                        \
		X(CMPXCHG) /* d, d + regs(t) = old, i1: *(t *)a == b ? *a = c */ /* control */         \
		X(BR)                                                            /* to block imm */    \
		X(CBR)    /* a ? block imm : block scale */                                            \
		X(SWITCH) /* a on t; cases in extra; imm = default block */                            \
		X(IBR)    /* to the block whose address is a; possible blocks in extra */              \
		X(RET)    /* operands in extra (flattened), n_extra of them */                         \
		X(UNREACHABLE) X(CALL) /* extra = index into Function.calls */ /* intrinsics */        \
		X(VA_START) X(VA_COPY) /* a = va_list; b = source */                                   \
		X(STACKSAVE) X(STACKRESTORE) X(CTPOP) X(CTLZ) X(CTTZ) X(BSWAP) X(BITREVERSE) X(FSHL)   \
			X(FSHR) X(ABS) X(SMIN) X(SMAX) X(UMIN)                                             \
				X(UMAX) /* d = result, next register = i1 overflow */                          \
		X(SADDO) X(UADDO) X(SSUBO) X(USUBO) X(SMULO) X(UMULO) X(SADDS) X(UADDS) X(SSUBS)       \
			X(USUBS)                 /* saturating */                                          \
		X(FUNARY)                    /* d = sub(a) on t, sub is a FloatFn */                   \
		X(FBINARY) X(FMA) X(FPCLASS) /* d = i1: class of a is in mask imm (llvm.is.fpclass) */ \
		X(FPTOSI_SAT) X(FPTOUI_SAT) X(TRAP)                                                    \
			X(UNSUPPORTED) /* ends; imm = number in Program.texts, scale = print of its body */\
		X(SEE)             /* looks at a: LoadOptions.observe number imm, scalar number scale */
/* clang-format on */

typedef enum InsOp {
#define X(name) I_##name,
	INS_LIST(X)
#undef X
		INS_COUNT
} InsOp;

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
};

/* What the order, the distance or the bits of addresses decide; see lower_address.c. */
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
	u64 address;
	u32 n_params; /* flattened */
	Type *params;
	u32 n_results;
	Type *results;
	bool variadic;
	bool weak;          /* an undefined weak symbol: its address is 0 */
	bool returns_twice; /* setjmp and its kin */
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
	const struct CType *type; /* with LoadOptions.entry; NULL: not known */
} Global;

typedef struct Loc {
	u32 file; /* index into Program.files */
	u32 line; /* 0 = unknown */
	u32 col;
} Loc;

/* How the program, or one function of it, is built natively (LoadOptions.native). */
typedef struct NativeBuild {
	struct InputSet *input; /* sources and options; without bitcode. NULL: not asked for */
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
	VEC(const char *) texts; /* messages of I_UNSUPPORTED */
	VEC(u64) mixed_from;     /* addresses that constants were computed from, other than by adding */
	VEC(u64) mixed;          /* those constants: no addresses any more, but made of their bits */
	StrMap by_name;          /* defined or declared symbol -> function number */
	StrMap global_by_name;
	u64 globals_end; /* first address past the last global's red zone */
	u64 code_end;    /* first address past the last function and block */
	u32 start;       /* __drift_start of the C library */
	u32 main;        /* the subject's main, NO_OPERAND when it has none */
	VEC(u64)
	block_addrs; /* address-taken blocks: function << 32 | block, by (address - CODE_BLOCKS) / 16 */
	NativeBuild native;
	const struct CType **entry_types; /* of LoadOptions.entry: its result, then its parameters */
	u32 n_entry_types;                /* 0: there is no debug information */
} Program;

typedef struct LoadOptions {
	const char *cflags; /* for sources */
	const char *libc;   /* path of libc.bc; NULL = where drift is installed */
	bool fold; /* effect-free && and || without branches, in the user's code and the C library */
	bool undefined_ok;          /* unknown symbols are an outcome of the run, not of loading */
	bool native;                /* fill in Program.native */
	const char *entry;          /* function that will be called alone, or NULL */
	const char *const *observe; /* variables to look at, FILE:LINE:VAR: each time the line has
								   assigned it, or has been executed if it does not */
	u32 n_observe;
} LoadOptions;

/* Loads what the user named. On failure *err has one clear line (or clang's diagnostics). */
Program *program_load(const char *prog, const LoadOptions *opts, Err *err);
void program_free(Program *p);
/* All of a program that has no sources as one module, for a native build with AddressSanitizer, or
 * with locals that begin with *fill, if that is not NULL; *in is to be freed, also on failure. */
bool program_bitcode(const char *prog, const u8 *fill, Buf *to, struct InputSet *in, Err *err);

/* Links and normalises bitcode files into one that program_load can use as libc. */
bool program_link_libc(const char *out, char *const *files, size_t n, Err *err);

/* Whether a file is meant: "dir/a.c" names "src/dir/a.c", the end of the path in whole names. */
bool program_file_is(const char *known, const char *wanted);
/* "file.c:12:5", or "?" */
void program_place(const Program *p, u32 loc, Buf *to);
const char *ins_name(InsOp op);
/* types.c: of operands, where they are there; of the first result, where there is one. */
Type ins_type_a(const Ins *in);
Type ins_type_b(const Ins *in);
Type ins_type_c(const Ins *in);
Type ins_type_result(const Ins *in);
/* Text of one function, for people and tests. */
void program_dump(const Program *p, const Function *f, FILE *to);

#endif
