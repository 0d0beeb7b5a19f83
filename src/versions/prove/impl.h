/* impl.h: private to src/versions/prove.
 *
 * Values are expressions over variables of the present pair of points. Each has a shadow: a truth
 * value that is true if the value is computed from something undefined. refuse.c says what no rule
 * covers; value.c computes results, memory.c what is stored; run.c walks one side to its next stop;
 * meet.c compares two stops; node.c has the pairs of points and what holds there; ask.c asks Z3;
 * pair.c relates two functions; prove.c judges changes. */
#ifndef DRIFT_PROVE_IMPL_H
#define DRIFT_PROVE_IMPL_H

#include "engine/expr/expr.h"
#include "engine/solve/prove.h"
#include "versions/prove/prove.h"

enum {
	MOST_DEPTH = 4,    /* frames: the function and helpers that are walked in place */
	MOST_PASSES = 8,   /* loop heads that a side passes on the way to one stop */
	MOST_NODES = 60,   /* pairs of points */
	MOST_ROUNDS = 60,  /* until the equations hold */
	MOST_TERMS = 48,   /* computed values that may be an equation's other side, of a side */
	MOST_FACTS = 96,   /* candidate conditions of a pair of points */
	MOST_WRITES = 160, /* stores between two points */
	MOST_CHECKS = 100, /* possible errors between two points */
	MOST_BYTES = 64,   /* of a fill or copy that is walked byte by byte */
	DEFAULT_WORK = 400000,
	QUESTION_UNITS = Z3_UNITS_SECOND / 2,
	MOST_QUESTIONS = 3000,
	MOST_UNKNOWN = 10, /* questions of a pair without an answer */
};

typedef struct Shaded {
	Expr v; /* 0: not known, because nothing may read it */
	Expr s; /* its shadow */
} Shaded;

/* A store since the last point. */
typedef struct Write {
	Expr at;
	u32 size; /* bytes */
	Shaded value;
} Write;

typedef enum RiskKind {
	CHECK_READ,
	CHECK_WRITE,
	CHECK_COPY,
	CHECK_UNSIGNED,
	CHECK_SIGNED
} RiskKind;

/* Something that may have failed since the last point: an access of `size` bytes at a, or a / b. */
typedef struct Risk {
	u32 kind;  /* RiskKind */
	u32 size;  /* bytes; of a division: bits */
	Expr a, b; /* b: 0 for an access */
	Expr used; /* Course.used at that moment */
} Risk;

typedef struct WalkFrame {
	u32 function;
	u32 ins; /* the next one; of a caller: its call */
	Shaded *regs;
} WalkFrame;

typedef enum StopKind { STOP_NONE, STOP_HEAD, STOP_CALL, STOP_RETURN, STOP_END } StopKind;

/* Where one side is. Everything is in PairProof.work. */
typedef struct Course {
	Side side;
	WalkFrame frames[MOST_DEPTH];
	u32 depth; /* frames in use, at least 1 */
	u32 n_writes, n_checks;
	Write *writes; /* MOST_WRITES */
	Risk *checks;  /* MOST_CHECKS */
	Expr used;     /* true if something undefined decided, or was an address or a divisor */
	u32 left;      /* loop heads to pass before the stop */
	u32 passes;    /* loop heads passed so far */
	bool onward;   /* stop at no loop head */
} Course;

typedef VEC(Expr) Conds;

/* A place on one side: instructions of all frames, with the live registers. */
typedef struct Spot {
	u32 function[MOST_DEPTH], ins[MOST_DEPTH];
	u32 depth;
	u32 n_live;
	u16 *frame; /* by live register */
	u32 *reg;
	u32 *var; /* variable of its value, and of its shadow */
	u32 *shadow_var;
	unsigned *width;
} Spot;

/* What a live register may be: an expression over the variables of the node. */
typedef struct Candidate {
	Shaded is;  /* s: the shadow that it may have then, or 0 */
	bool holds; /* the value is that, so far */
	bool same;  /* the shadow is that, so far */
} Candidate;

typedef struct Binding {
	VEC(Candidate) list; /* the one to prefer first */
	bool defined;        /* the shadow is false, so far */
} Binding;

typedef struct PointFact {
	Expr is;
	bool holds;
} PointFact;

/* A pair of points. */
typedef struct PointPair {
	Spot spot[N_SIDES];
	bool head;     /* both are loop heads */
	bool reached;  /* in this round */
	bool explored; /* in this round */
	bool begun;    /* true if the candidates are there */
	Binding *bind[N_SIDES];
	VEC(PointFact) facts;       /* over the variables of the node */
	u32 base;                   /* names the memory there */
	VEC(Shaded) terms[N_SIDES]; /* that are computed from there on */
	Conds decisions;            /* likewise */
} PointPair;

/* How sides are aligned. */
typedef struct InStep {
	u32 ratio[N_SIDES]; /* loop heads from a pair of loop heads to the next */
	u32 skew[N_SIDES];  /* loop heads that are passed before the first pair */
	bool free[N_SIDES]; /* entering a loop is no stop */
} InStep;

/* What a byte variable stands for: memory at an address. */
typedef struct ByteRead {
	u32 base;
	Expr at;
	u32 var, shadow_var;
} ByteRead;

/* A function as the walk needs it. */
typedef struct Routine {
	const Function *f;
	const Flow *flow;
	Live *live;
	bool *head; /* by block: a loop head */
	u8 checked; /* 0: not asked, 1: fine, 2: refused */
	const char *why;
} Routine;

/* The walk from the present pair of points. */
typedef struct WalkState {
	PointPair *node;
	Conds conds;            /* conditions of the path so far */
	bool collecting;        /* true while terms of one side are collected */
	Course *start[N_SIDES]; /* of both sides, under what was assumed when the walk began */
	Course *at[N_SIDES];    /* sides that are at their stop */
	StopKind kind[N_SIDES];
} WalkState;

typedef struct PairProof {
	const ChangeMap *map;
	const Program *p[N_SIDES];
	Static *statics[N_SIDES];
	Routine *code[N_SIDES]; /* by function */
	Arena arena;            /* of the Proofs */

	/* of the present pair of functions */
	u32 function[N_SIDES];
	ExprPool *pool;
	ProofZ3 *z3;
	Arena work;          /* of paths */
	Arena keep;          /* of nodes */
	KeyMap opaque;       /* operation and operands -> variable */
	VEC(ByteRead) bytes; /* by number */
	IntMap byte_of;      /* variable -> number in bytes, + 1 */
	KeyMap asked;        /* conditions -> answer */
	u32 n_asked, n_unknown;
	u64 steps, most_steps;
	InStep how;
	VEC(PointPair *) nodes;
	bool *walked[N_SIDES]; /* by function: calls of it are walked in place */
	VEC(u64) slots;        /* variables of the addresses of locals, with sizes */
	u32 *slot_var;         /* by slot of either function */
	bool changed;          /* a candidate was dropped in this round */
	const char *why;       /* why it fails; NULL: it does not so far */
	bool refused;

	WalkState now;
} PairProof;

/* refuse.c: a reason why no rule covers the function; NULL: they do. */
const char *refuse_function(const PairProof *x, Side s, u32 function);
const char *refuse_pair(PairProof *x);
/* Why functions of these programs cannot be judged at all; NULL: they can. */
const char *refuse_programs(const PairProof *x);
/* Why the programs cannot be judged by their functions; NULL: they can. */
const char *refuse_verdict(const PairProof *x);
Routine *code_of(PairProof *x, Side s, u32 function);

/* value.c */
Shaded value_operand(PairProof *x, Side s, const Course *t, Operand o);
/* The result of an instruction without effect; v is 0 if it is not supported. */
Shaded value_of(PairProof *x, Side s, const Course *t, const Ins *in);
Expr value_new(PairProof *x, unsigned width, const char *name, u32 *var);
/* The same variable for the same operation on the same operands. */
Expr value_opaque(PairProof *x, unsigned width, Key key);

/* memory.c */
Shaded memory_read(PairProof *x, Course *t, Expr at, u32 size);
void memory_write(PairProof *x, Course *t, Expr at, u32 size, Shaded value);
/* The condition that both sides have the same contents; and that shadows are equal, unless `used`. */
Expr memory_same(PairProof *x, const Course *old, const Course *newer, Expr used);
/* True if an access cannot fail. */
bool memory_is_safe(const PairProof *x, Expr at, u32 size, bool write);
/* Appends what is true of the bytes that occur in conditions. */
void memory_axioms(PairProof *x, Conds *to);

/* ask.c */
/* True if the goal is true wherever the conditions are. */
bool ask_valid(PairProof *x, const Conds *conds, Expr goal);
/* False if the conditions exclude each other. */
bool ask_possible(PairProof *x, const Conds *conds);

/* run.c: walks a side to its next stop, for each way to one, and calls meet_side. */
void run_side(PairProof *x, Side s, Course *t);
Course *path_copy(PairProof *x, const Course *t);
Shaded *path_reg(Course *t, u32 frame, u32 reg);
void prove_fail(PairProof *x, const char *why);

/* meet.c: called at each stop of a side. */
void meet_side(PairProof *x, Side s, Course *t, StopKind kind);

/* node.c */
PointPair *node_at(PairProof *x, Course *const t[N_SIDES], bool head);
PointPair *node_entry(PairProof *x);
/* A path that begins at the node, under its equations. */
Course *node_path(PairProof *x, const PointPair *n, Side s);
/* Walks both sides from the node. */
void node_explore(PairProof *x, PointPair *n);
/* Drops the candidates of the node that do not hold on this arrival. */
void node_arrive(PairProof *x, PointPair *n, Course *const t[N_SIDES], Expr used);
Shaded *spot_value(const Spot *at, const Course *t, u32 k);
/* Maps the variables of the node to what they are on this arrival; to be freed. */
Expr *node_map(PairProof *x, const PointPair *n, Course *const t[N_SIDES], u32 *len);

/* candidates.c: makes those that hold on the first arrival. */
void candidates_begin(PairProof *x, PointPair *n, Course *const t[N_SIDES]);

/* pair.c: relates x->function. */
void pair_prove(PairProof *x, ProvedPair *to);

#endif
