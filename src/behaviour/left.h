/* left.h: what a function under --entry left behind in both versions, one beside the other.
 *
 * From what it returned, from the objects of its arguments and from the globals that it changed,
 * both memories are walked in step (walk.c). What is met becomes items: numbers, bytes and texts
 * with their expressions, and pointers by what they lead to; what is the same in both, also as
 * expressions, is left out. Where an object lies does not count, but
 * which of the arguments or globals it is, and whether two pointers lead to the same one. The
 * walk goes on behind pointers that lead to the same in both versions, to a depth. A pointer
 * that the input decides is decided: other targets are other paths.
 *
 * The same steps are written down as a plan, by which the native programs look at their own memory.
 */
#ifndef DRIFT_BEHAVIOUR_LEFT_H
#define DRIFT_BEHAVIOUR_LEFT_H

#include "machine/look.h"

typedef enum LeftKind {
	LEFT_NUMBER,
	LEFT_BYTES,
	LEFT_TEXT, /* up to its first zero; what is behind that does not count */
	LEFT_POINTER,
} LeftKind;

typedef struct LeftItem {
	LeftKind kind;
	const char *name;      /* "p->tag", "returned->next", "*returned" */
	u64 at;                /* its address in its version; 0: what was returned */
	bool is_signed;        /* NUMBER */
	u8 bit, bits;          /* NUMBER: of a bit field, in its bytes; bits 0: all of them */
	u32 len;               /* bytes; of a TEXT, as far as it can go */
	const LookByte *bytes; /* all but POINTER */
	u64 which;             /* POINTER: the same number for the same target; see LEFT_OFFSET */
	const char *to;        /* POINTER: its target, for people */
} LeftItem;

typedef VEC(LeftItem) LeftList;

/* Bits of LeftItem.which: a target in an object, and where in it. */
#define LEFT_INSIDE (1ull << 63)
#define LEFT_OFFSET 0xffffffffull

typedef struct Left {
	u32 refs;
	Arena arena;       /* of all that items point to */
	LeftList items[2]; /* of OLD and NEW, one beside the other */
	Buf plan[2];       /* see driver_look in src/native/harness_look.c */
} Left;

struct Units;

/* walk.c: after a run in which both versions returned. Decisions go to the pair. */
Left *left_take(struct Units *u);

/* left.c */
Left *left_keep(Left *l); /* one more owner */
void left_drop(Left *l);  /* NULL is fine */
/* coarse: where in its object a pointer leads to does not matter. */
u64 left_hash(const Left *l, int side, bool coarse);
Expr left_differ(ExprPool *pool, const Left *l);
/* Who may let some of it differ: on which inputs the byte of NEW at an address is free; at 0: what
 * was returned. */
typedef struct LeftFreedom {
	void *ctx;
	Expr (*free)(void *ctx, u64 at);
} LeftFreedom;
/* The same of all that is not free. */
Expr left_differ_but(ExprPool *pool, const Left *l, const LeftFreedom *but);
/* Something was never set in this version and was in the other. */
bool left_undefined(const Left *l, int side);
/* ", p->x = 3" for each that is not as in the other version; with a pool, as expressions. */
void left_text(ExprPool *pool, const Left *l, int side, size_t limit, Buf *to);

#endif
