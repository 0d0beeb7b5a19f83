/* result.h: the findings of a command, and how they are printed.
 *
 * There is one plain model for all commands. A client fills it from its search (fill.c of its
 * folder). A writer for each format turns it into text, and knows nothing of searches, machines or
 * expressions. This folder depends on base alone.
 *
 * A result has parts (RESULT_*): cases of one program; what every verdict on two versions has;
 * differences with their tests; partitions side by side; explanations. A writer skips parts that
 * are missing.
 *
 * Texts are borrowed and must live as long as the result, or are in its arena. Lists belong to the
 * result: result_free frees them. A missing text is NULL. */
#ifndef DRIFT_RESULT_H
#define DRIFT_RESULT_H

#include "base/opt.h"
#include "output/result/file.h"

enum { RESULT_SUBJECTS = 3 }; /* programs that a result can be about */

enum {
	RESULT_CASES = 1,       /* what one program does */
	RESULT_VERSIONS = 2,    /* changes and what the verdict on versions covers */
	RESULT_DIFFERENCES = 4, /* with tests */
	RESULT_PARTITIONS = 8,
	RESULT_WHY = 16,
	RESULT_EXPLAINED = 32, /* one input; see explained.h */
	RESULT_CONTRACTS = 64, /* what was checked of functions */
	RESULT_INTERACTIONS = 128,
	RESULT_GOLDEN = 256,
	RESULT_SUITE = 512,    /* what a suite of tests says; see suite.h */
	RESULT_COMPARE = 1024, /* strategies side by side; see compare.h */
};

/* Lines of a file. */
typedef struct ResultLines {
	const char *file;
	u32 first, last;
} ResultLines;

/* A location in a source. */
typedef struct ResultLocation {
	const char *text;  /* "a.c:3:4"; "?": unknown */
	ResultLines lines; /* the same; file is NULL if it is unknown */
} ResultLocation;

/* A program that the result is about. */
typedef struct ResultSubject {
	const char *role;   /* program; old, new */
	const char *name;   /* as the user named it */
	const char *cflags; /* as the user gave them, or NULL */
} ResultSubject;

typedef enum ResultFigureKind {
	FIGURE_NUMBER,
	FIGURE_FLAG,  /* 0 or 1 */
	FIGURE_LAYER, /* calls that a layer of the solver answered */
} ResultFigureKind;

/* Progress of a search at a time. */
typedef struct ResultPoint {
	double seconds;
	u64 paths; /* pairs of them, of two versions */
	u64 found; /* differences, or errors of one program */
	double solver_seconds;
} ResultPoint;

/* A number of the search. Writers print those they know in words; JSON has them all. */
typedef struct ResultFigure {
	const char *group; /* solver, pruned, ...; "": of the search as a whole */
	const char *name;
	double value;
	ResultFigureKind kind;
} ResultFigure;

typedef struct ResultNote {
	const char *kind; /* unknown, under-approximation, ... */
	const char *what; /* one line */
	ResultLocation where;
	u64 count;
	bool incomplete; /* true if the result may miss something because of it */
} ResultNote;

typedef enum ResultWorldSort {
	RESULT_ASKED,   /* the subject asked for something that was not provided */
	RESULT_UNTRIED, /* a branch on a failure that never happened */
	RESULT_TRIED,   /* a failure that is an input */
} ResultWorldSort;

/* How close to a change a question was asked; greater is closer. */
typedef enum ResultNear {
	RESULT_FAR,
	RESULT_IN_CHANGED, /* in a function that changed */
	RESULT_AT_CHANGED, /* at a line that changed, or in a call from there */
} ResultNear;

/* What the result depends on besides the inputs. */
typedef struct ResultWorld {
	ResultWorldSort sort;
	const char *kind;     /* as options have it: clock, fail.malloc */
	const char *words;    /* for people: "the clock", "malloc" */
	const char *name;     /* of a file or variable, or NULL */
	ResultLocation where; /* with column */
	u64 count;
	bool varied;   /* true if it was an input */
	bool can_vary; /* true if an option would make it one */
	bool alone;    /* true if only one version asked for it */
	ResultNear near;
	const char
		*tried; /* values that a second search tried without finding a difference; NULL: none */
} ResultWorld;

/* Order of questions: what only one version asks for comes first, then what is asked for close to a change.
 * These are likely differences. */
enum { RESULT_WORLD_RANKS = RESULT_AT_CHANGED + 2 };
static inline u32 result_world_rank(const ResultWorld *w)
{
	return w->alone ? RESULT_WORLD_RANKS - 1 : (u32)w->near;
}

/* Bytes, which may hold a NUL; borrowed. */
typedef struct ResultBytes {
	const char *at; /* NULL if there are none */
	size_t n;
} ResultBytes;

/* A part of the inputs. */
typedef struct ResultInput {
	const char *name; /* as in conditions: arg1, stdin */
	const char *kind; /* fixed, int, float, text, file, object, struct */
	u32 bits;         /* of a number; 0: it is none */
	u32 bytes;        /* at most */
	ResultBytes
		fixed; /* of an argument or variable: all of it, or what precedes the part that varies */
} ResultInput;

/* What all inputs of a search have in common. */
typedef struct ResultShape {
	VEC(ResultInput) inputs;
} ResultShape;
typedef VEC(ResultShape) ResultShapes;

/* ---- two versions ---- */

typedef struct ResultChange {
	u32 id;                                  /* from 1 */
	const char *kind;                        /* modification, addition, deletion */
	const char *what;                        /* one line */
	const char *where[RESULT_SUBJECTS];      /* "a.c:12-14,20"; "?": unknown */
	VEC(ResultLines) lines[RESULT_SUBJECTS]; /* the same */
	bool refactoring;                        /* true if its functions were proved to do the same */
	bool reached, infected, propagated;
	u64 runs_to_reach; /* if reached */
} ResultChange;

/* An input on which only one version overflows. */
typedef struct ResultOverflow {
	u32 subject;
	ResultLocation where;
	const char *input;
	const char *condition;
} ResultOverflow;

/* What a version prints on one input. */
typedef struct ResultPrinted {
	ResultBytes out, err; /* standard output and error */
} ResultPrinted;

/* What one version does on the input of a difference. */
typedef struct ResultSide {
	const char *output;   /* standard output, as text with expressions */
	const char *ends;     /* how it ends */
	int status;           /* as in $?; -1: there is none */
	const char *returned; /* by the function under --entry, or NULL */
	ResultPrinted printed;
} ResultSide;

/* A source line on the path from a change to the output. */
typedef struct ResultStep {
	u32 subject; /* whose line it is */
	ResultLocation where;
	const char *value[RESULT_SUBJECTS]; /* "": no value can be shown */
	const char *source;                 /* text of the line */
	bool alone;                         /* true if unchanged, and only this version executed it */
	const char *word;                   /* what happened there if there are no values; or NULL */
} ResultStep;

typedef enum ResultTruth { RESULT_FALSE, RESULT_TRUE, RESULT_OPEN } ResultTruth;

/* What --interactions and --golden report of a difference. */
typedef struct ResultJudged {
	VEC(u32) sequence;       /* changes in order of execution, from 1 */
	bool has_critical;       /* true if critical is known */
	VEC(u32) critical;       /* changes that are needed, from 1 */
	VEC(const char *) edits; /* the same as edits of the sources: "cut.c:12" */
	const char *by;          /* experiment or graph; NULL: not known */
	ResultTruth cie;         /* a change interaction error, by definition 3 of the paper */
	const char *class;       /* class against a golden version, or NULL */
	const char *class_by;    /* proved or witness */
} ResultJudged;

/* Changes that are harmless alone and wrong together. */
typedef struct ResultInteraction {
	VEC(u32) changes;            /* two or more, from 1 */
	VEC(const char *) locations; /* where they meet: "cut.c:18 (main)" */
	VEC(u32) differences;        /* groups that need them */
	ResultTruth cie;
	const char *by; /* experiment or graph */
} ResultInteraction;

/* Orders in which changes were executed, and results of tests on them. */
typedef struct ResultSequences {
	u64 seen, possible;
	bool more;                 /* true if more than that are possible */
	u64 tests[2];              /* pairs of paths on other orders and on critical ones */
	u64 errors[2];             /* of these, inputs that show a difference */
	u64 builds;                /* versions that were built to find critical sets */
	const char *why;           /* why critical sets are not by experiment; NULL: they are */
	VEC(const char *) changes; /* of the graph, by number from 1: "change 2 (cut.c:15)" */
	VEC(const char *) notes;   /* what the graph leaves out */
} ResultSequences;
typedef VEC(ResultStep) ResultSteps;

/* Input of a test that its command line does not show. */
typedef struct ResultGiven {
	const char *name; /* as in conditions */
	const char *file; /* file that contains it, in the test's directory */
	const char *text; /* its first bytes, as in a string of C */
	size_t bytes;     /* its size */
	bool whole;       /* true if text has all of it */
} ResultGiven;

enum { RESULT_ID = 32 }; /* digits of an id */

/* What names a difference in a baseline: hexadecimal digits. */
typedef struct ResultId {
	char text[RESULT_ID + 1];
} ResultId;

/* An input on which the versions differ. */
typedef struct ResultDifference {
	u32 test;  /* number of its directory */
	u32 group; /* semantic change, from 1 */
	bool confirmed;
	const char *unconfirmed; /* why no native run could confirm it, or NULL */
	ResultId id;             /* stays the same when lines move */
	const char *input;       /* command line without the program */
	const char *variables;   /* NAME=VALUE for each variable that is set, with a blank after it */
	VEC(ResultGiven) given;
	ResultSide side[RESULT_SUBJECTS];
	const char *condition;
	const char *when;           /* the same in words, if it is too long; or NULL */
	const char *path_condition; /* of its pair of paths, if condition is weaker; or NULL */
	const char *undefined;      /* its undefined behaviour, or NULL */
	const char *stub;           /* that it rests on a function which nobody defines, or NULL */
	const char *files;          /* names of files that differ, or NULL */
	VEC(u32) changes;           /* in order of execution, from 1 */
	ResultSteps effect;         /* empty: unknown */
	u32 like;                   /* group of the first of the same cluster; 0: it is the first */
	bool brief;                 /* true if one line is enough for people */
	bool late;                  /* true if its condition was found after it was reported */
	bool joined;                /* true if its condition was generalised after it was reported */
	u64 runs;                   /* runs until it was found */
	double seconds;             /* likewise */
	const struct ResultExplained *explained; /* with --explain, borrowed; or NULL */
	ResultJudged judged;
} ResultDifference;

/* A test of an earlier search, or a line of a baseline: differences like it are not reported. */
typedef struct ResultAccepted {
	const char *test;   /* its directory, as the user named it; NULL: of the baseline */
	ResultId id;        /* of the baseline */
	const char *reason; /* likewise */
	bool differs;       /* true if the versions still differ like that */
	u64 pairs;          /* pairs of paths that differ like it */
} ResultAccepted;

/* What one version does on a partition, over the input; "" = nothing. */
typedef struct ResultDoing {
	const char *out, *err; /* the streams */
	const char *ends;
	const char *files;
	const char *undefined;
} ResultDoing;

/* An overlap of partitions of the versions. */
typedef struct ResultRow {
	const char *condition;
	const char *differs_if;                 /* further condition for a difference, or NULL */
	const char *input;                      /* one of its inputs, as a command line */
	ResultPrinted printed[RESULT_SUBJECTS]; /* on that input */
	VEC(u32) changes;                       /* from 1 */
	u32 test;                               /* with that input; 0: none */
	bool confirmed;                         /* true if a native run confirmed it */
	const char *unconfirmed;                /* why no native run could confirm it; or NULL */
} ResultRow;

typedef enum ResultRelation {
	RESULT_EQUAL,
	RESULT_DIFFERS,
	RESULT_UNKNOWN,
	RESULT_RELATIONS,
} ResultRelation;

/* Rows on which the versions do the same two things. */
typedef struct ResultGroup {
	ResultRelation relation;
	ResultDoing doing[RESULT_SUBJECTS];
	VEC(ResultRow) rows;
} ResultGroup;

/* A value that differs on the path, all executions of one location together. */
typedef struct ResultInfected {
	ResultLocation where;
	const char *what; /* as C writes the operation */
	const char *value[RESULT_SUBJECTS];
	const char *from; /* location of an operand that differs, or NULL */
	const char *source;
	u64 count;
} ResultInfected;

/* Where a difference disappeared. */
typedef struct ResultEnding {
	const char *kind;
	const char *text;
	u64 count;
} ResultEnding;

/* Where the effect of a change ended in a run whose output does not show it. */
typedef struct ResultWhy {
	u32 change;        /* from 1 */
	bool shows;        /* true if it shows on other inputs */
	const char *input; /* NULL: no run that executed it had equal outputs; nothing follows */
	VEC(ResultInfected) infected;
	VEC(ResultEnding) ends;
	size_t alone;                          /* locations that only one version executed */
	const char *alone_at[RESULT_SUBJECTS]; /* their lines */
	u64 maybe;                             /* values that differ as expressions only */
	bool cut;                              /* true if the run is longer than the trace */
} ResultWhy;

/* A clause of a contract. */
typedef struct ResultClause {
	const char *text;
	u32 of;                  /* its case, from 1; 0: of all of them */
	Verdict verdict;         /* HOLDS, VIOLATED, NOT_SHOWN or VACUOUS */
	const char *why;         /* in words, or NULL */
	const char *test;        /* directory below that of the result, or NULL */
	const char *input;       /* VIOLATED: as a call or a command line; what follows likewise */
	const char *condition;   /* of all inputs that it represents */
	bool confirmed;          /* true if a native run confirmed it */
	const char *unconfirmed; /* why no native run could confirm it, or NULL */
	ResultSide side[RESULT_SUBJECTS];
} ResultClause;

/* How a checked function was called, so that its tests can be run again. */
typedef struct ResultCalled {
	u32 bound, depth;        /* of objects, and of pointers in them */
	const char *globals;     /* --globals, or NULL */
	const char *null;        /* --null, or NULL */
	VEC(const char *) names; /* that the contract uses */
	VEC(const char *) nulls; /* that it compares with null */
} ResultCalled;

/* A checked function, or the program. */
typedef struct ResultContract {
	const char *function;
	const char *entry;    /* its prototype; NULL: the program */
	ResultLocation where; /* of the contract, or of the function */
	const char *given;    /* written, suggested, equal by default */
	ResultCalled called;  /* of a function */
	ResultShapes shapes;  /* of its inputs; empty: nothing was searched */
	VEC(ResultClause) clauses;
	VEC(const char *) not_compared;
	const char *source; /* of a suggestion: ready to paste; NULL: there is none */
} ResultContract;

/* What a guide of the search cost and brought. */
typedef struct ResultGuide {
	const char *name;
	u64 work, runs, brought;
} ResultGuide;

/* How near a search came that found nothing, and what could help it. */
typedef struct ResultStopped {
	const char *kind;     /* not executed, no effect, not shown */
	const char *input;    /* the nearest one; or NULL */
	const char *variable; /* that the versions leave different; or NULL */
	const char *where;    /* location of the branch that was not turned; or NULL */
	VEC(const char *) give;
} ResultStopped;

/* The part of a result about versions. */
typedef struct ResultVersions {
	bool same_code;   /* true if no code changed: nothing was run */
	bool every_input; /* true if `equivalent` is proved for every input, not only for the shape */
	const char *sentence; /* what the verdict means here, or NULL */
	const char
		*suggestion;     /* a command line in which something varies: here nothing did; or NULL */
	const char *vacuous; /* why it is vacuous, or NULL */
	const char *one_end; /* the error or signal in which every run of both ends, or NULL */
	const char *trouble; /* why nothing could be confirmed */
	u64 open_both;       /* pairs of paths for which the machine knows neither end */
	u64 open_alike;      /* of these, pairs that did not differ natively */
	VEC(const char *) not_compared;
	VEC(ResultOverflow) overflows;
	bool overflow_open; /* true if a query about overflow in one version was not answered */
	VEC(ResultChange) changes;
	u32 semantic; /* changes: groups of differences */
	u32 unproved; /* of these, unconfirmed */
	VEC(ResultDifference) differences;
	VEC(ResultAccepted) accepted;
	const char *baseline; /* file, or NULL */
	VEC(ResultGroup) groups;
	u64 rows[RESULT_RELATIONS]; /* partitions, also those that are not in groups */
	u64 untouched;              /* of the equal ones: those that executed no change */
	VEC(ResultGuide) guides;    /* what led the search */
	VEC(ResultWhy) why;
	ResultStopped *stopped; /* with --why, if nothing was found; or NULL */
	VEC(ResultContract) contracts;
	VEC(ResultInteraction) interactions;
	ResultSequences sequences;
	const char *golden; /* version, or command; NULL: none */
} ResultVersions;

/* ---- one program ---- */

/* A piece of output: text, or a term of SMT-LIB. */
typedef struct ResultTerm {
	const char *kind;   /* text, byte, number, return, status, variable */
	const char *text;   /* NULL: the term is too long */
	const char *format; /* of a number, as printf has it; NULL: it is none */
} ResultTerm;

/* A path or a partition. */
typedef struct ResultCase {
	const char *condition;
	const char *output; /* standard output, with expressions */
	int status;         /* as $? would have it; -1: there is none */
	const char *status_expr;
	const char *outcome;
	u32 test; /* number, 0 = none */
	/* Of partitions: */
	const char *signature;     /* what it does; NULL: a path */
	const char *condition_smt; /* NULL: too long */
	const ResultTerm *terms;   /* its output */
	size_t n_terms;
	const u32
		*targets; /* executed targets, by number from 1, in the order of their first execution */
	size_t n_targets;
} ResultCase;

/* A target of --by reach or --by change. */
typedef struct ResultTarget {
	const char *where; /* FILE:LINE, or the lines of a change */
	const char *what;  /* of a change: its description; NULL: a line */
	u32 change;        /* of a change: its id */
	u64 cases;         /* partitions that execute it */
} ResultTarget;

/* Errors of one kind at one location. */
typedef struct ResultError {
	const char *kind;
	ResultLocation where;
	const char *report; /* of the first */
	u64 count;          /* cases */
	u32 test;           /* 0 = none */
} ResultError;

typedef struct ResultCoverage {
	const char *file;
	u32 lines, lines_total;
	u32 branches, branches_total;
} ResultCoverage;

/* Findings without a test. */
typedef struct ResultUntested {
	u64 paths;    /* or partitions */
	u64 outcomes; /* distinct ones */
	u64 covering; /* paths that executed new code */
} ResultUntested;

typedef struct ResultCases {
	const char *by;            /* path, output, reach, change */
	bool partitions;           /* by anything but path */
	u64 paths;                 /* or partitions */
	u64 constraints;           /* of all conditions together */
	size_t outcomes;           /* distinct ones */
	u32 tests;                 /* written */
	ResultUntested without;    /* a test */
	u64 left_out;              /* of the paths: not in the list */
	VEC(const char *) inputs;  /* declarations for the terms of partitions */
	VEC(ResultTarget) targets; /* by reach and by change */
	VEC(ResultCase) list;
	VEC(ResultError) errors;
	VEC(ResultCoverage) coverage; /* by file */
} ResultCases;

/* ---- the whole ---- */

/* With --call: what the compared programs were made from. */
typedef struct ResultCall {
	const StrList *text;    /* as it was given, in pieces */
	const char *version[2]; /* the libraries */
	const char *cflags[2];  /* for their sources, or NULL */
} ResultCall;

/* Of versions that are given as sources: the files that they were compiled from. */
typedef struct ResultReads {
	StrList own[2];  /* only one version read them; names below the directory of the version are
					  * relative to it */
	StrList changed; /* of these, names that both versions have, with different contents */
	u64 shared;      /* number of files that both versions read: those of the system, and others */
} ResultReads;

/* Of one run. */
typedef struct ResultLimits {
	u64 instructions; /* 0: none, or unknown */
	u64 bytes;        /* of memory; likewise */
} ResultLimits;

typedef struct Result {
	Arena arena;
	const char *command; /* test, diff, explore */
	u32 parts;           /* RESULT_*: which parts it has */
	Verdict verdict;
	bool exhaustive;
	ResultEnd ended;
	bool over;      /* true if a budget ended it before everything was tried */
	size_t waiting; /* decisions that were not tried */
	ResultSubject subjects[RESULT_SUBJECTS];
	u32 n_subjects;
	const char *name;         /* argv[0] */
	const char *dir;          /* of tests and result.json; NULL: none are written */
	StrList strip;            /* directories to strip from file names */
	const ResultCall *call;   /* --call, or NULL */
	const ResultReads *reads; /* NULL: not known */
	const char *entry;        /* --entry, or NULL */
	u32 bound;                /* of its objects; 0: unknown */
	u32 depth;                /* of pointers in them; 0: unknown */
	i64 clock;                /* when runs begin, in seconds since 1970; 0: unknown */
	ResultLimits limits;      /* of a run; zeros: unknown */
	ResultShapes shapes;      /* of the inputs; empty: not known yet, or see contracts */
	const char *const
		*native; /* functions of the host that runs may call; ends with NULL, or NULL */
	VEC(ResultFigure) figures;
	VEC(ResultPoint) curve; /* progress of the search */
	VEC(ResultNote) notes;
	VEC(ResultWorld) world;
	ResultVersions versions;
	ResultCases cases;
	const struct ResultExplained *explained; /* by drift explain, borrowed */
	union {
		const struct ResultSuite *suite;     /* RESULT_SUITE: by drift suite, borrowed */
		const struct ResultCompare *compare; /* RESULT_COMPARE: by drift compare, borrowed */
	};
} Result;

void result_free(Result *r);

/* ---- for those who fill one ---- */

/* Copies a text into the result. */
const char *result_text(Result *r, const char *text);
/* The same for a buffer, which is emptied. */
const char *result_take(Result *r, Buf *text);
void result_figure(Result *r, const char *group, const char *name, double value);
void result_flag(Result *r, const char *group, const char *name, bool value);
void result_layer(Result *r, const char *name, double answered);
/* Copies the texts. */
void result_note(Result *r, const char *kind, const char *what, ResultLocation where, u64 count,
				 bool incomplete);
/* Standard output and error, borrowed. */
ResultPrinted result_printed(const Buf text[2]);
/* No location. */
extern const ResultLocation result_nowhere;
/* True if it is a location. */
bool result_somewhere(const ResultLocation *p);

/* ---- for those who write one ---- */

const char *result_relation_name(ResultRelation r);
/* Returns 0 if it is missing. */
double result_value(const Result *r, const char *group, const char *name);
u32 result_executed(const Result *r); /* changes */
ResultCoverage result_coverage(const Result *r);
double result_constraints(const Result *r); /* of a case, on average */

/* A format for standard output. */
typedef struct ResultFormat {
	const char *name;
	void (*write)(const Result *r, FILE *to);
} ResultFormat;

/* Returns NULL with an error if no format has that name. */
const ResultFormat *result_format(const char *name, Err *err);

/* columns.c: texts side by side use this many characters of a line, for the whole process; 0: as if there were
 * no terminal. */
void result_fit(u32 width);
u32 result_column(void); /* characters of a text beside another */

/* text.c: prints the summary at the end; differences are printed when they are found. */
void result_write_text(const Result *r, FILE *to);
void result_write_difference(const Result *r, const ResultDifference *d, FILE *to);
/* Prints the verdict and one difference of each kind. */
void result_write_answer(const Result *r, FILE *to);
/* json/: result.json. Keys are an interface: added, never renamed. */
void result_write_json(const Result *r, FILE *to);
char *result_json(const Result *r); /* the same as text, to be freed */
/* Moves what front.c and git drift pass on about the origin of a result out of the environment; result.json has it. */
void result_take_origin(void);
/* Findings and verdict, for other tools: one file each. */
void result_write_junit(const Result *r, FILE *to);
void result_write_sarif(const Result *r, FILE *to);
void result_write_github(const Result *r, FILE *to);
void result_write_markdown(const Result *r, FILE *to);

/* ---- save.c: result.json in a directory, while a search goes on ---- */

typedef struct ResultFile {
	const char *dir; /* NULL: nothing is written */
	double period;   /* seconds between two writings, at least */
	double begin;    /* of the present writing */
	double written;  /* end of the latest */
	bool ours;       /* true if drift wrote the existing file */
	double cost;     /* seconds it took, filling included */
	bool news;       /* true if it lacks a finding: the period is ignored */
} ResultFile;

/* True if it is time to fill and save a result; always, unless running. Findings are written at
 * once, unless writing takes too large a share of the time. */
bool result_due(ResultFile *f, bool running);
bool result_save(ResultFile *f, const Result *r, Err *err);

/* Called with each result that is saved, and by result_show with others: a report of it is left for
 * the case that the engine is killed. */
typedef struct ResultKeeper {
	void *ctx;
	void (*keep)(void *ctx, const Result *r);
} ResultKeeper;
void result_keep_by(ResultKeeper keeper); /* for the whole process; zeros: nobody */
void result_show(const Result *r);

/* Returns the number of clusters of differences. */
u32 result_stories(const ResultVersions *v);

#endif
