/* interface.h: what callers of a function see of it: the types of its result, its parameters and
 * the globals.
 *
 * Code that did not change may still return something else: the bits of -1 are 4294967295 to the
 * caller of a function that returns unsigned. */
#ifndef DRIFT_VERSION_INTERFACE_H
#define DRIFT_VERSION_INTERFACE_H

#include "engine/load/program.h"

typedef struct Interface {
	StrList changes; /* one line each; owned */
	bool retyped;    /* true if a type has other values, or another layout */
} Interface;

/* Compares the function that both programs were loaded for (LoadOptions.entry). Without debug
 * information there is nothing to compare. */
void interface_compare(const Program *old, const Program *newer, Interface *out);
void interface_free(Interface *i);

#endif
