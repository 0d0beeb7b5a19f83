/* harness.h: writes the sources and the script that build a program natively, for its tests. */
#ifndef DRIFT_NATIVE_HARNESS_H
#define DRIFT_NATIVE_HARNESS_H

#include "engine/input/entry.h"

typedef struct NativeProgram {
	const Program *loaded;
	const Inputs *inputs;
	/* Prototype of the function that is called; NULL: the program has main. */
	const Entry *entry_type;
	u32 function; /* that function, or NO_OPERAND */
	u32 call;     /* index of its call in Shape.calls */
} NativeProgram;

/* Writes sources and build.sh to a separate directory and replaces an earlier one that drift
 * made. */
bool native_write(const NativeProgram *p, const char *dir, Err *err);

/* linker.c: what links a program with these options as clang would. The gcc driver starts in a tenth
 * of clang's time. It is used if it gives the same result. gold takes half of ld's time, and gives
 * the same result for programs without options for the linker itself. */
typedef enum Linker { LINKER_CLANG, LINKER_GCC, LINKER_GOLD } Linker;
Linker native_linker(const StrList *link);

/* harness_blocks.c, harness_look.c, harness_state.c: text for driver.c, with --entry. */
extern const char driver_blocks[];
extern const char driver_look_head[];
extern const char driver_look[];
extern const char driver_state[];
extern const char driver_look_end[];

#endif
