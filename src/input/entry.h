/* entry.h: one function under --entry: what its prototype says, and what its parameters become.
 *
 * A prototype is read without the program (entry_parse), since a mistake in it is told before
 * anything is loaded. Its parameters become the parts of a shape (inputs_entry): integers are
 * variables, pointers get an object. The driver that calls the function natively is
 * made of the same parts, so both are called alike.
 */
#ifndef DRIFT_INPUT_ENTRY_H
#define DRIFT_INPUT_ENTRY_H

#include "input/inputs.h"
#include "input/shell.h"

/* A parameter, or the result. */
typedef struct EntryType {
	char *name;     /* of the parameter, or NULL */
	u32 width;      /* bits of an integer, or of what it points to */
	u32 pointers;   /* stars, and one for brackets */
	u32 count;      /* elements said in brackets; 0 = not said */
	bool is_signed; /* integers */
	bool is_bool;
	bool is_char; /* plain char: a pointer to it is a string */
	bool is_void;
	bool is_float;    /* of width bits */
	char *named;      /* "struct point", "size_pair": debug information says what it is; or NULL */
	char *length;     /* the parameter that says how many elements there are, as in b[n]; or NULL */
	char *start;      /* what stands behind '=', as it is written; or NULL */
	char *text;       /* the parameter as it is written, without that */
	bool is_function; /* int (*f)(int): start is what it returns */
} EntryType;

typedef struct Entry {
	char *name; /* of the function */
	EntryType result;
	VEC(EntryType) params;
	bool only_name; /* nothing else was said: debug information says it, in inputs_entry */
} Entry;

/* What a program without main may define. */
#define HARNESS_NAME "LLVMFuzzerTestOneInput"
#define HARNESS_PROTOTYPE "int " HARNESS_NAME "(const void *data, size_t size)"

/* Reads 'int f(int n = 3, const char *s, const void *b[n])', or a name alone. Errors name the
 * column. */
bool entry_parse(const char *prototype, Entry *out, Err *err);
/* Whether a call of the user's makes the parameter: start is C, and neither number nor text. */
bool entry_is_made(const EntryType *t);
/* entry_start.c: the bytes that a parameter begins with, as Start has them; part: what it became. */
bool entry_start(const EntryType *t, const Part *part, Buf *to, Err *err);
void entry_free(Entry *e);
/* How much a call is given. */
typedef struct EntryBounds {
	u32 bytes; /* of objects for pointers, and of arrays without a length */
	u32 depth; /* pointers that lead to something, one behind the other; fewer where that would be
				  too many calls */
	const StrList *nullable; /* pointer parameters that may be null, "*": all; NULL: none */
	/* Parameters, each followed by what people call it: so is called what the function sets in its
	 * objects, by them. NULL: none. */
	const StrList *given;
} EntryBounds;

/* What globals are when the function is called. */
typedef enum GlobalsHow {
	GLOBALS_INITIAL, /* as at the start of the program */
	GLOBALS_ZERO,
	GLOBALS_VARY, /* inputs */
} GlobalsHow;

/* A global that both versions have, by its numbers in OLD and NEW. */
typedef struct EntryGlobal {
	u32 number[2];
} EntryGlobal;
typedef VEC(EntryGlobal) EntryGlobalList;

/* A shape of the parameters; pointers get objects of so many bytes, or what their brackets say. What
 * the prototype only names is looked up in the program; the entry learns what it is. What no call
 * has is said in Inputs.limits. */
bool inputs_entry(Inputs *in, Entry *e, const Program *p, EntryBounds bounds, Err *err);
/* Adds these globals to the one shape: to be called after all parameters are there. What cannot vary
 * stays as at the start and is said in Inputs.limits. */
void inputs_globals(Inputs *in, const Entry *e, GlobalsHow how, const Program *const program[2],
					const EntryGlobalList *list, EntryBounds bounds);
/* entry_types.c: the result and parameters of an entry that is only a name. */
bool entry_types(Entry *e, const Program *p, Err *err);
/* A struct by value, as the parameters that the compiled function has for it. */
typedef struct StructScalars {
	u32 size;   /* of the struct, in bytes */
	u32 k;      /* the function's next parameter */
	u32 offset; /* of the scalar found, in the struct */
	bool begun; /* there was one before */
} StructScalars;
/* The next of them; false: there is none. */
bool struct_scalar(StructScalars *s, const Function *f, Type *type);
/* The only function of the user's of that name. */
bool entry_find(const Program *p, const char *prog, const char *name, u32 *function, Err *err);
/* The parameters and the result said by the user must be those of the function. */
bool entry_check(const Function *f, const Entry *e, const Shape *shape, u32 call,
				 const char *prototype, Err *err);
/* The part that is parameter number i of a function, where Shape.calls[call] is its own; NO_OPERAND:
 * there are no more. */
u32 entry_param(const Shape *shape, u32 call, u32 i);
/* Whether the parameters have the same parts at the same places, as those of two versions must. */
bool entry_same_shape(const Shape *a, const Shape *b);
/* Makes the shape of NEW one for both: parameters that OLD has and NEW has not are added. */
bool entry_join(Inputs *in, const Shape *old, const char *function, Err *err);
/* entry_values.c: the values of a shape's parts from the words of a test's command line, and from files
 * that these name: in the directory `files`, or as they are where that is NULL. what: for messages.
 */
bool entry_values(const Shape *shape, const ShellLine *line, const char *files, const char *what,
				  Buf *values, Err *err);
/* What the function returned, as a test has it: a number, null or pointer; nothing of a void. */
void entry_value_text(const EntryType *type, u64 value, Buf *to);

#endif
