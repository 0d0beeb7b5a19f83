/* ways.c: numbers the edges out of decisions. */
#include "engine/static/ways.h"

static u32 successor(const Function *f, const Ins *in, u32 k)
{
	if (in->op == I_CBR)
		return k > 1 ? NO_OPERAND : (u32)(k ? in->scale : in->imm);
	if (in->op == I_SWITCH && k > 0)
		return k <= in->n_extra ? f->cases[in->extra + k - 1].block : NO_OPERAND;
	if (in->op == I_SWITCH)
		return (u32)in->imm;
	if (in->op == I_BR)
		return k == 0 ? (u32)in->imm : NO_OPERAND;
	return NO_OPERAND;
}

static u32 most_ways(const Function *f)
{
	u32 n = 1;
	for (u32 b = 0; b < f->n_blocks; b++)
		n += 2 + f->ins[f->blocks[b].end - 1].n_extra;
	return n;
}

void ways_find(const Function *f, Ways *w)
{
	u32 *preds = xcalloc(f->n_blocks + 1, sizeof *preds); /* blocks that lead there */
	u32 *stamp = xcalloc(f->n_blocks + 1, sizeof *stamp); /* latest that does, + 1 */
	u32 n = 0;
	w->at = xcalloc(most_ways(f), sizeof *w->at);
	w->begin = xcalloc(f->n_blocks + 1, sizeof *w->begin);
	for (u32 b = 0; b < f->n_blocks; b++) {
		const Ins *in = &f->ins[f->blocks[b].end - 1];
		w->begin[b] = n;
		for (u32 k = 0, to; (to = successor(f, in, k)) != NO_OPERAND; k++) {
			if (stamp[to] == b + 1)
				continue;
			stamp[to] = b + 1;
			preds[to]++;
			w->at[n++].to = to;
		}
		for (u32 k = 0; in->op == I_IBR && k < in->n_extra; k++)
			preds[f->extra[in->extra + k]]++;
		if (n == w->begin[b] + 1)
			n--; /* only one way is no decision */
	}
	w->begin[f->n_blocks] = n;
	w->flags = f->n_blocks;
	for (u32 i = 0; i < n; i++)
		w->at[i].flag = preds[w->at[i].to] > 1 ? w->flags++ : w->at[i].to;
	free(preds);
	free(stamp);
}

void ways_free(Ways *w)
{
	free(w->at);
	free(w->begin);
	*w = (Ways){0};
}

u32 ways_flag(const Ways *w, u32 from, u32 to)
{
	for (u32 i = w->begin[from]; i < w->begin[from + 1]; i++)
		if (w->at[i].to == to)
			return w->at[i].flag;
	return NO_OPERAND;
}
