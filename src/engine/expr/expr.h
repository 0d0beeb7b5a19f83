/* expr.h: symbolic values.
 *
 * An Expr is the number of a node in a hash-consed directed acyclic graph of bit-vector
 * operations. Equal expressions have equal numbers, so "do these two values differ
 * symbolically?" is an integer comparison, also across the two program versions that share a
 * pool. Constructors simplify as they build. The returned node is often another operation than
 * the requested one, but always has the same value on every input. Constructors are cheap enough
 * to be called for every instruction on symbolic data.
 *
 * Conventions: number 0 is no expression (a concrete value). A truth value is a vector of width
 * 1. Widths are from 1 to 128; arrays have width 0. Operands of a node have smaller numbers than
 * the node. Division by zero and too large shifts have the meaning of SMT-LIB.
 *
 * Ownership: the pool owns all nodes, input names, tables and formats. expr_release drops the
 * nodes made after a mark; code that caches numbers registers with expr_on_release. Nothing here
 * is thread-safe. The solver and the tests access internals through pool.h.
 */
#ifndef DRIFT_EXPR_H
#define DRIFT_EXPR_H

#include "base/base.h"
#include "engine/expr/ops.h"

typedef u32 Expr;
typedef struct ExprPool ExprPool;

/* Two nodes that every pool has. */
#define EXPR_FALSE ((Expr)1)
#define EXPR_TRUE ((Expr)2)

ExprPool *expr_pool_new(void);
void expr_pool_free(ExprPool *p);
u32 expr_pool_len(const ExprPool *p);
/* Returns true if the pool is nearly full, so that the search should end. */
bool expr_pool_full(const ExprPool *p); /* numbers in use, 0 included */
/* Off: constructors only share equal nodes. For tests. */
void expr_pool_simplify(ExprPool *p, bool on);

/* Drops all nodes numbered mark or higher. Inputs and formats stay. */
u32 expr_mark(const ExprPool *p);
void expr_release(ExprPool *p, u32 mark);
typedef void ExprReleaseFn(void *ctx, u32 mark);
void expr_on_release(ExprPool *p, ExprReleaseFn *fn, void *ctx);
void expr_off_release(ExprPool *p, ExprReleaseFn *fn, void *ctx);

/* ---- looking at a node ---- */

ExprOp expr_op(const ExprPool *p, Expr e);
unsigned expr_width(const ExprPool *p, Expr e); /* bits; 0 for arrays */
bool expr_is_const(const ExprPool *p, Expr e);
u128 expr_value(const ExprPool *p, Expr e); /* of a constant */
/* Returns operand 0, 1 or 2; 0 if there is none. */
Expr expr_kid(const ExprPool *p, Expr e, unsigned k);
u32 expr_var_of(const ExprPool *p, Expr e); /* the number of a VAR */
u32 expr_depth(const ExprPool *p, Expr e);
/* Returns the smallest and largest unsigned value as far as known, for widths up to 64. */
void expr_range(const ExprPool *p, Expr e, u64 *low, u64 *high);
/* Bits that are 0, and that are 1, on every input; for widths up to 64. */
void expr_known_bits(const ExprPool *p, Expr e, u64 *zero, u64 *one);
bool expr_has_array(const ExprPool *p, Expr e); /* true if it reads a table or memory */
size_t expr_size(ExprPool *p, Expr e);          /* distinct nodes; visits all */
/* Returns true if there are at most `most` distinct nodes; visits no more than these. */
bool expr_fits(ExprPool *p, Expr e, u32 most);
bool expr_all_fit(ExprPool *p, const Expr *e, size_t n, u32 most); /* together */

/* ---- inputs: groups of variables with names ---- */

typedef enum InputKind {
	INPUT_INT,    /* one variable; printed by its name: arg1 */
	INPUT_BYTES,  /* count bytes; printed as name[k] */
	INPUT_LENGTH, /* the length of a byte group; printed as name.length */
} InputKind;

typedef struct InputGroup {
	char *name;     /* arg1, stdin, env HOME, ... */
	InputKind kind; /* what its variables are */
	u8 width;       /* bits of each variable, at most 64 */
	u32 first;      /* number of the first variable */
	u32 count;      /* variables; their numbers are consecutive */
	u32 partner;    /* bytes: group of the length; length: group of the bytes; else itself */
	bool is_float;  /* number: its bits are a float or double */
	bool text;      /* bytes: it ends with its first zero */
	bool
		is_signed; /* how C reads its variables: bytes are not, wider numbers are unless it was said */
} InputGroup;

/* Adds a group and returns its number. A byte group brings the group of its length
 * (32 bits) with it, numbered one higher. */
u32 input_int(ExprPool *p, const char *name, unsigned width);
u32 input_bytes(ExprPool *p, const char *name, u32 count);
/* Sets the C type of a number, for texts. Call it before making expressions of it. */
void input_sign(ExprPool *p, u32 group, bool is_signed);
/* Declares that the bits of a number of 32 or 64 bits are a float or double, for texts. */
void input_float(ExprPool *p, u32 group);
/* From now on expressions assume that the variable is from 0 to high. Queries must contain a
 * constraint that says so, made before. */
void input_limit(ExprPool *p, u32 var, u64 high);
/* Declares that the bytes are text that ends with its first zero. */
void input_ends_with_zero(ExprPool *p, u32 group);
u32 input_groups(const ExprPool *p);
const InputGroup *input_group(const ExprPool *p, u32 group);
/* A pointer and its pointee may have the same name; kinds distinguish them. */
bool input_find(const ExprPool *p, InputKind kind, const char *name, u32 *group);
u32 input_vars(const ExprPool *p); /* variables in all groups */
unsigned input_width(const ExprPool *p, u32 var);
const InputGroup *input_of(const ExprPool *p, u32 var);
void input_name(const ExprPool *p, u32 var, Buf *out);

/* Values of all variables, by number. Variables beyond n are 0. */
typedef struct Assignment {
	u64 *at; /* at[variable], cut to the variable's width */
	u32 n;   /* how many are there */
} Assignment;

void assignment_init(Assignment *a, const ExprPool *p); /* all zero, one per variable */
void assignment_copy(Assignment *to, const Assignment *from);
void assignment_free(Assignment *a);
static inline u64 assignment_get(const Assignment *a, u32 var)
{
	return a && var < a->n ? a->at[var] : 0;
}

/* ---- constructors ---- */

Expr expr_const(ExprPool *p, unsigned width, u64 v);
Expr expr_const128(ExprPool *p, unsigned width, u128 v);
Expr expr_bool(bool v);
Expr expr_var(ExprPool *p, u32 var);                  /* by number */
Expr expr_input(ExprPool *p, u32 group, u32 index);   /* by group and index */
Expr expr_undef(ExprPool *p, unsigned width, u32 id); /* value 0, marked undefined */
Expr expr_not(ExprPool *p, Expr a);
Expr expr_neg(ExprPool *p, Expr a);
Expr expr_add(ExprPool *p, Expr a, Expr b);
Expr expr_sub(ExprPool *p, Expr a, Expr b);
Expr expr_mul(ExprPool *p, Expr a, Expr b);
Expr expr_udiv(ExprPool *p, Expr a, Expr b);
Expr expr_sdiv(ExprPool *p, Expr a, Expr b);
Expr expr_urem(ExprPool *p, Expr a, Expr b);
Expr expr_srem(ExprPool *p, Expr a, Expr b);
Expr expr_shl(ExprPool *p, Expr a, Expr b);
Expr expr_lshr(ExprPool *p, Expr a, Expr b);
Expr expr_ashr(ExprPool *p, Expr a, Expr b);
Expr expr_and(ExprPool *p, Expr a, Expr b);
Expr expr_or(ExprPool *p, Expr a, Expr b);
Expr expr_xor(ExprPool *p, Expr a, Expr b);
Expr expr_eq(ExprPool *p, Expr a, Expr b);
Expr expr_ne(ExprPool *p, Expr a, Expr b);
Expr expr_ult(ExprPool *p, Expr a, Expr b);
Expr expr_ule(ExprPool *p, Expr a, Expr b);
Expr expr_slt(ExprPool *p, Expr a, Expr b);
Expr expr_sle(ExprPool *p, Expr a, Expr b);
Expr expr_concat(ExprPool *p, Expr high, Expr low);
Expr expr_extract(ExprPool *p, Expr a, unsigned low, unsigned width);
Expr expr_zext(ExprPool *p, Expr a, unsigned width); /* width >= that of a */
Expr expr_sext(ExprPool *p, Expr a, unsigned width);
Expr expr_ite(ExprPool *p, Expr cond, Expr yes, Expr no);
/* Makes any of the above by its code; extensions and extract take low in b and the width. */
Expr expr_make(ExprPool *p, ExprOp op, unsigned width, Expr a, Expr b, Expr c);

/* ---- arrays of bytes ---- */

/* Indices are taken modulo 2^32 (narrower ones zero-extended, wider ones truncated): the machine
 * adds an in-bounds constraint of its own. A read past the table returns 0. */
Expr expr_table(ExprPool *p, const void *bytes, u32 n); /* copied, shared by content */
Expr expr_store(ExprPool *p, Expr array, Expr index, Expr byte);
Expr expr_read(ExprPool *p, Expr array, Expr index);
/* Returns true if two indices of 32 bits are never equal. */
bool expr_index_differs(const ExprPool *p, Expr a, Expr b);
/* Returns true if an index of 32 bits may have a value, as far as a quick check shows. */
bool expr_index_may_be(const ExprPool *p, Expr index, u32 value);
/* Names a table for texts: bytes of a variable from offset on, with elements of `element` bytes
 * (0: it is no array). A table that gets a second name loses its name. */
void expr_table_name(ExprPool *p, Expr table, const char *name, u32 offset, u32 element);

/* ---- the text of a number ---- */

/* How printf writes an integer. Shared by content; zero-initialise it. */
typedef struct TextFormat {
	u8 base;        /* 2, 8, 10 or 16 */
	bool is_signed; /* d rather than u */
	bool upper;     /* X */
	bool plus;      /* '+': sign always */
	bool space;     /* ' ': blank for a missing sign */
	bool alt;       /* '#': 0x before hex, 0 before octal */
	bool zero;      /* '0': pad with zeros; only without precision and left */
	bool left;      /* '-': pad on the right */
	u16 width;      /* least length of the whole text */
	i32 precision;  /* least number of digits, -1 if not given */
} TextFormat;

u32 expr_format(ExprPool *p, const TextFormat *f); /* a number for the format */
const TextFormat *expr_format_at(const ExprPool *p, u32 format);
u32 expr_format_decimal(ExprPool *p); /* %d */
/* Writes it as printf has it, without %: 08x. */
void expr_format_text(const TextFormat *f, Buf *out);
/* Return character k of the text of e (width up to 64) as a byte, 0 past its end; and its
 * length, 32 bits. */
Expr expr_textchar(ExprPool *p, Expr e, u32 k, u32 format);
Expr expr_textlen(ExprPool *p, Expr e, u32 format);
u32 expr_text_index(const ExprPool *p, Expr e);  /* k of a TEXTCHAR */
u32 expr_text_format(const ExprPool *p, Expr e); /* format of either */
/* Returns the same value by comparisons and divisions only. */
Expr expr_text_expand(ExprPool *p, Expr e);
/* Return the length of the text of value v of the given width, and its character k. */
u32 text_len(const TextFormat *f, unsigned width, u64 v);
u8 text_char(const TextFormat *f, unsigned width, u64 v, u32 k);

/* ---- sets of variables ---- */

/* Sets are shared by content as well: equal sets have equal numbers, 0 is the empty set. */
typedef u32 VarSet;
typedef VEC(u32) VarList;

VarSet expr_vars(const ExprPool *p, Expr e);
VarSet varset_one(ExprPool *p, u32 var);
VarSet varset_union(ExprPool *p, VarSet a, VarSet b);
bool varset_meets(const ExprPool *p, VarSet a, VarSet b);  /* true if they have a common element */
bool varset_within(const ExprPool *p, VarSet a, VarSet b); /* true if b contains all of a */
bool varset_has(const ExprPool *p, VarSet a, u32 var);
u32 varset_count(const ExprPool *p, VarSet a);
void varset_list(const ExprPool *p, VarSet a, VarList *out); /* appends, ascending */

/* The union of many sets, without making a VarSet: shared parts are visited once. */
typedef struct VarBits {
	VEC(u32) met;   /* by set: round in which it was added */
	u32 round;      /* the present one */
	VEC(u64) words; /* a bit for each variable */
} VarBits;
/* Makes it empty, from {0} or again. */
void varbits_begin(VarBits *b);
void varbits_add(const ExprPool *p, VarBits *b, VarSet a);
/* Appends, ascending. */
void varbits_list(const VarBits *b, VarList *out);
void varbits_free(VarBits *b);

/* ---- evaluation and rewriting ---- */

u128 expr_eval(ExprPool *p, Expr e, const Assignment *a);

/* Evaluates several expressions on one assignment: shared parts are computed once. The
 * assignment must not change between begin and the last value. */
typedef struct ExprEval ExprEval;
ExprEval *expr_eval_new(ExprPool *p);
void expr_eval_free(ExprEval *ev);
void expr_eval_begin(ExprEval *ev, const Assignment *a);
/* Likewise for an assignment that differs little from the previous one: only nodes that depend
 * on a changed variable are recomputed. All assignments of an evaluator begin this way, or none. */
void expr_eval_next(ExprEval *ev, const Assignment *a);
/* Returns the pool's own evaluator, begun this way. Valid until the next call. */
ExprEval *expr_values(ExprPool *p, const Assignment *a);
/* Gives a node of at most 64 bits a value that its operands do not decide. Call it after
 * expr_eval_begin, before any value is asked for. */
void expr_eval_put(ExprEval *ev, Expr e, u64 value);
u128 expr_eval_value(ExprEval *ev, Expr e);
/* Returns the byte of an array at an index, without making an expression. */
u8 expr_eval_byte(ExprEval *ev, Expr array, u32 index);

/* Returns e with each variable v for which map[v] is not 0 replaced by map[v]. */
Expr expr_substitute(ExprPool *p, Expr e, const Expr *map, u32 n_map);
/* Likewise for many at once, in place. */
void expr_substitute_all(ExprPool *p, Expr *e, size_t n, const Expr *map, u32 n_map);
/* Simplifies e under the assumption that all of conds are true: replaces occurrences of them and
 * of their negations. */
Expr expr_under(ExprPool *p, Expr e, const Expr *conds, size_t n);
typedef VEC(Expr) ExprList;
/* Appends all distinct nodes below the roots, operands first. */
void expr_postorder(ExprPool *p, const Expr *roots, size_t n, ExprList *out);

/* ---- printing ---- */

/* A term; shared parts are bound by let. */
void expr_smtlib(ExprPool *p, Expr e, Buf *out);
/* A whole script: logic, declarations, one assert for each, check-sat. */
void expr_smtlib_script(ExprPool *p, const Expr *asserted, size_t n, Buf *out);
/* The name of a variable in SMT-LIB. */
void expr_smtlib_name(const ExprPool *p, u32 var, Buf *out);
/* C-like text for people, cut with ... beyond about limit characters (0: no limit). */
void expr_text(ExprPool *p, Expr e, size_t limit, Buf *out);
/* Likewise for what a program prints: EXPR is %d, EXPR:FORMAT another conversion of printf without
 * its %; f is NULL for a byte, EXPR:c. */
void expr_text_printed(ExprPool *p, Expr e, const TextFormat *f, size_t limit, Buf *out);
/* Likewise for a number of a C type of that sign. */
void expr_text_decimal(ExprPool *p, Expr e, bool is_signed, size_t limit, Buf *out);
/* The conjunction of n conditions, joined by &&. */
void expr_text_all(ExprPool *p, const Expr *e, size_t n, size_t limit, Buf *out);
/* Likewise without implied parts; comparisons of one term are merged. */
void expr_text_simple(ExprPool *p, const Expr *e, size_t n, size_t limit, Buf *out);
/* Likewise with only the notations that contracts have. */
void expr_text_basic(ExprPool *p, const Expr *e, size_t n, size_t limit, Buf *out);
/* A prover, used to drop redundant parts of texts. */
typedef struct TextAsk {
	const Expr *always; /* conditions on every input */
	size_t n;
	/* Returns true if all inputs on which given[0..n) are true satisfy e; false means unknown. */
	bool (*implies)(void *who, const Expr *given, size_t n, Expr e);
	void *who;
} TextAsk;
/* Likewise, and drops parts that the prover shows to be implied. ask may be NULL. */
void expr_text_asking(ExprPool *p, const TextAsk *ask, const Expr *e, size_t n, size_t limit,
					  Buf *out);

#endif
