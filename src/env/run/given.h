/* given.h: what `drift env run` takes from a recording.
 *
 * Files whose contents the recording has as a whole, files that did not exist there, and variables. A
 * recording is not trusted: nothing that decides which code runs (programs, libraries, PATH, LD_*) is
 * taken unless the user names it.
 */
#ifndef DRIFT_ENV_GIVEN_H
#define DRIFT_ENV_GIVEN_H

#include "base/opt.h"
#include "env/replay/replay.h"

typedef struct GivenFile {
	const char *path; /* absolute, without "..", as seen in the sandbox; belongs to the world */
	u8 *bytes;        /* NULL: it did not exist there */
	size_t n;
	mode_t mode; /* permission bits only */
} GivenFile;

typedef struct EnvGiven {
	VEC(GivenFile) files;
	bool *replay;    /* by call: a variable of the head that is taken */
	u32 variables;   /* number of these */
	PathList partly; /* files of which the recording has only a part */
} EnvGiven;

/* only: globs for paths and names of variables; empty: everything but code. The calls of the script's
 * trace include absent variables (head_add_absent). */
void env_given_find(const Script *s, const StrList *only, EnvGiven *out);
void env_given_free(EnvGiven *g);

/* In a process inside the sandbox, with the caller's rights: makes one file as it was there. Returns
 * false with a reason if it cannot. Never follows a link at the end of the name, never opens what is
 * there, and writes only where the sandbox keeps changes. */
bool env_given_put(const GivenFile *f, Err *err);

#endif
