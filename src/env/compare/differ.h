/* differ.h: compares two answers to the same call.
 *
 * locate uses it for the guilty call, and diff for every pair of aligned calls. The texts are for
 * people: the subject, the line, field or bytes that differ, and where to look.
 */
#ifndef DRIFT_ENV_DIFFER_H
#define DRIFT_ENV_DIFFER_H

#include "env/trace/decode.h"
#include "env/trace/world.h"

typedef enum DiffKind {
	DIFF_NONE,
	DIFF_LIBRARY,  /* another shared library or program was loaded */
	DIFF_FILE,     /* a file is missing, forbidden, or has other contents */
	DIFF_NETWORK,  /* an address, a port, a peer */
	DIFF_VARIABLE, /* an environment variable */
	DIFF_LIMIT,    /* a resource limit, or the available memory or disk space */
	DIFF_IDENTITY, /* user, group, mask, host name */
	DIFF_LOCATION, /* working directory, inherited descriptors */
	DIFF_TIME,     /* clocks, random numbers: different in any two runs */
	DIFF_OTHER,
} DiffKind;

typedef struct EnvDifference {
	DiffKind kind;
	Buf subject; /* the file, address or variable concerned */
	Buf summary; /* one line: what differs, there and here */
	Buf detail;  /* unified diff, fields or byte ranges; may be empty */
	Buf advice;  /* one line: what to look at; may be empty */
	bool fatal;  /* worked there, failed here: more likely to matter */
	bool inside; /* the contents differ, not only metadata such as size or time */
	bool held;   /* not known: a trace lacks bytes that were held back */
	bool weak;   /* differs between any two machines and rarely matters */
} EnvDifference;

/* Where in its file a read begins. */
typedef struct ReadPlace {
	u32 line;   /* number of newlines before it */
	u64 offset; /* in bytes */
} ReadPlace;

/* Compares the answer there with the answer here; returns false if they are equal. */
bool differ_calls(const World *w, u32 index, const TraceCall *there, const TraceCall *here,
				  ReadPlace place, EnvDifference *out);
/* Compares reads of which one trace has only hashes (blocks.c of compare). */
bool differ_blocks(const TraceCall *there, const TraceCall *here, u64 offset, EnvDifference *out);
/* For a call that does not return here: returns false if that is not about a file. */
bool differ_blocked(const World *w, u32 index, const TraceCall *there, EnvDifference *out);
/* The same for pseudo-calls; here may be NULL if it is not set here. */
bool differ_pseudo(const TraceCall *there, const TraceCall *here, EnvDifference *out);
void env_difference_free(EnvDifference *d);
/* Adds a time as a date in UTC. */
void date_format(Buf *b, i64 seconds);
/* The clock that the call is about (CLOCK_REALTIME); -1: none. */
i64 clock_of(const TraceCall *c);
/* True if the call returns random bytes. */
bool is_random_call(const World *w, u32 index, const TraceCall *c);
const char *diff_kind_name(DiffKind kind);

/* Compares two results of getdents name by name (listing.c). */
bool differ_listings(i32 nr, const TraceData *a, const TraceData *b, EnvDifference *out);

/* Adds the shortest prefix of a path that does not exist here; the whole path if every part
 * exists. */
void missing_part(const char *path, Buf *out);
/* Adds advice about an error that occurs only here, if there is any. */
void advice_format(Buf *b, const World *w, u32 index, const TraceCall *here);

/* ---- text and bytes (textdiff.c) ---- */

bool is_text(const u8 *bytes, size_t n);
/* Adds a unified diff with three lines of context. line: newlines before the first line. */
void text_diff(Buf *b, const char *name, const u8 *there, size_t n_there, const u8 *here,
			   size_t n_here, u32 line);
/* The first line that differs: its number there (from 1) and both texts, without newlines. */
typedef struct LineDiff {
	u32 line;
	const u8 *there, *here; /* NULL: there is no such line */
	size_t n_there, n_here;
} LineDiff;
void first_line_diff(const u8 *there, size_t n_there, const u8 *here, size_t n_here, LineDiff *out);
/* Adds the ranges of bytes that differ; base is the offset of the first byte in the file. */
void byte_diff(Buf *b, u64 base, const u8 *there, size_t n_there, const u8 *here, size_t n_here);
/* Adds why the kernel does not execute a file here; error is a negative errno. */
void advice_of_program(Buf *b, const char *path, i64 error);

#endif
