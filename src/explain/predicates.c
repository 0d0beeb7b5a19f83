/* predicates.c: what holds of values, as decisions. */
#include "explain/impl.h"

void explain_predicates(Explanation *x)
{
	(void)x;
}
