/* impl.h: what the files of src/cases share. */
#ifndef DRIFT_CASES_IMPL_H
#define DRIFT_CASES_IMPL_H

#include "cases/cases.h"
#include "cases/world.h"
#include "explore/outcome.h"
#include "native/testdir.h"

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

struct Cases {
	CasesConfig config;
	VEC(PathCase) cases;
	VEC(Failure) failures;
	IntMap outcomes; /* hashes of distinct outcomes */
	u32 tests;       /* written so far */
	u64 constraints; /* of all conditions together */
	TestPlace place; /* of the tests */
	double written;  /* time of the latest result.json */
	double cost;     /* seconds it took */
	RunOutcome now;  /* scratch */
	Buf text;        /* scratch */
	OutItems items;  /* scratch; standard output of the present path */
	ExprList known;  /* conditions of the partition that is described */
	Err trouble;     /* first trouble with writing tests */
};

/* signature.c: strings to be freed */
char *signature_text(Cases *r, const Path *path);
char *signature_condition(Cases *r, const Path *path);
char *signature_condition_smt(Cases *r, const Path *path);
char *signature_output_smt(Cases *r, const Path *path);
/* json.c */
const char *condition_text(Cases *r, PathCase *c);
/* "path" or "partition" */
const char *case_noun(const Cases *r);
/* What the result hangs on besides the inputs. */
WorldView cases_world(const Cases *r, bool ended);
/* tests.c */
bool tests_open(Cases *r, Err *err);
bool test_write(Cases *r, const Path *path, u32 number, Err *err);

#endif
