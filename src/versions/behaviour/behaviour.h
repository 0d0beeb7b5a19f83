/* behaviour.h: the observable behaviour of one version on an input.
 *
 * A behaviour has concrete bytes, for tests and reports, and expressions, which describe every
 * input of the same path. Two behaviours are compared by building the condition under which they
 * differ. */
#ifndef DRIFT_BEHAVIOUR_H
#define DRIFT_BEHAVIOUR_H

#include <regex.h>

#include "engine/input/entry.h"
#include "versions/behaviour/post_state.h"
#include "engine/explore/outcome.h"

/* A file that the run created, changed or removed. */
typedef struct FileLeft {
	char *path;        /* as os_changes names it */
	OsChangeKind kind; /* what it is now */
	u32 mode;          /* permission bits; 0 for links */
	OutItems items;    /* contents */
} FileLeft;

typedef struct Behaviour {
	Outcome outcome;
	ErrorKind error;  /* ERROR */
	u64 instructions; /* LIMIT: instructions it executed */
	u32 loc;          /* location of ERROR, LIMIT and UNSUPPORTED; in the version's own numbers */
	const char *function;  /* ERROR: the function of that location; NULL: unknown */
	int status;            /* EXIT, SIGNAL */
	Expr status_expr;      /* EXIT: 8 bits; 0: the status is constant on the path */
	const EntryType *type; /* return type of the function under --entry; NULL: it did not return */
	u64 value;             /* its value; for a pointer, whether it is not null */
	Expr value_expr;       /* likewise; 0: the value is constant on the path */
	PostState *left;       /* its post-state, if both versions returned; or NULL */
	int side;              /* its side in left */
	OutItems items[2];     /* standard output, standard error */
	Buf text[2];           /* as bytes */
	VEC(FileLeft) files;
	Buf report;          /* the machine's error message */
	const char *missing; /* UNSUPPORTED: the function that was called and nobody defines, or NULL */
	u32 undefined_loc;   /* location of the undefined behaviour, in the version's own numbers */
	bool undefined;      /* true if the run executed undefined behaviour */
	bool uninitialised;  /* true if that was a use of uninitialised memory */
	Buf undefined_what;  /* what was undefined, one line; "" if nothing */
} Behaviour;

void behaviour_take(Behaviour *b, ExprPool *pool, Machine *m, const RunResult *r,
					const Assignment *a, u32 observe);
/* Return types of the function under --entry in this version and in the other. */
typedef struct ReturnTypes {
	const EntryType *own, *other;
} ReturnTypes;
/* returned.c: true if values of both types can be compared. */
bool returned_comparable(ReturnTypes types);
/* Call after behaviour_take: adds what the function under --entry returned, and its post-state. */
void behaviour_returned(Behaviour *b, ReturnTypes types, const EntryValue *value, PostState *left,
						ExprPool *pool, int side);
void behaviour_free(Behaviour *b);
/* True if the run executed undefined behaviour that counts as a difference by itself: it used
 * uninitialised memory or, with overflow, a signed operation overflowed. */
bool behaviour_undefined_counts(const Behaviour *b, bool overflow);
/* identical.c: true if both are the same as expressions, in the parts that observe selects. Then they
 * do the same on every input of both paths. */
bool behaviour_identical(const Behaviour *x, const Behaviour *y, u32 observe);
/* Adds bytes to a key that identical behaviours have in common, and no others. coarse: also those
 * that differ only in the offset of a pointer in its object, to be one semantic change. */
void behaviour_key(const Behaviour *b, u32 observe, bool coarse, Buf *to);
/* The condition that is true on exactly those inputs of both paths on which they differ; 0:
 * unknown. */
Expr behaviour_differs(ExprPool *pool, const Behaviour *old, const Behaviour *newer, u32 observe);
/* True if both returned the same value, as numbers of their types. */
bool behaviour_same_value(const Behaviour *old, const Behaviour *newer);
/* False if only one version returns a signed number: equal bits may be different values. */
bool behaviour_one_sign(const Behaviour *old, const Behaviour *newer);
/* Parts of that condition, for behaviours that are both fully known: the returned value (not memory
 * behind a pointer); standard output (0) or error (1); files. */
Expr behaviour_value_differs(ExprPool *pool, const Behaviour *old, const Behaviour *newer);
Expr behaviour_stream_differs(ExprPool *pool, const Behaviour *old, const Behaviour *newer,
							  int stream);
/* True if name, kind and mode are the same; contents are not compared. */
bool file_left_alike(const FileLeft *x, const FileLeft *y);
Expr behaviour_files_differ(ExprPool *pool, const Behaviour *old, const Behaviour *newer);
/* "exit 3", "SIGABRT", "out-of-bounds at a.c:3:4", "not ended after 9 instructions: at a.c:3:4" */
void behaviour_ending(const Behaviour *b, const Program *p, Buf *to);

/* concrete.c: true if both did the same, byte by byte, on the input that eval was initialised with.
 * observe (OBSERVE_*) selects the parts that are compared. */
bool behaviour_same(ExprPool *pool, ExprEval *eval, const Behaviour *old, const Behaviour *newer,
					u32 observe);

/* sametext.c: the condition under which two outputs are the same text; 0: it is too large. */
Expr items_same_text(ExprPool *pool, const OutItems *a, const OutItems *b);
/* samenumber.c: a number behind constant bytes; neither a digit nor a letter follows it. */
typedef struct NumberAfter {
	const OutItem *bytes;  /* n items of kind OUT_BYTE */
	u32 n;                 /* how many */
	const OutItem *number; /* OUT_NUMBER */
} NumberAfter;
/* The condition under which both are the same text; 0: unknown. */
Expr numbers_same_text(ExprPool *p, const NumberAfter *a, const NumberAfter *b);

#endif
