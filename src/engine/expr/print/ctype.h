/* ctype.h: the types that C assigns to the text of an expression; for print.c. */
#ifndef DRIFT_EXPR_CTYPE_H
#define DRIFT_EXPR_CTYPE_H

#include "engine/expr/pool.h"

/* int, long, __int128, or these unsigned: what is shorter is promoted. */
typedef struct TextType {
	u8 width; /* 32, 64 or 128 */
	bool is_unsigned;
} TextType;

/* How an operation reads its operands. */
typedef enum CMode { MODE_EITHER, MODE_SIGNED, MODE_UNSIGNED } CMode;
CMode ctype_mode(ExprOp op);

TextType ctype_of(const ExprPool *p, Expr e);
/* True if the number that the text is may be negative; of bytes and pieces it is not. */
bool ctype_reads_signed(const ExprPool *p, Expr e);
/* True if it is an element of a variable of the program, of less than an int: only the program says
 * whether it is signed. */
bool ctype_names_element(const ExprPool *p, Expr e);
/* True if it makes a difference how it is read. */
bool ctype_sign_matters(const ExprPool *p, Expr e);
/* True if an operation that reads it as signed, or unsigned, wants a cast before it. */
bool ctype_needs_cast(const ExprPool *p, Expr e, bool is_signed);
/* True if C would compute an operation on 64 bits in 32, with another result: its first operand is
 * cast. */
bool ctype_widened(const ExprPool *p, Expr e);
/* True if C would compute an operation on less than 32 bits in 32, with another result: it is cast.
 */
bool ctype_narrowed(const ExprPool *p, Expr e);
/* True if an EXTRACT is written as a shift to the right without a mask. */
bool ctype_cut_unsigned(const ExprPool *p, const ExprNode *n);
/* True if an EXTRACT has a narrower type than what it is cut from, which a cast has to say. */
bool ctype_cut_cast(const ExprPool *p, const ExprNode *n);
/* True if it is an EXTRACT that, read as signed, is written as shifts. */
bool ctype_piece(const ExprPool *p, const ExprNode *piece);
/* True if it is a SEXT of one. */
bool ctype_signed_piece(const ExprPool *p, const ExprNode *n);
/* True if the operand of a SEXT is a CONCAT that is written as a shift, with the sign of its first
 * part. */
bool ctype_signed_joined(const ExprPool *p, Expr e);
/* True if it is written as little(...) or big(...) (print.c). */
bool ctype_is_number(const ExprPool *p, Expr e);

#endif
