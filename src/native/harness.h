/* harness.h: what builds a program natively, for its tests. */
#ifndef DRIFT_NATIVE_HARNESS_H
#define DRIFT_NATIVE_HARNESS_H

#include "input/entry.h"

typedef struct NativeProgram {
	const Program *loaded;
	const Inputs *inputs;
	const Entry *entry_type; /* of the function that is called; NULL: the program has main */
	u32 function;            /* it, or NO_OPERAND */
	u32 call;                /* which of Shape.calls is its own */
} NativeProgram;

/* Writes sources and build.sh to a directory of its own, which replaces an earlier one of drift's.
 */
bool native_write(const NativeProgram *p, const char *dir, Err *err);

/* harness_look.c: text of driver.c, for --entry. */
extern const char driver_look_head[];
extern const char driver_look[];

#endif
