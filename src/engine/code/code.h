/* code.h: the bytecode that the interpreter executes, made from a Function by code_make.
 *
 * Bytecode instructions are 16 bytes. Operands are byte offsets into the frame's registers
 * (register number times 16). Common pairs and triples of instructions are fused into one.
 * Origin lists the instructions that a bytecode instruction replaces, so that the slow path can
 * execute them one by one.
 *
 *   op  n   d       a       b or imm
 *   2   2   4       4       4 bytes
 *
 * If a bytecode instruction ends a block, n is the number of instructions of the block, for
 * counting. Jump targets are distances in bytecode instructions from the jump itself.
 */
#ifndef DRIFT_CODE_CODE_H
#define DRIFT_CODE_CODE_H

#include "engine/load/program.h"
#include "engine/load/layout.h"

/* Integer operations in widths 8 to 64, with register or immediate. */
#define CODE_INT_OPS(X) X(ADD) X(SUB) X(MUL) X(AND) X(OR) X(XOR) X(SHL) X(LSHR) X(ASHR)
#define CODE_DIV_OPS(X) X(UDIV) X(SDIV) X(UREM) X(SREM)
/* Comparisons: unsigned ones exist for 32 (narrower too) and 64 bits. */
#define CODE_UCMP(X) X(EQ) X(NE) X(UGT) X(UGE) X(ULT) X(ULE)
#define CODE_SCMP(X) X(SGT) X(SGE) X(SLT) X(SLE)

#define CODE_WIDTHS(X, name) X(name, 8) X(name, 16) X(name, 32) X(name, 64)
#define CODE_WIDTHS2(X, name) X(name, 32) X(name, 64)

#define CODE_LIST(X)                                                                   \
	X(GENERIC) /* one instruction by its Ins */                                        \
	X(MOV)     /* d = a */                                                             \
	X(KONST)   /* d = imm, sign-extended */                                            \
	X(KONST64) /* d = the 64 bits in the next slot */                                  \
	X(UNDEF)   /* d = uninitialised */                                                 \
	X(ZEXT)    /* d = a; same bits, another expression */                              \
	X(SEXT_8_32)                                                                       \
	X(SEXT_16_32)                                                                      \
	X(SEXT_8_64)                                                                       \
	X(SEXT_16_64)                                                                      \
	X(SEXT_32_64)                                                                      \
	X(SELECT) /* d = a ? b : next word's a */                                          \
	X(SLOT)   /* d = frame + imm */                                                    \
	X(GEPI)   /* d = a + imm */                                                        \
	X(GEPX)   /* d = a + b * scale + offset; scale, offset in next word's a, imm */    \
	X(GEPXS)  /* same, b is a 32-bit signed index */                                   \
	X(LOAD_8)                                                                          \
	X(LOAD_16)                                                                         \
	X(LOAD_32)                                                                         \
	X(LOAD_64) /* d = [a + imm] */                                                     \
	X(LOADS_8_32)                                                                      \
	X(LOADS_8_64)                                                                      \
	X(LOADS_16_32)                                                                     \
	X(LOADS_32_64) /* sign-extended */                                                 \
	X(LOADX_8)                                                                         \
	X(LOADX_16)                                                                        \
	X(LOADX_32)                                                                        \
	X(LOADX_64) /* address as GEPX */                                                  \
	X(LOADXS_8)                                                                        \
	X(LOADXS_16)                                                                       \
	X(LOADXS_32)                                                                       \
	X(LOADXS_64) /* address as GEPXS */                                                \
	X(STORE_8)                                                                         \
	X(STORE_16)                                                                        \
	X(STORE_32)                                                                        \
	X(STORE_64) /* [a + d] = b */                                                      \
	X(STOREI_8)                                                                        \
	X(STOREI_16)                                                                       \
	X(STOREI_32)                                                                       \
	X(STOREI_64) /* [a + d] = imm */                                                   \
	X(STOREX_8)                                                                        \
	X(STOREX_16)                                                                       \
	X(STOREX_32)                                                                       \
	X(STOREX_64) /* b at GEPX of a, d */                                               \
	X(STOREXS_8)                                                                       \
	X(STOREXS_16)                                                                      \
	X(STOREXS_32)                                                                      \
	X(STOREXS_64)                                                                      \
	X(FADD_F64)                                                                        \
	X(FSUB_F64)                                                                        \
	X(FMUL_F64)                                                                        \
	X(FDIV_F64)                                                                        \
	X(FNEG_F64)                                                                        \
	X(FNEG_F32)                                                                        \
	X(FADD_F32)                                                                        \
	X(FSUB_F32)                                                                        \
	X(FMUL_F32)                                                                        \
	X(FDIV_F32)                                                                        \
	X(FCMP_F64)                                                                        \
	X(FCMP_F32) /* n = predicate */                                                    \
	X(SI32_F64)                                                                        \
	X(SI64_F64)                                                                        \
	X(F64_SI32)                                                                        \
	X(F64_SI64)                                                                        \
	X(F32_F64)                                                                         \
	X(F64_F32)                                                                         \
	X(JMP)    /* to d */                                                               \
	X(CBR)    /* a ? d : next */                                                       \
	X(CBRN)   /* a ? next : d */                                                       \
	X(SWITCH) /* on a, table number b */                                               \
	X(IBR)    /* to the label at address a, table number b */                          \
	X(CALL)   /* d = call number b, a function with code */                            \
	X(CALLI)  /* the same, of the function at address a; next to CALL */               \
	X(CALLX)  /* any other call */                                                     \
	X(RET)                                                                             \
	X(RETR)                                                                            \
	X(RETN)    /* nothing; a; operands of the instruction */                           \
	X(COVER)   /* block b, executed the first time: see settle.c */                    \
	X(COVERED) /* block b, every execution of which is reported */                     \
	X(WAY)     /* out of a decision: flag b of covered, see ways.h */                  \
	X(HIT)     /* flag b, whose executions are counted */                              \
	X(SKIP)    /* to d, over what was settled */                                       \
	X(EDGE)    /* an edge into block a: registers in edges[b] leave regions */         \
	X(ADDRESS) /* a and d are used as numbers, n: by their order or distance */        \
	X(TIER)    /* native code may start here: FnCode.ops has the instruction itself */ \
	X(END)     /* below the outermost frame */

typedef enum CodeOp {
#define X(name) C_##name,
	CODE_LIST(X)
#undef X
#define X(name, w) C_##name##_##w, C_##name##I_##w,
#define Y(name) CODE_WIDTHS(X, name)
		CODE_INT_OPS(Y)
#undef Y
#define Y(name) CODE_WIDTHS2(X, name)
			CODE_DIV_OPS(Y) CODE_UCMP(Y)
#undef Y
#define Y(name) CODE_WIDTHS(X, name)
				CODE_SCMP(Y)
#undef Y
#undef X
/* Compare and branch. */
#define X(name, w) C_BR_##name##_##w, C_BR_##name##I_##w,
#define Y(name) CODE_WIDTHS2(X, name)
					CODE_UCMP(Y)
#undef Y
#define Y(name) CODE_WIDTHS(X, name)
						CODE_SCMP(Y)
#undef Y
#undef X
							CODE_COUNT
} CodeOp;

typedef struct Code {
	u16 op;
	u16 n;
	u32 d;
	u32 a;
	union {
		u32 b;
		i32 imm;
	};
} Code;

/* The instructions that a bytecode instruction replaces, in order; it is named after the last
 * one. */
typedef struct Origin {
	u32 ins[4];
	u8 n;
	bool label; /* true if it is a jump target */
} Origin;

typedef struct SwitchTable {
	Type type;
	u32 n;
	u64 *values;  /* sorted as unsigned, n of them; for a dense table NULL */
	u64 low;      /* dense: first value */
	i32 *targets; /* distances from the switch's word */
	i32 otherwise;
	u32 ins;
} SwitchTable;

/* The size of a function's frame; see FnCode. */
typedef struct FrameShape {
	u32 n_regs;
	u32 frame_size;
	u32 native_size;
	u32 pin;
} FrameShape;

/* Run-time data of a call; the data that most calls need is in one cache line. */
typedef struct CodeCall {
	Code
		*code; /* that is entered; NULL: it has to be looked for, or something is tried before it */
	FrameShape shape; /* of the callee; n_regs is 0: not known yet */
	u32 *regs;        /* register offset of each argument; constants as CODE_CONST | index */
	u32 n;            /* arguments */
	u32 few[5];       /* regs, if they fit */
	/* For call stacks: the caller's node at the latest request, and the node of the call below
	 * it. */
	u32 stack_from;
	u32 stack_made; /* 0: none */
	const Call *call;
	u32 ins;
	u32 callee;  /* CALLI: the function at target */
	u64 target;  /* CALLI: an address that was called, of a function that takes and gives what the
					call says; 0: none yet */
	bool simple; /* all arguments are one plain register or constant each, no by-value copies, not
					variadic */
} __attribute__((aligned(64))) CodeCall;
#define CODE_CONST 0x80000000u

struct Machine;
/* Runs a function of the C library natively on plain arguments. Returns the number of
 * instructions it counts for, or 0 if it did nothing and the body must run. */
typedef u64 AccelFn(struct Machine *m, const u64 *args, u64 *result);
enum { MAX_ACCEL_ARGS = 4 };

/* An instruction that reports its execution, by a flag of FnCode.covered of its own. */
typedef struct CodeMark {
	u32 ins;
	u32 flag;
} CodeMark;

typedef struct FnCode {
	const Function *fn;
	const Function *body; /* fn with the registers of the bytecode, for the slow path */
	Code *code;           /* NULL until first called */
	AccelFn *accel;       /* tried before the bytecode, or NULL */
	Origin *origin;       /* one per bytecode instruction */
	u32 n;
	u32 n_regs;      /* with scratch registers */
	u32 pin;         /* offset of the register that holds GLOBALS_BASE; 0 = not used */
	u32 frame_size;  /* bytes of the memory frame, 0 if no slots */
	u32 native_size; /* what a compiled frame would take, for the stack limit */
	FrameSlot *slots;
	u8 *covered;     /* blocks and edges executed so far (ways.h), or NULL: not recorded */
	u32 n_flags;     /* of covered */
	u8 *hits;        /* by flag: executions in this run, at most 255; NULL: not counted */
	CodeMark *marks; /* instructions that are watched, see machine_mark */
	u32 n_marks;
	struct Static *flow; /* with tracking: control flow as written */
	bool checked;        /* true if frames are made in one place, see observe/check.c */
	bool statements;     /* true if every instruction takes the generic path */
	bool inside;         /* true if phis get the context everywhere, see TrackOptions */
	bool no_exits;       /* values leave loops as they are */
	bool only_choices;   /* variables join as they are: only choices within expressions count */
	bool settled;        /* true if instructions were removed, see settle.c */
	u16 *ops;            /* opcodes of instructions that TIER replaced, by number; NULL: none */
	void *unit;          /* native code from the first instruction on, or NULL */
	struct TierFn *tier; /* what the machine knows of its native code, or NULL */
	u32 **edges;         /* by EDGE: count and registers */
	SwitchTable *switches;
	CodeCall *calls;
	Arena arena;
} FnCode;

/* Returns the opcode of an instruction, also if TIER replaced it. */
static inline u16 code_op(const FnCode *fc, const Code *c)
{
	return unlikely(c->op == C_TIER) ? fc->ops[c - fc->code] : c->op;
}

/* Returns the native replacement of the function's bytecode on plain memory, or NULL. */
typedef AccelFn *AccelFind(const Function *f);

void code_make(const Program *p, FnCode *fc, AccelFind *accel);
static inline FrameShape code_shape(const FnCode *fc)
{
	return (FrameShape){fc->n_regs, fc->frame_size, fc->native_size, fc->pin};
}
/* Fills in a call of a function whose bytecode is made. tries: the call tries FnCode.accel
 * first, each time. */
void code_entry(CodeCall *cc, const FnCode *callee, bool tries);
void code_free(FnCode *fc);

/* settle.c */
/* Removes a COVER or WAY that was executed for the first time and has no further use. */
void code_settle(FnCode *fc, u32 at);
/* Makes the complete bytecode again at the next call. No frame, and no copy of one, may be in
 * it. fns: all n functions, whose calls may refer to it. */
void code_again(FnCode *fc, FnCode *fns, size_t n);

#endif
