/* impl.h: shared by the files of src/versions/verify. */
#ifndef DRIFT_VERIFY_IMPL_H
#define DRIFT_VERIFY_IMPL_H

#include "engine/solve/prove.h"
#include "versions/behaviour/behaviour.h"
#include "versions/behaviour/post_states.h"
#include "versions/changes/version.h"
#include "versions/verify/verify.h"

typedef struct CutGraph CutGraph;
typedef struct States States;

typedef struct Verifier {
	const VerifyConfig *config;
	const Certificate *c;
	ExprPool *pool;
	ChangeMap *map;
	ProductRunner pair;
	PostStates *units;      /* of --entry, or NULL */
	ExprList base;          /* conditions on every input */
	CutGraph *closed;       /* where changes can still be executed; NULL: not asked so far */
	States *states;         /* compares states; NULL: not asked so far */
	Behaviour behaviour[2]; /* of the latest run */
	VerifyFigures *figures;
	VerifyAnswer answer;
	Buf *why;
} Verifier;

/* Ends the check with an answer; always returns false. */
bool verify_end(Verifier *v, VerifyAnswer answer, const char *fmt, ...) printf_like(3, 4);

/* ---- ask.c ---- */

/* Appends the conditions from an edge up to the root. */
void verify_path(const Verifier *v, u32 edge, ExprList *to);
/* True if no input on which all of given are true makes e true; otherwise the check has ended. what says
 * for people what is wrong if there is one. */
bool verify_excludes(Verifier *v, const ExprList *given, Expr e, const char *what);

/* ---- tree.c ---- */

/* True if the nodes, edges and leaves are a tree, and the edges of each node cover all inputs. */
bool verify_tree(Verifier *v);

/* ---- leaf.c ---- */

/* Return types of the function in a version, and in the other. */
ReturnTypes verify_result_types(const VerifyConfig *c, int side);

/* A run of both versions on the input of a leaf. */
typedef struct LeafRun {
	u32 number; /* of the leaf, from 1, for messages */
	const CertLeaf *leaf;
	Assignment input;
	ExprList given;         /* conditions of the leaf and of every input */
	ConstraintList list[2]; /* decisions of OLD and NEW */
} LeafRun;

bool verify_leaf(Verifier *v, u32 number);
/* True if the leaf's condition implies these decisions. */
bool verify_implied(Verifier *v, const LeafRun *r, const Constraint *list, size_t n);

/* ---- cut.c: cuts ---- */

/* True if both versions are one program from the leaf's cut on. */
bool verify_cut(Verifier *v, const LeafRun *r);
void cut_graph_free(CutGraph *x, const Program *old);

/* ---- state.c ---- */

/* True if both versions are in the same state before the decisions at which the leaf is cut. */
bool verify_same_state(Verifier *v, const LeafRun *r);
void states_free(States *x, const Verifier *v);

#endif
