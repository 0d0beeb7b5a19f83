/* accel.h: private to src/engine/machine/exec: what accelerated functions share. */
#ifndef DRIFT_MACHINE_EXEC_ACCEL_H
#define DRIFT_MACHINE_EXEC_ACCEL_H

#include "engine/machine/snap.h"

/* Length of the string at addr if it is below max, else max. Returns false if a byte of it is not
 * plain. */
bool accel_length(Machine *m, u64 addr, u64 max, u64 *len);
/* Returns true if all n bytes are plain. */
bool accel_plain(Machine *m, u64 addr, u64 n);
/* The instructions that a function counts for. */
static inline u64 accel_cost(u64 bytes)
{
	return 8 + bytes;
}

/* format.c */
AccelFn accel_format_uint, accel_printf_memory;

#endif
