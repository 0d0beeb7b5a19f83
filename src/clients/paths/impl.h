/* impl.h: shared by the files of src/clients/paths. */
#ifndef DRIFT_CASES_IMPL_H
#define DRIFT_CASES_IMPL_H

#include "clients/paths/cases.h"
#include "engine/explore/outcome.h"
#include "engine/expr/print/identity.h"
#include "evidence/native/testdir.h"

enum { CONDITION_LIMIT = 2000 }; /* characters of a condition's text */

/* One path. */
typedef struct PathCase {
	ResultCase shown; /* condition: created on demand */
	u32 leaf;         /* edge of the tree */
	const Expr *set;  /* decisions of a partition; NULL: the path to the leaf */
	u32 n_set;
} PathCase;

/* Errors of one kind at one location. */
typedef struct Failure {
	ResultError shown; /* where: filled in by fill.c */
	u32 loc;
} Failure;

/* What a path is the first of. */
typedef struct News {
	bool outcome; /* to end so, with this output */
	bool ending;  /* to end so */
	bool error;   /* of this kind and location */
} News;

struct Cases {
	CasesConfig config;
	Arena arena; /* of texts */
	VEC(PathCase) cases;
	VEC(Failure) failures;
	KeyMap outcomes;           /* distinct outcomes, see outcome_is_new */
	KeyMap endings;            /* and kinds of ending */
	u32 tests;                 /* written so far */
	u64 shown;                 /* outcomes that one of them has */
	u64 covering;              /* paths that executed new code and have no test */
	u64 constraints;           /* of all conditions together */
	u64 left_out;              /* cases that are only counted */
	size_t bytes;              /* of the texts of those that are kept */
	TestRoot location;         /* of the tests */
	ResultFile file;           /* result.json */
	RunOutcome now;            /* scratch */
	Buf text;                  /* scratch */
	OutItems items;            /* scratch; standard output of the present path */
	ExprList known;            /* conditions of the partition that is described */
	Err trouble;               /* first error while writing tests */
	ExprIdentities identities; /* with several processes */
	const u8 *repeated;        /* identity of the outcome of a path that is run again, or NULL */
	size_t asks;               /* questions to the world that were described */
};

/* cases.c */
bool wants_test(const Cases *r, const Path *path, const News *news);
bool is_told(const Cases *r, const ResultCase *c);
/* True if the failure is of the kind and at the location of this run. */
bool failure_is(const Failure *f, const RunResult *result);
/* True if an earlier path ended so. */
bool ending_known(const Cases *r, const RunResult *result);
/* The same with its output, by its identity: sizeof(Digest) bytes. */
bool outcome_known(const Cases *r, const RunResult *result, const u8 *identity);
void outcome_count(Cases *r, const RunResult *result, const u8 *identity);
/* found.c: appends the identity of the output of the latest run. */
void outcome_identity(Cases *r, const PathRun *run, const Assignment *input, Buf *to);
/* signature.c: texts in the arena */
const char *signature_text(Cases *r, const Path *path);
const char *signature_condition(Cases *r, const Path *path);
const char *signature_condition_smt(Cases *r, const Path *path); /* NULL: too long */
void signature_terms(Cases *r, const Path *path, ResultCase *c);
/* tests.c */
bool tests_open(Cases *r, Err *err);
bool test_write(Cases *r, const Path *path, u32 number, Err *err);

#endif
