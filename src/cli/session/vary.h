/* vary.h: what of a command line could vary.
 *
 * A command that was given one input, in which nothing varies, says how to give more. */
#ifndef DRIFT_SESSION_VARY_H
#define DRIFT_SESSION_VARY_H

#include "base/base.h"
#include "engine/load/program.h"

/* Appends options and arguments, each behind a space, by which the input of p would vary. words: its
 * arguments so far. Returns false if the program seems to take no input. */
bool vary_hint(const Program *p, const StrList *words, bool stdin_given, Buf *to);

#endif
