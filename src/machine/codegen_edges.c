/* codegen_edges.c: ways between blocks on which registers gain the control context.
 *
 * With tracking, a phi depends on what decided by which way its block was entered, and a value that
 * leaves a loop on what decided that the loop ended there. An EDGE word on such a way names the
 * registers. It stands after the moves of the phis and before the block, whose first word ends the
 * regions of branches that meet there.
 */
#include "machine/codegen.h"
#include "machine/symbolic.h"
#include "static/static.h"

typedef VEC(u32) RegList;

static void add_register(Gen *g, RegList *list, u32 reg)
{
	u32 def = g->regs[reg].def;
	if (def != NO_REG && g->skip[def] == SKIP_FOLDED)
		return; /* made where it is used */
	u32 at = g->map[reg];
	for (size_t i = 0; i < list->len; i++)
		if (list->at[i] == at)
			return;
	vec_push(list, at);
}

static bool in_component(const Flow *flow, u32 block, u32 component)
{
	for (u32 c = flow->component[block]; c != NO_BLOCK; c = flow->components[c].parent)
		if (c == component)
			return true;
	return false;
}

/* Made inside the component and needed outside. */
static void add_leaving(Gen *g, const Flow *flow, u32 component, RegList *list)
{
	const DefUse *du = static_defuse(g->fc->flow, g->f->id);
	for (u32 r = 0; r < g->f->n_regs; r++) {
		u32 def = du->def[r];
		if (def == NO_OPERAND || !in_component(flow, g->block_of[def], component))
			continue;
		for (u32 k = du->use_at[r]; k < du->use_at[r + 1]; k++)
			if (!in_component(flow, g->block_of[du->use[k]], component)) {
				add_register(g, list, r);
				break;
			}
	}
}

static void gather(Gen *g, u32 from, u32 to, RegList *list)
{
	const Function *f = g->f;
	const Flow *flow = static_flow(g->fc->flow, f->id);
	for (u32 i = f->blocks[to].first; i < f->blocks[to].end && f->ins[i].op == I_PHI; i++)
		for (u32 part = 0; part < type_regs(f->ins[i].type); part++)
			if (f->ins[i].sub || !g->fc->only_choices)
				add_register(g, list, f->ins[i].dst + part);
	if (g->fc->no_exits)
		return;
	for (u32 c = flow->component[from]; c != NO_BLOCK; c = flow->components[c].parent)
		if (!in_component(flow, to, c))
			add_leaving(g, flow, c, list);
}

bool code_has_edge(Gen *g, u32 from, u32 to)
{
	RegList list = {0};
	if (!g->fc->flow)
		return false;
	gather(g, from, to, &list);
	bool any = list.len > 0;
	vec_free(&list);
	return any;
}

void code_edge(Gen *g, u32 from, u32 to)
{
	RegList list = {0};
	if (!g->fc->flow)
		return;
	gather(g, from, to, &list);
	if (list.len) {
		u32 *regs = arena_array(&g->fc->arena, u32, list.len + 1);
		regs[0] = (u32)list.len;
		memcpy(regs + 1, list.at, list.len * sizeof *regs);
		code_word(g, C_EDGE, 0, 0, (u32)g->edges.len);
		vec_push(&g->edges, regs);
	}
	vec_free(&list);
}
