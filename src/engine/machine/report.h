/* report.h: private to src/engine/machine: ends a run and adds its notes.
 *
 * Code that cannot continue the run calls one of these and returns false, up to the interpreter,
 * which stops.
 */
#ifndef DRIFT_MACHINE_REPORT_H
#define DRIFT_MACHINE_REPORT_H

#include "engine/load/program.h"
#include "engine/machine/machine.h"
#include "engine/machine/world.h"

/* report.c: each ends the run and returns false */
bool fail(Machine *m, ErrorKind kind, const char *fmt, ...) printf_like(3, 4);
bool fail_access(Machine *m, u64 addr, u64 n, bool write);
/* Reports an access that left the object at `home`, wherever it went. */
bool fail_outside(Machine *m, u64 addr, u64 n, bool write, u64 home);
bool fail_free(Machine *m, u64 addr);
/* Executes an instruction that ends the program, unless it has a handler. */
bool trap(Machine *m);
bool unsupported(Machine *m, const char *fmt, ...) printf_like(2, 3);
bool limit_reached(Machine *m, const char *what);
/* Returns false, and cuts the run, if the budget is exhausted. */
bool machine_in_budget(Machine *m);
void finish(Machine *m, Outcome outcome, int status);
void add_note(Machine *m, const char *kind, u32 loc, const char *fmt, ...) printf_like(4, 5);
/* Adds the stack of Machine.thread to the report. */
void report_stack(Machine *m);
/* Returns the innermost location in the user's own code. */
u32 subject_loc(const Machine *m, const Function **where);
/* Fills in the innermost frames of the user's code that have a place; returns their number. */
struct WorldFrame;
u32 subject_frames(const Machine *m, struct WorldFrame *to, u32 most);

#endif
