/* wait.c: witnesses whose native runs wait.
 *
 * A native run of both versions costs as much as many runs in the machine, and some programs have
 * hundreds of differences. The first witnesses run natively at once; the number of further ones grows
 * with the runs of the machine; the rest run when there is nothing left to explore. The rule counts runs
 * and not time, so that the same command makes the same tests.
 */
#include "evidence/witness/impl.h"

enum {
	AT_ONCE = 8, /* native confirmations before any has to wait */
	SHARE = 32,  /* runs of the machine for one more */
};

bool waiting_now(u64 tried, u64 runs)
{
	return tried >= AT_ONCE + runs / SHARE;
}

void waiting_add(WaitingList *list, WaitingWitness one)
{
	vec_push(list, one);
}

WaitingWitness waiting_take(WaitingList *list)
{
	size_t best = 0;
	for (size_t i = 1; i < list->len; i++)
		if (list->at[i].conds.len < list->at[best].conds.len)
			best = i;
	WaitingWitness one = list->at[best];
	memmove(&list->at[best], &list->at[best + 1], (list->len - best - 1) * sizeof *list->at);
	list->len--;
	return one;
}

void waiting_drop(WaitingWitness *one)
{
	kept_input_free(&one->input);
	vec_free(&one->conds);
}

void waiting_free(WaitingList *list)
{
	for (size_t i = 0; i < list->len; i++)
		waiting_drop(&list->at[i]);
	vec_free(list);
}
