/* eval.h: evaluates the expressions of a contract over the inputs.
 *
 * A contract refers to three memories: the pre-state, which is the same for both versions, and the
 * post-states of OLD and NEW. An expression is evaluated in one of them and becomes a CheckValue
 * over the inputs of the pair of paths that was run. Types are C's, from the debug information.
 *
 * Two conditions come with a value. If `ok` is false the expression is meaningless: it reads
 * through null, beyond an object, or uninitialised memory. A clause is violated there. If
 * Eval.known is false its value could not be evaluated: the result is unknown.
 *
 * Without machines the same code determines types and reports errors (a dry evaluation). */
#ifndef DRIFT_CHECK_EVAL_H
#define DRIFT_CHECK_EVAL_H

#include "versions/behaviour/behaviour.h"
#include "clients/check/contract/contract.h"
#include "engine/explore/explore.h"
#include "engine/input/assume.h"
#include "engine/input/entry.h"
#include "engine/load/ctype.h"
#include "versions/changes/version.h"

typedef enum StateKind { STATE_BEFORE, STATE_OLD, STATE_NEW, N_STATES } StateKind;

/* One of the memories, and what comes with it. */
typedef struct CheckState {
	const Machine *m; /* NULL: dry */
	const Program *program;
	const EntryValue *value; /* the returned value; NULL: none */
	const Behaviour *does;   /* OLD, NEW: its outputs and its end; NULL: dry */
} CheckState;

typedef enum CheckKind {
	CHECK_NUMBER,
	CHECK_FLOAT, /* see float.c */
	CHECK_POINTER,
	CHECK_LOCATION, /* an object in memory */
	CHECK_FIELDS,   /* a struct parameter, or a part of it */
	CHECK_TEXT,     /* a string constant */
	CHECK_STREAM,   /* stdout, stderr */
	CHECK_INPUT,    /* text of an input of the program */
	CHECK_SLICE,    /* bytes [first, first + n) of what is text */
} CheckKind;

typedef struct CheckValue {
	CheckKind kind;
	const CType *type; /* LOCATION, FIELDS: its type; POINTER: type of its target; NULL: unknown */
	Expr e;            /* NUMBER, POINTER: value; LOCATION: address; FLOAT: whether it is not 0 */
	bool is_signed;    /* NUMBER */
	Expr number;       /* FLOAT: its bits */
	bool single;       /* FLOAT: of 32 bits */
	Expr ok;           /* where it is meaningful */
	u64 base;          /* POINTER, LOCATION: an address in the object it refers to */
	bool chosen;     /* POINTER, LOCATION: true if it may refer to another object on other inputs */
	u32 stride;      /* LOCATION, POINTER: e is base plus a multiple of it */
	StateKind state; /* whose memory */
	u32 bit, bits;   /* LOCATION, FIELDS: of a bit field */
	const Term *text; /* TEXT */
	const Part *part; /* INPUT, FIELDS */
	u32 offset;       /* FIELDS: in the struct */
	u32 stream;       /* STREAM: 0 or 1 */
	ExprList bytes;   /* SLICE; belongs to the Eval */
} CheckValue;

/* A piece of NEW's memory that a clause mentions. */
typedef struct SpokenPiece {
	Expr at;   /* address */
	u64 n;     /* bytes */
	Expr when; /* on these inputs */
} SpokenPiece;

/* What a clause mentions. */
typedef struct SpokenOf {
	VEC(SpokenPiece) list;
	bool result, streams[2], files, ending;
} SpokenOf;

/* A parameter of the function. */
typedef struct CheckParam {
	const char *name;
	const Part *part;
	u32 k;       /* of the arguments that the compiled function gets */
	u32 type[2]; /* number among entry_types of OLD and NEW; 0: absent */
} CheckParam;

/* A variable of a quantifier. */
typedef struct BoundVariable {
	const char *name;
	u64 value;
	u32 width;
	bool is_signed;
} BoundVariable;

typedef struct Eval {
	ExprPool *p;
	Parser numbers; /* for the arithmetic of src/engine/input */
	CheckState state[N_STATES];
	const ChangeMap *map;
	const Shape *shape;        /* of the inputs */
	const Assignment *input;   /* of the run; NULL: dry */
	const MachineRunner *pair; /* of NEW: its objects */
	const EntryArg *args;      /* of the call; NULL: dry */
	u32 n_args;
	VEC(CheckParam) params;
	VEC(BoundVariable) bound;
	const ContractSource *source;
	SpokenOf *mentions; /* collects what is read of NEW; NULL: nothing is collected */
	u32 quiet;          /* not 0: does not collect, since the value only leads to something */
	Expr guard;         /* where the evaluation counts: the range of a quantifier */
	u32 inside_old;     /* not 0: in \old(...) */
	Expr known;
	ExprList path;   /* decisions of calls, true on the input: values are exact where all hold */
	bool wrong_call; /* with failed: a predicate calls what it may not */
	u64 work;        /* terms that may still be evaluated */
	VEC(ExprList) slices;
	bool is_program; /* names are those of inputs and outputs */
	Err *err;
	bool failed;
} Eval;

void eval_begin(Eval *v); /* resets the state of an earlier evaluation */
void eval_free(Eval *v);
/* Returns the condition that an expression is meaningful and true in a state. Sets v->failed on
 * failure. */
Expr eval_truth(Eval *v, const Term *t, StateKind s);

/* ---- between the files ---- */

CheckValue eval_fail(Eval *v, const Term *t, const char *fmt, ...) printf_like(3, 4);
/* Evaluates a term; a location stays one. */
CheckValue eval_term(Eval *v, const Term *t, StateKind s);
/* Returns its value: the contents of a location, or a pointer to the beginning of an array. */
CheckValue eval_value(Eval *v, const Term *t, StateKind s);
/* The same, and it must be a number. */
CheckValue eval_number(Eval *v, const Term *t, StateKind s);
CheckValue check_number(Expr e, bool is_signed, Expr ok);
CheckValue check_truth(Eval *v, Expr e, Expr ok);
Expr check_holds(Eval *v, const CheckValue *x); /* e != 0 */

/* memory.c */
CheckValue memory_load(Eval *v, const Term *t, const CheckValue *at);
/* Creates a pointer from a value that a version computed. */
CheckValue memory_pointer(Eval *v, StateKind s, Expr e, u64 value, const CType *to);
CheckValue memory_add(Eval *v, const CheckValue *pointer, const CheckValue *index, bool minus,
					  u64 size);
/* Returns byte k of the text behind a pointer; *ok: it exists. */
Expr memory_byte(Eval *v, const CheckValue *pointer, u64 k, Expr *ok);
/* Returns the most bytes that text can have. */
u64 memory_room(Eval *v, const CheckValue *pointer);
/* Returns NEW's address for a pointer of OLD. */
Expr memory_translate(Eval *v, const CheckValue *pointer);
CheckValue fields_load(Eval *v, const Term *t, const CheckValue *x);
void memory_mention(Eval *v, StateKind s, Expr at, u64 n);

/* cast.c */
CheckValue eval_cast(Eval *v, const Term *t, StateKind s);

/* float.c */
CheckValue float_constant(Eval *v, double d, bool single);
CheckValue float_of_bits(Eval *v, Expr bits, u64 size, Expr ok);
/* Converts a number to float or double, and to an integer. */
CheckValue float_of(Eval *v, const CheckValue *x, bool single);
CheckValue float_cast(Eval *v, const CheckValue *x, u32 width, bool is_signed);
CheckValue float_negated(Eval *v, const CheckValue *x);
/* At least one operand is floating point. */
CheckValue float_binary(Eval *v, const Term *t, const CheckValue *x, const CheckValue *y);

/* name.c */
CheckValue eval_name(Eval *v, const Term *t, StateKind s);
CheckValue eval_result(Eval *v, const Term *t, StateKind s);
CheckValue eval_field(Eval *v, const Term *t, StateKind s);
/* \latest(x), \deprecated(x) */
CheckValue eval_only(Eval *v, const Term *t, bool newer);

/* predicate/call.c: calls of the program's own functions. */
CheckValue eval_program_call(Eval *v, const Term *t, StateKind s);
/* Adds a condition that is true on the input to the path. */
void eval_assume(Eval *v, Expr cond);
/* True if what comes before the term must be decided, because the term calls a function. */
bool eval_decides(const Eval *v, const Term *t);
/* Decides a truth value by the input; false: it is meaningless on this input. */
bool eval_decide(Eval *v, const CheckValue *x, bool *value);

/* text.c */
bool eval_is_builtin(const char *name); /* strlen and the like */
CheckValue eval_call(Eval *v, const Term *t, StateKind s);
CheckValue eval_slice(Eval *v, const Term *t, StateKind s);
bool check_is_text(const CheckValue *x);
/* == and != where one side is a text. */
CheckValue text_equal(Eval *v, const Term *t, const CheckValue *a, const CheckValue *b, bool equal);
CheckValue text_index(Eval *v, const Term *t, const CheckValue *a, const CheckValue *index);

/* quantifier.c */
CheckValue eval_quantifier(Eval *v, const Term *t, StateKind s);

#endif
