/* address.h: finds the global that a number may be an address of. */
#ifndef DRIFT_LOAD_ADDRESS_H
#define DRIFT_LOAD_ADDRESS_H

#include "engine/load/program.h"

/* The last global that begins at or before the address, or NO_OPERAND. */
u32 global_below(const Program *p, u64 address);

#endif
