/* parts.h: internal interface of this folder. */
#ifndef DRIFT_LOAD_INPUT_PARTS_H
#define DRIFT_LOAD_INPUT_PARTS_H

#include "base/jobs.h"
#include "toolchain/ccline.h"
#include "engine/load/bitcode/bitcode.h"

/* One compile to be done for a program given as sources. */
typedef struct Unit {
	const char *name; /* for messages */
	const char *dir;  /* directory to compile in, or NULL for the current one */
	CcInput input;
	CcLine line; /* freed by post_states_free */
} Unit;

typedef VEC(Unit) UnitList;

/* Looks for compile_commands.json in dir and in dir/build. Returns its path, or NULL. */
const char *database_find(const char *dir, Arena *arena);
/* Adds what the database says of the C file `only`, or of all C files when it is NULL; extra
 * options go behind each entry's own. */
bool database_units(const char *path, const char *only, const StrList *extra, UnitList *units,
					Arena *arena, Err *err);

bool load_sources(const char *prog, bool is_dir, const InputOptions *opts, InputSet *out, Err *err);
bool load_binary(const char *prog, const Buf *file, InputSet *out, Err *err);
bool load_archive(const char *prog, const Buf *file, InputSet *out, Err *err);
/* Loads the real program behind a libtool wrapper script. *found is false if the script is
 * none. */
bool load_wrapper(const char *prog, const Buf *script, InputSet *out, bool *found, Err *err);

/* Runs compilers, as jobs_run. A job that ended well before gets its output again; c may be NULL. */
void compiled_run(Compiled *c, Job *jobs, size_t n, size_t at_once);

/* reads.c: asks the compiler which files it reads, beside its work or instead of it. */
void reads_ask(StrList *argv, bool only);
/* Adds the files that a compiler in dir (NULL: here) says it has read. */
void reads_take(const Buf *said, const char *dir, StrMap *seen, InputSet *set);
void reads_add(InputSet *set, StrMap *seen, const char *dir, const char *name); /* one file */
void reads_cut(Buf *said); /* leaves its messages */

/* Takes over the bytes. */
void add_module(InputSet *set, const char *name, size_t name_len, Buf bitcode);

/* The part of path before its last slash: "." if there is none. */
const char *dir_of(const char *path, Arena *arena);

#endif
