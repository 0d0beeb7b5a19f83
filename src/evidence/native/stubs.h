/* stubs.h: stubs for symbols that a program refers to and nobody defines. */
#ifndef DRIFT_NATIVE_STUBS_H
#define DRIFT_NATIVE_STUBS_H

#include "base/base.h"
#include "base/opt.h"

/* Writes C source with a function or variable for each name, each under #ifdef NEED_name. */
void stubs_text(const StrList *functions, const StrList *data, Buf *to);
/* True if it is a valid identifier of C. */
bool stubs_name(const char *name);
/* Adds -DNEED_name for each name that the linker reported as undefined. */
void stubs_needed(const char *said, StrList *options, Arena *arena);

#endif
