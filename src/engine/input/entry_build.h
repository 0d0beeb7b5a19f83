/* entry_build.h: shared by the files that make parts of parameters and globals. */
#ifndef DRIFT_INPUT_ENTRY_BUILD_H
#define DRIFT_INPUT_ENTRY_BUILD_H

#include "engine/input/entry.h"
#include "engine/load/ctype.h"

enum { NULLS_NAMED = 4 }; /* pointers that are always null */

typedef struct Builder {
	Shape *shape;
	const Entry *entry;
	u32 bound;            /* --bound */
	const StrList *given; /* see EntryBounds */
	u32 depth;            /* length of pointer chains that lead to objects */
	Buf nulls;            /* names of pointers that are null in every call */
	u32 n_null;           /* their number */
	Buf fewer;            /* names of arrays without a length, with their elements */
	const Global *global; /* values without parts keep its initial value; NULL: a parameter */
	u32 global_part;      /* 1 + its part */
	Inputs *in;
	Err *err;
} Builder;

/* The location of a value. */
typedef struct FieldLocation {
	u32 owner;  /* 1 + the part that contains it */
	u64 offset; /* in bytes */
	u32 left;   /* pointers of the chain that may still lead to an object */
	bool last;  /* true at the end of an object that can be longer than its type */
} FieldLocation;

bool build_refuse(Builder *b, const char *name, const char *why);
/* Notes something that a caller might pass and that no call covers. Returns true. */
bool build_untried(Builder *b, const char *what, const char *name);
Part *build_part(Builder *b, PartKind kind, const char *name, u32 owner, u64 offset);
Part *build_bytes(Builder *b, const char *name, u32 owner, u64 offset, u64 size);
void build_type(Part *part, const CType *t); /* sets the type of the pointee, in both versions */
/* Returns --bound rounded to whole elements, at least one, in bytes. */
u64 build_elements(const Builder *b, u64 size);
bool build_has_pointer(const CType *t);
/* Adds a value of a type to the part that owns it. */
bool build_field(Builder *b, const char *name, FieldLocation at, const CType *t);
bool build_fields(Builder *b, const char *name, const char *join, FieldLocation at, const CType *t);
/* Fills an object of struct type; its part was added last. */
bool build_object(Builder *b, const char *name, const char *join, Part *part, const CType *t,
				  u32 left);
/* Adds the choice between null and what the next part describes. */
void build_null(Builder *b, const char *name, u32 owner, u64 offset);
/* Adds what no call covers to Inputs.limits. */
void build_limits(Builder *b);
/* Adds null, or one object. Pointers to functions and pointers that are too deep are null. */
bool build_pointer(Builder *b, const char *name, FieldLocation at, const CType *t);

#endif
