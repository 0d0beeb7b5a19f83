/* witness.h: turns a witness into a natively confirmed test.
 *
 * A witness is an input on which a client observed something: the versions differ, or a contract is
 * violated. An Evidence is one directory of results, DIR. It writes each witness as a test
 * (DIR/tests/NNNN), builds both versions (DIR/native, DIR/scratch) and runs the test natively. A
 * shim gives native runs the answers of --vary and --faults.
 *
 * The client observes an input in both versions and then calls the functions below. They read the
 * latest observed behaviours (config.seen), so nothing may be observed in between.
 *
 * The client owns everything that the config names and keeps it until evidence_close. A Witness
 * owns its texts. */
#ifndef DRIFT_EVIDENCE_WITNESS_H
#define DRIFT_EVIDENCE_WITNESS_H

#include "evidence/native/confirm.h"
#include "base/observe.h"
#include "versions/behaviour/filter.h"
#include "versions/product/subject.h"

typedef struct EvidenceConfig {
	Subject *subject[2]; /* OLD and NEW */
	const Inputs *inputs;
	const char *entry;          /* of --entry, or NULL */
	const Entry *entry_type[2]; /* with --entry: the function of each version */
	const Behaviours *seen;     /* behaviours of both versions on the latest observed input */
	Machine *machine[2];        /* the machines that observed it */
	const char *dir;            /* DIR; NULL: no tests are written and nothing is run natively */
	bool native;                /* true: build native programs in DIR/native */
	bool unsafe;                /* run natively even without a sandbox */
	bool unconfirmed;           /* do not run natively */
	Budget *budget;             /* ends builds and native runs; NULL: none */
	double *seconds;            /* native runs add their time to it */
} EvidenceConfig;

typedef struct Evidence Evidence;

/* What was observed on an input, for tests and reports. */
typedef struct Witness {
	u32 test;          /* number of its directory; 0: none */
	char *input;       /* command line without the program, or call */
	char *ending[2];   /* how each version ended, and its post-state */
	int status[2];     /* as in $?; -1: there is none */
	char *returned[2]; /* value of the function under --entry; NULL: it did not return */
	Buf text[2][2];    /* standard output and error of each version */
	char *unconfirmed; /* why no native run could confirm it; NULL: one did */
	bool proved;       /* true if a native run confirmed it */
} Witness;

/* What became of a witness. */
typedef enum WitnessFate {
	WITNESS_KEPT,      /* confirmed, or not to be run natively; or x->unconfirmed says why not */
	WITNESS_REFUTED,   /* native runs do not show it */
	WITNESS_LATE,      /* the budget ended first */
	WITNESS_TROUBLE,   /* it could not be tried */
	WITNESS_UNWRITTEN, /* the test could not be written: witness_io_trouble */
} WitnessFate;

/* Witnesses that did not become tests. */
typedef struct WitnessCounts {
	u64 refuted;       /* not shown natively, though the machine knows both ends */
	u64 same_signal;   /* of these, those where natively both end by the same signal */
	u64 unconfirmable; /* could not be run natively, or no native run can show them */
	Err why;           /* the first of these */
} WitnessCounts;

/* A client's own comparison of a test that runs natively. in has the world of one attempt. */
typedef struct WitnessJudge {
	void *ctx;
	Confirmation (*judge)(void *ctx, Confirmer *c, NativeInput *in, Err *err);
} WitnessJudge;

/* ---- open.c ---- */

/* Empties DIR/tests, and creates DIR/native. Returns NULL with one line in err on failure. */
Evidence *evidence_open(const EvidenceConfig *config, Err *err);
void evidence_close(Evidence *ev); /* NULL is allowed */
/* Returns the file for compiler messages of failed builds; NULL: there is no DIR. */
const char *evidence_log(const Evidence *ev);
const WitnessCounts *evidence_counts(const Evidence *ev);
/* Restores the counts after a witness that belongs to no finding of the client. */
void evidence_put_counts(Evidence *ev, const WitnessCounts *counts);
/* Returns the first write error; "" if there was none. */
const char *evidence_io_trouble(const Evidence *ev);

/* ---- describe.c ---- */

/* Describes what both versions did on the latest observed input. */
Witness witness_describe(const Evidence *ev, u32 shape, const Assignment *a);
void witness_free(Witness *x);

/* ---- record.c ---- */

/* Writes the next test. For a version whose run was cut (cut[side]), only the input is known. */
bool witness_write(Evidence *ev, Witness *x, u32 shape, const Assignment *a, const bool cut[2],
				   Err *err);
/* Removes the test, which must be the latest. */
void witness_forget(Evidence *ev, Witness *x);

/* ---- confirm.c ---- */

/* Writes the test, runs it natively and removes it unless it is kept. judge decides whether it
 * shows; NULL: it shows if the versions differ. If x->unconfirmed is set, it is not run. */
WitnessFate witness_settle(Evidence *ev, Witness *x, u32 shape, const Assignment *a,
						   const WitnessJudge *judge);
/* Starts building native programs while a long search runs. */
void evidence_build_ahead(Evidence *ev, u32 shape);

/* ---- given.c ---- */

/* An input in the form for native programs; must not be moved. */
typedef struct NativeGiven {
	StrList args, env;
	Arena arena; /* of their words */
	char *dir;   /* of the test */
	NativeInput in;
} NativeGiven;

void witness_given(const Evidence *ev, u32 shape, const Assignment *a, u32 test, NativeGiven *g);
void witness_given_free(NativeGiven *g);

/* ---- text.c ---- */

/* How an input is written for people. */
typedef struct InputText {
	const Inputs *inputs;
	const char *name; /* of the program, in front; NULL: no name */
	bool entry;       /* the parameters of a function */
	bool bare;        /* with entry: without parentheses */
	bool contents;    /* true: also print standard input, files, environment */
	size_t most;      /* bytes of each of these that are shown; 0: all */
} InputText;

void input_text(const InputText *how, u32 shape, const Assignment *a, Buf *to);

/* ---- wait.c: witnesses whose native runs wait ---- */

/* One of them. */
typedef struct WaitingWitness {
	u64 key; /* of the client */
	KeptInput input;
	Expr goal;      /* what the input satisfies in addition to conds */
	ExprList conds; /* the pair of paths */
} WaitingWitness;

typedef VEC(WaitingWitness) WaitingList;

/* True if a witness has to wait, given the number tried natively and the runs of the machine. */
bool waiting_now(u64 tried, u64 runs);
void waiting_add(WaitingList *list, WaitingWitness one);
/* Removes and returns the one with the shortest condition, the oldest of several. */
WaitingWitness waiting_take(WaitingList *list);
void waiting_drop(WaitingWitness *one);
void waiting_free(WaitingList *list);

#endif
