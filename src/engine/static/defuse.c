/* defuse.c: definitions and uses of registers and memory within one function. */
#include "engine/static/impl.h"

u32 static_ins_defs(const Function *f, const Ins *in, u32 *first)
{
	*first = in->dst;
	if (in->dst == NO_REG)
		return 0;
	u32 n = 0;
	if (in->op != I_CALL)
		return type_regs(ins_type_result(in)) + (ins_table[in->op].gives == OF_PAIR);
	for (u32 i = 0; i < f->calls[in->extra].n_results; i++)
		n += type_regs(f->calls[in->extra].results[i]);
	return n;
}

typedef struct Uses {
	u32 *at;
	u32 max, n;
} Uses;

static void add_use(Uses *u, Operand o)
{
	if (o == NO_OPERAND || operand_is_const(o))
		return;
	if (u->n < u->max)
		u->at[u->n] = o;
	u->n++;
}

u32 static_ins_uses(const Function *f, const Ins *in, u32 *regs, u32 max)
{
	Uses u = {regs, max, 0};
	add_use(&u, in->a);
	add_use(&u, in->b);
	add_use(&u, in->c);
	if (in->op == I_PHI)
		for (u32 k = 0; k < in->n_extra; k++)
			add_use(&u, f->extra[in->extra + 2 * k + 1]);
	if (in->op == I_RET)
		for (u32 k = 0; k < in->n_extra; k++)
			add_use(&u, f->extra[in->extra + k]);
	if (in->op == I_CALL) {
		const Call *c = &f->calls[in->extra];
		add_use(&u, c->target);
		for (u32 k = 0; k < c->n_args; k++)
			add_use(&u, c->args[k].value);
	}
	return u.n;
}

static void register_uses(Static *s, const Function *f, DefUse *d)
{
	U32List regs = {0};
	u32 *fill = xcalloc(f->n_regs + 1, sizeof *fill), sum = 0;
	d->def = arena_array(&s->arena, u32, f->n_regs + 1);
	memset(d->def, 0xff, (f->n_regs + 1) * sizeof *d->def);
	d->use_at = arena_array(&s->arena, u32, f->n_regs + 2);
	for (int pass = 0; pass < 2; pass++) {
		for (u32 i = 0; i < f->n_ins; i++) {
			u32 first, n = static_ins_defs(f, &f->ins[i], &first);
			for (u32 k = 0; k < n; k++)
				d->def[first + k] = i;
			n = static_ins_uses(f, &f->ins[i], regs.at, (u32)regs.cap);
			if (n > regs.cap) {
				vec_reserve(&regs, n);
				n = static_ins_uses(f, &f->ins[i], regs.at, (u32)regs.cap);
			}
			for (u32 k = 0; k < n; k++) {
				if (pass)
					d->use[fill[regs.at[k]]] = i;
				fill[regs.at[k]]++;
			}
		}
		if (pass)
			break;
		for (u32 r = 0; r < f->n_regs; r++) {
			d->use_at[r] = sum;
			sum += fill[r];
			fill[r] = d->use_at[r];
		}
		d->use_at[f->n_regs] = sum;
		d->use = arena_array(&s->arena, u32, sum + 1);
	}
	vec_free(&regs);
	free(fill);
}

/* ---- memory ---- */

/* True if control may go from after instruction a to instruction b: reach is by blocks, row a. */
static bool comes_after(const bool *reach, u32 n, u32 block_a, u32 a, u32 block_b, u32 b)
{
	if (block_a == block_b && a < b)
		return true;
	return reach[(size_t)block_a * n + block_b];
}

/* reach[a * n + b]: there is a path of at least one edge from a to b. */
static bool *block_reach(const Flow *flow)
{
	u32 n = flow->n;
	bool *reach = xcalloc((size_t)n * n + 1, sizeof *reach);
	U32List todo = {0};
	for (u32 a = 0; a < n; a++) {
		vec_push(&todo, a);
		while (todo.len) {
			u32 v = vec_pop(&todo);
			for (u32 k = flow->succ_at[v]; k < flow->succ_at[v + 1]; k++) {
				u32 w = flow->succ[k];
				if (w == n || reach[(size_t)a * n + w])
					continue;
				reach[(size_t)a * n + w] = true;
				vec_push(&todo, w);
			}
		}
	}
	vec_free(&todo);
	return reach;
}

/* True if what a may write may be read by b. Sets are shared, so pairs repeat. */
static bool meet(Static *s, KeyMap *known, LocationSet a, LocationSet b)
{
	Key key = KEY((uintptr_t)a.at, (uintptr_t)b.at);
	u64 found;
	if (keymap_get(known, key, &found))
		return found;
	bool yes = static_sets_meet(s, a, b);
	keymap_put(known, key, yes);
	return yes;
}

static void memory_uses(Static *s, const Function *f, DefUse *d)
{
	const Flow *flow = static_flow(s, f->id);
	bool *reach = block_reach(flow);
	U32List defs = {0}, out = {0};
	KeyMap known = {0};
	d->mem_at = arena_array(&s->arena, u32, f->n_ins + 2);
	for (u32 i = 0; i < f->n_ins; i++)
		if (static_mod(s, f->id, i).n)
			vec_push(&defs, i);
	for (u32 i = 0; i < f->n_ins; i++) {
		LocationSet ref = static_ref(s, f->id, i);
		d->mem_at[i] = (u32)out.len;
		for (size_t k = 0; ref.n && k < defs.len; k++) {
			u32 def = defs.at[k];
			if (comes_after(reach, flow->n, static_block(s, f->id, def), def,
							static_block(s, f->id, i), i) &&
				meet(s, &known, static_mod(s, f->id, def), ref))
				vec_push(&out, def);
		}
	}
	d->mem_at[f->n_ins] = (u32)out.len;
	d->mem = arena_array(&s->arena, u32, out.len + 1);
	if (out.len)
		memcpy(d->mem, out.at, out.len * sizeof(u32));
	vec_free(&defs);
	vec_free(&out);
	keymap_free(&known);
	free(reach);
}

const DefUse *static_uses(Static *s, u32 function)
{
	const Function *f = &s->p->functions.at[function];
	FnInfo *info = &s->fns[function];
	if (!f->n_blocks)
		return NULL;
	if (!info->defuse) {
		info->defuse = arena_new(&s->arena, DefUse);
		register_uses(s, f, info->defuse);
	}
	return info->defuse;
}

const DefUse *static_defuse(Static *s, u32 function)
{
	FnInfo *info = &s->fns[function];
	if (!static_uses(s, function))
		return NULL;
	need_effects(s);
	if (!info->defuse->mem_at)
		memory_uses(s, &s->p->functions.at[function], info->defuse);
	return info->defuse;
}
