/* contract.h: parses change contracts: comments of a C source, as trees.
 *
 * A contract is in a comment that begins with @ above a function. It has cases; a case has clauses;
 * a clause has a C expression with a few extra words (\result, \old, \prev, ...). src/clients/check
 * defines what the words mean for two versions; this module only parses. Other comments that begin
 * with @ (ACSL) or * (Doxygen) are ignored.
 *
 * A ContractSource keeps the text that clauses and nodes point into, so that every error shows its
 * line with a caret. All nodes belong to the arena of their ContractSet. */
#ifndef DRIFT_CONTRACT_H
#define DRIFT_CONTRACT_H

#include "base/base.h"
#include "base/opt.h"
#include "engine/machine/machine.h"

/* ---- the text ---- */

typedef struct ContractSource {
	const char *path; /* as errors name it */
	const char *text; /* all of the file */
	size_t len;
} ContractSource;

/* "new.c:12:7: what\n<the line>\n      ^"; returns false. */
bool contract_complain(const ContractSource *s, size_t at, Err *err, const char *fmt, ...)
	printf_like(4, 5);
u32 contract_line(const ContractSource *s, size_t at);

/* ---- trees ---- */

typedef enum TermKind {
	TERM_NUMBER,
	TERM_REAL, /* 1.5, 2e3f */
	TERM_STRING,
	TERM_NAME,
	TERM_RESULT,      /* \result */
	TERM_OLD,         /* \old(e) */
	TERM_PREV,        /* \prev(e) */
	TERM_CHANGES,     /* \changes(e): true, and e is free */
	TERM_LATEST,      /* \latest(x) */
	TERM_DEPRECATED,  /* \deprecated(x) */
	TERM_UNARY,       /* op: ! - ~ + * & */
	TERM_BINARY,      /* op as it is written; "==>" and "<==>" too */
	TERM_CONDITIONAL, /* a ? b : c */
	TERM_CAST,        /* to a type: width and sign, or its name in text; len: stars behind it */
	TERM_INDEX,       /* a[i] */
	TERM_SLICE,       /* a[i..k] */
	TERM_FIELD,       /* a.name */
	TERM_ARROW,       /* a->name */
	TERM_CALL,        /* name(...): strlen, strcmp, ... */
	TERM_IN,          /* a in {1, 3..5}, a in "xyz" */
	TERM_FORALL,      /* \forall T i; range; body */
	TERM_EXISTS,
} TermKind;

enum { MOST_KIDS = 3 };

typedef struct Term {
	TermKind kind;
	size_t at;                   /* in the text of its source */
	const char *text;            /* name, operator, or bytes of a string */
	size_t len;                  /* of a string */
	u64 value;                   /* NUMBER */
	double real;                 /* REAL; width says which type */
	u32 width;                   /* NUMBER, CAST, FORALL: bits */
	bool is_signed;              /* likewise */
	bool not ;                   /* IN: true for not in */
	struct Term *kid[MOST_KIDS]; /* operands; NULL: there is none */
	struct Term *list, *next;    /* arguments, members of a set (a range is a SLICE); chained */
} Term;

/* ---- contracts ---- */

typedef enum ClauseKind {
	CLAUSE_REQUIRES,
	CLAUSE_WHEN_ENSURED,
	CLAUSE_WHEN_SIGNALED,
	CLAUSE_ENSURES,
	CLAUSE_SIGNALS,
} ClauseKind;

/* How a version may end other than by returning. */
typedef enum SignalKind {
	SIGNAL_ANY,
	SIGNAL_ERROR, /* of the machine */
	SIGNAL_ABORT,
	SIGNAL_ASSERT,
	SIGNAL_EXIT,
} SignalKind;

typedef struct Clause {
	ClauseKind kind;
	SignalKind signal; /* WHEN_SIGNALED, SIGNALS */
	ErrorKind error;   /* SIGNAL_ERROR */
	i32 status;        /* SIGNAL_EXIT; below 0: any */
	Term *e;           /* NULL: true */
	size_t at;         /* of its first word */
	char *text;        /* as it is written, without line ends */
} Clause;

typedef struct SpecCase {
	size_t at;
	VEC(Clause) clauses;
} SpecCase;

typedef struct Contract {
	const ContractSource *source;
	size_t at;      /* of its first word */
	size_t end;     /* behind the comment */
	char *function; /* the function below it; "main" for a program */
	VEC(SpecCase) cases;
} Contract;

typedef struct ContractSet {
	Arena arena;
	VEC(ContractSource *) sources;
	VEC(Contract *) list;
} ContractSet;

/* Known functions: macros may come before a function's name. */
typedef struct ContractNames {
	void *ctx;
	bool (*known)(void *ctx, const char *name);
} ContractNames;

/* Reads all contracts of a file; copies text. names may be NULL. With own, the file has only
 * contracts: text outside of comments is read as well, as the contract of main, unless there are
 * comments above prototypes. */
bool contracts_read(ContractSet *set, const char *path, const char *text, size_t len, bool own,
					const ContractNames *names, Err *err);
void contracts_free(ContractSet *set);

/* names.c: what a contract mentions; texts are those of its terms. */
typedef struct ContractUse {
	StrList names; /* all that it uses */
	StrList
		nulls; /* names that it compares with null; "*" if it has a kind for null dereferences */
} ContractUse;
void contract_use(const Contract *c, ContractUse *to);
void contract_use_free(ContractUse *u);

/* ---- inside of the reader ---- */

/* scan.c: a comment that is a contract, with everything else replaced by blanks. */
typedef struct Comment {
	char *text; /* as long as the source's, up to end */
	size_t begin, end;
} Comment;
typedef VEC(Comment) CommentList;
bool scan_comments(const ContractSource *s, CommentList *out, Err *err);
/* Takes all of a file as one comment. */
void scan_bare(const ContractSource *s, CommentList *out);
void comments_free(CommentList *list);
/* Returns the name of the function below a comment; NULL: there is none. To be freed. */
char *scan_function(const ContractSource *s, size_t from, const ContractNames *names);

/* parse.c */
typedef struct Reader {
	ContractSet *set;
	const ContractSource *source;
	const char *text; /* with blanks; ends with a zero at end */
	size_t at, end;
	u32 depth; /* of nesting */
	bool failed;
	Err *err;
} Reader;

/* lex.c */
void lex_blanks(Reader *r);
bool lex_fail(Reader *r, size_t at, const char *fmt, ...) printf_like(3, 4);
/* Takes an operator if it comes next and is not the beginning of a longer one. */
bool lex_accept(Reader *r, const char *op);
bool lex_word(Reader *r, const char *word);
/* Names the next token for errors: "'x'", "the end of the contract". */
void lex_found(Reader *r, char *to, size_t room);
bool lex_expect(Reader *r, const char *op);
bool lex_is_name(const Reader *r);
const char *lex_name(Reader *r);
Term *lex_number(Reader *r);
Term *lex_character(Reader *r);
Term *lex_string(Reader *r);
Term *term_new(Reader *r, TermKind kind, size_t at);

/* expression.c */
Term *parse_expression(Reader *r);
/* Parses the words of an integer type; returns false if there are none. */
bool parse_integer_type(Reader *r, u32 *width, bool *is_signed);
/* quantifier.c: parses what follows \forall or \exists. */
Term *parse_quantifier(Reader *r, size_t at, bool all);

#endif
