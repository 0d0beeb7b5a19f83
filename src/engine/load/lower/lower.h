/* lower.h: private to src/engine/load. State of one translation from LLVM to a Program.
 *
 * Symbols are resolved by name: in the subject's module first, then in the C library, of which
 * only the needed parts are lowered. Within the C library its own symbols come first
 * (interpose.c). Functions are queued when first mentioned.
 */
#ifndef DRIFT_LOAD_LOWER_LOWER_H
#define DRIFT_LOAD_LOWER_LOWER_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "engine/load/program.h"

typedef struct PendingGlobal {
	u32 global;
	LLVMValueRef value; /* with initialiser */
} PendingGlobal;

/* An aggregate constant may hold more scalars than anybody wants as registers. */
enum { FLATTEN_MAX = 4096 };

typedef VEC(Type) TypeList;
typedef VEC(Operand) OperandList;

typedef struct Lower {
	Program *p;
	LLVMContextRef context; /* of the subject; the library has its own */
	LLVMModuleRef subject;
	Library *libc;
	LLVMTargetDataRef layout;
	LLVMBuilderRef builder;     /* only folds constants */
	IntMap functions;           /* LLVMValueRef -> function number + 1 */
	IntMap globals;             /* LLVMValueRef -> global number + 1 */
	IntMap blocks;              /* LLVMBasicBlockRef of taken address -> block address */
	VEC(LLVMValueRef) bodies;   /* by function number; NULL when there is none */
	VEC(PendingGlobal) pending; /* globals whose contents are still to be written */
	StrMap shadowed;            /* mentions of the host by the C library -> number */
	HintMap consts;             /* numbers of constants, to share them */
	KeyMap loc_cache;           /* file, line and column -> loc */
	IntMap file_cache;          /* LLVMMetadataRef -> file */
	StrMap files;
	u64 next_code, next_block, next_global;
	StrMap undefined; /* names nobody defines, for the message */
	Err *err;
	bool failed;

	/* The function at work. */
	Function *f;
	bool sources; /* the subject was compiled here, just now */
	u32 function_id;
	bool is_libc;
	IntMap values;    /* LLVMValueRef -> index in pool + 1 */
	OperandList pool; /* operand lists of values, each preceded by its length */
	IntMap block_ids; /* LLVMBasicBlockRef -> block number + 1 */
	VEC(Ins) ins;
	VEC(Block) block_list;
	VEC(u32) extra;
	VEC(Case) cases;
	VEC(Call) calls;
	VEC(Slot) slots;
	IntMap slot_of; /* alloca -> slot number + 1 */
	IntMap numbers; /* values that are addresses as numbers */
	u32 loc;        /* of the instruction at work */
	u64 print;      /* index of its text + 1, if something in it is unsupported; else 0 */
	u32 regs;
} Lower;

bool lower_program(Lower *l);

/* lower.c: symbols */
u32 lower_function_id(Lower *l, LLVMValueRef fn);
/* The subject's own definition of a name that all can see; or NULL. */
LLVMValueRef lower_subject_function(Lower *l, const char *name);
LLVMValueRef lower_library_function(Lower *l, const char *name); /* the C library's, or NULL */
u64 lower_global_address(Lower *l, LLVMValueRef global);
u64 lower_block_address(Lower *l, LLVMValueRef fn, LLVMBasicBlockRef block);
void lower_fail(Lower *l, const char *fmt, ...) printf_like(2, 3);

/* assembly.c: fills in what the program has of assembly outside of functions; whether it has a name
 * in it. */
void assembly_take(LLVMModuleRef m, const char *linked, Program *p);
bool assembly_mentions(const Program *p, const char *name);

/* frames.c: keeps how large the locals of each function are; asks for it. */
void frames_mark(LLVMModuleRef m);
u64 frame_of(LLVMValueRef f);

/* asks.c: has the subject tell what it takes from the world as plain memory. */
void asks_add(LLVMModuleRef m);
/* threadlocal.c: gives each thread its own thread-local variables. */
bool threadlocal_copy(LLVMModuleRef m, Err *err);

/* const.c */
bool flatten(Lower *l, LLVMTypeRef type, TypeList *out); /* false: a type drift has no scalar for */
Type scalar_type(LLVMTypeRef type);                      /* TYPE_VOID when it is not a scalar */
Operand const_operand(Lower *l, Type type, u64 lo, u64 hi, bool undef);
/* Scalars of a constant, in order. */
bool const_flatten(Lower *l, LLVMValueRef v, OperandList *out);
bool const_scalar(Lower *l, LLVMValueRef v, u64 *lo, u64 *hi, bool *undef);
bool const_bytes(Lower *l, LLVMValueRef v, u8 *to);

/* fn.c */
bool lower_body(Lower *l, u32 id, LLVMValueRef fn);
Operand lower_operand(Lower *l, LLVMValueRef v); /* of a scalar value */
const Operand *lower_operands(Lower *l, LLVMValueRef v, u32 *n);
Ins *emit(Lower *l, InsOp op, Type type, u32 dst, Operand a, Operand b, Operand c);
u32 new_reg(Lower *l, Type type);
void emit_unsupported(Lower *l, const char *what);
/* First register of an instruction's result, with registers for all its scalars. */
u32 result_reg(Lower *l, LLVMValueRef inst);

bool lower_is_marker(LLVMValueRef v); /* a definition marker */

/* address.c */
void lower_find_numbers(Lower *l, LLVMValueRef fn); /* before the function's instructions */
NumberUse lower_number_use(const Lower *l, LLVMValueRef v);

/* mem.c: loads, stores, address arithmetic, atomics, vectors, through memory order */
void lower_load(Lower *l, LLVMValueRef inst);
void lower_store(Lower *l, LLVMValueRef inst);
void lower_gep(Lower *l, LLVMValueRef inst);
void lower_rmw(Lower *l, LLVMValueRef inst);
void lower_cmpxchg(Lower *l, LLVMValueRef inst);
void lower_bitcast(Lower *l, LLVMValueRef inst);
Operand pack_bits(Lower *l, LLVMValueRef v, Type wide);

/* wide.c: integers of more than 128 bits, as lists of scalars */
bool is_wide(LLVMTypeRef t);
u32 wide_limbs(LLVMTypeRef t);
Type wide_limb(LLVMTypeRef t, u32 k);
bool lower_wide(Lower *l, LLVMValueRef inst);

/* call.c */
void lower_call(Lower *l, LLVMValueRef inst);
void lower_ctors(Lower *l, const char *list, const char *name, bool reverse);

/* call.c: a * b + c, rounded once where the processor does that. */
void lower_fmuladd(Lower *l, LLVMValueRef v);
/* constrained.c: name is what follows llvm.experimental.constrained. ; false: it is not known */
bool lower_constrained(Lower *l, LLVMValueRef v, const char *name);
/* asm.c */
void lower_asm(Lower *l, LLVMValueRef inst); /* a call of inline assembly */

/* fold.c: short-circuit logic of a function as selects */
void fold_function(Program *p, Function *f);

/* streams.c */
void streams_split(Program *p);

/* location.c */
u32 location_of(Lower *l, LLVMMetadataRef location);
u32 location_in(Lower *l, LLVMMetadataRef scope, u32 line, u32 col);
/* The source that was compiled, of a function or of where a variable is declared; 0: not known. */
u32 location_unit(Lower *l, LLVMMetadataRef scope);

/* library.c: modules are parsed when a symbol of theirs is asked for, into a context that is the
 * library's: it may serve several programs */
Library *library_open(const char *path, Err *err);
LLVMContextRef library_context(const Library *lib);
/* The module that defines a symbol; NULL when none does, or with *err set when it is damaged. */
LLVMModuleRef library_module(Library *lib, const char *symbol, Err *err);
/* interpose.c: whether a name in the C library means the subject's own thing where it has one. */
bool library_asks_subject(const char *name);

/* link.c */
LLVMModuleRef link_parse(LLVMContextRef c, const char *name, const void *bytes, size_t n, Err *err);
/* Of what somebody else made: whether it keeps to LLVM's rules. Wrong debug information is dropped. */
bool link_verify(LLVMModuleRef m, const char *name, Err *err);
bool link_into(LLVMModuleRef to, LLVMModuleRef from, const char *name, Err *err);
/* Lets what `to` defines win over definitions of the same name in `from`: a program over its
 * libraries. */
void link_weaken(LLVMModuleRef to, LLVMModuleRef from);
bool link_normalise(LLVMModuleRef m, bool markers, Err *err);
/* undefined.c: before and after the passes: what was never set in a local stays undefined. */
void undefined_locals_begin(LLVMModuleRef m);
void undefined_locals_end(LLVMModuleRef m);
#define DEF_MARKER "drift.def."
#define CHOICE_MARKER "drift.choice"

/* ctype.c: fills in Program.entry_types. */
void ctype_function(LLVMModuleRef m, const char *function, Program *p);
/* Types of globals by name: read while there is debug information, taken when they are lowered. */
struct CType;
typedef struct TypedNames {
	StrMap names; /* to types */
	VEC(const struct CType *) types;
} TypedNames;
void ctype_globals(LLVMModuleRef m, Program *p, TypedNames *out);
void ctype_take_globals(Program *p, TypedNames *from);
/* The same for functions: Program.function_types. */
void ctype_functions(LLVMModuleRef m, Program *p, TypedNames *out);
void ctype_take_functions(Program *p, TypedNames *from);
/* The type of a function's parameter, from 1; NULL: not known. */
const struct CType *ctype_parameter(LLVMModuleRef m, const char *function, u32 k, Arena *arena);
/* The type of one global; NULL: it is not there, or nothing says so. */
const struct CType *ctype_variable(LLVMModuleRef m, const char *name, Arena *arena);

/* export.c: the subject as bitcode that can be built natively, with sanitizers; entry, if not
 * NULL, can be called from outside; fill, if not NULL, is what locals begin with. To be called
 * before it is normalised. */
void export_bitcode(LLVMModuleRef m, const char *entry, const u8 *fill, Buf *to);
/* True if the module defines a function of that name. */
bool export_defines(LLVMModuleRef m, const char *name);

/* observe.c: calls of functions with this prefix show a value */
#define OBSERVE_MARKER "drift.see."
bool observe_all(Lower *l, const char *const *texts, u32 n, Err *err);
/* symbols.c */
struct InputSet;
void symbols_add(LLVMModuleRef m, const struct InputSet *in);
/* Number of the observation and of the scalar in it, from the name of such a function. */
bool observe_marker(const char *name, u32 *number, u32 *part);

#endif
