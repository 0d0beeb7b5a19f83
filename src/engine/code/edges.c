/* edges.c: edges between blocks on which registers leave the region of a branch.
 *
 * With tracking, everything inside the region of a branch depends on it anyway; values that
 * leave the region must carry the dependence. At the block where the region ends these are its
 * phis, and registers that were defined in the region and are needed after it. The definition of
 * such a register dominates the use, but not every path through the region passes the
 * definition. So the branch is in a loop, after the definition: a value that leaves a loop
 * depends on the branch that ended the loop. An EDGE instruction on such an edge names the
 * registers. It is after the moves of the phis and before the block, whose first instruction
 * ends the regions of branches that meet there.
 */
#include "engine/code/codegen.h"
#include "engine/static/static.h"

typedef VEC(u32) RegList;

static bool has_block(const u64 *set, u32 block)
{
	return set[block / 64] >> block % 64 & 1;
}

/* Blocks that can come between the branch and its end. */
static u64 *blocks_between(CodeGen *g, const Flow *flow, u32 branch, u32 end)
{
	u64 *set = arena_array(&g->arena, u64, flow->n / 64 + 1);
	VEC(u32) todo = {0};
	vec_push(&todo, branch);
	while (todo.len) {
		u32 b = vec_pop(&todo);
		for (u32 k = flow->succ_at[b]; k < flow->succ_at[b + 1]; k++) {
			u32 to = flow->succ[k];
			if (to == end || to == flow->n || has_block(set, to))
				continue;
			set[to / 64] |= 1ull << to % 64;
			vec_push(&todo, to);
		}
	}
	vec_free(&todo);
	return set;
}

/* What is folded into its users is needed where they are, wherever it stands itself. */
static bool needed_outside(const CodeGen *g, const DefUse *du, const u64 *region, u32 reg)
{
	for (u32 k = du->use_at[reg]; k < du->use_at[reg + 1]; k++)
		if (!has_block(region, g->block_of[du->use[k]]) || g->skip[du->use[k]] == SKIP_FOLDED)
			return true;
	return false;
}

static void add_loop_region(CodeGen *g, const Flow *flow, u32 branch)
{
	const Function *f = g->f;
	const DefUse *du = static_uses(g->fc->flow, f->id);
	RegList regs = {0};
	u32 end = flow->ipdom[branch], first;
	u64 *set = blocks_between(g, flow, branch, end);
	for (u32 d = branch; d != NO_BLOCK; d = flow->idom[d])
		for (u32 i = f->blocks[d].first; i < f->blocks[d].end && has_block(set, d); i++)
			for (u32 k = static_ins_defs(f, &f->ins[i], &first); k-- > 0;)
				if (g->skip[i] != SKIP_FOLDED && needed_outside(g, du, set, first + k))
					vec_push(&regs, first + k);
	if (regs.len) {
		LoopRegion r = {.branch = branch, .end = end, .blocks = set};
		r.n_regs = (u32)regs.len;
		r.regs = arena_array(&g->arena, u32, regs.len);
		memcpy(r.regs, regs.at, regs.len * sizeof *r.regs);
		vec_push(&g->loop_regions, r);
	}
	vec_free(&regs);
}

void code_regions(CodeGen *g)
{
	if (!g->fc->flow)
		return;
	const Flow *flow = static_flow(g->fc->flow, g->f->id);
	g->region_ends = arena_array(&g->arena, u64, flow->n / 64 + 1);
	for (u32 b = 0; b < flow->n; b++) {
		u32 end = flow->ipdom[b];
		if (flow->succ_at[b + 1] - flow->succ_at[b] < 2 || end == NO_BLOCK || end == flow->n)
			continue;
		g->region_ends[end / 64] |= 1ull << end % 64;
		if (flow->component[b] != NO_BLOCK && !g->fc->no_exits)
			add_loop_region(g, flow, b);
	}
}

static void add_register(CodeGen *g, RegList *list, u32 reg)
{
	u32 at = g->map[reg];
	for (size_t i = 0; i < list->len; i++)
		if (list->at[i] == at)
			return;
	vec_push(list, at);
}

static void gather(CodeGen *g, u32 from, u32 to, RegList *list)
{
	const Function *f = g->f;
	const Flow *flow = static_flow(g->fc->flow, f->id);
	const DefUse *du = static_uses(g->fc->flow, f->id);
	for (u32 i = f->blocks[to].first; i < f->blocks[to].end && f->ins[i].op == I_PHI; i++)
		for (u32 part = 0; part < type_regs(f->ins[i].type); part++)
			if (f->ins[i].sub || !g->fc->only_choices)
				add_register(g, list, f->ins[i].dst + part);
	for (size_t i = 0; i < g->loop_regions.len; i++) {
		const LoopRegion *r = &g->loop_regions.at[i];
		if (r->end != to || (from != r->branch && !has_block(r->blocks, from)))
			continue;
		/* Where it need not have been made yet it will be made again before it is used. */
		for (u32 k = 0; k < r->n_regs; k++)
			if (flow_dominates(flow, g->block_of[du->def[r->regs[k]]], from))
				add_register(g, list, r->regs[k]);
	}
}

bool code_has_edge(CodeGen *g, u32 from, u32 to)
{
	RegList list = {0};
	if (!g->region_ends || (!has_block(g->region_ends, to) && !g->fc->inside))
		return false;
	gather(g, from, to, &list);
	bool any = list.len > 0;
	vec_free(&list);
	return any;
}

void code_edge(CodeGen *g, u32 from, u32 to)
{
	RegList list = {0};
	if (!g->region_ends || (!has_block(g->region_ends, to) && !g->fc->inside))
		return;
	gather(g, from, to, &list);
	if (list.len) {
		u32 *regs = arena_array(&g->fc->arena, u32, list.len + 1);
		regs[0] = (u32)list.len;
		memcpy(regs + 1, list.at, list.len * sizeof *regs);
		code_word(g, C_EDGE, 0, to, (u32)g->edges.len);
		vec_push(&g->edges, regs);
	}
	vec_free(&list);
}
