/* certificate.h: the reasons of a verdict `equivalent`, as a file.
 *
 * A certificate has the tree of pairs of paths: nodes with the conditions of their edges, and leaves with
 * one input each, how the pair was compared, and which rule ended its condition early. It also has what
 * the verdict depends on: digests of both programs, the options that change its meaning, the parts and
 * variables of the inputs, the answers of the world, and what was not compared.
 *
 * It is a hint and no evidence. The checker (versions/verify) derives everything again that it says.
 * This module only knows the form: the model, its text, and what it takes from programs and inputs.
 *
 * A certificate owns everything in it. Expressions belong to a pool that the caller keeps. */
#ifndef DRIFT_CERTIFICATE_H
#define DRIFT_CERTIFICATE_H

#include "base/digest.h"
#include "engine/input/inputs.h"

/* Why the condition of a leaf may leave decisions open. */
typedef enum LeafRule {
	LEAF_WHOLE, /* it leaves none open */
	LEAF_REACH, /* no change was executed, and none can be any more */
	LEAF_STATE, /* both versions are in the same state, and no change can be executed any more */
	/* No run took the leaf's side of a branch, because no change can be executed from there. The input
	 * is one that reaches the branch and takes another side; cut[OLD] is the branch's number. */
	LEAF_SIDE,
} LeafRule;

/* How the behaviours of a leaf were compared. */
typedef enum LeafCompared {
	COMPARED_SAME,   /* equal as expressions */
	COMPARED_SOLVER, /* no input of the leaf makes them differ */
	COMPARED_NOT,    /* from the cut on both versions are one program */
} LeafCompared;

typedef struct CertNode {
	u32 parent; /* edge that leads here; 0: the root */
} CertNode;

typedef struct CertEdge {
	u32 node; /* from 1 */
	Expr cond;
} CertEdge;

/* A value of an input; variables that a leaf does not name are 0. */
typedef struct CertValue {
	u32 var;
	u64 value;
} CertValue;

typedef struct CertLeaf {
	u32 edge; /* that it ends; 0: the root */
	LeafRule rule;
	LeafCompared compared;
	u32 cut[2];             /* decisions of OLD and NEW before the cut; without one 0 */
	VEC(CertValue) witness; /* an input of the leaf */
} CertLeaf;

typedef VEC(char *) CertLines;

typedef struct Certificate {
	bool same_code;    /* true if no code changed: there is no tree */
	Digest program[2]; /* of OLD and NEW */
	CertLines options; /* words of the command line that change the meaning */
	CertLines words;   /* arguments, with placeholders */
	CertLines parts;   /* of the inputs, see certificate_parts */
	CertLines world;   /* answers that the verdict depends on, see certificate_world */
	CertLines not_compared;
	ExprList exprs;      /* by number in the text, from 1 */
	VEC(CertNode) nodes; /* by number, from 1 */
	VEC(CertEdge) edges; /* likewise */
	VEC(CertLeaf) leaves;
} Certificate;

void certificate_free(Certificate *c);
void cert_add(CertLines *to, const char *line); /* a copy; none twice */
bool cert_has(const CertLines *lines, const char *line);

/* ---- what it takes from programs and inputs ---- */

/* The code and the initial contents, without names of files and lines. */
Digest certificate_digest(const Program *p);
/* A line for each part of the only shape and for each variable. */
void certificate_parts(const Inputs *in, CertLines *to);
/* A line for each answer of the world that the runs of these machines depend on. */
struct WorldView;
void certificate_world(const struct WorldView *of, CertLines *to);

/* ---- text ---- */

/* write.c; conditions are of this pool. */
void certificate_write(const Certificate *c, ExprPool *pool, Buf *to);
/* read.c: reads all that needs no pool; what is left of the text is in *rest. */
bool certificate_read_head(Certificate *c, const char *text, const char **rest, Err *err);
/* Reads the tree, when there is a pool with the variables of the inputs. */
bool certificate_read_tree(Certificate *c, ExprPool *pool, const char *rest, Err *err);

extern const char *const leaf_rules[];    /* by LeafRule */
extern const char *const leaf_compared[]; /* by LeafCompared */

#endif
