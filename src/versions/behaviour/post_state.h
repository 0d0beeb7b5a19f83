/* post_state.h: the post-states of a function under --entry in both versions, side by side.
 *
 * Both memories are walked in step (walk.c), from the returned value, the objects of the arguments
 * and the changed globals. The walk produces items: numbers, bytes and texts with their
 * expressions, and pointers by their target. Items that are equal in both, also as expressions, are
 * left out. The address of an object is not compared. We compare which argument or global it is,
 * and whether two pointers have the same target. The walk follows pointers that have the same
 * target in both versions, up to a depth. If the input decides a pointer, its target becomes a
 * decision: other targets are other paths.
 *
 * The same steps are written as a plan, by which the native programs read their own memory. */
#ifndef DRIFT_BEHAVIOUR_LEFT_H
#define DRIFT_BEHAVIOUR_LEFT_H

#include "engine/machine/look.h"

typedef enum PostKind {
	POST_NUMBER,
	POST_BYTES,
	POST_TEXT, /* up to its first zero; bytes behind it are not compared */
	POST_POINTER,
} PostKind;

typedef struct PostItem {
	PostKind kind;
	const char *name;      /* "p->tag", "returned->next", "*returned" */
	u64 at;                /* its address in its version; 0: the returned value; POST_* below */
	bool is_signed;        /* NUMBER */
	u8 bit, bits;          /* NUMBER: position of a bit field in its bytes; bits 0: no bit field */
	u32 len;               /* bytes; for a TEXT, the most it can have */
	const LookByte *bytes; /* all but POINTER */
	u64 which;             /* POINTER: equal numbers for equal targets; see POST_OFFSET */
	const char *to;        /* POINTER: its target, for people */
} PostItem;

typedef VEC(PostItem) PostList;

/* PostItem.at of state that is not in memory, and of state that follows from what was written to
 * standard output or standard error: bytes that are not flushed yet, whether it was used. */
enum { POST_NOWHERE = 1, POST_STDOUT, POST_STDERR, POST_MEMORY };

/* Bits of PostItem.which: the target is inside an object, and its offset. */
#define POST_INSIDE (1ull << 63)
#define POST_OFFSET 0xffffffffull

typedef struct PostState {
	u32 refs;
	Arena arena;       /* of everything that items point to */
	PostList items[2]; /* of OLD and NEW, side by side */
	bool no_value;     /* true if the returned value is an address that cannot be compared */
	Buf plan[2];       /* see driver_look in src/evidence/native/harness_look.c */
} PostState;

struct PostStates;

/* walk.c: call after a run in which both versions returned. Adds decisions to the pair. */
PostState *post_take(struct PostStates *u);

/* post_state.c */
PostState *post_keep(PostState *l); /* adds an owner */
void post_drop(PostState *l);       /* NULL is allowed */
/* True if a side of one and a side of another are the same as expressions. */
bool post_identical(const PostState *x, int x_side, const PostState *y, int y_side);
/* Adds bytes to a key that identical post-states have in common, and no others. coarse: ignores the
 * offset of a pointer in its object. */
void post_key(const PostState *l, int side, bool coarse, Buf *to);
Expr post_differ(ExprPool *pool, const PostState *l);
/* Allows parts to differ: on which inputs the byte of NEW at an address may differ; at 0: the
 * returned value; or one of POST_NOWHERE to POST_STDERR. */
typedef struct PostFreedom {
	void *ctx;
	Expr (*free)(void *ctx, u64 at);
} PostFreedom;
/* The same for everything that is not allowed to differ. */
Expr post_differ_but(ExprPool *pool, const PostState *l, const PostFreedom *but);
/* True if some memory is uninitialised in this version and initialised in the other. */
bool post_undefined(const PostState *l, int side);
/* Prints ", p->x = 3" for each item that differs from the other version; with a pool, as
 * expressions. wrote: true for standard output and standard error if the versions wrote different
 * things there; what follows from that is left out. */
void post_text(ExprPool *pool, const PostState *l, int side, const bool wrote[2], size_t limit,
			   Buf *to);

#endif
