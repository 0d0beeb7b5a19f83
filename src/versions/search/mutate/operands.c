/* operands.c: numbers that a run compared the input with.
 *
 * The conditions of a symbolic path have both sides of each comparison. Where one is a constant, it
 * comes from the code or from a table; the guide puts such numbers into inputs. */
#include "versions/search/mutate/mutate.h"

enum { MOST_CONDITIONS = 256 }; /* of a path, the latest */

void operands_take(const ExprPool *p, const ExprList *conds, Dictionary *d)
{
	size_t i = conds->len > MOST_CONDITIONS ? conds->len - MOST_CONDITIONS : 0;
	for (; i < conds->len; i++) {
		Expr e = conds->at[i];
		if (expr_op(p, e) == EXPR_NOT)
			e = expr_kid(p, e, 0);
		for (u32 k = 0; k < 2; k++) {
			Expr kid = expr_kid(p, e, k);
			if (kid && expr_is_const(p, kid) && expr_width(p, kid) >= 16 &&
				expr_width(p, kid) <= 64)
				dictionary_number(d, (i64)expr_value(p, kid));
		}
	}
}
