/* walk.h: what the files that walk two memories in step share.
 *
 * A walk begins at what a function was given, returned and changed, and follows the types that debug
 * information has of it, in both versions at once.
 */
#ifndef DRIFT_BEHAVIOUR_WALK_H
#define DRIFT_BEHAVIOUR_WALK_H

#include "load/ctype.h"
#include "behaviour/units.h"

typedef VEC(u32) NumberList;
typedef struct Aside Aside;

struct Units {
	UnitsConfig c;
	ExprPool *pool;
	Machine *machine[2]; /* of the pair */
	Left *left;          /* of the latest run, or NULL */
	NumberList globals;  /* of OLD that a function may change, with their counterparts */
	StrMap known;        /* of unseen */
	StrList unseen;      /* what was met and not compared */
	Aside *aside;        /* what later calls would find */
	bool coincide;       /* equal bits may be addresses of different things */
	bool more;           /* there was no room for all */
	bool limited;        /* a limit kept something from being compared: there is no proof */
};

/* Something that counts was met and not compared; told once. */
void units_unseen(Units *u, const char *what);

/* The same thing in both versions. */
typedef struct Spot {
	u64 at[2];            /* addresses */
	u64 end[2];           /* of the objects that it is in */
	const CType *type[2]; /* NULL: not known */
} Spot;

/* What a pointer that was met leads to. */
typedef struct Visit {
	const char *name; /* of the pointer */
	Spot spot;
	u32 node; /* of the plan */
	u32 depth;
} Visit;

/* An object that both versions have. */
typedef struct KnownObject {
	u64 base[2];         /* address by which it was met first */
	const char *name[2]; /* of the pointer by which it was */
} KnownObject;

typedef struct Walk {
	Units *u;
	Left *left;
	VEC(Visit) visits;
	IntMap number[2]; /* object of the machine -> position in known */
	VEC(KnownObject) known;
	IntMap visited; /* pairs of addresses */
	u32 nodes;      /* of the plan so far */
	u32 node;       /* at work */
	u64 base[2];    /* its addresses */
	u32 depth;      /* pointers that led to it */
	bool initial;   /* what neither version changed does not count: a global */
	bool full;      /* there are too many items */
	bool aside;     /* only whether there is something that differs: nothing is said or decided */
	bool found;     /* aside: there is, or it is not known */
} Walk;

/* A name for as long as the walk's result. */
const char *walk_name(Walk *w, const char *fmt, ...) printf_like(2, 3);
/* Something that cannot be compared, or is not meant to be. */
void walk_unseen(Walk *w, const char *fmt, ...) printf_like(2, 3);
/* Something that would be compared if there were not so much of it: nothing is proved then. */
void walk_limit(Walk *w, const char *fmt, ...) printf_like(2, 3);
/* Adds a step to the plan of one version. */
void walk_plan(Walk *w, int side, const char *fmt, ...) printf_like(3, 4);

/* Goes on behind the pointers that were met. */
void walk_visits(Walk *w);
void walk_free(Walk *w); /* not its left */

/* walk_edge.c */
/* What is left of both objects behind the first bytes, which were compared. */
void walk_rest(Walk *w, const char *name, const Spot *s, const u64 done[2]);
/* What lies in front of a pointer in its object is not compared; said where it is not the same. */
void walk_front(Walk *w, const char *name, const Spot *s, const u64 lo[2]);
/* A word that is an address, or may be one by its expression, whatever its type says. */
bool walk_is_address(const Walk *w, int side, u64 at);
bool walk_has_address(const Walk *w, Expr e);

/* walk_aside.c: what the C library and the system keep for later calls; see there. */
Aside *aside_new(const Units *u);
void aside_free(Aside *a);
void aside_look(Units *u, const Aside *a);

/* first.c: names what the function reads of first contents that may be others in a later call; false:
 * nothing. Likewise functions of the C library whose answers earlier calls decide, and whether it may
 * read standard input. */
bool first_values(const Units *u, Buf *to, Buf *library, bool *input);

/* walk_items.c */
/* n bytes as an item. bits: of a bit field, from bit on. */
void walk_bytes(Walk *w, LeftKind kind, const char *name, const Spot *s, u32 n, bool is_signed,
				u8 bit, u8 bits);
/* A text that begins there. */
void walk_text(Walk *w, const char *name, const Spot *s);
/* Bytes of which nothing is known, perhaps with pointers among them. */
void walk_raw(Walk *w, const char *name, const Spot *s, u64 n);
bool walk_room(Walk *w);
/* So many bytes are the same in both versions, also as expressions. */
bool walk_same(const Walk *w, const Spot *s, u64 n);
/* In a global: both versions left so many bytes as they were at the start. */
bool walk_unchanged(const Walk *w, const Spot *s, u64 old, u64 newer);

/* walk_pointer.c */
/* A pointer in memory; types are those of what it points to. */
void walk_pointer(Walk *w, const char *name, const Spot *s, const CType *const to[2]);
/* The pointer that was returned. */
void walk_returned(Walk *w, const CType *const to[2]);

#endif
