/* probe.h: inspects bitcode, for code that builds one program out of others. */
#ifndef DRIFT_LOAD_PROBE_H
#define DRIFT_LOAD_PROBE_H

#include "engine/load/ctype.h"
#include "engine/load/bitcode/bitcode.h"

/* Adds the functions that a module defines, static ones as well. */
bool probe_functions(const InputModule *m, StrMap *to, Err *err);
/* The type of a variable; NULL: it is not there. All belongs to the arena. */
const CType *probe_variable(const InputModule *m, const char *name, Arena *arena);
/* The type of a function's parameter, from 1, likewise. */
const CType *probe_parameter(const InputModule *m, const char *function, u32 k, Arena *arena);
/* The types of a function's result and parameters, and names of these or NULL; how many they are,
 * 0: nothing says so. */
u32 probe_signature(const InputModule *m, const char *function, const CType ***types,
					const char ***names, Arena *arena);
/* Functions of a module. */
typedef struct ProbedFunctions {
	StrMap names;             /* position in types */
	VEC(const CType *) types; /* in the order of the source */
} ProbedFunctions;
/* Adds all functions whose types are known; these belong to the arena. */
void probe_types(const InputModule *m, ProbedFunctions *out, Arena *arena);
/* The source of a function, as the compiler was given it, and where that was; false: not known. */
bool probe_source(const InputModule *m, const char *function, Buf *path);
/* Where several sources define main, a directory holds programs beside a library: they are dropped,
 * but for those that define one of the functions that are wanted. */
bool probe_drop_programs(InputSet *in, const StrList *wanted, Err *err);
/* Functions and variables that modules mention and none defines. Names belong to the arena. */
bool probe_missing(const InputSet *in, StrList *functions, StrList *data, Arena *arena, Err *err);
/* The options that said where a module's headers are and what they see, as far as it was recorded,
 * with whole paths. */
void probe_options(const InputModule *m, StrList *to, Arena *arena);
/* All modules as one; main of all but the last gets another name. The last may call a static function of
 * another, if there is one of that name only. */
bool probe_link(const InputSet *in, Buf *to, Err *err);

/* bitcode/source.c: compiles text behind a source, with its options and more; *out is to be freed. */
bool input_compile(const InputSource *like, const char *file, const StrList *more, InputModule *out,
				   Err *err);

#endif
