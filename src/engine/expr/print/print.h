/* print.h: shared by print.c (values) and truth.c (conditions). */
#ifndef DRIFT_EXPR_PRINT_H
#define DRIFT_EXPR_PRINT_H

#include "engine/expr/print/ctype.h"

/* Binding strength, loosest first. */
enum {
	P_CHOICE,
	P_OR,
	P_AND,
	P_BITOR,
	P_XOR,
	P_BITAND,
	P_EQUAL,
	P_ORDER,
	P_SHIFT,
	P_SUM,
	P_PRODUCT,
	P_UNARY
};

typedef struct Printer {
	ExprPool *p;
	Buf *out;
	size_t end;  /* length of out beyond which everything is elided */
	int depth;   /* of nesting */
	bool people; /* notations of conditions that outputs over inputs do not have */
} Printer;

/* print.c. strength: what binds less stands in parentheses. */
void pr_value(Printer *pr, Expr e, int strength);
/* What is neither an input, a constant, a choice nor a truth value. */
void pr_operation(Printer *pr, Expr e, int strength);
/* An operand of an operation that reads it as signed or unsigned. */
void pr_operand(Printer *pr, Expr e, bool is_signed, int strength);
/* Of one that does not care, or does. */
void pr_side(Printer *pr, Expr e, CMode mode, int strength);
/* The first operand, a, of operation e. */
void pr_first_side(Printer *pr, Expr e, Expr a, CMode mode, int strength);
void pr_number(Printer *pr, u128 v, unsigned width, bool is_signed);
void pr_character(Printer *pr, u8 c);
void pr_constant(Printer *pr, Expr e, bool is_signed);
bool pr_is_byte(const ExprPool *p, Expr e);
/* A byte of an input, also as a wider number: compared with characters. */
bool pr_is_char(const ExprPool *p, Expr e);
void pr_open_if(Printer *pr, bool needed);
void pr_close_if(Printer *pr, bool needed);
/* True, with dots printed, when the text is long enough. */
bool pr_elided(Printer *pr);

/* table.c. A byte of a table; joined bytes that are an element of one, else false. */
void pr_read(Printer *pr, const ExprNode *n);
bool pr_element(Printer *pr, const ExprNode *n);
/* An index as x times a power of two, that many zeros, and a constant; x is 0 where there is only
 * that. */
bool pr_times_and(const ExprPool *p, Expr e, u32 zeros, Expr *x, i64 *k);

/* printed.c. A conversion of printf without its %: flags, width, precision and letter. */
void format_text(const TextFormat *f, bool is_long, Buf *out);
/* A number that is printed as signed or unsigned. */
void pr_number_printed(Printer *pr, Expr e, bool is_signed);
/* True for %d and %u without anything. */
bool format_plain(const TextFormat *f);

/* decimal.c. False, and nothing printed, if it is not the number that digits are. */
bool pr_decimal(Printer *pr, Expr e, int strength);

/* float.c. A floating-point operation or input, as an integer. */
void pr_float(Printer *pr, Expr e, int strength);
void pr_float_number(Printer *pr, Expr e, int strength); /* as a number */
/* print.c. A cast to an integer type. */
void pr_int_type(Printer *pr, unsigned width, bool is_signed);

/* truth.c */
void pr_truth(Printer *pr, Expr e, bool negate, int strength);

#endif
