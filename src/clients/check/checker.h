/* checker.h: shared by the files of src/clients/check.
 *
 * A Checker checks the contract of one function, or of the program. A Rule is one clause, written or
 * implicit. For each pair of paths that the search finds, rules.c computes for each rule its goal: the inputs
 * of the pair that violate it. The solver looks for such an input. report.c keeps one that native runs
 * confirm as a Violation; exercise.c keeps inputs on which a rule applies and holds.
 *
 * The Checker owns its rules, its cases and the Evidence. The comparison owns the search. */
#ifndef DRIFT_CHECK_CHECKER_H
#define DRIFT_CHECK_CHECKER_H

#include "clients/check/check.h"
#include "clients/check/eval/eval.h"
#include "evidence/witness/witness.h"

typedef enum RuleKind {
	RULE_ENSURES,
	RULE_SIGNALS,
	RULE_FRAME,   /* what a case does not mention stays equal */
	RULE_DEFAULT, /* outside of all cases everything stays equal */
} RuleKind;

/* An input that violates a rule. */
typedef struct Violation {
	Witness seen;    /* the input, and what both versions did */
	char *output[2]; /* what each version printed */
	char *condition; /* of the pair of paths, and of the violation */
} Violation;

/* An input that a rule is about and that does not violate it. */
typedef struct Exercise {
	bool found;
	u32 shape;
	Assignment input;
	u32 test; /* number of its directory; 0: there is none */
} Exercise;

typedef struct Rule {
	RuleKind kind;
	u32 of;               /* its case */
	const Clause *clause; /* ENSURES, SIGNALS */
	char *text;
	Expr goal;   /* for the latest pair of paths: inputs that violate it; 0: unknown */
	u32 tries;   /* witnesses that no native run confirmed */
	u64 unknown; /* pairs of paths for which it is unknown */
	bool violated;
	Violation violation;
	Exercise exercise;
} Rule;

typedef struct CaseState {
	const SpecCase *spec;
	Expr premise;          /* of the latest pair of paths */
	SpokenOf mentions;     /* likewise: what its clauses mention */
	bool met;              /* true if some input satisfies the premise */
	bool ensures, signals; /* true if it has clauses of that kind */
} CaseState;

struct Checker {
	CheckConfig config;
	Comparison *comparison;
	Search *search;       /* of the comparison */
	MachineRunner before; /* NEW, prepared and not called: the pre-state */
	bool has_before;
	Eval eval;
	Err eval_err;
	VEC(CaseState) cases;
	VEC(Rule) rules;
	bool outside; /* true if some input satisfies no premise */
	u64 unknown;  /* pairs of paths on which an expression could not be evaluated */
	u64 open;     /* pairs for which an end is unknown */
	u64 late;     /* violations that were not run natively because time ran out */
	u32 open_tries;
	bool on_runs;       /* true if inputs are calls that runs made */
	u64 calls, runs;    /* calls and runs that were checked */
	u64 lost;           /* calls that no input of the shape matches */
	char *lost_why;     /* why, for the first of them */
	Evidence *evidence; /* tests and native runs */
};

/* rules.c */
bool rules_make(Checker *c, Err *err); /* also finds errors in the contract */
/* Computes premises, goals and mentions of the latest observed run. Returns false if nothing is
 * known. */
bool rules_judge(Checker *c, u32 shape, const Assignment *input);
/* The inputs of the pair of paths for which premises and goals were computed: all of them, unless
 * predicates call functions. */
Expr rules_path(Checker *c);
void rules_free(Checker *c);
/* True for signals (K) false: K must not happen, and nothing else is required. */
bool clause_only_forbids(const Clause *clause);

/* frame.c: returns the inputs on which the versions differ in what no case that applies mentions. */
Expr frame_differs(Checker *c);
/* The same for everything. */
Expr all_differs(Checker *c);

/* ends.c */
bool ends_normally(const Checker *c, const Behaviour *b);
/* Returns the condition under which an end is of the kind of a clause. */
Expr ends_as(Checker *c, const Clause *clause, const Behaviour *b);

/* report.c */
/* Renames inputs as a contract names them. Whether a pointer is null is a number among the inputs,
 * 0 or 1: "p == 1" becomes "p != 0"; "*p[0]" becomes "p[0]". */
void check_name_pointers(const Shape *shape, Buf *text);
/* Keeps the input as a violation of the rule, if a native run confirms it. */
void report_violation(Checker *c, Rule *r, u32 shape, const Assignment *a, const ExprList *conds);
void violation_free(Violation *v);
/* Describes what both versions just did. */
Violation violation_of(Checker *c, u32 shape, const Assignment *a, const ExprList *conds,
					   Expr goal);
/* Keeps it as a violation that no native run has confirmed; takes ownership. */
void report_unconfirmed(Checker *c, Rule *r, Violation *v);

/* exercise.c: keeps inputs of a pair of paths that exercise rules; after rules_judge. */
void exercise_look(Checker *c, u32 shape, const Assignment *input, ExprList *conds);

/* checker.c */
/* Opens the directory of tests again, which must have none: searches in other worlds have used it. */
bool checker_reopen(Checker *c);
/* Checks an input against the rules; both versions have been observed on it. */
void checker_try(Checker *c, u32 shape, const Assignment *a);

/* native.c: how native runs show a violation: by a difference (NULL), or by what each version does
 * (*to, which is returned). */
const WitnessJudge *check_judge(Checker *c, const Rule *r, WitnessJudge *to);
/* expect.c: writes a plan for the driver of one version, and its expected output. */
void expect_post_state(Checker *c, int side, Buf *plan, Buf *expected);

#endif
