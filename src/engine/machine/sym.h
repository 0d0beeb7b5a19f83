/* sym.h: private to src/engine/machine: expressions and constraints of a run. */
#ifndef DRIFT_MACHINE_SYM_H
#define DRIFT_MACHINE_SYM_H

#include "engine/machine/machine_impl.h"
#include "engine/machine/symbolic.h"
#include "engine/machine/track.h"

/* sym/ops.c */
Expr sym_expr(Machine *m, Value v, u32 bits);
/* A FloatFn as a FloatOp; -1: it has none. */
int sym_float_op(FloatFn fn);
/* Expression of a floating-point instruction; 0: there is none. */
Expr sym_float(ExprPool *p, const Ins *in, Expr a, Expr b, Expr c);
/* Result of a function of the C library that only looks at the bits of a number; 0: it is another one. */
Expr sym_float_bits(ExprPool *p, const char *name, unsigned w, Expr a, Expr b);
bool sym_ins(Machine *m, const Ins *in, Value a, Value b, Value c, Expr out[2]);

/* sym.c */
static inline Tag sym_tag(Tag dep, Expr e)
{
	return (dep & 0xffffffff00000000ull) | e;
}
/* Returns the tag of a value: without an expression if it is a constant. */
Tag sym_result(Machine *m, Tag dep, Expr e);
/* Adds a constraint that is true in this run; drops constants. data is what decided it. Returns
 * the dependence that follows from it. */
Dep sym_constrain(Machine *m, ConstraintKind kind, Expr cond, Expr value, Tag data);
/* Makes the value concrete on the inputs of the path that satisfy cond, which is true in this run. Conditions at one
 * place must exclude each other. */
void sym_confine(Machine *m, Value *v, Expr cond);
/* Concretises a symbolic value, with a constraint. what is the reason for a note, or NULL. */
extern const char sym_float_note[]; /* what, for values that enter floating point */
void sym_concretise(Machine *m, Value *v, const char *what);
/* Handles a conditional branch or switch on a symbolic value. */
Dep sym_branch(Machine *m, const Ins *in, Value cond);
/* Adds constraints before a division; the concrete operands decide which side was taken. */
void sym_division(Machine *m, const Ins *in, Value a, Value b);

/* sym/memory.c */
/* Records the object that an address with a symbolic part should stay in. */
void sym_provenance(Machine *m, Value base, Expr address);
bool sym_load(Machine *m, u64 addr, Type t, Tag tag, Value *out);
bool sym_store(Machine *m, u64 addr, Type t, Tag tag, Value v);
/* Returns the expression of bytes in memory, low byte first; 0 if all are concrete. */
Expr sym_bytes(Machine *m, u64 addr, u32 n, u32 bits);

/* sym/input.c */
/* Sets the bytes that a file with a symbolic length has beyond the end in this run. */
void sym_input_file(Machine *m, Expr length, const Tag *tags);
/* Saves what a read from such a file at pos may overwrite. */
void sym_before_read(Machine *m, Tag length, u64 pos);
/* Returns true if some of that was undefined. */
bool sym_unset_before(const Machine *m);
/* Called if a read got fewer bytes than it asked for: the buffer depends on the length. All of it was set. */
void sym_short_read(Machine *m, Expr length, u64 pos, u64 got);

/* sym/position.c */
/* Called before a system call if some file's length is an input. Returns true if the call is on
 * such a file, in; then sym_input_end must report what it found. done: it was not interrupted. */
bool sym_input_begin(Machine *m, OsInput *in);
void sym_input_end(Machine *m, OsInput *in, bool done);
/* Called after a call that returned data about a file whose length is an input. */
void sym_stat_call(Machine *m);
/* Called after a call that may have changed such a file: fixes what is left of its length. */
void sym_input_changed(Machine *m);

/* sym/string.c */
/* Registers the object as an input string with room for len bytes and a zero. */
void sym_string_add(Machine *m, u32 object, const u8 *bytes, const Tag *tags, u32 len);
/* Checks n bytes at addr of such an object: reports an error if the string does not reach that
 * far. */
bool sym_string_check(Machine *m, const Object *o, u64 addr, u64 n, bool write);
/* Likewise for a symbolic index. */
bool sym_string_index(Machine *m, const Object *o, Expr index, u64 addr, u32 n, bool write);

/* sym/overflow.c */
/* Handles an instruction on symbolic operands a and b whose overflow is undefined. */
void sym_overflow(Machine *m, const Ins *in, Value va, Value vb, Expr a, Expr b);
/* A number that is converted to an integer: whether the type can hold it. */
void sym_conversion(Machine *m, const Ins *in, Value va, Expr a);
void sym_overflow_reset(Machine *m);

/* sym/known.c */
/* Returns a truth value, or the constant that the constraints so far imply. data is what the
 * value depends on. */
Expr sym_known(Machine *m, Expr e, Tag data);
/* Returns true if the constraints so far leave the expression only its value in this run. */
bool sym_settled(Machine *m, Expr e, Tag data);
/* Called when a run begins. */
void sym_forget_facts(Machine *m);

/* With tracking: finds an existing equal constraint whose dependences are all dependences of
 * this one. Returns it joined with this one's dependences; or 0. */
Dep sym_again(Machine *m, Expr cond, Tag data);

/* sym/text.c */
void sym_pin_texts(Machine *m, u64 addr, u64 n);
bool sym_text_end(Machine *m, Expr address, u64 addr);

#endif
