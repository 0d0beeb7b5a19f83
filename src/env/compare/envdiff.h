/* envdiff.h: compares two recorded runs.
 *
 * Heads are compared name by name, shared libraries by name and build id. Calls are aligned per
 * task by their keys (align.c); the rest is compared by key alone. Nothing is rerun, so the result
 * is a list of suspects, most likely first. The score depends on whether something worked there and
 * failed here, on its kind, and on how closely it precedes the point where the two runs diverge.
 */
#ifndef DRIFT_ENV_ENVDIFF_H
#define DRIFT_ENV_ENVDIFF_H

#include "base/digest.h"
#include "env/compare/differ.h"
#include "base/verdict.h"

typedef struct Suspect {
	u32 call;  /* in the good trace; UINT32_MAX: missing there */
	u32 other; /* in the bad trace; UINT32_MAX: missing there, or not a call */
	EnvDifference diff;
	int score; /* higher is likelier */
	bool own;  /* about data that both runs had written themselves */
} Suspect;

typedef VEC(Suspect) Suspects;

/* A file that was loaded as code. */
typedef struct EnvLibrary {
	const char *path;  /* as opened; belongs to the world or the trace */
	u64 key[2];        /* identity on its machine; 0 if not known */
	char build_id[72]; /* hexadecimal, "" if it has none */
	u32 call;          /* call that opened it */
	u64 size;          /* number of bytes recorded */
	Digest content;    /* of these bytes */
	bool held;         /* bytes were held back: only build ids can be compared */
} EnvLibrary;

typedef VEC(EnvLibrary) EnvLibraries;

void libraries_of(const Trace *t, const World *w, EnvLibraries *out);
/* Adds libraries with equal names and different contents as suspects. */
void libraries_differ(const EnvLibraries *there, const EnvLibraries *here, Suspects *out);

/* Calls of the good run and their counterparts. */
typedef struct TraceAlignment {
	u32 *partner; /* by good call: the bad one; UINT32_MAX: none */
	bool *met;    /* by bad call: true if it has a counterpart */
	u32 *parted;  /* by good task: the last call before the runs diverge; UINT32_MAX: they do not */
} TraceAlignment;

void trace_alignment_make(const Trace *good, const World *gw, const Trace *bad, const World *bw,
						  TraceAlignment *out);
void trace_alignment_free(TraceAlignment *a);

/* ---- files that a run created itself (product.c) ---- */

typedef struct Products {
	/* By path: the call that creates or replaces the file, or has created all that is in it;
	 * UINT32_MAX: none. */
	u32 *made;
	/* By path: from this call on, the program itself wrote all of the file; UINT32_MAX: never. */
	u32 *whole;
	u32 *touched; /* by path: the first call that may change it; UINT32_MAX: none */
} Products;

void products_of(const Trace *t, const World *w, Products *out);
void products_free(Products *p);
/* True if the run itself wrote everything that the call can report. time: the call also reports
 * times. */
bool is_own_work(const Products *p, const Trace *t, const World *w, u32 call, bool time);
/* The path that a call names or whose file it works on; 0: none. */
u32 path_of_call(const World *w, u32 call);

/* True if an error or a signal of the run can come from that limit (reached.c). */
bool limit_is_reached(const Trace *t, u64 resource);

/* For a file that the good run made and that exists here already: adds its time, and what the
 * program compares that with (remade.c). */
void remade_advise(const Trace *bad, const World *bw, u32 call, Buf *advice);

void suspects_find(const Trace *good, const World *gw, const Trace *bad, const World *bw,
				   Suspects *out);
void suspects_free(Suspects *s);

/* One of two traces that are compared. */
typedef struct RunSide {
	const char *path; /* for a note that its end is missing */
	const Trace *trace;
} RunSide;

/* What a list of differences is about. */
typedef struct SuspectList {
	const char *command; /* for JSON */
	const char *none;    /* what to say if there is no difference */
	RunSide sides[2];
} SuspectList;

/* Prints the differences that tell something, likeliest first. */
Verdict suspects_print(Suspects *s, const SuspectList *list, bool json, FILE *to);

/* Where the call begins to read, from what was read from the same file before. */
ReadPlace read_place(const Trace *t, const World *w, u32 call);

#endif
