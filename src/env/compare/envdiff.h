/* envdiff.h: two recorded runs side by side.
 *
 * Heads are compared name by name, shared libraries by name and build id, calls after aligning them
 * per task by their keys (align.c), and what is left over by key alone. Nothing is rerun, so what
 * comes out is a list of suspects: most likely first, judged by whether something worked there and
 * failed here, by its kind, and by how close it stands before the point where the two runs part.
 */
#ifndef DRIFT_ENV_ENVDIFF_H
#define DRIFT_ENV_ENVDIFF_H

#include "env/compare/differ.h"

typedef struct Suspect {
	u32 call;  /* in the good trace; UINT32_MAX: it is not there */
	u32 other; /* in the bad trace; UINT32_MAX: not there, or not a call */
	EnvDifference diff;
	int score; /* higher is likelier */
	bool own;  /* about what both runs had written themselves */
} Suspect;

typedef VEC(Suspect) Suspects;

/* A file that was loaded as code. */
typedef struct EnvLibrary {
	const char *path;  /* as opened; belongs to the world or the trace */
	u64 key[2];        /* identity on its machine; 0 if not known */
	char build_id[72]; /* hexadecimal, "" if it has none */
	u32 call;          /* that opened it */
	u64 size;          /* bytes recorded of it */
	u64 hash[2];       /* of these bytes */
} EnvLibrary;

typedef VEC(EnvLibrary) EnvLibraries;

void libraries_of(const Trace *t, const World *w, EnvLibraries *out);
/* EnvLibraries of the same name that are not the same, as suspects. */
void libraries_differ(const EnvLibraries *there, const EnvLibraries *here, Suspects *out);

/* Calls of the good run and their counterparts. */
typedef struct Alignment {
	u32 *partner; /* by good call: the bad one; UINT32_MAX: none */
	bool *met;    /* by bad call: it has a counterpart */
	u32 *parted;  /* by good task: the last call before the runs part; UINT32_MAX: they do not */
} Alignment;

void alignment_make(const Trace *good, const World *gw, const Trace *bad, const World *bw,
					Alignment *out);
void alignment_free(Alignment *a);

/* ---- what a run made itself (product.c) ---- */

typedef struct Products {
	u32 *made;  /* by path: the call with which the program makes or replaces what is there, or has
				 * made all that is in it; UINT32_MAX: it does not */
	u32 *whole; /* by path: from this call on, all that is in the file is the program's;
				 * UINT32_MAX: never */
	u32 *touched; /* by path: the first call that may change it; UINT32_MAX: none */
} Products;

void products_of(const Trace *t, const World *w, Products *out);
void products_free(Products *p);
/* Whether all that the call can tell was written by the run before; time: it tells when. */
bool is_own_work(const Products *p, const Trace *t, const World *w, u32 call, bool time);
/* The path that a call names or whose file it works on; 0: none. */
u32 path_of_call(const World *w, u32 call);

void suspects_find(const Trace *good, const World *gw, const Trace *bad, const World *bw,
				   Suspects *out);
void suspects_free(Suspects *s);

/* Newlines in what was read from the same file before the call. */
u32 lines_before(const Trace *t, const World *w, u32 call);

#endif
