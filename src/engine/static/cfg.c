/* cfg.c: the control flow of one function of a program. */
#include "engine/static/impl.h"

static const Ins *terminator(const Function *f, u32 b)
{
	return f->blocks[b].end > f->blocks[b].first ? &f->ins[f->blocks[b].end - 1] : NULL;
}

/* True if control may stop in the middle of a block: a call that may not return, or an
 * instruction that ends the run. */
static bool may_stop(Static *s, const Function *f, u32 b)
{
	for (u32 i = f->blocks[b].first; i < f->blocks[b].end; i++) {
		const Ins *in = &f->ins[i];
		if (in->op == I_TRAP)
			return true;
		if (in->op != I_CALL)
			continue;
		const Call *c = &f->calls[in->extra];
		if (c->callee != NO_OPERAND && s->fns[c->callee].extern_kind == EXTERN_SYSCALL) {
			if (syscall_site(s, c) & SYS_ENDS)
				return true;
			continue;
		}
		const u32 *callees;
		u32 n = static_callees(s, f->id, i, &callees);
		for (u32 k = 0; k < n; k++)
			if (s->fns[callees[k]].may_not_return)
				return true;
	}
	return false;
}

static void add_ways(Static *s, const Function *f, u32 b, EdgeList *edges)
{
	const Ins *t = terminator(f, b);
	u32 k = 0, exit = f->n_blocks;
	bool out = false;
#define WAY(block) vec_push(edges, ((FlowEdge){b, k++, (u32)(block)}))
	switch (t ? t->op : I_UNREACHABLE) {
	case I_BR: WAY(t->imm); break;
	case I_CBR:
		WAY(t->imm);
		WAY(t->scale);
		break;
	case I_SWITCH:
		WAY(t->imm);
		for (u32 i = 0; i < t->n_extra; i++)
			WAY(f->cases[t->extra + i].block);
		break;
	case I_IBR:
		for (u32 i = 0; i < t->n_extra; i++)
			WAY(f->extra[t->extra + i]);
		out = !t->n_extra;
		break;
	default: out = true; break;
	}
	if (out || (!s->options.calls_return && may_stop(s, f, b)))
		WAY(exit);
#undef WAY
}

static int by_from(const void *a, const void *b)
{
	const FlowEdge *x = a, *y = b;
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->k < y->k ? -1 : x->k > y->k;
}

static Flow *make_flow(Static *s, const Function *f)
{
	Flow *flow = arena_new(&s->arena, Flow);
	EdgeList edges = {0};
	flow->n = f->n_blocks;
	for (u32 b = 0; b < f->n_blocks; b++)
		add_ways(s, f, b, &edges);
	flow_set_edges(flow, &s->arena, edges.at, edges.len);
	size_t before = edges.len;
	flow_reach_exit(flow, &edges);
	if (edges.len > before) {
		qsort(edges.at, edges.len, sizeof *edges.at, by_from);
		flow_set_edges(flow, &s->arena, edges.at, edges.len);
	}
	flow_finish(flow, &s->arena);
	vec_free(&edges);
	return flow;
}

const Flow *static_flow(Static *s, u32 function)
{
	const Function *f = &s->p->functions.at[function];
	FnInfo *info = &s->fns[function];
	if (!f->n_blocks)
		return NULL;
	need_calls(s);
	if (!info->flow)
		info->flow = make_flow(s, f);
	return info->flow;
}

u32 static_block(Static *s, u32 function, u32 ins)
{
	const Function *f = &s->p->functions.at[function];
	FnInfo *info = &s->fns[function];
	if (!info->block) {
		info->block = arena_array(&s->arena, u32, f->n_ins + 1);
		for (u32 b = 0; b < f->n_blocks; b++)
			for (u32 i = f->blocks[b].first; i < f->blocks[b].end; i++)
				info->block[i] = b;
	}
	return info->block[ins];
}
