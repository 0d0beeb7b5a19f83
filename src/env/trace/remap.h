/* remap.h: a recording from another place.
 *
 * A program that was recorded in /home/anna/app and runs in /srv/app here names other files. The
 * trace is read as if it had been recorded here: OLD at the start of a path, up to a slash, becomes
 * NEW, in names of files, the working directory, whole arguments and values of variables. A pair of
 * user names replaces whole arguments and values, and components of absolute paths. Contents of files are never changed.
 */
#ifndef DRIFT_ENV_REMAP_H
#define DRIFT_ENV_REMAP_H

#include "env/trace/trace.h"

typedef struct PathMap {
	char *there, *here; /* absolute paths without a slash at the end, or names of users */
} PathMap;

typedef VEC(PathMap) PathMaps;

/* Adds a pair of paths or of names. Returns false if it is ambiguous: one contains the other, one is
 * the root or no name, or there is another pair for the same one. Equal ones need no pair. */
bool remap_add(PathMaps *m, const char *there, const char *here);
/* Adds "OLD=NEW" of the command line. */
bool remap_parse(PathMaps *m, const char *text, Err *err);
/* True if a name in the trace has this component, and exists here up to it: then nobody knows whether
 * the program here means the same or another one. */
bool remap_is_here(const Trace *t, const char *component);
/* Changes the whole trace. */
void remap_trace(Trace *t, const PathMaps *m);
void remap_free(PathMaps *m);

#endif
