/* opt.h: one table of options per command. It generates the parser, --help, the manual page and the
 * shell completion.
 *
 * A command writes an X-macro table and a struct with one field per option:
 *
 *   #define RUN_OPTIONS(X) \
 *       X(FLAG, stats, 0, "stats", NULL, 0, 0, "print what the run cost") \
 *       X(NUM, limit_insns, 0, "limit-insns", "N", 0, INT64_MAX, "stop after N instructions")
 *
 * and expands it with OPT_FIELD in the struct and OPT_ROW in a static OptSpec array.
 * X(kind, field, short letter or 0, long name, argument name, lowest, highest, help).
 */
#ifndef DRIFT_OPT_H
#define DRIFT_OPT_H

#include "base/base.h"

typedef VEC(const char *) StrList;

typedef enum OptKind {
	OPT_FLAG,  /* bool */
	OPT_NUM,   /* i64; K, M, G suffixes are powers of 1024 */
	OPT_SECS,  /* double; seconds, or with suffix ms, s, m, h */
	OPT_TEXT,  /* const char *; the last one wins */
	OPT_LIST,  /* StrList; may be given several times */
	OPT_GROUP, /* not an option: a heading in --help; the help text is the heading */
} OptKind;

#define OPT_TYPE_FLAG bool
#define OPT_TYPE_NUM i64
#define OPT_TYPE_SECS double
#define OPT_TYPE_TEXT const char *
#define OPT_TYPE_LIST StrList
#define OPT_TYPE_GROUP char

#define OPT_FIELD(kind, field, ...) OPT_TYPE_##kind field;
#define OPT_ROW(kind, field, letter, name, arg, low, high, help) \
	{OPT_##kind, letter, name, arg, help, offsetof(OPT_STRUCT, field), low, high},

typedef struct OptSpec {
	OptKind kind;
	char letter;      /* short form, or 0 */
	const char *name; /* long form, without dashes */
	const char *arg;  /* name of the argument in --help, NULL for flags */
	const char *help; /* lower case, no full stop at the end; "": see opt_listed */
	size_t offset;    /* of the field in the command's struct */
	i64 low, high;    /* range of a number */
} OptSpec;

typedef struct OptCommand {
	const char *name;    /* "run" */
	const char *args;    /* "PROG [ARG...]" */
	const char *summary; /* one line for `drift --help` */
	const char *example; /* a worked example: a command line and what it shows */
	const OptSpec *specs;
	size_t n_specs;
	bool stop_at_operand; /* true: options end at the first operand (drift run PROG -x) */
} OptCommand;

/* Parses argv[1..]. Operands go to *operands, words after "--" to *rest (or to operands if rest is
 * NULL). --help and --version are not handled here: see opt_wants_help. */
bool opt_parse(const OptCommand *cmd, void *out, int argc, char **argv, StrList *operands,
			   StrList *rest, Err *err);
/* True if --help or -h is among the options (before operands if stop_at_operand). */
bool opt_wants_help(const OptCommand *cmd, int argc, char **argv);
void opt_help(const OptCommand *cmd, FILE *to);
/* False for an option that a command parses only to refuse it with a reason. */
bool opt_listed(const OptSpec *s);
/* Adds the option as text: "-o, --dir DIR". */
void opt_label(const OptSpec *s, Buf *b);

/* opt_man.c: manual pages in man(7) markup. man_open begins a page, man_close ends it with "see
 * also". */
typedef struct ManPage {
	const char *name;    /* "drift-test" */
	const char *summary; /* one line, after the name */
	const char *observe; /* other pages: "drift(1), drift-cc(1)" */
} ManPage;

void man_open(const ManPage *page, FILE *to);
void man_command(const OptCommand *cmd, FILE *to); /* the whole page */
void man_part(const OptCommand *cmd, FILE *to);    /* one of several commands on the page */
void man_close(const ManPage *page, FILE *to);
/* Writes text with the special characters of man(7) escaped. */
void man_text(FILE *to, const char *s);

/* opt_shell.c: a completion script for shell "bash" or "zsh". First come the names of all commands,
 * then the options of each. A command "env record" has two words; names has the first. */
bool complete_open(const char *shell, const StrList *names, FILE *to); /* false: unknown shell */
void complete_command(const char *shell, const OptCommand *cmd, FILE *to);
void complete_close(const char *shell, FILE *to);

/* For a command that ends with an error: prints "drift: message" on standard error; returns EXIT_TROUBLE. */
int complain(const Err *err);

/* ---- opt_near.c: suggestions for mistyped words ---- */

typedef struct Near {
	const char *word; /* as it was typed */
	size_t n;         /* its characters */
	const char *best; /* the candidate that is nearest; NULL: none is near */
	size_t cost;      /* its distance */
} Near;

/* Compares the word with a candidate, which must live as long as the result. The first of the nearest wins. */
void near_try(Near *near, const char *candidate);

#endif
