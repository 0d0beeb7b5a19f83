/* object.h: native code without parsing the sources again. */
#ifndef DRIFT_LOAD_OBJECT_H
#define DRIFT_LOAD_OBJECT_H

#include "base/base.h"

/* Writes an object file of the compiled bitcode of a source; returns false if that is not
 * possible. An error in LLVM may end the process. */
bool object_write(const char *name, const Buf *bitcode, const char *to);

#endif
