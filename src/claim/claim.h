/* claim.h: what may be said of two versions, and what it stands on.
 *
 * A search on two versions becomes a claim: different, equivalent, or nothing of the kind. Clients
 * (src/test, src/diff) say what they make of each pair of paths; here is what all of them share:
 * the verdict, what it covers and what it does not (covers.h), inputs on which one version alone
 * overflows (overflow.c), and a second opinion before `equivalent` is said (opinion.h).
 *
 * The caller keeps what the config names until claim_free.
 */
#ifndef DRIFT_CLAIM_H
#define DRIFT_CLAIM_H

#include "claim/covers.h"
#include "claim/opinion.h"
#include "explore/curve.h"
#include "result/result.h"
#include "search/search.h"

typedef enum Verdict {
	VERDICT_DIFFERENT,
	VERDICT_EQUIVALENT,  /* for every input of the shape on which both versions end */
	VERDICT_NONE,        /* no difference found */
	VERDICT_UNCONFIRMED, /* differences, and no native program to show one of them */
} Verdict;

typedef struct ClaimConfig {
	SearchConfig search;
	bool count_overflow;    /* signed overflow in one version only is a difference */
	bool accepts;           /* differences like those of some tests do not count */
	const StrList *unseen;  /* what nobody compares of the program's own doing; NULL: nothing */
	const ResultCall *call; /* of --call, or NULL */
	bool live;              /* a terminal watches: a status line is kept on standard error */
} ClaimConfig;

/* Who makes the claim. All may be NULL but pair, differs and overflow. */
typedef struct ClaimClient {
	void *ctx;
	/* A new pair of paths, with its condition; the behaviours are in the search. */
	void (*pair)(void *ctx, u32 shape, const Assignment *input, ExprList *conds);
	/* The versions differ on an input, whatever the search says of its path. */
	void (*differs)(void *ctx, u32 shape, const Assignment *input, ExprList *conds);
	/* So do they on a long input that was given, before it is followed (src/search/seeds.c). */
	void (*seed)(void *ctx, u32 shape, const Assignment *input, ExprList *conds);
	/* One version alone overflows on the witness, and that counts. */
	void (*overflow)(void *ctx, u32 shape, const ExprList *conds, Expr goal);
	/* Of the latest run that was looked at: on which inputs of its path the claim does not hold; 0:
	 * cannot be said. NULL: where the versions differ. */
	Expr (*wrong)(void *ctx, u32 shape, const Assignment *input);
	/* Something is claimed though differences were found; NULL: nothing is. */
	bool (*claims)(const void *ctx);
	void (*finish)(void *ctx);           /* the search is done */
	bool (*open)(const void *ctx);       /* something keeps the claim from being complete */
	void (*notes)(void *ctx, Result *r); /* what has to be said about that */
	void (*tick)(void *ctx);             /* several times a second */
} ClaimClient;

typedef struct Overflows Overflows;

typedef struct Claim {
	ClaimConfig config;
	ClaimClient client;
	Search *search;
	Covers covers;
	Opinion opinion;
	Curve curve;          /* how the search went */
	Overflows *overflows; /* of one version only; NULL: not looked for */
	u64 compared;         /* pairs of paths */
	u32 unproved;         /* differences that no native program has shown */
	double begin;         /* time of the start */
	double seconds;       /* all of it, once it has ended */
	double native;        /* seconds of these for native runs */
	double first;         /* seconds until the first difference; below 0: there is none */
	bool enough;          /* the client has what it wants */
	bool ended;
	Budget after; /* of what explains the result */
} Claim;

Claim *claim_new(const ClaimConfig *config, const ClaimClient *client, Err *err);
void claim_free(Claim *claim);
bool claim_run(Claim *claim, Err *err);

/* ---- for clients ---- */

void claim_compared(Claim *claim); /* a pair of paths */
/* A difference: the first of its kind. seconds until then, or below 0: not told. */
void claim_found(Claim *claim, bool proved, double seconds);
void claim_unknown(Claim *claim); /* whether a pair of paths differs could not be said */
void claim_enough(Claim *claim);  /* everything is to end */
/* What the search has used up, native runs not counted. */
double claim_engine_seconds(const Claim *claim);

Verdict claim_verdict(const Claim *claim);
/* True if every pair of paths was found and compared. */
bool claim_exhaustive(const Claim *claim);
/* The verdict is `equivalent` and says nothing: no change is executed, or nothing varies. */
bool claim_vacuous(const Claim *claim);
/* An input as a command line, or as a call. */
void claim_input_text(const Claim *claim, u32 shape, const Assignment *a, Buf *to);

/* ---- fill.c: as a result; it borrows from the claim ---- */

void claim_fill(Claim *claim, const char *command, Result *r);
/* Parts of it. */
void claim_fill_head(const Claim *claim, const char *command, Result *r);
void claim_fill_changes(const Claim *claim, Result *r);

/* ---- overflow.c: inputs on which one version overflows and the other does not ---- */

void overflows_prepare(Claim *claim);
void overflows_after_path(Claim *claim, u32 shape, const Assignment *input, const ExprList *conds);
/* When the search is done. */
void overflows_ask(Claim *claim);
/* With --undefined=count: what was not answered keeps the result from being complete. */
bool overflows_open(const Claim *claim);
void overflows_notes(const Claim *claim, Result *r);
void overflows_fill(const Claim *claim, Result *r);
void overflows_free(Claim *claim);

/* ---- covers.c: what the verdict covers ---- */

void covers_prepare(Claim *claim);
void covers_after_run(Claim *claim);
/* Once the search is over. */
void covers_settle(Claim *claim);
/* Why `equivalent` says nothing here; false: it does, or is not the verdict. */
bool covers_vacuous(const Claim *claim, Buf *to);
/* The verdict `equivalent` as a sentence. */
void covers_sentence(const Claim *claim, Buf *to);
void covers_free(Claim *claim);

/* ---- opinion.c ---- */

/* The condition of the latest run is cut. */
void opinion_cut(Claim *claim, const Constraint *const list[], const JointCut *all,
				 const JointCut *kept);
/* Attacks the claim that there is no difference. */
void opinion_run(Claim *claim);
/* Runs an input, if it is new, and judges it; false: that is enough. */
bool opinion_try(Claim *claim, u32 shape, Assignment *a);
/* As solve, counted. */
SolveResult opinion_solve(Claim *claim, Solver *s, const ExprList *conds, Expr goal,
						  const Assignment *near, Assignment *model);
/* Of the latest run, on input a: is there another input of its path on which outputs differ? */
void opinion_ask(Claim *claim, u32 shape, const Assignment *a);
bool opinion_goes_on(const Claim *claim);
bool opinion_holds(const Claim *claim); /* nothing was found against the claim */
void opinion_free(Claim *claim);

#endif
