/* stubs.h: what a program mentions and nobody defines. */
#ifndef DRIFT_NATIVE_STUBS_H
#define DRIFT_NATIVE_STUBS_H

#include "base/base.h"
#include "base/opt.h"

/* C with a function for each, and variables, each under #ifdef NEED_name. */
void stubs_text(const StrList *functions, const StrList *data, Buf *to);
/* Whether C can have that name. */
bool stubs_name(const char *name);
/* Adds -DNEED_name for each name that the linker said it has not found. */
void stubs_needed(const char *said, StrList *options, Arena *arena);

#endif
