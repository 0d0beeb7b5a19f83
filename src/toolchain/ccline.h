/* ccline.h: parses a C compiler's command line, and builds the same compile for drift.
 *
 * It has two callers: drift-cc, which runs in place of the compiler, and the input layer, which
 * gets such lines from --cflags and compile_commands.json. Both need to know which words are files,
 * what the line makes, and which options affect the meaning of the program, so that the bitcode
 * comes from the same program as the native code.
 *
 * Options that are not in the table are passed to the bitcode compile: an unknown option may change
 * the meaning of the source. If that is wrong, clang reports an error, and the program is never
 * silently a different one.
 *
 * Strings belong to the arena given to ccline_parse or to the words passed in.
 */
#ifndef DRIFT_CCLINE_H
#define DRIFT_CCLINE_H

#include "base/base.h"
#include "base/opt.h"

typedef enum Lang {
	LANG_LINKER, /* object, archive, anything the linker takes */
	LANG_C,      /* C source */
	LANG_C_DONE, /* preprocessed C */
	LANG_IR,     /* LLVM bitcode or text */
	LANG_ASM,    /* assembly, preprocessed or not */
	LANG_CXX,    /* C++ and related languages */
	LANG_OTHER,  /* headers, other languages */
} Lang;

/* What the line makes. */
typedef enum CcMode {
	CC_LINK,    /* an executable, a library, a partial link */
	CC_COMPILE, /* -c */
	CC_OTHER,   /* -E, -S, -M, -fsyntax-only, --version, ...: makes no object */
} CcMode;

/* What an option is for. */
typedef enum CcRole {
	ROLE_SUBJECT, /* changes the meaning of the program: both halves */
	ROLE_NATIVE,  /* warnings, optimisation, dependency files, ...: native half only */
	ROLE_LINK,    /* for the linker */
	ROLE_OUTPUT,  /* -o */
	ROLE_LANG,    /* -x */
	ROLE_COMPILE, /* -c */
	ROLE_OTHER,   /* makes the mode CC_OTHER */
	ROLE_HEADER,  /* -include: as a source header, never precompiled */
	ROLE_MACRO,   /* -D: subject, except for _FORTIFY_SOURCE */
	ROLE_PREPROC, /* -Wp, and -Xpreprocessor: words for the preprocessor */
	ROLE_CLANG,   /* -Xclang */
} CcRole;

/* How an option is written. */
typedef enum CcForm {
	FORM_EXACT,             /* -c */
	FORM_PREFIX,            /* -O2, -std=c99 */
	FORM_NEXT,              /* -Xlinker WORD */
	FORM_BOTH,              /* -oFILE or -o FILE */
	FORM_NEXT_AFTER_PREFIX, /* -Xarch_ARCH WORD */
} CcForm;

typedef struct CcOption {
	size_t len; /* bytes of the word that are the option's name; 0: unknown option */
	CcForm form;
	CcRole role;
} CcOption;

/* Looks up a word that starts with a dash in the table. */
CcOption ccoption_find(const char *word);

/* True for an option of gcc that only tunes optimisation or reports, and that clang rejects. */
bool gcc_only(const char *word);

typedef struct CcInput {
	const char *path; /* as written; "-" is standard input */
	Lang lang;
} CcInput;

typedef struct CcLine {
	CcMode mode;
	const char *output;  /* of -o, or NULL */
	VEC(CcInput) inputs; /* in order, linker inputs included */
	StrList subject;     /* options that affect the meaning of the program, in order */
	StrList build;       /* options for a native compile, without files, outputs and side files */
	StrList link;        /* options for the linker, in order */
	const char *level;   /* the last -O option, or NULL */
	bool lto;            /* link-time optimisation is on at the end of the line */
	bool needs_lto;      /* has an option that clang rejects without link-time optimisation */
} CcLine;

/* Parses the words after the compiler's name. */
void ccline_parse(CcLine *line, const StrList *words, Arena *arena);
void ccline_free(CcLine *line);
/* True if one of the linker's options may define a symbol: by a library, a script, a file. */
bool cc_link_defines(const StrList *link);

/* Adds to argv the clang command (without the final NULL) that compiles one input to bitcode and
 * writes it to standard output. */
void ccline_subject_command(const CcLine *line, const CcInput *input, const char *clang,
							StrList *argv);

/* Options that make clang accept what gcc 12 accepts with a warning; ends with NULL. */
extern const char *const gcc_leniency[];

Lang lang_of_file(const char *path);
/* The same for a file that is named as a program: a header is C, since a library may consist of it. */
Lang lang_of_source(const char *path);

/* DRIFT_CLANG, or the clang this drift was built for. */
const char *clang_name(void);

/* Splits text into words as a POSIX shell does (quotes, backslashes; nothing is expanded).
 * False if a quote is not closed. */
bool split_words(const char *text, StrList *out, Arena *arena);
/* Replaces each @FILE by the words in FILE, as compilers do. A word whose file cannot be read is
 * kept. */
void expand_response_files(const StrList *words, StrList *out, Arena *arena);
/* The same of a compiler that runs in another directory, or in this one if dir is NULL: names of
 * files are relative to it. Adds the files that were read to files. */
void expand_response_files_in(const char *dir, const StrList *words, StrList *out, StrList *files,
							  Arena *arena);
/* Removes -working-directory from the words. Returns the last directory that it names, or NULL: the
 * compiler is run there, which gives every relative path the meaning that the option gives to
 * some. */
const char *take_working_directory(StrList *words);

#endif
