/* report_impl.h: what the files of src/report share. */
#ifndef DRIFT_REPORT_IMPL_H
#define DRIFT_REPORT_IMPL_H

#include "report/report.h"

/* One path. */
typedef struct PathCase {
	u32 leaf;        /* edge of the tree */
	u32 test;        /* number of its test, 0 = none */
	int status;      /* as $? would have it; -1 when there is none */
	u8 outcome;      /* Outcome */
	char *output;    /* standard output, with expressions */
	char *condition; /* text, made when first needed */
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
	bool files;      /* tests have a files/ directory */
	int tests_fd;    /* DIR/tests, -1 when no tests are written */
	double written;  /* time of the latest result.json */
	double cost;     /* seconds it took */
	RunOutcome now;  /* scratch */
	Buf text;        /* scratch */
	OutItems items;  /* scratch; standard output of the present path */
	Err trouble;     /* first trouble with writing tests */
};

/* testdir.c */
bool tests_open(Report *r, Err *err);
bool test_write(Report *r, const Path *path, u32 number, Err *err);
/* runsh.c */
extern const char run_script[];

#endif
