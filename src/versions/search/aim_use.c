/* aim_use.c: finds blocks that use values computed by a change.
 *
 * A change may be executed where nothing uses its result. Its effect propagates through the
 * instructions that would use it: by registers, returned values and the calls that receive them. */
#include "versions/search/aim.h"

enum {
	MOST_STEPS = 256,   /* instructions that are followed from a change */
	MOST_TARGETS = 256, /* blocks that are aimed at */
	MOST_USES = 64,     /* registers of one instruction */
};

/* A register whose value a change has an influence on. */
typedef struct Touched {
	u32 function, reg;
} Touched;

typedef struct AimWalk {
	Search *search;
	Aim *a;
	Static *s; /* of NEW */
	VEC(Touched) todo;
	IntMap seen; /* function, register */
	u32 steps;
} AimWalk;

static void touch(AimWalk *w, u32 function, u32 reg)
{
	u64 key = ((u64)function << 32 | reg) + 1, known;
	if (intmap_get(&w->seen, key, &known))
		return;
	intmap_put(&w->seen, key, 1);
	vec_push(&w->todo, ((Touched){function, reg}));
}

static void touch_results(AimWalk *w, u32 function, const Ins *in)
{
	const Function *f = &w->search->config.subject[NEW]->program->functions.at[function];
	u32 first, n = static_ins_defs(f, in, &first);
	for (u32 i = 0; i < n; i++)
		touch(w, function, first + i);
}

static void add_block(AimWalk *w, u32 function, u32 block)
{
	Aim *a = w->a;
	for (size_t i = 0; i < a->targets.len; i++)
		if (a->targets.at[i].side == NEW && a->targets.at[i].function == function &&
			a->targets.at[i].block == block)
			return;
	if (a->targets.len < MOST_TARGETS)
		vec_push(&a->targets, ((AimTarget){.side = NEW,
										   .function = function,
										   .block = block,
										   .watch = NO_OPERAND,
										   .use = true}));
}

/* The value goes to whoever called the function, or into the function that is called. */
static void cross(AimWalk *w, u32 function, const Ins *in, u32 reg)
{
	const Program *p = w->search->config.subject[NEW]->program;
	const Function *f = &p->functions.at[function];
	if (in->op == I_RET) {
		const u64 *calls;
		u32 n = static_callers(w->s, function, &calls);
		for (u32 i = 0; i < n; i++) {
			u32 caller = (u32)(calls[i] >> 32);
			touch_results(w, caller, &p->functions.at[caller].ins[(u32)calls[i]]);
		}
		return;
	}
	const Call *c = &f->calls[in->extra];
	if (c->callee == NO_OPERAND || p->functions.at[c->callee].kind != FN_SUBJECT || c->variadic)
		return;
	for (u32 i = 0, param = 0; i < c->n_args; i++) {
		if (c->args[i].value == reg)
			touch(w, c->callee, param);
		param += type_regs(c->args[i].type);
	}
}

/* What a branch chooses between: the phis where its ways meet. */
static void touch_join(AimWalk *w, u32 function, u32 ins)
{
	const Function *f = &w->search->config.subject[NEW]->program->functions.at[function];
	const Flow *flow = static_flow(w->s, function);
	u32 block = static_block(w->s, function, ins);
	u32 join = flow && block < flow->n ? flow->ipdom[block] : NO_BLOCK;
	if (join >= f->n_blocks)
		return;
	for (u32 i = f->blocks[join].first; i < f->blocks[join].end && f->ins[i].op == I_PHI; i++)
		touch_results(w, function, &f->ins[i]);
}

static void follow(AimWalk *w, Touched at)
{
	const Function *f = &w->search->config.subject[NEW]->program->functions.at[at.function];
	for (u32 i = 0; i < f->n_ins && w->steps < MOST_STEPS; i++) {
		const Ins *in = &f->ins[i];
		u32 regs[MOST_USES], n = static_ins_uses(f, in, regs, MOST_USES);
		bool uses = false;
		for (u32 k = 0; k < n && k < MOST_USES; k++)
			uses |= regs[k] == at.reg;
		if (!uses)
			continue;
		w->steps++;
		if (in->op != I_PHI)
			add_block(w, at.function, static_block(w->s, at.function, i));
		if (ins_decides(in))
			touch_join(w, at.function, i);
		else if (in->op == I_RET || in->op == I_CALL)
			cross(w, at.function, in, at.reg);
		else
			touch_results(w, at.function, in);
	}
}

void aim_uses(Search *search, Aim *a)
{
	for (u32 i = 0; i < search->changes.list.len; i++) {
		const ChangePart *part = &change_map_at(search->changes.map, i)->part[NEW];
		AimWalk w = {.search = search, .a = a, .s = subject_flow(search->config.subject[NEW])};
		for (u32 k = 0; k < part->n_points; k++) {
			u32 function = part->points[k].function, ins = part->points[k].ins;
			if (part->points[k].kind == POINT_CODE || part->points[k].kind == POINT_DATA)
				touch_results(
					&w, function,
					&search->config.subject[NEW]->program->functions.at[function].ins[ins]);
		}
		while (w.todo.len && w.steps < MOST_STEPS)
			follow(&w, vec_pop(&w.todo));
		vec_free(&w.todo);
		intmap_free(&w.seen);
	}
}
