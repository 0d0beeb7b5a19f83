/* object.h: native code without a second look at the sources. */
#ifndef DRIFT_LOAD_OBJECT_H
#define DRIFT_LOAD_OBJECT_H

#include "base/base.h"

/* Writes an object file of what the compiler made of a source; false: it cannot be had so. What
 * goes wrong in LLVM may end the process. */
bool object_write(const char *name, const Buf *bitcode, const char *to);

#endif
