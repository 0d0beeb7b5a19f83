/* ctype.h: C types of a function's parameters and result and of globals, from debug information.
 *
 * We keep only what is needed to make objects of them and to compare them: structs with their
 * fields, and the types that pointers point to. Types may be recursive through pointers. The
 * program's arena owns everything.
 */
#ifndef DRIFT_LOAD_CTYPE_H
#define DRIFT_LOAD_CTYPE_H

#include "base/base.h"

typedef enum CKind {
	CTYPE_OTHER, /* functions (with params), what is not known */
	CTYPE_VOID,
	CTYPE_INT, /* integers, enumerations, bool */
	CTYPE_FLOAT,
	CTYPE_POINTER,
	CTYPE_ARRAY,
	CTYPE_STRUCT,
	CTYPE_UNION,
} CKind;

typedef struct CType CType;

typedef struct CField {
	const char *name; /* "" if it has none */
	u64 bit;          /* offset in bits */
	u32 bits;         /* width of a bit field, else 0 */
	const CType *type;
} CField;

struct CType {
	CKind kind;
	const char *names; /* what the source calls it, each between newlines; NULL: it has no name */
	u64 size;          /* bytes */
	bool is_signed;
	bool is_char; /* of any sign */
	bool is_text; /* plain char: a pointer to it is a text */
	bool is_bool;
	const CType *to; /* pointee or element */
	u64 count;       /* of elements */
	CField *fields;
	u32 n_fields;
	const CType **params; /* of a function (OTHER): its result, then its parameters */
	u32 n_params;
};

#endif
