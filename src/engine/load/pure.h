/* pure.h: functions of the host without side effects, which the machine may call.
 *
 * A signature is the result's letter, a colon, the arguments' letters:
 *   i 32-bit integer   l 64-bit integer   d double   f float   D long double   s string, read only
 *   z complex double: two arguments   Z complex float: two floats that are passed as one double
 *   4 8 0  pointer to 4, 8 or 16 bytes that the function fills (0 = long double)
 */
#ifndef DRIFT_LOAD_PURE_H
#define DRIFT_LOAD_PURE_H

#include "base/base.h"

enum { PURE_ARGS = 8, PURE_SIGNATURE = PURE_ARGS + 3 };

/* The signature, with the letters of the family member that is asked for; false: it is not such a
 * function. */
bool pure_signature(const char *name, char out[PURE_SIGNATURE]);

#endif
