/* differ.h: private to src/engine/os: parts of the comparison of two runs (differ.c). */
#ifndef DRIFT_OS_DIFFER_H
#define DRIFT_OS_DIFFER_H

#include "engine/os/impl.h"

/* Adds the path of a file that the run made; returns false if it has no name. */
bool os_fresh_path(const Os *os, const OsNode *node, Buf *to);
/* Adds times and owners that the run gave to files. */
void os_attributes(const Os *os, Buf *to);

#endif
