/* ccline.h: what a C compiler's command line says, and the same compile made for drift.
 *
 * Two callers: drift-cc, which is run in the compiler's place, and the input layer, which
 * gets such lines from --cflags and compile_commands.json. Both need to know which words are
 * files, what is asked for, and which options mean something to the program itself, so
 * that the bitcode comes from the same program as the native code.
 *
 * Options that are not in the table are kept for the bitcode: an option we do not know
 * may well change the meaning of the source, and a wrong guess shows as a clang error, not as a
 * different program.
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
	LANG_CXX,    /* C++ and its kin */
	LANG_OTHER,  /* headers, other languages */
} Lang;

/* What the line makes. */
typedef enum CcMode {
	CC_LINK,    /* an executable, a library, a partial link */
	CC_COMPILE, /* -c */
	CC_OTHER,   /* -E, -S, -M, -fsyntax-only, --version, ...: no object comes of it */
} CcMode;

/* What an option is for. */
typedef enum CcRole {
	ROLE_SUBJECT, /* changes what the program means: both halves */
	ROLE_NATIVE,  /* warnings, optimisation, dependency files, ...: native half only */
	ROLE_LINK,    /* for the linker */
	ROLE_OUTPUT,  /* -o */
	ROLE_LANG,    /* -x */
	ROLE_COMPILE, /* -c */
	ROLE_OTHER,   /* makes the mode CC_OTHER */
	ROLE_HEADER,  /* -include: as a plain header, never precompiled */
	ROLE_MACRO,   /* -D: subject unless it is about _FORTIFY_SOURCE */
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
	size_t len; /* bytes of the word that are the option's name; 0 if it is not known */
	CcForm form;
	CcRole role;
} CcOption;

/* What the table says of a word that starts with a dash. */
CcOption ccoption_find(const char *word);

/* True for an option of gcc that only tunes optimisation or reports, and that clang refuses. */
bool gcc_only(const char *word);

typedef struct CcInput {
	const char *path; /* as written; "-" is standard input */
	Lang lang;
} CcInput;

typedef struct CcLine {
	CcMode mode;
	const char *output;  /* of -o, or NULL */
	VEC(CcInput) inputs; /* in order, linker inputs included */
	StrList subject;     /* options that matter to the program, in order */
	StrList build;       /* options for a native compile, without files, outputs and side files */
	StrList link;        /* options for the linker, in order */
	bool lto;            /* link-time optimisation is on at the end of the line */
	bool needs_lto;      /* an option that clang refuses without it */
} CcLine;

/* Reads the words behind the compiler's name. */
void ccline_parse(CcLine *line, const StrList *words, Arena *arena);
void ccline_free(CcLine *line);

/* Adds to argv the clang command (without the final NULL) that makes bitcode of one input and
 * writes it to standard output. */
void ccline_subject_command(const CcLine *line, const CcInput *input, const char *clang,
							StrList *argv);

/* Options that make clang take what gcc 12 takes with a warning; ends with NULL. */
extern const char *const gcc_leniency[];

Lang lang_of_file(const char *path);

/* DRIFT_CLANG, or the clang this drift was built for. */
const char *clang_name(void);

/* Splits text into words as a POSIX shell does (quotes, backslashes; nothing is expanded).
 * False if a quote is not closed. */
bool split_words(const char *text, StrList *out, Arena *arena);
/* Replaces each @FILE by the words in FILE, as compilers do; a word whose file cannot be read
 * stays. */
void expand_response_files(const StrList *words, StrList *out, Arena *arena);

#endif
