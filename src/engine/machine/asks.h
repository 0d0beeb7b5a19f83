/* asks.h: private to src/engine/machine: what a run asks of the world outside of the program.
 *
 * These are answers of the system (sym/world.c), calls that an input lets fail (sym/fault.c),
 * and uses of addresses that depend on the memory layout (address.c). Each is noted with its
 * location.
 */
#ifndef DRIFT_MACHINE_ASKS_H
#define DRIFT_MACHINE_ASKS_H

#include "engine/machine/machine.h"
#include "engine/machine/world.h"

/* world.c: after a system call: notes what it asked for; returns the tag of its result. */
Tag world_asked(Machine *m);
/* Decides the kind of standard input before a call that depends on it, if it is an input. */
void world_decide_kind(Machine *m);
/* Notes that the program looked up an environment variable that is not set. */
void world_unset(Machine *m, u64 name);
/* what: DRIFT_ASK_*; fd: of DRIFT_ASK_STREAMS, name of DRIFT_ASK_CHILD */
void world_ask(Machine *m, u64 what, u64 fd);
/* Notes a question at the current location of the run. */
/* The program reads argv[0]. */
void world_ask_name(Machine *m);
void world_note(Machine *m, WorldKind kind, const char *name, bool varied);
void world_free(Machine *m);
/* fault.c: returns true if the input makes the current call fail. */
bool fault_now(Machine *m, FaultKind kind);
/* Likewise for a system call: returns true if it fails, with its error in *result. A call that
 * must be short asks for one byte from here on. */
bool fault_syscall(Machine *m, i64 *result);
/* address.c */
/* The current instruction, which is marked (Ins.number), uses these two addresses, which may be
 * the same. */
void address_used(Machine *m, u64 a, u64 b);
/* The C library writes an address as text. */
void address_shown(Machine *m);

#endif
