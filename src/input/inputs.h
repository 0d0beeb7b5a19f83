/* inputs.h: the inputs of an exploration.
 *
 * What the user writes after `--` (and with --stdin, --env, --seeds) becomes a Shape: a list of
 * parts, fixed or symbolic. A seeds file without a shape gives one shape for each number of
 * arguments it uses. All shapes share one set of input groups: arg1 is the same variables in
 * each of them, as many as the longest needs.
 *
 * Life: parse (inputs_words, inputs_seeds), then inputs_bind makes the variables, then assignments
 * go in and bytes with tags come out. Everything belongs to the Inputs.
 *
 * Strings end at their first zero byte; in the canonical form of an assignment all bytes after
 * it are zero, as are the bytes of a file past its length. Only canonical inputs are run.
 */
#ifndef DRIFT_INPUT_INPUTS_H
#define DRIFT_INPUT_INPUTS_H

#include "base/opt.h"
#include "machine/symbolic.h"

typedef enum PartKind {
	PART_FIXED,  /* bytes as given */
	PART_INT,    /* a number; as an argument its decimal text */
	PART_TEXT,   /* a string of at most bound bytes */
	PART_FILE,   /* contents of at most bound bytes, with a length of their own */
	PART_OBJECT, /* exactly bound bytes, for a pointer parameter */
	PART_STRUCT, /* bound bytes made of the parts that it owns; no variables */
} PartKind;

typedef enum PartRole {
	ROLE_ARG,    /* argument of main */
	ROLE_ENV,    /* environment variable */
	ROLE_FILE,   /* file of a given name: FIXED or FILE */
	ROLE_STDIN,  /* standard input: FIXED or FILE */
	ROLE_WORLD,  /* an answer of the world, or which call fails: INT, TEXT or OBJECT; see world.h */
	ROLE_PARAM,  /* parameter of the function under --entry: INT, or TEXT and FILE as an object, or
				 * FIXED: a null pointer */
	ROLE_GLOBAL, /* a global that is not as at the start, under --entry: STRUCT */
} PartRole;

/* Where a part lies in a version of which the struct has another layout. */
typedef struct PartLayout {
	u32 offset; /* of a field, in bytes */
	u32 bound;  /* STRUCT: bytes */
} PartLayout;

typedef struct Part {
	PartKind kind;
	PartRole role;
	char *name;     /* arg1, stdin, env.HOME: as conditions call it */
	char *path;     /* name of the file (FILE, or OBJECT), or of the variable (ROLE_ENV), or NULL */
	u32 bound;      /* bytes, for TEXT and FILE */
	u8 width;       /* bits, for INT */
	bool is_signed; /* INT: how it is written */
	bool is_bool;   /* INT: 0 or 1 */
	bool is_float;  /* INT: these are the bits of a floating point number */
	bool is_pointer; /* INT: whether there is what the part it owns says, or the pointer is null */
	u32 owner;       /* 1 + part that it is a field or the pointee of; 0: none */
	u32 offset;      /* of a field, in bytes */
	PartLayout *old; /* in OLD, where that is another one; NULL: as in NEW */
	u8 absent;       /* bit of OLD, of NEW: that version has no such field */
	bool by_value;   /* STRUCT: a parameter */
	bool zero;       /* GLOBAL: what has no parts is zero, not as at the start */
	u32 global[2];   /* GLOBAL: its numbers in OLD and NEW */
	/* Of what is behind a pointer parameter, in OLD and NEW; NULL: not known. */
	const struct CType *type[2];
	Buf start;   /* FILE, ENV, WORLD: what it begins with, also with seeds, which do not say */
	Buf fixed;   /* bytes of FIXED; else what stands before the variable part, as in -f@str:3 */
	u32 group;   /* its variables, from inputs_bind on */
	u8 *bytes;   /* buffer for the run; ENV: with NAME= in front */
	Tag *tags;   /* of each byte; NULL when all plain */
	u32 size;    /* bytes in the buffer, without its final zero */
	u32 skip;    /* of these, bytes before the first variable (NAME=, or fixed) */
	Expr length; /* FILE: expression of the length */
} Part;

/* Of a version: 0 is OLD, 1 is NEW. */
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
	ExprList base;   /* what holds for every input: bounds of lengths, then assumptions */
	u32 n_args;      /* parts with ROLE_ARG */
	/* Of two versions of a function with other parameters: which parts each is given, in order;
	 * empty: all of them. */
	U32List calls[2];
} Shape;

/* An input to begin with. */
typedef struct Start {
	u32 shape;
	Buf *values; /* bytes of each part; INT: decimal text */
} Start;

typedef struct Inputs {
	ExprPool *pool; /* from inputs_bind on */
	VEC(Shape) shapes;
	VEC(Start) starts;
	VEC(char *) notes;   /* what has to be said of the seeds */
	VEC(char *) limits;  /* calls that no input is, under --entry */
	VEC(char *) assumes; /* what holds of its parameters, as inputs_assume reads it */
	const char *call;    /* of --call: its text, with CALL_VALUE and a number for each argument */
	size_t packed_size;  /* bytes of a packed assignment */
} Inputs;

#define CALL_VALUE '\1'

/* What a command line says of the inputs. */
typedef struct InputWords {
	const StrList *words; /* arguments */
	const char *input;    /* --stdin, or NULL */
	const StrList *env;   /* NAME=VALUE each */
	const StrList *files; /* NAME=CONTENTS each; may be NULL */
} InputWords;

/* One shape from the command line. */
bool inputs_words(Inputs *in, const InputWords *from, Err *err);
/* Seeds from a file, one a line. With shaped they take the bounds of shape 0, whose own start goes
 * away; without, each part may grow by so many bytes. */
bool inputs_seeds(Inputs *in, const char *path, bool shaped, u32 grow, Err *err);
/* Seeds from a directory: each file is the contents of the one part that has some. */
bool inputs_seed_dir(Inputs *in, const char *dir, Err *err);
/* A shape of one file's contents, for LLVMFuzzerTestOneInput. */
void inputs_harness(Inputs *in, u32 bound);

void inputs_bind(Inputs *in, ExprPool *pool);
/* Restricts the inputs of all shapes that have the named parts. */
bool inputs_assume(Inputs *in, const char *text, Err *err);
/* A start as an assignment. */
void inputs_start(const Inputs *in, const Start *start, Assignment *a);
/* Makes it canonical; true if that changed something. */
bool inputs_canonical(const Inputs *in, u32 shape, Assignment *a);
/* Adds the conditions that only canonical assignments satisfy. */
void inputs_canonical_conditions(const Inputs *in, u32 shape, ExprList *out);
/* Fills the buffers of the shape's parts. */
void inputs_load(Inputs *in, u32 shape, const Assignment *a);
/* The concrete bytes of a part, as the subject sees them. */
void inputs_bytes(const Inputs *in, const Part *part, const Assignment *a, Buf *out);
/* Assignments in little space. */
void inputs_pack(const Inputs *in, const Assignment *a, u8 *to);
void inputs_unpack(const Inputs *in, const u8 *from, Assignment *a);

/* An input that is kept for later, in few bytes. */
typedef struct KeptInput {
	u32 shape;
	u8 *packed; /* see inputs_pack */
} KeptInput;

KeptInput inputs_keep(const Inputs *in, u32 shape, const Assignment *a);
void inputs_recall(const Inputs *in, const KeptInput *kept, Assignment *a);
void kept_input_free(KeptInput *kept);
void inputs_free(Inputs *in);

/* parts.c, for the parsers */
Part *shape_add(Shape *shape, PartKind kind, PartRole role, const char *name);
void shape_clear(Shape *shape); /* drops its parts */
/* Takes over the values. */
void inputs_add_start(Inputs *in, u32 shape, Buf *values);
/* Of a floating point number: text that strtod reads back to the same bits, and these. */
void float_text(u64 bits, u32 width, Buf *to);
u64 float_bits(const char *text, u32 width);
bool number_parse(const char *text, unsigned width, bool is_signed, i64 *value);
/* Whether it is written as an INT part would write it: 7, not 007, +7 or ' 7'. */
bool number_is_plain(const char *text, i64 value);

/* assume.c: a C expression over the parts of a shape, as a truth value. */
Expr assume_parse(ExprPool *pool, const Shape *shape, const char *text, Err *err);

#endif
