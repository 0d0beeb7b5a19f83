/* report_impl.h: what the files of src/report share. */
#ifndef DRIFT_REPORT_IMPL_H
#define DRIFT_REPORT_IMPL_H

#include "report/report.h"
#include "report/world.h"

enum { CONDITION_LIMIT = 2000 }; /* characters of a condition's text */

/* One path. */
typedef struct PathCase {
	u32 leaf;  /* edge of the tree */
	Expr *set; /* what a partition decides; NULL: the way to the leaf */
	u32 n_set;
	u32 test;          /* number of its test, 0 = none */
	int status;        /* as $? would have it; -1 when there is none */
	u8 outcome;        /* Outcome */
	char *output;      /* standard output, with expressions */
	char *condition;   /* text, made when first needed */
	char *status_text; /* status as an expression, or NULL */
	/* Unless by path: */
	char *signature;     /* what it does */
	char *condition_smt; /* as a formula; NULL: too long */
	char *output_smt;    /* list of terms, as JSON */
} PathCase;

/* Errors of one kind at one place. */
typedef struct Failure {
	const char *kind; /* out-of-bounds, ... or SIGABRT, ... */
	u32 loc;
	char *report; /* of the first one */
	u64 count;    /* paths */
	u32 test;     /* witness, 0 = none */
} Failure;

struct Report {
	ReportConfig config;
	VEC(PathCase) cases;
	VEC(Failure) failures;
	IntMap outcomes; /* hashes of distinct outcomes */
	u32 tests;       /* written so far */
	u64 constraints; /* of all conditions together */
	bool files;      /* tests have a files/ directory */
	int tests_fd;    /* DIR/tests, -1 when no tests are written */
	char *old;       /* where tests of an earlier exploration were put, see recycle.c */
	int old_fd;      /* the same; -1 if there are none */
	double written;  /* time of the latest result.json */
	double cost;     /* seconds it took */
	RunOutcome now;  /* scratch */
	Buf text;        /* scratch */
	OutItems items;  /* scratch; standard output of the present path */
	ExprList known;  /* conditions of the partition that is described */
	Err trouble;     /* first trouble with writing tests */
};

/* signature.c: strings to be freed */
char *signature_text(Report *r, const Path *path);
char *signature_condition(Report *r, const Path *path);
char *signature_condition_smt(Report *r, const Path *path);
char *signature_output_smt(Report *r, const Path *path);
/* json.c */
const char *condition_text(Report *r, PathCase *c);
/* What the result hangs on besides the inputs. */
WorldView report_world(const Report *r, bool ended);
/* testdir.c */
bool tests_open(Report *r, Err *err);
bool test_write(Report *r, const Path *path, u32 number, Err *err);
/* recycle.c */
bool recycle_begin(Report *r, const char *tests, Err *err); /* puts earlier tests aside */
bool recycle_take(Report *r, const char *test); /* false: there is none of this number */
void recycle_end(Report *r);
/* runsh.c */
void run_script(const Report *r, Buf *to);
/* native/harness.c: DIR/native, replacing an earlier one of drift's */
bool native_open(Report *r, Err *err);

/* native/harness_look.c: text of driver.c, for --entry. */
extern const char driver_look_head[];
extern const char driver_look[];

#endif
