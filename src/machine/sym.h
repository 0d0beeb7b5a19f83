/* sym.h: private to src/machine: expressions and constraints of a run. */
#ifndef DRIFT_MACHINE_SYM_H
#define DRIFT_MACHINE_SYM_H

#include "machine/machine_impl.h"
#include "machine/symbolic.h"
#include "machine/track.h"

/* sym/ops.c */
Expr sym_expr(Machine *m, Value v, u32 bits);
bool sym_ins(Machine *m, const Ins *in, Value a, Value b, Value c, Expr out[2]);

/* sym.c */
static inline Tag sym_tag(Tag dep, Expr e)
{
	return (dep & 0xffffffff00000000ull) | e;
}
/* The tag of a value: no expression where it is a constant. */
Tag sym_result(Machine *m, Tag dep, Expr e);
/* Adds a constraint that holds on this run; constants are dropped. data is what decided it. The
 * result is what to depend on because of it. */
Dep sym_constrain(Machine *m, ConstraintKind kind, Expr cond, Expr value, Tag data);
/* Takes a symbolic value as it is, with a constraint. what names the reason in a note, or is NULL.
 */
extern const char sym_float_note[]; /* what, where floating point begins */
void sym_concretise(Machine *m, Value *v, const char *what);
/* A conditional branch or switch on a symbolic value. */
Dep sym_branch(Machine *m, const Ins *in, Value cond);
/* Constraints before a division; the concrete operands decide which side was taken. */
void sym_division(Machine *m, const Ins *in, Value a, Value b);

/* sym/memory.c */
/* Remembers which object an address with a symbolic part is meant to stay in. */
void sym_provenance(Machine *m, Value base, Expr address);
bool sym_load(Machine *m, u64 addr, Type t, Tag tag, Value *out);
bool sym_store(Machine *m, u64 addr, Type t, Tag tag, Value v);
/* The expression of bytes in memory, low byte first; 0 when all are concrete. */
Expr sym_bytes(Machine *m, u64 addr, u32 n, u32 bits);

/* sym/input.c */
/* Says which bytes a file with a symbolic length has beyond this run's end. */
void sym_input_file(Machine *m, Expr length, const Tag *tags);
/* Remembers what a read from such a file at pos may overwrite. */
void sym_before_read(Machine *m, Tag length, u64 pos);
/* The read got fewer bytes than it asked for: what is in the buffer hangs on the length. */
void sym_short_read(Machine *m, Expr length, u64 pos, u64 got);

/* sym/position.c */
/* Before a system call, where some file's length is an input. True: it is on such a file, in, and
 * what it finds out is to be said by sym_input_end. done: it was not interrupted. */
bool sym_input_begin(Machine *m, OsInput *in);
void sym_input_end(Machine *m, OsInput *in, bool done);
/* After a call that told about a file: its length is an input. */
void sym_stat_call(Machine *m);
/* After a call that may have changed such a file: what is left of its length is fixed. */
void sym_input_changed(Machine *m);

/* sym/string.c */
/* The object is an input string with room for len bytes and a zero. */
void sym_string_add(Machine *m, u32 object, const u8 *bytes, const Tag *tags, u32 len);
/* n bytes at addr of such an object: does the string reach that far? Reports an error if not. */
bool sym_string_check(Machine *m, const Object *o, u64 addr, u64 n, bool write);
/* The same for a symbolic index. */
bool sym_string_index(Machine *m, const Object *o, Expr index, u64 addr, u32 n, bool write);

/* sym/overflow.c */
/* An instruction on symbolic operands a and b whose overflow is undefined. */
void sym_overflow(Machine *m, const Ins *in, Value va, Value vb, Expr a, Expr b);
void sym_overflow_reset(Machine *m);

/* sym/known.c */
/* A truth value, or the constant that the constraints so far make it. data is what the value
 * depends on. */
Expr sym_known(Machine *m, Expr e, Tag data);
/* True if the constraints so far leave the expression the one value that it has in this run. */
bool sym_settled(Machine *m, Expr e, Tag data);
/* A run begins. */
void sym_forget_facts(Machine *m);

/* With tracking: a constraint that is there already and depends on nothing that this one would
 * not, together with what this one depends on; or 0. */
Dep sym_again(Machine *m, Expr cond, Tag data);

/* sym/text.c */
void sym_pin_texts(Machine *m, u64 addr, u64 n);
bool sym_text_end(Machine *m, Expr address, u64 addr);

#endif
