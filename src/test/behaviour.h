/* behaviour.h: what one version does on an input, as far as it can be seen from outside.
 *
 * Concretely, for tests and reports, and as expressions, so that it speaks for every input of the
 * same path. Two behaviours are compared by building the condition under which they differ.
 */
#ifndef DRIFT_TEST_BEHAVIOUR_H
#define DRIFT_TEST_BEHAVIOUR_H

#include <regex.h>

#include "explore/entry.h"
#include "report/report.h"

/* A file that the run created, changed or removed. */
typedef struct FileLeft {
	char *path;     /* as os_changes names it */
	bool gone;      /* removed */
	OutItems items; /* contents */
} FileLeft;

/* What the function under --entry left of an object, or of a field of one. */
typedef struct ObjectLeft {
	const Part *part;
	bool gone;      /* it was freed */
	Buf bytes;      /* on this input */
	ExprList exprs; /* of each byte; 0 = the same on the whole path */
} ObjectLeft;

typedef VEC(ObjectLeft) ObjectList;

typedef struct Behaviour {
	Outcome outcome;
	ErrorKind error;  /* ERROR */
	u32 loc;          /* where, for ERROR, LIMIT and UNSUPPORTED; in the version's own numbers */
	int status;       /* EXIT, SIGNAL */
	Expr status_expr; /* EXIT: 8 bits; 0 = it is the same on the whole path */
	const EntryType *type; /* of what the function under --entry returned; NULL: it did not */
	u64 value;             /* its value; of a pointer, whether it is not null */
	Expr value_expr;       /* likewise; 0 = it is the same on the whole path */
	ObjectList objects;    /* what it left behind its pointers, if it returned */
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
/* After behaviour_take: what the function under --entry returned, and what it left behind its
 * pointers. */
void behaviour_returned(Behaviour *b, const EntryType *type, const EntryValue *value,
						const MachineRunner *r);
void behaviour_free(Behaviour *b);
/* Equal symbolic behaviours have equal hashes. */
u64 behaviour_hash(const Behaviour *b, u32 see);
/* A condition that holds on exactly those inputs of both paths on which they differ; 0: cannot be
 * said. */
Expr behaviour_differs(ExprPool *pool, const Behaviour *old, const Behaviour *new, u32 see);
/* "exit 3", "SIGABRT", "out-of-bounds at a.c:3:4", "does not end" */
void behaviour_ending(const Behaviour *b, const Program *p, Buf *to);

/* objects.c */
void objects_take(ObjectList *to, const MachineRunner *r);
void objects_free(ObjectList *list);
u64 objects_hash(const ObjectList *list);
Expr objects_differ(ExprPool *pool, const ObjectList *a, const ObjectList *b);
bool objects_gone(const ObjectList *list); /* one of them was freed */
/* ", out = 3" for each that is not as in the other version, if both have it; with a pool, as
 * expressions. */
void objects_text(ExprPool *pool, const ObjectList *list, const ObjectList *other, size_t limit,
				  Buf *to);

/* sametext.c: equal items have equal text. */
bool out_item_same(const OutItem *x, const OutItem *y);
/* The condition under which two outputs are the same text; 0: too large to say. */
Expr items_same_text(ExprPool *pool, const OutItems *a, const OutItems *b);

#endif
