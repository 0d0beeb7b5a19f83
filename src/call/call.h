/* call.h: --call: a library called by an expression, as a program with main.
 *
 * The user writes C with placeholders: 'Print(Parse(@str:8))'. It becomes the main of a program of
 * its own, which takes the placeholders as arguments, executes the statements and prints the value
 * of the last. That file is compiled behind the source that defines the first function it
 * calls, so types, macros and static functions are known without looking for headers; all other
 * sources stay as they are. What comes of it is a directory with a compilation database, or one
 * bitcode file where there are no sources: a program like any other, for all that follows.
 *
 * How the last value is printed is decided by its type, which a first compile finds out: see show.c.
 * What is not printed of it is told, since nobody compares it.
 */
#ifndef DRIFT_CALL_H
#define DRIFT_CALL_H

#include "base/base.h"
#include "base/opt.h"
#include "load/ctype.h"
#include "load/input/input.h"

/* @fn: a function that prints how it was called. */
typedef struct CallStub {
	const char *function; /* that is given it */
	u32 parameter;        /* which of its parameters, from 1 */
	i64 returns;          /* what it returns */
	bool varies;          /* or what an input says, in its first calls */
	const char *name;     /* as people call it; NULL: by its number */
	const CType *type;    /* of the function that is wanted, from call_make on */
} CallStub;

/* A pointer to a function in what a parameter leads to: see fields.c. */
typedef struct CallFunction {
	const CType *type; /* of the function */
	const char *at;    /* C: where the pointer lies */
	const char *there; /* C: whether that is there */
	const char *shown; /* as people write it: p->open */
} CallFunction;

typedef struct CallFunctions {
	VEC(CallFunction) list;
	bool more; /* than are in it */
} CallFunctions;

/* --entry of a function that takes others, or what only a call can make: see wrap.c. */
typedef struct CallWrap {
	const char *function; /* NULL: there is none */
	const char *name;     /* of the function that calls it */
	StrList names;        /* of its parameters; empty: as debug information says */
	StrList made;         /* C that makes each, or NULL */
	StrList returns;      /* what functions return, or NULL: an input says it */
	U32List counts;       /* elements that are said in brackets, or 0 */
	/* Parameters of the function around it that are not of the one called, each followed by what
	 * people call it; from call_make on. */
	StrList given;
	u32 bound;     /* bytes of objects whose type does not say it */
	bool fields;   /* functions in what it is given are set */
	bool declares; /* no header does */
} CallWrap;

typedef struct LibraryCall {
	StrList words; /* the placeholders, as arguments after -- */
	StrList names; /* of functions that are called, in order */
	StrList files; /* FILE.c each, whole paths */
	VEC(CallStub) stubs;
	CallWrap wrap;
	Buf text;       /* as the user wrote it */
	Buf shown;      /* the same, with the byte 1 and a number instead of each placeholder */
	Buf body;       /* the statements but for the last value, as C */
	Buf last;       /* the last value, as C; empty: there is none */
	StrList unseen; /* what is not compared of it, from call_make on */
	Arena arena;    /* of all texts */
} LibraryCall;

/* Takes --call apart: C text, or names of C files, in any number. */
bool call_parse(const StrList *texts, LibraryCall *out, Err *err);
/* Writes the program below dir; *path is what to load, to be freed. */
bool call_make(LibraryCall *c, const char *prog, const char *cflags, const char *dir, char **path,
			   Err *err);
void call_free(LibraryCall *c);

/* show.c: C that prints a value of that type (NULL: none), which lies at `drift_value`: the functions
 * that it needs, those that @fn stands for, and the statement. What it does not print is noted in c. */
bool call_show(const CType *type, LibraryCall *c, Buf *functions, Buf *statement, Err *err);
/* A type that is passed alike; NULL: not known. */
const char *call_passed_as(const CType *t);
/* Whether @fn can stand for such a function. */
bool call_records(const CType *function);
void call_unseen(LibraryCall *c, const char *text);

/* wrap.c: C of the function that calls c->wrap.function, which a module defines. */
bool call_wrapper(LibraryCall *c, const InputModule *of, Buf *to, Err *err);
/* The parameters that it has beside those of the function, as C, each behind a comma; types: of the
 * result and the parameters. */
void call_wrapper_more(LibraryCall *c, const CType *const *types, const char *const *names, u32 n,
					   Buf *to);
/* Whether a function around it can be declared. */
bool call_can_wrap(const CType *const *types, u32 n);

/* fields.c: adds the functions in a parameter, or in what it leads to: so many elements. */
void call_functions(const CType *t, const char *name, u32 count, CallFunctions *to, Arena *a);
bool call_is_function(const CType *t);

#endif
