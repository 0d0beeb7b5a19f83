/* ctype.h: C types of a function's parameters, from its debug information.
 *
 * Only as much as is needed to make objects of them: structs with their fields, what pointers point
 * to. A pointer two pointers away from the parameter has no pointee here. All belongs to the
 * program's arena.
 */
#ifndef DRIFT_LOAD_CTYPE_H
#define DRIFT_LOAD_CTYPE_H

#include "base/base.h"

typedef enum CKind {
	CTYPE_OTHER, /* functions, what is not known */
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
	bool is_char;
	bool is_bool;
	const CType *to; /* pointee or element; NULL: not looked at */
	u64 count;       /* of elements */
	CField *fields;
	u32 n_fields;
};

#endif
