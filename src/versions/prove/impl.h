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

typedef struct Value {
	Expr v; /* 0: not known, because nothing may read it */
	Expr s; /* its shadow */
} Value;

/* A store since the last point. */
typedef struct Write {
	Expr at;
	u32 size; /* bytes */
	Value value;
} Write;

typedef enum CheckKind { CHECK_READ, CHECK_WRITE, CHECK_UNSIGNED, CHECK_SIGNED } CheckKind;

/* Something that may have failed since the last point: an access of `size` bytes at a, or a / b. */
typedef struct Check {
	u32 kind;  /* CheckKind */
	u32 size;  /* bytes; of a division: bits */
	Expr a, b; /* b: 0 for an access */
	Expr used; /* Path.used at that moment */
} Check;

typedef struct Frame {
	u32 function;
	u32 ins; /* the next one; of a caller: its call */
	Value *regs;
} Frame;

typedef enum StopKind { STOP_NONE, STOP_HEAD, STOP_CALL, STOP_RETURN, STOP_END } StopKind;

/* Where one side is. Everything is in Prover.work. */
typedef struct Path {
	Side side;
	Frame frames[MOST_DEPTH];
	u32 depth; /* frames in use, at least 1 */
	u32 n_writes, n_checks;
	Write *writes; /* MOST_WRITES */
	Check *checks; /* MOST_CHECKS */
	Expr used;     /* true if something undefined decided, or was an address or a divisor */
	u32 left;      /* loop heads to pass before the stop */
	u32 passes;    /* loop heads passed so far */
	bool onward;   /* stop at no loop head */
} Path;

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
	Value is;   /* s: the shadow that it may have then, or 0 */
	bool holds; /* the value is that, so far */
	bool same;  /* the shadow is that, so far */
} Candidate;

typedef struct Binding {
	VEC(Candidate) list; /* the one to prefer first */
	bool defined;        /* the shadow is false, so far */
} Binding;

typedef struct Fact {
	Expr is;
	bool holds;
} Fact;

/* A pair of points. */
typedef struct Node {
	Spot spot[N_SIDES];
	bool head;     /* both are loop heads */
	bool reached;  /* in this round */
	bool explored; /* in this round */
	bool begun;    /* true if the candidates are there */
	Binding *bind[N_SIDES];
	VEC(Fact) facts;           /* over the variables of the node */
	u32 base;                  /* names the memory there */
	VEC(Value) terms[N_SIDES]; /* that are computed from there on */
	Conds decisions;           /* likewise */
} Node;

/* How sides are aligned. */
typedef struct Steps {
	u32 ratio[N_SIDES]; /* loop heads from a pair of loop heads to the next */
	u32 skew[N_SIDES];  /* loop heads that are passed before the first pair */
	bool free[N_SIDES]; /* entering a loop is no stop */
} Steps;

/* What a byte variable stands for: memory at an address. */
typedef struct ByteRead {
	u32 base;
	Expr at;
	u32 var, shadow_var;
} ByteRead;

/* A function as the walk needs it. */
typedef struct Code {
	const Function *f;
	const Flow *flow;
	Live *live;
	bool *head; /* by block: a loop head */
	u8 checked; /* 0: not asked, 1: fine, 2: refused */
	const char *why;
} Code;

typedef struct Prover {
	const ChangeMap *map;
	const Program *p[N_SIDES];
	Static *statics[N_SIDES];
	Code *code[N_SIDES]; /* by function */
	Arena arena;         /* of the Proofs */

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
	Steps how;
	VEC(Node *) nodes;
	bool *walked[N_SIDES]; /* by function: calls of it are walked in place */
	VEC(u64) slots;        /* variables of the addresses of locals, with sizes */
	u32 *slot_var;         /* by slot of either function */
	bool changed;          /* a candidate was dropped in this round */
	const char *why;       /* why it fails; NULL: it does not so far */
	bool refused;

	/* of the present node */
	Node *node;
	Conds conds;          /* conditions of the path so far */
	bool collecting;      /* true while terms of one side are collected */
	Path *start[N_SIDES]; /* of both sides, under what was assumed when the walk began */
	Path *at[N_SIDES];    /* sides that are at their stop */
	StopKind kind[N_SIDES];
} Prover;

/* refuse.c: a reason why no rule covers the function; NULL: they do. */
const char *refuse_function(const Prover *x, Side s, u32 function);
const char *refuse_pair(Prover *x);
/* Why the whole programs cannot be judged by their functions; NULL: they can. */
const char *refuse_programs(const Prover *x);
Code *code_of(Prover *x, Side s, u32 function);

/* value.c */
Value value_operand(Prover *x, Side s, const Path *t, Operand o);
/* The result of an instruction without effect; v is 0 if it is not supported. */
Value value_of(Prover *x, Side s, const Path *t, const Ins *in);
Expr value_new(Prover *x, unsigned width, const char *name, u32 *var);
/* The same variable for the same operation on the same operands. */
Expr value_opaque(Prover *x, unsigned width, Key key);

/* memory.c */
Value memory_read(Prover *x, Path *t, Expr at, u32 size);
void memory_write(Prover *x, Path *t, Expr at, u32 size, Value value);
/* The condition that both sides have the same contents; and that shadows are equal, unless `used`. */
Expr memory_same(Prover *x, const Path *old, const Path *newer, Expr used);
/* True if an access cannot fail. */
bool memory_is_safe(const Prover *x, Expr at, u32 size, bool write);
/* Appends what is true of the bytes that occur in conditions. */
void memory_axioms(Prover *x, Conds *to);

/* ask.c */
/* True if the goal is true wherever the conditions are. */
bool ask_valid(Prover *x, const Conds *conds, Expr goal);
/* False if the conditions exclude each other. */
bool ask_possible(Prover *x, const Conds *conds);

/* run.c: walks a side to its next stop, for each way to one, and calls meet_side. */
void run_side(Prover *x, Side s, Path *t);
Path *path_copy(Prover *x, const Path *t);
Value *path_reg(Path *t, u32 frame, u32 reg);
void prove_fail(Prover *x, const char *why);

/* meet.c: called at each stop of a side. */
void meet_side(Prover *x, Side s, Path *t, StopKind kind);

/* node.c */
Node *node_at(Prover *x, Path *const t[N_SIDES], bool head);
Node *node_entry(Prover *x);
/* A path that begins at the node, under its equations. */
Path *node_path(Prover *x, const Node *n, Side s);
/* Walks both sides from the node. */
void node_explore(Prover *x, Node *n);
/* Drops the candidates of the node that do not hold on this arrival. */
void node_arrive(Prover *x, Node *n, Path *const t[N_SIDES], Expr used);
Value *spot_value(const Spot *at, const Path *t, u32 k);
/* Maps the variables of the node to what they are on this arrival; to be freed. */
Expr *node_map(Prover *x, const Node *n, Path *const t[N_SIDES], u32 *len);

/* candidates.c: makes those that hold on the first arrival. */
void candidates_begin(Prover *x, Node *n, Path *const t[N_SIDES]);

/* pair.c: relates x->function. */
void pair_prove(Prover *x, ProvedPair *to);

#endif
