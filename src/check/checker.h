/* checker.h: what the files of src/check share. */
#ifndef DRIFT_CHECK_CHECKER_H
#define DRIFT_CHECK_CHECKER_H

#include "check/check.h"
#include "check/eval.h"
#include "native/confirm.h"
#include "native/testdir.h"

typedef enum RuleKind {
	RULE_ENSURES,
	RULE_SIGNALS,
	RULE_FRAME,   /* what a case does not speak of stays equal */
	RULE_DEFAULT, /* outside of all cases everything does */
} RuleKind;

/* An input that breaks a rule. */
typedef struct Violation {
	u32 test;          /* number of its directory; 0: none */
	char *input;       /* command line, or call */
	char *ending[2];   /* how each version ended, and what it left */
	char *output[2];   /* what it printed */
	int status[2];     /* as $? would have it; -1: there is none */
	char *returned[2]; /* as tests have it; NULL: it did not return */
	Buf text[2][2];    /* standard output and error */
	char *condition;   /* of the pair of paths, and of breaking the rule */
	char *unconfirmed; /* why no native program could show it; NULL: it was seen */
	bool proved;       /* it was seen natively */
} Violation;

typedef struct Rule {
	RuleKind kind;
	u32 of;               /* its case */
	const Clause *clause; /* ENSURES, SIGNALS */
	char *text;
	Expr goal;   /* of the latest pair of paths: inputs that break it; 0: cannot be said */
	u32 tries;   /* witnesses that did not show natively */
	u64 unknown; /* pairs of paths of which it could not be said */
	bool violated;
	Violation violation;
} Rule;

typedef struct CaseState {
	const SpecCase *spec;
	Expr premise;          /* of the latest pair of paths */
	SpokenOf mentions;     /* likewise: what its clauses speak of */
	bool met;              /* some input satisfies the premise */
	bool ensures, signals; /* it has clauses that ask for something */
} CaseState;

struct Checker {
	CheckConfig config;
	Claim *claim;
	Search *search;       /* of the claim */
	MachineRunner before; /* NEW, prepared and not called: the memory before */
	bool has_before;
	Eval eval;
	Err eval_err;
	VEC(CaseState) cases;
	VEC(Rule) rules;
	bool outside;      /* some input satisfies no premise */
	u64 unknown;       /* pairs of paths on which an expression could not be worked out */
	u64 open;          /* pairs of which an end is not known */
	u64 refuted;       /* violations that did not show natively */
	u64 unconfirmable; /* could not be run natively */
	u32 open_tries;
	Err trouble;     /* why */
	Err io_trouble;  /* with writing */
	bool on_runs;    /* inputs are calls that runs made */
	u64 calls, runs; /* that were looked at */
	u64 lost;        /* calls that the shape has no input for */
	char *lost_why;  /* the first of them */
	Confirmer *confirmer;
	int tests_fd;
	u32 tests;
	bool files; /* tests have files/ */
	char *scratch, *log;
	char *native[2]; /* programs that call the function */
};

/* rules.c */
bool rules_make(Checker *c, Err *err); /* and finds mistakes in the contract */
/* Premises, goals and mentions of the run that was looked at last. False: nothing can be said. */
bool rules_judge(Checker *c, u32 shape, const Assignment *input);
void rules_free(Checker *c);

/* frame.c: inputs on which the versions differ in what no case speaks of, in case number of. */
Expr frame_differs(Checker *c, u32 of);
/* In anything. */
Expr all_differs(Checker *c);

/* ends.c */
bool ends_normally(const Checker *c, const Behaviour *b);
/* Whether an end is of the kind of a clause. */
Expr ends_as(Checker *c, const Clause *clause, const Behaviour *b);

/* report.c */
/* Names of inputs as a contract has them. Whether a pointer is null is a number among the inputs, 0 or
 * 1: "p == 1" becomes "p != 0"; "*p[0]" becomes "p[0]". */
void check_name_pointers(const Shape *shape, Buf *text);
bool check_tests_begin(Checker *c, Err *err);
/* Keeps the input as a violation of the rule, if it shows natively. */
void report_violation(Checker *c, Rule *r, u32 shape, const Assignment *a, const ExprList *conds);
void violation_free(Violation *v);
/* What both versions did just now. */
Violation violation_of(Checker *c, u32 shape, const Assignment *a, const ExprList *conds,
					   Expr goal);
/* Keeps it as a violation that no native program has shown; takes it over. */
void report_unconfirmed(Checker *c, Rule *r, Violation *v);

/* checker.c */
/* Holds an input against the rules, both versions having been observed on it. */
void checker_try(Checker *c, u32 shape, const Assignment *a);

/* native.c */
Confirmation check_natively(Checker *c, const Rule *r, u32 shape, const Assignment *a, u32 test,
							Err *err);
/* expect.c: a plan for the driver of one version, and what it must say. */
void expect_left(Checker *c, int side, Buf *plan, Buf *expected);

#endif
