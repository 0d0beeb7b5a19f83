/* exec.h: private to src/engine/machine: instructions on the generic path.
 *
 * exec.c executes one instruction of any type, keeps tags and adds constraints; eval.c is its
 * arithmetic. The interpreter comes here for every bytecode instruction that it cannot execute
 * at full speed.
 */
#ifndef DRIFT_MACHINE_EXEC_H
#define DRIFT_MACHINE_EXEC_H

#include "engine/load/program.h"
#include "engine/machine/machine.h"
#include "engine/machine/value.h"

/* exec/exec.c: executes one instruction on the generic path; false if the run is over */
bool exec_ins(Machine *m, const Ins *in);
/* Likewise without a trace. */
bool exec_plain(Machine *m, const Ins *in);
/* Executes all instructions of the bytecode instruction at m->pc except control. */
bool exec_word(Machine *m);
Value get_operand(Machine *m, Operand o, Type t);
void set_result(Machine *m, u32 dst, Type t, Value v);
/* Handles a branch or switch whose condition has a tag, before it is taken. */
bool exec_condition(Machine *m, bool fused);
/* Handles a branch on a concrete value that depends on decisions. */
void exec_choice(Machine *m, Tag tag);
/* exec/eval.c: arithmetic; false: a division error, *kind is its kind */
bool eval_ins(const Ins *in, Value a, Value b, Value c, Value out[2], ErrorKind *kind);
Tag tag_join(Machine *m, Tag a, Tag b);

#endif
