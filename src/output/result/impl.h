/* impl.h: shared by the files of src/output/result. */
#ifndef DRIFT_RESULT_IMPL_H
#define DRIFT_RESULT_IMPL_H

#include "base/observe.h"
#include "output/result/result.h"

/* json/interactions.c: of a difference, and of all of them. */
struct cJSON;
void json_judged(struct cJSON *to, const ResultDifference *d);
void json_interactions(struct cJSON *root, const Result *r);

/* columns.c */
/* One line: label, two texts in columns, and the sign between them: ' ' if they are equal, '|' if they
 * differ, '<' or '>' if only one is there. */
void print_sides(const char *label, const char *left, char sign, const char *right, FILE *to);
/* Two texts side by side; nothing if they are the same. */
void print_beside(ResultBytes left, ResultBytes right, const char *what, FILE *to);

/* text.c */
size_t count_notes(const Result *r, bool incomplete);
void print_limit(const Result *r, FILE *to); /* the limit that ended the search, if one did */
/* The condition of a difference, cut between two of its parts. */
void print_when(const ResultDifference *d, FILE *to);
/* Prints at most `most` of them; brief: without what their kind and location say. */
void print_notes(const Result *r, bool incomplete, size_t most, bool brief, FILE *to);

/* text_answer.c */

/* Differences whose effects propagate alike. */
typedef struct ResultKind {
	const ResultDifference *first; /* that is shown: a confirmed one, if there is one */
	u32 n;                         /* differences */
	u32 untested;                  /* of these, without a test */
	u32 tests[2];                  /* numbers of the first and the last test; 0: none */
} ResultKind;
/* Returns the kind of a difference that is the first of its kind (its `like` is 0). */
ResultKind kind_of(const ResultVersions *v, const ResultDifference *first);
void print_kinds(const Result *r, FILE *to);
/* The command line of a difference, for a shell. */
void add_command(const Result *r, const ResultDifference *d, Buf *to);
/* What NEW does there instead of what OLD does: `prints "2" instead of "1"`. */
void add_effect(const ResultDifference *d, Buf *to);
/* Both, of the first difference; returns false if there is none. */
bool add_answer(const Result *r, Buf *to);

/* text_world.c: prints separate lines, each with label in front; verdict: what is valid in this
 * world. */
void print_world(const Result *r, const char *label, bool equivalent, FILE *to);
/* text_effect.c: prints the label before the first line. */
void print_effect(const Result *r, const ResultSteps *effect, const char *label, FILE *to);
/* text_cases.c */
void print_cases(const Result *r, FILE *to);
/* text_versions.c; print_verdict: its first line */
void print_verdict(const Result *r, FILE *to);
void print_meaning(Verdict v, FILE *to);
void print_versions(const Result *r, FILE *to);
/* text_groups.c */
void print_groups(const Result *r, FILE *to);
/* text_interactions.c */
void print_interactions(const Result *r, FILE *to);
/* text_compare.c */
void print_strategies(const Result *r, FILE *to);
void markdown_strategies(const Result *r, FILE *to);
/* text_suite.c */
void print_suite(const Result *r, FILE *to);
/* text_why.c */
void print_why(const Result *r, FILE *to);
/* text_contracts.c; print_contracts_verdict: its last line */
void print_clause(const Result *r, const ResultClause *c, FILE *to);
void print_contracts(const Result *r, FILE *to);
void print_contracts_verdict(const Result *r, FILE *to);

/* json/contracts.c */
struct cJSON;
void add_contracts(struct cJSON *root, const Result *r);

#endif
