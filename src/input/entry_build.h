/* entry_build.h: what the files that make parts of parameters and globals share. */
#ifndef DRIFT_INPUT_ENTRY_BUILD_H
#define DRIFT_INPUT_ENTRY_BUILD_H

#include "input/entry.h"
#include "load/ctype.h"

enum { NULLS_NAMED = 4 }; /* pointers that are always null */

typedef struct Builder {
	Shape *shape;
	const Entry *entry;
	u32 bound;            /* --bound */
	const StrList *given; /* see EntryBounds */
	u32 depth;            /* pointers that lead to something, one behind the other */
	Buf nulls;            /* names of pointers that are null in every call */
	u32 n_null;           /* of these */
	Buf fewer;            /* names of arrays without a length, with the elements that they have */
	const Global *global; /* what has no parts stays as it is at the start; NULL: a parameter */
	u32 global_part;      /* 1 + its part */
	Inputs *in;
	Err *err;
} Builder;

/* Where a value lies. */
typedef struct FieldPlace {
	u32 owner;  /* 1 + the part that it is in */
	u64 offset; /* in bytes */
	u32 left;   /* pointers that may still lead to something */
	bool last;  /* of an object that can be longer than its type */
} FieldPlace;

bool build_refuse(Builder *b, const char *name, const char *why);
/* Something that a caller might give and nobody tries here. Returns true. */
bool build_untried(Builder *b, const char *what, const char *name);
Part *build_part(Builder *b, PartKind kind, const char *name, u32 owner, u64 offset);
Part *build_bytes(Builder *b, const char *name, u32 owner, u64 offset, u64 size);
void build_type(Part *part, const CType *t); /* of what is behind it, in both versions */
/* --bound bytes, but of whole elements, and at least one. */
u64 build_elements(const Builder *b, u64 size);
bool build_has_pointer(const CType *t);
/* A value of a type in the part that owns it. */
bool build_field(Builder *b, const char *name, FieldPlace at, const CType *t);
bool build_fields(Builder *b, const char *name, const char *join, FieldPlace at, const CType *t);
/* An object of a struct, of which the part was added last. */
bool build_object(Builder *b, const char *name, const char *join, Part *part, const CType *t,
				  u32 left);
/* Whether there is what the next part says, or null. */
void build_null(Builder *b, const char *name, u32 owner, u64 offset);
/* What no call has becomes Inputs.limits. */
void build_limits(Builder *b);
/* Null, or one object. Functions, and what is too deep, are null. */
bool build_pointer(Builder *b, const char *name, FieldPlace at, const CType *t);

#endif
