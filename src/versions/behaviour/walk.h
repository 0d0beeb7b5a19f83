/* walk.h: shared by the files that walk two memories in step.
 *
 * A walk begins at the arguments, the returned value and the changed globals of a function. It
 * follows their types in the debug information, in both versions at once. */
#ifndef DRIFT_BEHAVIOUR_WALK_H
#define DRIFT_BEHAVIOUR_WALK_H

#include "engine/load/ctype.h"
#include "versions/behaviour/post_states.h"

typedef VEC(u32) NumberList;
typedef struct HiddenState HiddenState;

struct PostStates {
	PostStatesConfig c;
	ExprPool *pool;
	Machine *machine[2]; /* of the pair */
	PostState *left;     /* of the latest run, or NULL */
	NumberList globals;  /* globals of OLD that a function may change, with their counterparts */
	StrMap known;        /* members of unseen */
	StrList unseen;      /* what was met and not compared */
	HiddenState *hidden; /* variables of the C library, which later calls would observe */
	bool coincide;       /* true if equal bits may be addresses of different objects */
	bool more;           /* true if unseen is full */
	bool limited;        /* true if a limit prevented a comparison: there is no proof */
};

/* Records, once, something that was met and not compared. */
void post_states_unseen(PostStates *u, const char *what);

/* The same memory in both versions. */
typedef struct MemoryPair {
	u64 at[2];            /* addresses */
	u64 end[2];           /* ends of the objects that contain it */
	const CType *type[2]; /* NULL: unknown */
} MemoryPair;

/* A target of a pointer, still to be walked. */
typedef struct Visit {
	const char *name; /* of the pointer */
	MemoryPair spot;
	u32 node; /* node of the plan */
	u32 depth;
} Visit;

/* An object that both versions have. */
typedef struct KnownObject {
	u64 base[2];         /* address by which it was first met */
	const char *name[2]; /* name of the pointer by which it was first met */
} KnownObject;

typedef struct Walk {
	PostStates *u;
	PostState *left;
	VEC(Visit) visits;
	IntMap number[2]; /* object of the machine -> position in known */
	VEC(KnownObject) known;
	KeyMap visited; /* pairs of addresses, with their types */
	IntMap words;   /* addresses in OLD of words that were compared as pointers */
	u32 nodes;      /* nodes of the plan so far */
	u32 node;       /* current node */
	u64 base[2];    /* its addresses */
	u32 depth;      /* pointers followed to reach it */
	bool initial;   /* true in a global: memory that neither version changed is skipped */
	bool callers;   /* true in an argument: the caller's type counts, so signs do not */
	bool full;      /* true if there are too many items */
	bool library;   /* true in memory of the C library: the plan does not follow it */
	bool shallow;   /* true: pointers are compared and not followed */
	u64 instead;    /* PostItem.at of all items; 0: their addresses */
	size_t done;    /* visits that were made */
	StrMap states;  /* kinds of state that the plan observes */
	bool aside;     /* true: only find out whether anything differs; report and decide nothing */
	bool found;     /* aside: true if something differs, or is unknown */
} Walk;

/* Formats a name that lives as long as the walk's result. */
const char *walk_name(Walk *w, const char *fmt, ...) printf_like(2, 3);
/* Reports something that cannot be compared, or should not be. */
void walk_unseen(Walk *w, const char *fmt, ...) printf_like(2, 3);
/* Reports something that was not compared because of a limit: there is no proof then. */
void walk_limit(Walk *w, const char *fmt, ...) printf_like(2, 3);
/* Adds a step to the plan of one version. */
void walk_plan(Walk *w, int side, const char *fmt, ...) printf_like(3, 4);

/* Adds a step to both plans, once: the native programs observe that kind of state. An empty kind is
 * one that they cannot observe. */
void walk_observe(Walk *w, const char *kind);

/* Walks the targets of the pointers that were met. */
void walk_visits(Walk *w);
void walk_free(Walk *w); /* does not free left */

/* walk_edge.c */
/* Walks the rest of both objects, behind the first bytes, which were compared. */
void walk_rest(Walk *w, const char *name, const MemoryPair *s, const u64 done[2]);
/* Memory of an object before the address in a pointer is not compared. Reports it if it differs. */
void walk_front(Walk *w, const char *name, const MemoryPair *s, const u64 lo[2]);
/* True if the word is an address, or may be one by its expression, whatever its type. */
bool walk_is_address(const Walk *w, int side, u64 at);
bool walk_has_address(const Walk *w, Expr e);

/* walk_stray.c */
/* Follows the addresses in an object that were not met as pointers, and that both versions have in
 * the same place. name: a C expression for the address of the object. */
void walk_stray(Walk *w, const char *name, const MemoryPair *s);
/* True if some bytes of one version's memory are an address. */
bool walk_holds_address(const Walk *w, int side, u64 from, u64 end);

/* walk_library.c */
HiddenState *hidden_state_new(const PostStates *u);
void hidden_state_free(HiddenState *a);
void walk_library(Walk *w, const HiddenState *a);

/* walk_streams.c, walk_system.c */
void walk_streams(Walk *w);
void walk_system(Walk *w);

/* first.c: names the initial values that the function reads and that a later call may find changed;
 * returns false if there are none. Also names C library functions whose results depend on earlier
 * calls, and reports whether the function may read standard input. */
bool first_values(const PostStates *u, Buf *to, Buf *library, bool *input);

/* walk_items.c */
/* Adds n bytes as an item. bits: size of a bit field that begins at bit. */
void walk_bytes(Walk *w, PostKind kind, const char *name, const MemoryPair *s, u32 n,
				bool is_signed, u8 bit, u8 bits);
/* How one version stores an integer; bits 0: in all bits of len bytes. */
typedef struct StoredInteger {
	u32 len;
	u8 bit, bits; /* as in PostItem */
	bool is_signed;
} StoredInteger;

/* Adds an integer, by its mathematical value: the versions may store it differently. */
void walk_integer(Walk *w, const char *name, const MemoryPair *s, const StoredInteger as[2]);
/* Adds texts that differ and do not depend on the input. */
void walk_texts(Walk *w, const char *name, const char *old, const char *newer);
/* Adds the text that begins there. */
void walk_text(Walk *w, const char *name, const MemoryPair *s);
/* Adds bytes of unknown type, which may contain pointers. */
void walk_raw(Walk *w, const char *name, const MemoryPair *s, u64 n);
bool walk_room(Walk *w);
/* True if n bytes are the same in both versions, also as expressions. */
bool walk_same(const Walk *w, const MemoryPair *s, u64 n);
/* For a global: true if both versions left n bytes at their initial value. */
bool walk_unchanged(const Walk *w, const MemoryPair *s, u64 old, u64 newer);

/* walk_pointer.c */
/* Walks a pointer in memory; types are those of its target. */
void walk_pointer(Walk *w, const char *name, const MemoryPair *s, const CType *const to[2]);
/* Walks a word that is declared as an integer, and that is an address in one version or both. By
 * coincidence or not: it is the same only if it is the same as a number and as a pointer. */
void walk_number(Walk *w, const char *name, const MemoryPair *s);
/* Walks the returned pointer. */
void walk_returned(Walk *w, const CType *const to[2]);
/* Walks a returned number if it is an address. */
void walk_returned_number(Walk *w);

#endif
