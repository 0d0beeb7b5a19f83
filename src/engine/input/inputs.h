/* inputs.h: the inputs of an exploration.
 *
 * The words after `--` (and --stdin, --env, --seeds) become a Shape: a list of parts, fixed or
 * symbolic. A seeds file without a shape makes one shape for each number of arguments in it. All
 * shapes share one set of input groups: arg1 has the same variables in each of them, as many as
 * the longest needs.
 *
 * Life cycle: parse (inputs_words, inputs_seeds), then inputs_bind makes the variables, then
 * inputs_load turns assignments into bytes with tags. The Inputs own everything.
 *
 * Strings end at their first zero byte. In the canonical form of an assignment all bytes after
 * it are zero, as are the bytes of a file past its length. Only canonical inputs are run.
 */
#ifndef DRIFT_INPUT_INPUTS_H
#define DRIFT_INPUT_INPUTS_H

#include "base/opt.h"
#include "engine/machine/symbolic.h"

typedef enum PartKind {
	PART_FIXED,  /* bytes as given */
	PART_INT,    /* a number; as an argument its decimal text */
	PART_TEXT,   /* a string of at most bound bytes */
	PART_FILE,   /* contents of at most bound bytes, with a length of their own */
	PART_OBJECT, /* exactly bound bytes, for a pointer parameter */
	PART_STRUCT, /* bound bytes that consist of the parts it owns; no variables */
} PartKind;

typedef enum PartRole {
	ROLE_ARG,    /* argument of main */
	ROLE_ENV,    /* environment variable */
	ROLE_FILE,   /* file of a given name: FIXED or FILE */
	ROLE_STDIN,  /* standard input: FIXED or FILE */
	ROLE_WORLD,  /* an answer of the world, or which call fails: INT, TEXT or OBJECT; see world.h */
	ROLE_PARAM,  /* parameter of the function under --entry: INT, or TEXT and FILE as an object, or
				 * FIXED: a null pointer */
	ROLE_GLOBAL, /* a global with other than its initial value, under --entry: STRUCT */
} PartRole;

/* Where a part lies in a version whose struct has another layout. */
typedef struct PartLayout {
	u32 offset; /* offset of a field, in bytes */
	u32 bound;  /* STRUCT: bytes */
} PartLayout;

typedef struct Part {
	PartKind kind;
	PartRole role;
	char *name;     /* arg1, stdin, env.HOME: its name in conditions */
	char *path;     /* name of the file (FILE, or OBJECT), or of the variable (ROLE_ENV), or NULL */
	u32 bound;      /* bytes, for TEXT and FILE */
	u8 width;       /* bits, for INT */
	bool is_signed; /* INT: true if it is written as signed */
	bool is_bool;   /* INT: true if it is 0 or 1 */
	bool is_float;  /* INT: true if it has the bits of a floating point number */
	bool is_pointer; /* INT: true if it chooses between the part it owns and null */
	u32 owner;       /* 1 + part of which it is a field or the pointee; 0: none */
	u32 offset;      /* offset of a field, in bytes */
	PartLayout *old; /* layout in OLD if it is different; NULL: as in NEW */
	u8 absent;       /* bits for OLD and NEW: that version has no such field */
	bool by_value;   /* STRUCT: true for a parameter */
	bool zero;       /* GLOBAL: true if bytes without parts are zero, not the initial value */
	u32 global[2];   /* GLOBAL: its numbers in OLD and NEW */
	/* C type of the object behind a pointer parameter, in OLD and NEW; NULL: unknown. */
	const struct CType *type[2];
	Buf start;   /* FILE, ENV, WORLD: start value; also for seeds, which do not set it */
	Buf fixed;   /* bytes of FIXED; otherwise text before the variable part, as in -f@str:3 */
	u32 group;   /* its variables, after inputs_bind */
	u8 *bytes;   /* buffer for the run; ENV: starts with NAME= */
	Tag *tags;   /* of each byte; NULL if all are plain */
	u32 size;    /* bytes in the buffer, without the final zero */
	u32 skip;    /* number of bytes before the first variable (NAME=, or fixed) */
	Expr length; /* FILE: expression of the length */
} Part;

/* version: 0 is OLD, 1 is NEW. */
static inline u32 part_offset(const Part *part, u32 version)
{
	return part->old && !version ? part->old->offset : part->offset;
}

static inline u32 part_bound(const Part *part, u32 version)
{
	return part->old && !version ? part->old->bound : part->bound;
}

static inline bool part_absent(const Part *part, u32 version)
{
	return part->absent >> version & 1;
}

typedef struct Shape {
	VEC(Part) parts; /* arguments in order, environment, named files, world, standard input */
	ExprList base;   /* conditions on every input: bounds of lengths, then assumptions */
	u32 n_args;      /* parts with ROLE_ARG */
	/* For two versions of a function with different parameters: the parts that each gets, in
	 * order; empty: all of them. */
	U32List calls[2];
} Shape;

/* An input to begin with. */
typedef struct Start {
	u32 shape;
	Buf *values; /* bytes of each part; INT: decimal text */
	u32 origin; /* 1 + position in Inputs.origins; 0: it is no test of --seeds as it stands there */
} Start;

typedef struct InputFiles InputFiles; /* files as they were read: see files.c */

typedef struct Inputs {
	ExprPool *pool; /* after inputs_bind */
	VEC(Shape) shapes;
	VEC(Start) starts;
	VEC(char *) notes;   /* messages about the seeds */
	VEC(char *) origins; /* of --seeds: each line or file, also those that were left out */
	VEC(char *) limits;  /* calls that no input covers, under --entry */
	VEC(char *) assumes; /* conditions on its parameters, as inputs_assume reads them */
	const char *call;    /* of --call: its text, with CALL_VALUE and a number for each argument */
	InputFiles *files;   /* that were read so far; NULL: none */
	/* The inputs of an earlier search of the same command, which has read the files; NULL: there is none. */
	const struct Inputs *earlier;
	char *seeded;       /* name of the part whose contents the files of a directory are, or NULL */
	i64 clock;          /* when runs begin: see world_clock; 0: OS_CLOCK_START */
	size_t packed_size; /* bytes of a packed assignment */
} Inputs;

#define CALL_VALUE '\1'
/* In the same text, a part that is shown only if an argument has a value: CALL_IF, its number, 1 +
 * the value, the number of values; then the part, and CALL_END. Value 0 means any other than the
 * ones below that number. */
#define CALL_IF '\2'
#define CALL_END '\3'

/* The inputs that a command line describes. */
typedef struct InputWords {
	const StrList *words; /* arguments */
	const char *input;    /* --stdin, or NULL */
	const StrList *env;   /* NAME=VALUE each */
	const StrList *files; /* NAME=CONTENTS each; may be NULL */
} InputWords;

/* Makes one shape from the command line. */
bool inputs_words(Inputs *in, const InputWords *from, Err *err);
/* Reads seeds from a file, one per line. With shaped they use the bounds of shape 0, whose own
 * start is removed. Otherwise each part may grow by `grow` bytes. */
bool inputs_seeds(Inputs *in, const char *path, bool shaped, u32 grow, Err *err);
/* Reads seeds from a directory: each file becomes the contents of the only part that has
 * contents. */
bool inputs_seed_dir(Inputs *in, const char *dir, Err *err);
/* Makes a shape of one file's contents, for LLVMFuzzerTestOneInput. */
void inputs_harness(Inputs *in, u32 bound);

void inputs_bind(Inputs *in, ExprPool *pool);
/* Restricts the inputs of all shapes that have the named parts. */
bool inputs_assume(Inputs *in, const char *text, Err *err);
/* Converts a start to an assignment. */
void inputs_start(const Inputs *in, const Start *start, Assignment *a);
/* Makes an assignment canonical; returns true if that changed it. */
bool inputs_canonical(const Inputs *in, u32 shape, Assignment *a);
/* Adds the conditions that only canonical assignments satisfy. */
void inputs_canonical_conditions(const Inputs *in, u32 shape, ExprList *out);
/* Fills the buffers of the shape's parts. */
void inputs_load(Inputs *in, u32 shape, const Assignment *a);
/* The concrete bytes of a part, as the subject sees them. */
void inputs_bytes(const Inputs *in, const Part *part, const Assignment *a, Buf *out);
/* Converts assignments to a compact form. */
void inputs_pack(const Inputs *in, const Assignment *a, u8 *to);
void inputs_unpack(const Inputs *in, const u8 *from, Assignment *a);

/* A packed input, stored for later. */
typedef struct KeptInput {
	u32 shape;
	u8 *packed; /* see inputs_pack */
} KeptInput;

KeptInput inputs_keep(const Inputs *in, u32 shape, const Assignment *a);
void inputs_recall(const Inputs *in, const KeptInput *kept, Assignment *a);
void kept_input_free(KeptInput *kept);
void inputs_free(Inputs *in);

/* files.c: reads a file, or lists the names in a directory that do not begin with '.', sorted, with the directory before
 * them. What was read before, here or in `earlier`, is as it was then. The texts in `to` belong to the Inputs. */
bool inputs_read(Inputs *in, const char *path, Buf *to, Err *err);
bool inputs_list(Inputs *in, const char *path, StrList *to, Err *err);
void inputs_files_free(InputFiles *files);

/* parts.c, for the parsers */
Part *shape_add(Shape *shape, PartKind kind, PartRole role, const char *name);
void shape_clear(Shape *shape); /* drops its parts */
/* Takes ownership of the values. */
void inputs_add_start(Inputs *in, u32 shape, Buf *values);
/* Writes a floating point number as text that strtod reads back to the same bits; and reads it. */
void float_text(u64 bits, u32 width, Buf *to);
u64 float_bits(const char *text, u32 width);
bool float_is_plain(const char *text, u32 width); /* it is the text that float_text writes */
bool number_parse(const char *text, unsigned width, bool is_signed, i64 *value);
/* Returns true if text is how an INT part would write the value: 7, not 007, +7 or ' 7'. */
bool number_is_plain(const char *text, i64 value);

/* assume.c: parses a C expression over the parts of a shape, as a truth value. */
Expr assume_parse(ExprPool *pool, const Shape *shape, const char *text, Err *err);

#endif
