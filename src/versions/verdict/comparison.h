/* comparison.h: the verdict on two versions, and the evidence for it.
 *
 * A search on two versions becomes a comparison with a verdict: different, equivalent, or neither.
 * Clients (src/clients/test, src/clients/diff) judge each pair of paths. This module has what all
 * of them share: the verdict, what it covers and what it does not (covers.h), inputs on which only
 * one version overflows (overflow.c), and the attempt to refute `equivalent` before it is reported
 * (refute.h).
 *
 * The caller keeps everything that the config names until comparison_free. */
#ifndef DRIFT_COMPARISON_H
#define DRIFT_COMPARISON_H

#include "evidence/witness/witness.h"
#include "output/result/result.h"
#include "versions/certificate/certificate.h"
#include "versions/search/search.h"

typedef struct ComparisonConfig {
	SearchConfig search;
	bool count_overflow;   /* true: signed overflow in one version only is a difference */
	bool accepts;          /* true: differences like those of accepted tests are ignored */
	const StrList *unseen; /* what the program does that is not compared; NULL: nothing */
	const StrList *stubs; /* functions that drift's stubs replace, which print `called NAME: ...` */
	const ResultCall *call;   /* of --call, or NULL */
	const ResultReads *reads; /* files that the versions were compiled from, or NULL */
	FILE *status;             /* a terminal that shows a status line, or NULL */
	double reserve; /* part of the time that the search leaves if runs ask for the world */
	bool certify;   /* true: keep what a certificate of the verdict needs */
} ComparisonConfig;

/* The client of a comparison. Everything except pair, differs and overflow may be NULL. */
typedef struct ComparisonClient {
	void *ctx;
	/* A new pair of paths, with its condition; the behaviours are in the search. */
	void (*pair)(void *ctx, u32 shape, const Assignment *input, ExprList *conds);
	/* The versions differ on an input, even if the search says otherwise of its path. */
	void (*differs)(void *ctx, u32 shape, const Assignment *input, ExprList *conds);
	/* They also differ on a long given input, before it is explored
	 * (src/versions/search/seeds.c). */
	void (*seed)(void *ctx, u32 shape, const Assignment *input, ExprList *conds);
	/* Only one version overflows on the witness, and that is a difference. */
	void (*overflow)(void *ctx, u32 shape, const ExprList *conds, Expr goal);
	/* For the latest observed run: returns the inputs of its path on which the verdict is wrong; 0:
	 * unknown. NULL: the inputs on which the versions differ. */
	Expr (*wrong)(void *ctx, u32 shape, const Assignment *input);
	/* Returns true if there is something to refute though differences were found; NULL: there is
	 * not. */
	bool (*claims)(const void *ctx);
	void (*finish)(void *ctx);           /* the search is over */
	bool (*open)(const void *ctx);       /* returns true if the comparison is not complete */
	void (*notes)(void *ctx, Result *r); /* adds notes about that to the result */
	void (*tick)(void *ctx);             /* called several times a second */
} ComparisonClient;

typedef struct Comparison Comparison;

Comparison *comparison_new(const ComparisonConfig *config, const ComparisonClient *client,
						   Err *err);
void comparison_free(Comparison *comparison);
bool comparison_run(Comparison *comparison, Err *err);

/* ---- for clients ---- */

void comparison_compared(Comparison *comparison); /* counts a pair of paths */
/* Counts a difference: the first of its kind. seconds until then; below 0: not reported. */
void comparison_found(Comparison *comparison, bool proved, double seconds);
void comparison_unknown(
	Comparison *comparison); /* counts a pair of paths for which it is unknown whether it differs */
/* Records that the versions differ on some paths only in sign or payload of NaNs that operations made. */
void comparison_nan(Comparison *comparison);
void comparison_enough(Comparison *comparison); /* ends everything */
/* Seconds of native runs; whoever runs native programs adds to it. */
double *comparison_native(Comparison *comparison);
/* Adds the seconds of experiments after the search. */
void comparison_took(Comparison *comparison, double seconds);
/* For clients that do not call comparison_run: they have compared everything themselves. */
void comparison_end(Comparison *comparison);
/* Returns the budget of runs that explain the result, after the search. */
Budget *comparison_explaining(Comparison *comparison);
void comparison_explain_until(Comparison *comparison, Budget budget);
/* Returns the seconds that the search has used, without native runs. */
double comparison_engine_seconds(const Comparison *comparison);

Search *comparison_search(const Comparison *comparison);
bool comparison_ended(const Comparison *comparison); /* true if the search has ended */
Verdict comparison_verdict(const Comparison *comparison);
/* True if every pair of paths was found and compared. */
bool comparison_exhaustive(const Comparison *comparison);
/* True if the verdict is `equivalent` but vacuous: no change is executed, or no input varies. */
bool comparison_vacuous(const Comparison *comparison);
/* True if no difference was found and, as far as the versions can tell, there was one input only: nothing
 * varies, or no run depends on what varies. False if no code changed. */
bool comparison_one_input(const Comparison *comparison);
/* Returns the configuration by which witnesses become tests, except what the client chooses: dir,
 * unsafe, unconfirmed. */
EvidenceConfig comparison_evidence(Comparison *comparison);

/* certify.c: fills a certificate of the verdict `equivalent`, except what the command line has. Returns
 * false with the reason if the proof cannot be told in a certificate. */
bool comparison_certify(Comparison *comparison, Certificate *c, Err *err);

/* ---- fill.c: as a result; it borrows from the claim ---- */

void comparison_fill(Comparison *comparison, const char *command, Result *r);
/* Parts of it. */
void comparison_fill_head(const Comparison *comparison, const char *command, Result *r);
void comparison_fill_changes(const Comparison *comparison, Result *r);

#endif
