/* closed.h: private to src/static. Which functions a call through a pointer may enter, by a rule
 * that leaves nothing out.
 *
 * Points-to answers the same question better and can be wrong where a program does to addresses
 * what no constraint stands for. Whoever leaves out inputs that were never run needs an answer that
 * cannot be: here an address is followed only as long as it stands in registers, goes through
 * direct calls and returns, or is read from first contents that nothing writes. Whatever else is
 * done with it (stored, added to another, cut to pieces, given to something without a body) it has
 * *leaked*, and any call whose target is not followed may enter any function that has leaked.
 *
 *   followed   copies, phis, choices, arguments and results of calls with known targets, fields of
 *              a global that is neither leaked nor written
 *   leaked     operands of everything else, and all that the first contents of a leaked or written
 *              global hold
 *
 * Of a followed address the objects are known, and offsets as far as adding constants and
 * multiples keeps them.
 */
#ifndef DRIFT_STATIC_CLOSED_CLOSED_H
#define DRIFT_STATIC_CLOSED_CLOSED_H

#include "static/impl.h"

typedef struct Closed Closed;

Closed *closed_find(const Static *s);
void closed_free(Closed *c);

/* Whether a function's address has leaked. */
bool closed_leaked(const Closed *c, u32 function);
/* The same of a global, and whether an operand may be its address: see static.h. */
bool closed_out_of_sight(const Closed *c, u32 global);
bool closed_written(const Closed *c, u32 global);
bool closed_may_touch(Closed *c, u32 function, Operand o, u32 global, u64 first, u64 end, u64 size);
bool closed_leads_to(Closed *c, u32 function, Operand o, u32 global);
/* Whether the kernel may be given handlers of signals. */
bool closed_handles(const Closed *c);
/* The functions that an indirect call may enter. */
void closed_callees(Closed *c, u32 function, u32 ins, RefSet *callees);

#endif
