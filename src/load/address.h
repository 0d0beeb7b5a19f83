/* address.h: from a number to the global it may be an address of. */
#ifndef DRIFT_LOAD_ADDRESS_H
#define DRIFT_LOAD_ADDRESS_H

#include "load/program.h"

/* The last global that begins at or before the address, or NO_OPERAND. */
u32 global_below(const Program *p, u64 address);

#endif
