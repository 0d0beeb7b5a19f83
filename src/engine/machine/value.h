/* value.h: private to src/engine/machine: values with their tags.
 *
 * A value is its bits in this run and a Tag: an expression over the inputs in the low half, a
 * dependence in the high half, 0 if it is plain. Registers hold values of up to 64 bits. A wider
 * value takes two registers, and both have its tag.
 */
#ifndef DRIFT_MACHINE_VALUE_H
#define DRIFT_MACHINE_VALUE_H

#include "engine/os/os.h"

typedef struct Reg {
	u64 bits; /* zero above the type's width */
	Tag tag;  /* 0: plain */
} Reg;

/* A scalar on the generic path. */
typedef struct Value {
	u64 lo, hi; /* hi: of types wider than 64 bits, else 0 */
	Tag tag;    /* 0: plain */
} Value;

/* The value depends on something uninitialised: DEP_UNDEFINED in the upper half. */
#define TAG_UNDEFINED (1ull << 63)
/* Both bits: some bits of the value are undefined and others are not (undef.h). */
#define TAG_PARTIAL (3ull << 62)
#define TAG_EXPR(tag) ((u32)(tag))
#define TAG_DEPS 0xffffffff00000000ull
/* In memory, if the run takes snapshots, instead of dependences: the rule that says on which
 * inputs the byte counts as set (snap/set.c); 0: on all, or on none. */
#define TAG_OWN (TAG_UNDEFINED | 0xffffffffull) /* all but a rule */
#define TAG_RULE(tag) ((tag) >= TAG_PARTIAL ? 0 : (u32)((tag) >> 32) & 0x7fffffffu)
/* In checked runs: tag of a register that was never set. */
#define TAG_NEVER 0x7fffffffffffffffull

#endif
