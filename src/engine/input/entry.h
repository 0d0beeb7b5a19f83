/* entry.h: the function under --entry: its prototype, and the inputs for its parameters.
 *
 * entry_parse reads a prototype without the program, so that errors are reported before anything
 * is loaded. inputs_entry turns the parameters into parts of a shape: integers are variables,
 * pointers get an object. The driver that calls the function natively is generated from the same
 * parts, so both calls are the same.
 */
#ifndef DRIFT_INPUT_ENTRY_H
#define DRIFT_INPUT_ENTRY_H

#include "engine/input/inputs.h"
#include "engine/input/shell.h"
#include "engine/load/ctype.h"

/* A parameter, or the result. */
typedef struct EntryType {
	char *name;     /* name of the parameter, or NULL */
	u32 width;      /* bits of an integer, or of the integer it points to */
	u32 pointers;   /* stars, and one for brackets */
	u32 count;      /* elements in brackets; 0 = not specified */
	bool is_signed; /* true for signed integers */
	bool is_bool;
	bool is_char; /* true for plain char: a pointer to it is a string */
	bool is_void;
	bool is_float;    /* true for a floating point number of width bits */
	char *named;      /* "struct point", "size_pair": defined by debug information; or NULL */
	char *length;     /* the parameter that is the number of elements, as in b[n]; or NULL */
	char *start;      /* text after '=', as written; or NULL */
	char *text;       /* the parameter as written, without '=' and start */
	bool by_value;    /* true for a result that is a struct or union */
	bool is_function; /* true for int (*f)(int): start is its return value */
} EntryType;

typedef struct Entry {
	char *name; /* name of the function */
	EntryType result;
	VEC(EntryType) params;
	bool only_name; /* true if only a name was given: inputs_entry uses debug information */
} Entry;

/* A function that a program without main may define. */
#define HARNESS_NAME "LLVMFuzzerTestOneInput"
#define HARNESS_PROTOTYPE "int " HARNESS_NAME "(const void *data, size_t size)"

/* Parses 'int f(int n = 3, const char *s, const void *b[n])', or a name alone. Errors report the
 * column. */
bool entry_parse(const char *prototype, Entry *out, Err *err);
/* Returns true if the user's C code makes the parameter: start is neither number nor text. */
bool entry_is_made(const EntryType *t);
/* entry_start.c: writes the bytes that a parameter starts with, in the form of Start. part is
 * the part made for it. */
bool entry_start(const EntryType *t, const Part *part, Buf *to, Err *err);
/* The same for C text from elsewhere; where is used in messages. */
bool entry_literal(const Part *part, const char *text, const char *where, Buf *to, Err *err);
/* Sets the parameters that are the number of elements of another one. set: parts whose value is given,
 * which must be right; NULL: none. */
bool entry_lengths(const Entry *e, const Shape *shape, Buf *values, const bool *set, Err *err);
/* entry_seeds.c: replaces the start of the only shape by the calls in a file (one in each line, as
 * reports print them) or in a directory of tests. also: another name of the function, or NULL. */
bool entry_seeds(Inputs *in, const Entry *e, const char *also, const char *path, Err *err);
void entry_free(Entry *e);
/* Limits of what a call gets. */
typedef struct EntryBounds {
	u32 bytes; /* size of objects for pointers, and of arrays without a length */
	u32 depth; /* pointers that lead to something, one behind the other; fewer where that would be
				  too many calls */
	const StrList *nullable; /* pointer parameters that may be null, "*": all; NULL: none */
	/* Parameters, each followed by the name that reports use. Values that the function sets in
	 * their objects are named after them. NULL: none. */
	const StrList *given;
} EntryBounds;

/* The values of globals when the function is called. */
typedef enum GlobalsHow {
	GLOBALS_INITIAL, /* as at the start of the program */
	GLOBALS_ZERO,
	GLOBALS_VARY, /* inputs */
} GlobalsHow;

/* A global that both versions define, by its numbers in OLD and NEW. */
typedef struct EntryGlobal {
	u32 number[2];
} EntryGlobal;
typedef VEC(EntryGlobal) EntryGlobalList;

/* Makes a shape of the parameters. Pointers get objects of bounds.bytes bytes, or of the size in
 * brackets. Types that the prototype only names are looked up in the program and stored in the
 * entry. Inputs.limits lists what no call covers. */
bool inputs_entry(Inputs *in, Entry *e, const Program *p, EntryBounds bounds, Err *err);
/* Adds these globals to the only shape. Call it after all parameters are added. Globals that
 * cannot vary keep their initial values and are listed in Inputs.limits. */
void inputs_globals(Inputs *in, const Entry *e, GlobalsHow how, const Program *const program[2],
					const EntryGlobalList *list, EntryBounds bounds);
/* entry_types.c: finds the result and parameters of an entry that is only a name. */
bool entry_types(Entry *e, const Program *p, Err *err);
/* The alignment that all callers give the object of a part: that of its type. */
u8 entry_alignment(const Part *part);
/* A struct passed by value, as the scalar parameters of the compiled function. */
typedef struct StructScalars {
	u32 size;   /* size of the struct, in bytes */
	u32 k;      /* the function's next parameter */
	u32 offset; /* offset of the scalar in the struct */
	bool begun; /* true if there was a scalar before */
} StructScalars;
/* Finds the next scalar. Returns false if there is none. */
bool struct_scalar(StructScalars *s, const Function *f, Type *type);
/* Finds the only user-defined function of that name. */
bool entry_find(const Program *p, const char *prog, const char *name, u32 *function, Err *err);
/* entry_result.c: the struct or union that the function under --entry returns by value; NULL if it
 * returns something else. */
const CType *entry_struct(const Program *p);
/* Returns true if the compiled function writes it to memory, whose address is its first argument. */
bool entry_in_memory(const Program *p, const Function *f);
/* Otherwise: the offset of the i-th scalar of the compiled function's result in the struct. */
u32 entry_result_offset(const CType *t, const Function *f, u32 i);
/* Returns true if the machine can take such a result of the compiled function. */
bool entry_result_fits(const CType *t, const Function *f);
/* Checks that the declared parameters and result match the function. */
bool entry_check(const Program *p, u32 function, const Entry *e, const Shape *shape, u32 call,
				 const char *prototype, Err *err);
/* Returns the part for parameter i of a function that uses Shape.calls[call]; NO_OPERAND if
 * there are no more. */
u32 entry_param(const Shape *shape, u32 call, u32 i);
/* Returns true if the parameters have the same parts at the same offsets, as those of two
 * versions must. */
bool entry_same_shape(const Shape *a, const Shape *b);
/* entry_match.c: makes the shape of OLD one for both versions: parameters match by position, and
 * numbers may have other types. Returns false if NEW's cannot be made of OLD's. */
bool entry_match(Shape *old, const Shape *newer);
/* Makes a prototype of the debug information, with what only the given one says: lengths, start
 * values, names. These are moved. */
bool entry_completed(Entry *e, Entry *given, const Program *p, Err *err);
/* Makes the shape of NEW one for both versions: adds the parameters that only OLD has. */
bool entry_join(Inputs *in, const Shape *old, const char *function, Err *err);
/* entry_values.c: reads the values of a shape's parts from the words of a test's command line,
 * and from files that these name: in the directory `files`, or by their own path if that is
 * NULL. what is used in messages. */
bool entry_values(Inputs *in, const Shape *shape, const ShellLine *line, const char *files,
				  const char *what, Buf *values, Err *err);
/* Writes the function's result as tests do: a number, null, pointer or struct; nothing for void. */
void entry_value_text(const EntryType *type, u64 value, Buf *to);

#endif
