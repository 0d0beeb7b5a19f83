/* closed.h: private to src/engine/static. Finds the functions that a call through a pointer may
 * enter, by a rule that is always sound.
 *
 * Points-to answers the same question more precisely, but can be wrong if a program computes
 * with addresses in a way that no constraint models. To exclude inputs that were never run we
 * need an answer that cannot be wrong. So we follow an address only while it is in registers, is
 * passed through direct calls and returns, or is read from initial contents that no instruction
 * writes. After anything else (it is stored, added to another address, cut into pieces, passed
 * to something without a body) it has *leaked*. Any call whose target is not followed may enter
 * any function that has leaked.
 *
 *   followed   copies, phis, choices, arguments and results of calls with known targets, fields of
 *              a global that is neither leaked nor written
 *   leaked     operands of everything else, and all addresses in the initial contents of a leaked
 *              or written global
 *
 * For a followed address we know the objects, and its offsets as long as only constants and
 * multiples are added.
 */
#ifndef DRIFT_STATIC_CLOSED_CLOSED_H
#define DRIFT_STATIC_CLOSED_CLOSED_H

#include "engine/static/impl.h"

typedef struct Closed Closed;

Closed *closed_find(const Static *s);
void closed_free(Closed *c);

/* True if a function's address has leaked. */
bool closed_leaked(const Closed *c, u32 function);
/* The same of a global, and whether an operand may be its address: see static.h. */
bool closed_out_of_sight(const Closed *c, u32 global);
bool closed_written(const Closed *c, u32 global);
bool closed_may_touch(Closed *c, u32 function, Operand o, u32 global, u64 first, u64 end, u64 size);
bool closed_leads_to(Closed *c, u32 function, Operand o, u32 global);
/* True if the kernel may be given handlers of signals. */
bool closed_handles(const Closed *c);
/* True if a call of the kernel sets no handler of a signal: it only asks for one, or the action is
 * in initial contents that nothing writes, and its handler is SIG_DFL or SIG_IGN. */
bool closed_installs_nothing(Closed *c, u32 function, const Call *call);
/* The functions that an indirect call may enter. */
void closed_callees(Closed *c, u32 function, u32 ins, RefSet *callees);

#endif
