/* later.c: finds code from which a target may still be executed. */
#include "engine/static/impl.h"

struct Later {
	u32 n;       /* functions */
	u8 **blocks; /* by function, block; NULL: never */
};

/* Functions that may execute a target, what they call included. */
static u8 *find_functions(Static *s, const Target *targets, u32 n)
{
	u8 *may = xcalloc(s->p->functions.len + 1, 1);
	VEC(u32) todo = {0};
	for (u32 i = 0; i < n; i++)
		vec_push(&todo, targets[i].function);
	while (todo.len) {
		u32 f = vec_pop(&todo);
		if (may[f])
			continue;
		may[f] = 1;
		const u64 *calls;
		u32 count = static_callers(s, f, &calls);
		for (u32 i = 0; i < count; i++)
			vec_push(&todo, (u32)(calls[i] >> 32));
	}
	vec_free(&todo);
	return may;
}

static bool calls_one(Static *s, const Function *f, u32 block, const u8 *may)
{
	for (u32 i = f->blocks[block].first; i < f->blocks[block].end; i++) {
		const u32 *callees;
		u32 n = f->ins[i].op == I_CALL ? static_callees(s, f->id, i, &callees) : 0;
		for (u32 k = 0; k < n; k++)
			if (may[callees[k]])
				return true;
	}
	return false;
}

/* The blocks that lead to those marked, themselves included. */
static void propagate(const Flow *flow, u8 *marked)
{
	VEC(u32) todo = {0};
	for (u32 b = 0; b < flow->n; b++)
		if (marked[b])
			vec_push(&todo, b);
	while (todo.len) {
		u32 b = vec_pop(&todo);
		for (u32 k = flow->pred_at[b]; k < flow->pred_at[b + 1]; k++)
			if (!marked[flow->pred[k]]) {
				marked[flow->pred[k]] = 1;
				vec_push(&todo, flow->pred[k]);
			}
	}
	vec_free(&todo);
}

Later *static_later(Static *s, const Target *targets, u32 n)
{
	need_calls(s);
	Later *l = xcalloc(1, sizeof *l);
	u8 *may = find_functions(s, targets, n);
	l->n = (u32)s->p->functions.len;
	l->blocks = xcalloc(l->n + 1, sizeof *l->blocks);
	for (u32 f = 0; f < l->n; f++) {
		const Function *fn = &s->p->functions.at[f];
		if (!may[f] || !fn->n_blocks)
			continue;
		l->blocks[f] = xcalloc(fn->n_blocks + 1, 1);
		for (u32 b = 0; b < fn->n_blocks; b++)
			l->blocks[f][b] = calls_one(s, fn, b, may);
		for (u32 i = 0; i < n; i++)
			if (targets[i].function == f)
				l->blocks[f][static_block(s, f, targets[i].ins)] = 1;
		propagate(static_flow(s, f), l->blocks[f]);
	}
	free(may);
	return l;
}

bool later_from(const Later *l, u32 function, u32 block)
{
	return l->blocks[function] && l->blocks[function][block];
}

void later_free(Later *l)
{
	if (!l)
		return;
	for (u32 i = 0; i < l->n; i++)
		free(l->blocks[i]);
	free(l->blocks);
	free(l);
}
