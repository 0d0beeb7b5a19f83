/* bitcode.h: turns what the user names into bitcode in memory.
 *
 * A program is a C file, a directory of C files, a bitcode file (.bc or .ll), or something that
 * drift-cc built: a binary, an object, an archive, a libtool wrapper script. In each case the
 * result is a list of modules for the loader, in link order. Bitcode of sources comes from clang
 * through a pipe: there are no temporary files to lose.
 *
 * This folder does not look inside bitcode; the loader reports a damaged or foreign module.
 *
 * Ownership: an InputSet owns everything it points to; input_free frees it, also after a failed
 * input_load.
 */
#ifndef DRIFT_LOAD_BITCODE_H
#define DRIFT_LOAD_BITCODE_H

#include "base/base.h"
#include "base/opt.h"

typedef enum InputForm {
	INPUT_SOURCES, /* compiled here */
	INPUT_BITCODE, /* one .bc or .ll file */
	INPUT_BINARY,  /* built by drift-cc */
} InputForm;

/* What compilers made of sources in this process, by their command lines. Several loads of the same sources,
 * each for another function, share it: then they are compiled once, and all loads see the same text even if
 * somebody edits a file meanwhile. Not for sources that drift itself writes and writes again. */
typedef struct Compiled Compiled;
Compiled *compiled_new(void);
void compiled_free(Compiled *c); /* also of NULL; what was loaded does not need it any longer */

typedef struct InputOptions {
	const char *cflags; /* options for the compiler, written as for a shell; or NULL */
	bool native;        /* the program will be built natively too: fill in sources and link */
	bool uncompiled;    /* nothing else is wanted: sources are not compiled, there are no modules */
	bool unused;        /* of sources, static functions that nobody uses as well */
	bool reads;         /* only the names of the files that a compile of sources reads */
	Compiled *compiled; /* shared with other loads, or NULL */
} InputOptions;

/* One translation unit. */
typedef struct InputModule {
	char *name;  /* for messages: the source file, or the file the bitcode was in */
	Buf bitcode; /* bitcode, or IR as text when it came from a .ll file */
	u32 unit;    /* what it was linked into: 0 the program, 1 and up its shared libraries */
} InputModule;

/* How one source is compiled. */
typedef struct InputSource {
	const char *path; /* as the compiler is given it */
	const char *dir;  /* directory to compile in, or NULL for the current one */
	StrList flags;    /* the user's options, without files, outputs and dependency files */
	StrList unseen;   /* those of them that are for native code only: none, and the module was
					   * compiled as it would be natively */
} InputSource;

typedef struct InputSet {
	InputForm kind;
	VEC(InputModule) modules;
	VEC(InputSource) sources; /* of INPUT_SOURCES, if asked for: one for each module */
	/* Options for the linker: of INPUT_SOURCES, if asked for; of INPUT_BINARY, the libraries that
	 * it needs and that hold no bitcode. */
	StrList link;
	Buf linked;      /* what else is linked: code without bitcode, options (toolchain/linked.h) */
	StrList reads;   /* of INPUT_SOURCES: all files that the compiler read, under their one name */
	const char *dir; /* of INPUT_SOURCES: directory for the linker, or NULL for the current one */
	const char *binary; /* of INPUT_BINARY: the file itself (of a wrapper script, the real
						 * program); of INPUT_BITCODE, the file */
	bool cache;         /* what is made of it may be kept */
	Arena arena;        /* holds the strings above */
} InputSet;

/* Loads PROG. False with one line (without "drift: ") that names the thing, what is wrong and the
 * way out; for sources that do not compile, clang's own lines follow. */
bool input_load(const char *prog, const InputOptions *opts, InputSet *out, Err *err);
void input_free(InputSet *set);
/* Frees only the modules. */
void input_drop_modules(InputSet *set);

#endif
