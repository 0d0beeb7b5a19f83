/* pool.h: internals of the expression pool, for src/engine/expr and src/engine/solve.
 *
 * A node is one cache line. Nodes are in one array in address space reserved at the start, so
 * pointers to nodes stay valid until release. The hash table chains through the nodes, newest
 * first. So release walks from the newest node down and pops heads.
 */
#ifndef DRIFT_EXPR_POOL_H
#define DRIFT_EXPR_POOL_H

#include "base/check.h"
#include "engine/expr/expr.h"
#include "engine/expr/fold.h"

/* What is known about a value without knowing the inputs. Only for widths up to 64;
 * wider nodes carry the full range. Always consistent: ko <= low <= high <= ~kz. */
typedef struct ExprInfo {
	u64 low, high; /* unsigned bounds, inclusive */
	u64 kz;        /* bits that are 0 on every input */
	u64 ko;        /* bits that are 1 on every input */
} ExprInfo;

enum {
	EXPR_HAS__ = 0,
	EXPR_HAS_UNDEF = 1,    /* an UNDEF leaf below */
	EXPR_HAS_ARRAY = 2,    /* a READ or STORE below */
	EXPR_HAS_TEXT = 4,     /* a TEXTCHAR or TEXTLEN below */
	EXPR_HAS_DIVISION = 8, /* a quotient or remainder below */
	EXPR_HAS_FLOAT = 16,   /* a floating-point operation below */
	EXPR_HAS_ANY = 31,
	/* Of this node alone: programs computed it with the operands in this order, and exchanged. */
	EXPR_IN_ORDER = 32,
	EXPR_EXCHANGED = 64,
};

typedef struct ExprNode {
	u8 op;          /* ExprOp */
	u8 width;       /* 1..128, 0 for arrays */
	u16 flags;      /* EXPR_HAS_*, EXPR_IN_ORDER, EXPR_EXCHANGED */
	u32 a, b, c;    /* operands; see below for what leaves and parameters put here */
	SmallHash hash; /* of op, width, a, b, c */
	Expr next;      /* next older node in the same bucket */
	VarSet vars;    /* variables it depends on */
	u32 depth;      /* longest way down to a leaf */
	ExprInfo info;  /* bounds and known bits */
} ExprNode;

/* CONST     a, b: low 64 bits in halves; c: constant of the bits above 64, or 0
 * VAR       a: variable number            UNDEF  a: id
 * EXTRACT   a: operand, b: lowest bit     TABLE  a: table number
 * TEXTCHAR  a: operand, b: k, c: format   TEXTLEN  a: operand, c: format
 * STORE     a: array, b: index, c: byte   READ   a: array, b: index
 * FLOAT1    a: operand, b: FloatOp        FLOAT2 a, b: operands, c: FloatOp
 * FLOAT3    a, b, c: operands of an FMA */

enum { TABLE_STRIDE = 16 }; /* bytes of a table that are summed up in one */

/* What the bytes of a piece of a table have in common. */
typedef struct TableSum {
	u8 low, high; /* bounds */
	u8 any, all;  /* bits that some byte has, that each has */
} TableSum;

typedef struct ExprTable {
	u8 *bytes; /* n of them */
	u32 n;
	TableSum *sums; /* of each whole piece of TABLE_STRIDE bytes */
	u32 *
		locations; /* see table_nearest: 257 ends, then indices by byte; NULL: not asked for so far */
	char *name;    /* of the variable that holds them; NULL: not known, "": there are several */
	u32 offset;    /* of the first of them in the variable */
	u32 element;   /* bytes of its elements; 0: it is no array, or not the same in both versions */
} ExprTable;

#define TABLE_SUM_NONE ((TableSum){UINT8_MAX, 0, 0, UINT8_MAX}) /* of no bytes */
void table_add(TableSum *s, u8 v);
/* The index from low to high, nearest to at, at which the table has the byte; of two the lower one.
 * False: there is none. */
bool table_nearest(ExprPool *p, u32 table, u8 byte, u64 at, u64 low, u64 high, u64 *index);

/* A set of variables as a binary trie over words of 64 variables, shared by content. */
typedef struct VarSetNode {
	u32 word;    /* leaf: index of its word; inner: lowest word it covers */
	u32 level;   /* 0: leaf; else it covers 2^level words */
	u64 bits;    /* leaf: members; inner: left | right << 32 */
	VarSet next; /* hash chain */
} VarSetNode;

typedef struct ReleaseHook {
	ExprReleaseFn *fn;
	void *ctx;
} ReleaseHook;

/* Types of nodes as text, see ctype.c. */
typedef struct TypeMemo {
	u8 *at; /* by node; 0: not known */
	u32 cap;
	ExprList todo; /* scratch */
} TypeMemo;

/* The nodes that were requested after this one, the last few times. */
typedef struct AfterNode {
	Expr of[4]; /* by a few bits of what was wanted */
} AfterNode;

/* What a condition says about the one term with few values that it depends on. */
typedef struct TermFact {
	Expr term; /* 0: there is none, or it has several of its values */
	bool all;  /* true if it holds on each of them */
	u64 only;  /* else: the one that it has */
} TermFact;

/* The values of its only input, of at most 8 bits, on which a condition is true. */
typedef struct SmallSet {
	u64 word[4]; /* value v is bit v % 64 of word v / 64 */
} SmallSet;

/* Cache for conditions that are often written as text, see simple.c. */
typedef struct TermMemo {
	IntMap of;   /* condition -> number in the list */
	Expr newest; /* of these conditions: none is above it */
	VEC(TermFact) list;
	IntMap values_of; /* condition -> number in values */
	VEC(SmallSet) values;
} TermMemo;

struct ExprPool {
	ExprNode *nodes;  /* page-aligned */
	u32 len;          /* nodes in use; number 0 is not a node */
	u32 cap;          /* nodes there is room for */
	Expr *heads;      /* hash buckets */
	u32 mask;         /* buckets - 1 */
	AfterNode *after; /* by node */
	Expr last;        /* the latest node requested, except constants */
	Expr *recent;     /* constants that were requested lately, by value */
	bool raw;         /* true if nothing is simplified */
	bool basic;       /* true if texts have only the notations of contracts */

	VEC(InputGroup) groups;  /* input groups by number */
	VEC(u32) var_group;      /* variable to its group */
	VEC(ExprTable) tables;   /* constant byte tables by number */
	HintMap table_of;        /* numbers of tables, of released ones as well */
	VEC(TextFormat) formats; /* text formats by number */

	VEC(VarSetNode) sets; /* variable sets by number; 0 is empty */
	VarSet *set_heads;    /* hash buckets of sets */
	u32 set_mask;
	u64 *union_memo; /* direct-mapped: a << 32 | b -> result, pairs of words */

	VEC(ReleaseHook) hooks;
	ExprEval *eval;           /* scratch of expr_eval */
	ExprEval *values;         /* of expr_values */
	TypeMemo *types;          /* of its own, since who prints does not change a pool */
	struct FlatArrays *flats; /* see flat.c; NULL: none yet */
	TermMemo terms;

	u32 *stamp;    /* walk marks by node */
	u32 *location; /* by node: its place in the list that the last expr_postorder began with */
	u32 stamp_cap;
	u32 stamp_now;
};

static inline const ExprNode *nd(const ExprPool *p, Expr e)
{
	must_that(e < p->len, "expression %u of %u", e, p->len); /* it was released, or never made */
	return &p->nodes[e];
}

static inline bool is_const(const ExprPool *p, Expr e)
{
	return p->nodes[e].op == EXPR_CONST;
}

/* Low 64 bits of a constant. */
static inline u64 const64(const ExprNode *n)
{
	return n->a | (u64)n->b << 32;
}

static inline u128 const_value(const ExprPool *p, Expr e)
{
	const ExprNode *n = nd(p, e);
	u128 v = const64(n);
	return n->c ? v | (u128)const64(nd(p, n->c)) << 64 : v;
}

/* ---- columns of ops.h ---- */

/* What rules ask for. The last three are comparisons. */
typedef enum ExprKind {
	KIND__,
	KIND_SHIFT,
	KIND_QUOTIENT,
	KIND_REMAINDER,
	KIND_EQUAL,
	KIND_LESS,
	KIND_AT_MOST,
} ExprKind;

/* How an operation reads its operands. */
typedef enum ExprReads { READS__, READS_SIGNED, READS_UNSIGNED } ExprReads;

typedef enum ExprWidth {
	WIDTH_NONE,
	WIDTH_GIVEN,
	WIDTH_A,
	WIDTH_B,
	WIDTH_SUM,
	WIDTH_BIT,
	WIDTH_BYTE,
	WIDTH_WORD,
} ExprWidth;

extern const u8 expr_arity[EXPR_N_OPS];
extern const u8 expr_kind[EXPR_N_OPS];             /* ExprKind */
extern const u8 expr_reads[EXPR_N_OPS];            /* ExprReads */
extern const u8 expr_width_rule[EXPR_N_OPS];       /* ExprWidth */
extern const u8 expr_flags[EXPR_N_OPS];            /* EXPR_HAS_* */
extern const bool expr_commutes[EXPR_N_OPS];       /* operands may be exchanged */
extern const char *const expr_op_name[EXPR_N_OPS]; /* in SMT-LIB */

static inline bool op_compares(u8 op)
{
	return expr_kind[op] >= KIND_EQUAL;
}

/* x < y, not x <= y. */
static inline bool op_is_strict(u8 op)
{
	return expr_kind[op] == KIND_LESS;
}

static inline bool op_is_signed(u8 op)
{
	return expr_reads[op] == READS_SIGNED;
}

static inline bool op_divides(u8 op)
{
	return expr_kind[op] == KIND_QUOTIENT || expr_kind[op] == KIND_REMAINDER;
}

static inline bool op_shifts(u8 op)
{
	return expr_kind[op] == KIND_SHIFT;
}

/* pool_checked.c: checks a node before it is made; and the pool after a release from old_len. */
void expr_check_node(const ExprPool *p, const ExprNode *n);
void expr_check_released(ExprPool *p, u32 old_len);

void term_memo_free(TermMemo *m); /* it is empty then */
/* Finds or makes the node as it is. */
Expr expr_intern(ExprPool *p, ExprOp op, unsigned width, u32 a, u32 b, u32 c);

/* Bounds and known bits of node n given those of its operands. */
ExprInfo expr_info_of(const ExprPool *p, const ExprNode *n, const ExprInfo *a, const ExprInfo *b,
					  const ExprInfo *c);
ExprInfo expr_info_full(unsigned width);
ExprInfo expr_info_range(unsigned width, u64 low, u64 high);
/* Signed bounds of a value of width up to 64. */
void expr_signed_range(const ExprPool *p, Expr e, i64 *low, i64 *high);
/* Decides a comparison from bounds and known bits: 1 true, 0 false, -1 open. */
int expr_info_compare(ExprOp op, unsigned width, const ExprInfo *a, const ExprInfo *b);

/* polynomial.c: a == b with at most one product left, if terms cancel; 0: they do not. */
Expr expr_eq_polynomial(ExprPool *p, Expr a, Expr b);
/* True if e is a choice between two constants: (cond ? k1 : k0). */
bool expr_const_ite(const ExprPool *p, Expr e, Expr *cond, u128 *k1, u128 *k0);

/* relate.c */
/* a op b for two comparisons of the same two values, with op AND, OR or XOR: as one comparison. Returns
 * 0 if they are none. */
Expr expr_relate(ExprPool *p, ExprOp op, Expr a, Expr b);
/* Compares x, a sum, difference or choice of two choices of constants, with a constant: as a function of
 * the two conditions. Returns 0 if x is something else. */
Expr expr_compare_bits(ExprPool *p, ExprOp op, Expr x, u128 k, bool const_left);

/* Returns which digit (0: the last) character k is in the text of a number of that sign and
 * digit count; -1 if it is no digit. */
int text_location(const TextFormat *f, bool negative, bool is_zero, u32 digits, u32 k);

/* Decimal text for a solver with fresh values: the expansion over given 4-bit digits, counted
 * from the left, and the condition that makes them the digits of e. */
enum { TEXT_DIGITS = 20 };
Expr expr_text_expand_with(ExprPool *p, Expr e, const Expr *digits);
Expr expr_text_digits(ExprPool *p, Expr e, bool is_signed, const Expr *digits);

/* Rebuilds expressions with nodes replaced as the map says; adds an entry for each node that
 * changes. */
void expr_rebuild(ExprPool *p, Expr *e, size_t n, IntMap *done);

/* Like expr_postorder, but visits nothing below the node `leaf`. */
void expr_postorder_above(ExprPool *p, const Expr *roots, size_t n, Expr leaf, ExprList *out);
/* Likewise without nodes that already have the mark (expr_stamp). */
void expr_postorder_new(ExprPool *p, const Expr *roots, size_t n, Expr leaf, u32 seen,
						ExprList *out);

/* Room for a mark on every node; returns a fresh mark value. */
u32 expr_stamp(ExprPool *p);

/* ---- tapes: a set of expressions compiled for many evaluations ---- */

typedef struct Tape Tape;
/* flat.c */
/* The stores at constant indices from an array down to the first store at another index. */
typedef struct FlatArray {
	u32 first, n; /* indices */
	Expr *byte;   /* by index - first: the newest that was stored; 0: none was */
	Expr below;   /* the array under them */
} FlatArray;
/* Returns NULL if the array must be walked. Valid until the next call. */
const FlatArray *flat_array(ExprPool *p, Expr array);
static inline Expr flat_byte(const FlatArray *f, u64 index)
{
	return index - f->first < f->n ? f->byte[index - f->first] : 0;
}
void flats_free(ExprPool *p);
/* Called when expressions from mark on are released. */
void flats_forget(ExprPool *p, Expr mark);

/* tape.c */
Tape *tape_new(ExprPool *p, const Expr *roots, size_t n);
/* Likewise for one root, with a node below it as the input: *cell is its cell for tape_put. NULL
 * if variables are also reached around that node. */
Tape *tape_over(ExprPool *p, Expr root, Expr input, u32 *cell);
void tape_free(Tape *t);
/* Returns true if the tape reads a constant table. */
bool tape_reads(const Tape *t);
/* Returns the cost of a run: nodes, and for each read the stores that it may have to visit. */
u64 tape_len(const Tape *t);
/* Sets a variable for the next run; other variables keep their value. */
void tape_set(Tape *t, u32 var, u64 value);
/* Likewise in two steps, for callers that set a variable often: finds its cell, if the tape has
 * it. */
bool tape_cell(const Tape *t, u32 var, u32 *cell);
void tape_put(Tape *t, u32 cell, u64 value);
/* Evaluates; returns false as soon as one of the roots is 0. */
bool tape_holds(Tape *t);
/* Evaluates the whole tape. */
void tape_run(Tape *t);
/* After tape_run: the value of a root; and a bit for each root, in the given order, that is 0. */
u64 tape_root(const Tape *t, size_t root);
const u64 *tape_broken(const Tape *t);
/* After tape_run: changes one variable and recomputes what depends on it. */
void tape_change(Tape *t, u32 var, u64 value);
/* Undoes the last change. */
void tape_undo(Tape *t);

/* The decimal value of digits of an input, or its negative, plus a constant. */
typedef struct Decimal {
	u32 first, n; /* variables that the digits are */
	bool negative;
	i32 rest;
} Decimal;
/* Returns false if e is no such sum (decimal.c). */
bool decimal_of(const ExprPool *p, Expr e, Decimal *out);
/* As a sum, without the rest. */
Expr decimal_make(ExprPool *p, const Decimal *d);

/* print/truth.c: parts of a conjunction; text beyond length end of out is elided */
void print_condition(ExprPool *p, Expr e, bool negate, size_t end, Buf *out);
/* x <= k, or x >= k unless less, or the same with a neighbour of k; k is not the last there is */
void print_compare(ExprPool *p, Expr x, bool less, u64 k, bool is_signed, size_t end, Buf *out);
/* x as it stands beside numbers from low to high */
void print_term(ExprPool *p, Expr x, bool is_signed, u64 low, u64 high, size_t end, Buf *out);
/* k as a value of x */
void print_number(ExprPool *p, Expr x, u64 k, bool is_signed, size_t end, Buf *out);
void print_equal(ExprPool *p, Expr x, u64 k, bool negate, size_t end, Buf *out);
void print_pair(ExprPool *p, Expr a, Expr b, const char *sign, bool is_signed, size_t end,
				Buf *out);

#endif
