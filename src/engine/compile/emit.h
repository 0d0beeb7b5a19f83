/* emit.h: private to src/engine/compile: shared by the steps from bytecode to LLVM's instructions.
 *
 *   emit.c      blocks, entry, leaving
 *   ints.c      arithmetic, comparisons, copies
 *   floats.c    arithmetic of floats, conversions
 *   memory.c    addresses, loads, stores
 *   control.c   jumps
 *   calls.c     calls, returns
 *   direct.c    calls from unit to unit
 *   inline.c    calls of small functions
 *   generic.c   instructions of the program that have no bytecode instruction of their own
 *
 * Every register of the frame is a variable of the LLVM function, which LLVM turns into values.
 * If the unit is made quickly, registers stay in the frame, and nothing is written when it is left:
 * LLVM would copy hundreds of values at each join of a large function.
 *
 * An instruction reads all that it needs and makes all its tests first; only then does it write.
 *
 * The instructions of a block from one effect (a store, a call) to the next are a *stretch*. They
 * can be repeated. So if a test fails, the unit is left at the beginning of the stretch, with the
 * registers as they were there. All tests of a stretch share the code that does this.
 *
 * LLVM's code must not assume more than the machine: no instruction has flags such as nsw or
 * inbounds, and no type-based alias information. The bytes of the subject, the bits that say
 * whether they are plain, and registers of frames are different arrays of the machine, whatever
 * the subject does. The alias scopes say only this.
 */
#ifndef DRIFT_COMPILE_EMIT_H
#define DRIFT_COMPILE_EMIT_H

#include <llvm-c/Core.h>

#include "engine/compile/flow.h"

/* Arrays of the machine that do not overlap. */
typedef enum Zone { ZONE_BYTES, ZONE_BITS, ZONE_REGS, ZONE_HITS, N_ZONES } Zone;

/* Types of LLVM. */
typedef struct EmitTypes {
	LLVMTypeRef i1, i8, i16, i32, i64, ptr, f32, f64, reg, result;
} EmitTypes;

/* Metadata. */
typedef struct EmitMarks {
	u32 scope_kind, noalias_kind, prof_kind;
	LLVMValueRef scope[N_ZONES], others[N_ZONES]; /* the zone; all other zones */
	LLVMValueRef rarely;                          /* the first way of a branch is rare */
} EmitMarks;

/* Values that do not change in a unit, and its variables. */
typedef struct EmitValues {
	LLVMValueRef state, frame;              /* parameters */
	LLVMValueRef regs;                      /* the registers of the frame */
	LLVMValueRef bytes, readable, writable; /* as in UnitState */
	LLVMValueRef budget;                    /* variable */
	LLVMValueRef *bits;                     /* variables, by register */
	LLVMValueRef *tags;                     /* likewise, of those that may be not plain */
	LLVMValueRef start; /* an instruction of the first block, behind all others */
	LLVMValueRef roomy; /* see inline.c; NULL: not needed yet */
} EmitValues;

/* The end of the unit that hands over to the interpreter. */
typedef struct EmitEnd {
	LLVMBasicBlockRef
		block;              /* frame, instruction and reason are in UnitState: not as phis, of which
							  * a large function would have thousands */
	LLVMBasicBlockRef gone; /* everything is in UnitState already */
} EmitEnd;

/* The end of the unit that returns to another unit. */
typedef struct EmitReturn {
	LLVMBasicBlockRef block;   /* NULL: not needed yet */
	LLVMValueRef value, n, at; /* phis: the result; as Code.n; the bytecode instruction */
} EmitReturn;

/* The call whose callee is emitted as part of its caller. */
typedef struct EmitInline {
	u32 depth;                        /* 1: called from the function of the unit */
	struct UnitEmit *caller;          /* stays at the call meanwhile */
	LLVMValueRef value;               /* variable: the result */
	LLVMBasicBlockRef after;          /* behind the call */
	LLVMBasicBlockRef leave;          /* leaves inside of the callee, or NULL: not needed yet */
	LLVMValueRef leave_at, leave_why; /* its phis */
} EmitInline;

typedef struct UnitEmit {
	const UnitRequest *rq;
	const FnCode *fc;
	LLVMContextRef cx;
	LLVMModuleRef module;
	LLVMBuilderRef b;
	LLVMValueRef fn;
	EmitTypes t;
	EmitMarks marks;
	EmitValues v;
	EmitEnd end;
	EmitReturn ret;
	UnitFlow flow;
	LLVMBasicBlockRef *blocks; /* by bytecode instruction: of leaders */
	u32 at;                    /* the bytecode instruction that is emitted */
	u32 stretch;               /* the first instruction of its stretch */
	LLVMValueRef mark;         /* an instruction of LLVM where the stretch begins */
	LLVMBasicBlockRef leave;   /* leaves before the stretch, or NULL: not needed yet */
	LLVMValueRef leave_why;    /* its phi */
	EmitInline *inside;        /* the call that is inlined, or NULL: the function of the unit */
	u32 inlined;               /* bytecode instructions of inlined callees */
} UnitEmit;

/* ---- emit.c ---- */
void emit_unit(UnitEmit *e);
LLVMValueRef emit_number(UnitEmit *e, u64 n);
/* Reads a register, given its offset in the frame; leaves if it is not plain. */
LLVMValueRef emit_get(UnitEmit *e, u32 offset);
/* Likewise, but not plain is allowed; *tag is its tag, or NULL: it is plain. */
LLVMValueRef emit_copy(UnitEmit *e, u32 offset, LLVMValueRef *tag);
/* Sets a register to a plain value. */
void emit_set(UnitEmit *e, u32 offset, LLVMValueRef bits);
void emit_set_tagged(UnitEmit *e, u32 offset, LLVMValueRef bits, LLVMValueRef tag);
/* Leaves before the stretch if the condition is true. */
void emit_leave_if(UnitEmit *e, LLVMValueRef bad, UnitReason why);
/* Leaves in any case; the block ends. */
void emit_leave(UnitEmit *e, UnitReason why);
/* Emits instructions from a leader to the end of its block. */
void emit_line(UnitEmit *e, u32 leader);
/* Makes variables of all registers; of one more value. */
void emit_registers(UnitEmit *e);
LLVMValueRef emit_variable(UnitEmit *e);
/* Frees what emit_registers and the blocks of a function took. */
void emit_free(UnitEmit *e);
/* Writes registers that are live before the instruction `at` to the frame, except those in the
 * list. */
void emit_spill(UnitEmit *e, u32 at, const WordList *except);
/* Writes a register, given its offset from the first of this frame. tag may be NULL: plain. */
void emit_register(UnitEmit *e, u64 offset, LLVMValueRef bits, LLVMValueRef tag);
/* Reads registers that the machine has set. Leaves after the instruction if one is not plain. */
void emit_reload(UnitEmit *e, const WordList *regs, u32 after);
LLVMBasicBlockRef emit_block(UnitEmit *e);
void emit_go(UnitEmit *e, LLVMBasicBlockRef to); /* continues to emit there */
void emit_branch(UnitEmit *e, LLVMValueRef rare, LLVMBasicBlockRef yes, LLVMBasicBlockRef no);
LLVMValueRef emit_load(UnitEmit *e, LLVMTypeRef t, LLVMValueRef base, LLVMValueRef offset, Zone z);
LLVMValueRef emit_store(UnitEmit *e, LLVMValueRef v, LLVMValueRef base, LLVMValueRef offset,
						Zone z);
/* Reads and writes a field of UnitState, or of another struct. */
LLVMValueRef emit_field(UnitEmit *e, LLVMTypeRef t, LLVMValueRef base, u64 offset);
void emit_set_field(UnitEmit *e, LLVMValueRef v, LLVMValueRef base, u64 offset);
/* Calls a function of UnitState.calls: state, frame, at, and further numbers. */
LLVMValueRef emit_ask(UnitEmit *e, u64 offset, LLVMTypeRef gives, LLVMValueRef at,
					  LLVMValueRef *more, u32 n);
/* Likewise, of another frame than that of the unit. */
LLVMValueRef emit_ask_in(UnitEmit *e, LLVMValueRef frame, u64 offset, LLVMTypeRef gives,
						 LLVMValueRef at, LLVMValueRef *more, u32 n);
/* Hands over to the interpreter at a bytecode instruction of the frame. */
void emit_end(UnitEmit *e, LLVMValueRef frame, LLVMValueRef at, LLVMValueRef why);
LLVMValueRef emit_intrinsic(UnitEmit *e, const char *name, LLVMTypeRef t, LLVMValueRef *args,
							u32 n);

/* ---- the others: each emits e->at ---- */
bool emit_int(UnitEmit *e, const Code *c);     /* false: it is of another kind */
bool emit_float(UnitEmit *e, const Code *c);   /* likewise */
bool emit_memory(UnitEmit *e, const Code *c);  /* likewise */
bool emit_control(UnitEmit *e, const Code *c); /* likewise */
void emit_generic(UnitEmit *e, const Ins *in);
/* generic.c, floats.c: an instruction of the program; false: no code for it */
bool emit_float_ins(UnitEmit *e, const Ins *in);
/* memory.c: for generic.c */
void emit_load_at(UnitEmit *e, u32 d, LLVMValueRef addr, u32 bytes);
/* ints.c */
LLVMValueRef emit_cut(UnitEmit *e, LLVMValueRef v, u32 bits);  /* zero above */
LLVMValueRef emit_sign(UnitEmit *e, LLVMValueRef v, u32 bits); /* the sign above */
/* control.c: counts so many instructions, and leaves if the budget is used up */
void emit_count(UnitEmit *e, u32 n);
void emit_count_at(UnitEmit *e, LLVMValueRef n, LLVMValueRef at); /* at this bytecode instruction */
/* calls.c */
void emit_call(UnitEmit *e, const Code *c);
LLVMValueRef *emit_arguments(UnitEmit *e, const CodeCall *cc); /* to be freed */
void emit_call_machine(UnitEmit *e);
void emit_return(UnitEmit *e, LLVMValueRef value, u32 n);
/* direct.c: makes the frame of the callee, and returns it; *unit is what runs it. Goes to `ask` if
 * the machine must do the call. Returns NULL and emits nothing if it always does. */
LLVMValueRef emit_enter(UnitEmit *e, const Code *c, LLVMBasicBlockRef ask, LLVMValueRef *unit);
/* inline.c */
bool emit_inline(UnitEmit *e, const Code *c); /* returns false if it did nothing */
void emit_inline_return(UnitEmit *e, LLVMValueRef value, u32 n);
/* generic.c: returns true if the instruction is compiled, not executed by the machine */
bool generic_compiles(const Program *p, const Ins *in);
/* control.c: counts the block, then goes to one of two bytecode instructions. */
void emit_decide(UnitEmit *e, LLVMValueRef is, u32 yes, u32 no);

#endif
