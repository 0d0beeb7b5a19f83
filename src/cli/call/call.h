/* call.h: --call: calls a library by an expression, as a program with main.
 *
 * The user writes C with placeholders: 'Print(Parse(@str:8))'. It becomes the main of a new
 * program, which takes the placeholders as arguments, executes the statements and prints the value
 * of the last. That file is compiled behind the source that defines the first function it calls, so
 * types, macros and static functions are known without searching for headers; all other sources
 * stay unchanged. The result is a directory with a compilation database, or one bitcode file if
 * there are no sources: a program like any other for the rest of drift.
 *
 * The type of the last value, which a first compile determines, decides how it is printed: see
 * show.c. Parts that are not printed are reported, since they are not compared. */
#ifndef DRIFT_CALL_H
#define DRIFT_CALL_H

#include "base/base.h"
#include "base/opt.h"
#include "engine/load/ctype.h"
#include "engine/load/bitcode/bitcode.h"

/* @fn: a function that prints how it was called. */
typedef struct CallStub {
	const char *function; /* function that receives it */
	u32 parameter;        /* which of its parameters, from 1 */
	i64 returns;          /* its return value */
	bool varies;          /* true: an input decides the return value, in its first calls */
	const char *name;     /* its name for people; NULL: its number */
	const CType *type;    /* type of the function, set by call_make */
	bool missing;         /* true: it is the function of that name, which nobody defines */
	u32 word;             /* of that: the argument of main that it returns; 0: none */
} CallStub;

/* A function that the program calls and nobody defines: see missing.c. */
typedef struct CallMissing {
	const char *name;
	const CType *type; /* of the function */
	bool near;         /* true if the source of the function under --entry declares it */
} CallMissing;

/* A pointer to a function in memory behind a parameter: see fields.c. */
typedef struct CallFunction {
	const CType *type; /* of the function */
	const char *at;    /* C expression: address of the pointer */
	const char *there; /* C expression: true if that memory exists */
	const char *shown; /* as people write it: p->open */
} CallFunction;

typedef struct CallFunctions {
	VEC(CallFunction) list;
	bool more; /* true if there are more than in the list */
} CallFunctions;

/* --entry of a function that takes functions, or arguments that only a call can make: see
 * wrap.c. */
typedef struct CallWrap {
	const char *function; /* NULL: there is none */
	const char *name;     /* name of the wrapper */
	StrList names;        /* of its parameters; empty: as in the debug information */
	StrList made;         /* C expression that makes each, or NULL */
	StrList returns;      /* return values of functions, or NULL: an input decides */
	U32List counts;       /* number of elements in brackets, or 0 */
	/* Parameters of the wrapper that the wrapped function does not have, each followed by its name
	 * for people; set by call_make. */
	StrList given;
	u32 bound;     /* bytes of objects whose type does not give a size */
	bool fields;   /* true: set functions in memory behind arguments */
	bool declares; /* true if no header declares it */
} CallWrap;

typedef struct LibraryCall {
	StrList words; /* the placeholders, as arguments after -- */
	StrList names; /* of functions that are called, in order */
	StrList files; /* FILE.c each, whole paths */
	VEC(CallStub) stubs;
	VEC(CallMissing) missing; /* they get stubs as well, behind the others */
	CallWrap wrap;
	Buf text;        /* as the user wrote it */
	Buf shown;       /* the same, with the byte 1 and a number instead of each placeholder */
	Buf body;        /* the statements before the last value, as C */
	Buf last;        /* the last value, as C; empty: there is none */
	StrList unseen;  /* what of it is not compared, set by call_make */
	StrList stubbed; /* names of the missing functions, for results */
	Arena arena;     /* of all texts */
} LibraryCall;

/* Parses --call: C text, or names of C files, in any number. */
bool call_parse(const StrList *texts, LibraryCall *out, Err *err);
/* Writes the program below dir; *path is what to load, to be freed. */
bool call_make(LibraryCall *c, const char *prog, const char *cflags, const char *dir, char **path,
			   Err *err);
void call_free(LibraryCall *c);

/* --sequence: see sequence.c. */
typedef struct SequenceWish {
	const char *function; /* under test */
	u32 steps;            /* most calls before it */
	u32 bound;            /* bytes of texts */
	const char *prog[2];  /* both versions */
	const char *cflags[2];
} SequenceWish;

enum { CALL_MOST_WORDS = 30 }; /* placeholders */

/* Makes a call of the function after calls on its object. */
bool call_sequence(const SequenceWish *w, LibraryCall *out, Err *err);

/* Directives of sources that declare what a call uses. */
typedef struct CallDeclared {
	Buf text;
	StrList headers; /* lines that include a header */
	Arena arena;     /* of these */
} CallDeclared;

/* declare.c: appends what a source includes. path: its name; quoted_only: only lines that include "FILE". */
void call_declare(const char *path, const char *text, bool quoted_only, CallDeclared *to);
void call_declared_free(CallDeclared *d);

/* show.c: writes C that prints a value of that type (NULL: none), which is at `drift_value`: the
 * functions that it needs, the stubs of @fn, and the statement. Records in c what it does not
 * print. */
bool call_show(const CType *type, LibraryCall *c, Buf *functions, Buf *statement, Err *err);
/* Returns a type that is passed in the same way; NULL: unknown. */
const char *call_passed_as(const CType *t);
/* True if @fn can replace such a function. */
bool call_records(const CType *function);
enum { CALL_FIRST = 8 }; /* calls in which a stub returns what an input says; then 0 */
void call_unseen(LibraryCall *c, const char *text);

/* wrap.c: writes the C wrapper that calls c->wrap.function, which a module defines. */
bool call_wrapper(LibraryCall *c, const InputModule *of, Buf *to, Err *err);
/* Writes the additional parameters of the wrapper as C, each after a comma; types: of the result
 * and the parameters. */
void call_wrapper_more(LibraryCall *c, const CType *const *types, const char *const *names, u32 n,
					   Buf *to);
/* True if a wrapper can be declared. */
bool call_can_wrap(const CType *const *types, u32 n);

/* missing.c: takes a function that nobody defines; false: no stub can replace it. Name and type
 * belong to c->arena. */
bool call_missing(LibraryCall *c, const CallMissing *given);
/* True if two declarations of a function describe calls of the same form. */
bool call_alike(const CType *a, const CType *b);
/* In a program with main: makes the stubs, with arguments for what they return. */
void call_missing_words(LibraryCall *c);
/* Writes the statements of main that set these. */
void call_missing_before(const LibraryCall *c, Buf *to);
/* Tells what a result with such stubs does not say. */
void call_missing_tell(LibraryCall *c);

/* fields.c: adds the functions in a parameter, or in count elements behind it. */
void call_functions(const CType *t, const char *name, u32 count, CallFunctions *to, Arena *a);
bool call_is_function(const CType *t);

#endif
