/* behaviour.h: what one version does on an input, as far as it can be seen from outside.
 *
 * Concretely, for tests and reports, and as expressions, so that it speaks for every input of the
 * same path. Two behaviours are compared by building the condition under which they differ.
 */
#ifndef DRIFT_BEHAVIOUR_H
#define DRIFT_BEHAVIOUR_H

#include <regex.h>

#include "input/entry.h"
#include "behaviour/left.h"
#include "explore/outcome.h"

/* A file that the run created, changed or removed. */
typedef struct FileLeft {
	char *path;     /* as os_changes names it */
	bool gone;      /* removed */
	u32 mode;       /* permission bits; 0 for links */
	OutItems items; /* contents */
} FileLeft;

typedef struct Behaviour {
	Outcome outcome;
	ErrorKind error;  /* ERROR */
	u64 instructions; /* LIMIT: that it had */
	u32 loc;          /* where, for ERROR, LIMIT and UNSUPPORTED; in the version's own numbers */
	int status;       /* EXIT, SIGNAL */
	Expr status_expr; /* EXIT: 8 bits; 0 = it is the same on the whole path */
	const EntryType *type; /* of what the function under --entry returned; NULL: it did not */
	u64 value;             /* its value; of a pointer, whether it is not null */
	Expr value_expr;       /* likewise; 0 = it is the same on the whole path */
	Left *left;            /* what it left behind, if both versions returned; or NULL */
	int side;              /* in left */
	OutItems items[2];     /* standard output, standard error */
	Buf text[2];           /* as bytes */
	VEC(FileLeft) files;
	Buf report;         /* what the machine said of an error */
	u32 undefined_loc;  /* where, in the version's own numbers */
	bool undefined;     /* the run did something that C leaves undefined */
	bool uninitialised; /* of that, it used what it had never set */
	Buf undefined_what; /* what that was, one line; "" if nothing */
} Behaviour;

void behaviour_take(Behaviour *b, ExprPool *pool, Machine *m, const RunResult *r,
					const Assignment *a, u32 see);
/* What the function under --entry returns, in a version and in the other. */
typedef struct ReturnTypes {
	const EntryType *own, *other;
} ReturnTypes;
/* After behaviour_take: what the function under --entry returned, and what it left behind its
 * pointers. */
void behaviour_returned(Behaviour *b, ReturnTypes types, const EntryValue *value, Left *left,
						ExprPool *pool, int side);
void behaviour_free(Behaviour *b);
/* Equal symbolic behaviours have equal hashes. */
u64 behaviour_hash(const Behaviour *b, u32 see);
/* The same for those that belong to one semantic change: where in an object a pointer leads is no
 * change of its own. */
u64 behaviour_group(const Behaviour *b, u32 see);
/* A condition that holds on exactly those inputs of both paths on which they differ; 0: cannot be
 * said. */
Expr behaviour_differs(ExprPool *pool, const Behaviour *old, const Behaviour *newer, u32 see);
/* Parts of it, of behaviours that both are known to the end: what was returned (not what is behind
 * a pointer); standard output (0) or error (1); files. */
Expr behaviour_value_differs(ExprPool *pool, const Behaviour *old, const Behaviour *newer);
Expr behaviour_stream_differs(ExprPool *pool, const Behaviour *old, const Behaviour *newer,
							  int stream);
Expr behaviour_files_differ(ExprPool *pool, const Behaviour *old, const Behaviour *newer);
/* "exit 3", "SIGABRT", "out-of-bounds at a.c:3:4", "not ended after 9 instructions: at a.c:3:4" */
void behaviour_ending(const Behaviour *b, const Program *p, Buf *to);

/* concrete.c: whether both did the same, byte by byte, on the one input that eval was begun with: of
 * what is seen (SEE_*), so that it can be asked part by part. */
bool behaviour_same(ExprPool *pool, ExprEval *eval, const Behaviour *old, const Behaviour *newer,
					u32 see);

/* sametext.c: equal items have equal text. */
bool out_item_same(const OutItem *x, const OutItem *y);
/* The condition under which two outputs are the same text; 0: too large to say. */
Expr items_same_text(ExprPool *pool, const OutItems *a, const OutItems *b);

#endif
