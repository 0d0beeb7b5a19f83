/* live.c: registers whose values may still be read. */
#include "engine/static/impl.h"

enum { FEW = 64 }; /* registers of an instruction without going to the heap */

struct Live {
	const Function *f;
	const Flow *flow;
	u32 words; /* of a set of registers */
	u64 *in;   /* by block: needed at its start, its phis done */
	u8 *wide;  /* by register: the value goes on in the next one */
	u64 *out;  /* by block: needed at its end, what phis take from it included */
};

static void put_one(u64 *set, u32 reg)
{
	set[reg / 64] |= 1ull << (reg % 64);
}

static void put(const Live *l, u64 *set, u32 reg)
{
	put_one(set, reg);
	if (l->wide[reg])
		put_one(set, reg + 1);
}

static void mark_types(Live *l, u32 reg, const Type *types, u32 n)
{
	for (u32 i = 0; i < n; i++) {
		l->wide[reg] = type_regs(types[i]) > 1;
		reg += type_regs(types[i]);
	}
}

static void find_wide(Live *l)
{
	const Function *f = l->f;
	l->wide = xcalloc(f->n_regs + 2, 1);
	mark_types(l, 0, f->params, f->n_params);
	for (u32 i = 0; i < f->n_ins; i++) {
		const Ins *in = &f->ins[i];
		if (in->dst == NO_REG)
			continue;
		Type t = ins_type_result(in);
		if (in->op == I_CALL)
			mark_types(l, in->dst, f->calls[in->extra].results, f->calls[in->extra].n_results);
		else
			mark_types(l, in->dst, &t, 1);
	}
}

static void define(const Live *l, const Ins *in, u64 *set)
{
	u32 first, n = static_ins_defs(l->f, in, &first);
	for (u32 i = 0; i < n; i++)
		set[(first + i) / 64] &= ~(1ull << ((first + i) % 64));
}

static void use(const Live *l, const Ins *in, u64 *set)
{
	u32 few[FEW], *regs = few, n = static_ins_uses(l->f, in, few, FEW);
	if (in->op == I_PHI) /* read on the way into the block */
		return;
	if (n > FEW) {
		regs = xmalloc(n * sizeof *regs);
		static_ins_uses(l->f, in, regs, n);
	}
	for (u32 i = 0; i < n; i++)
		put(l, set, regs[i]);
	if (regs != few)
		free(regs);
}

static void phi_uses(const Live *l, u32 from, u32 to, u64 *set)
{
	const Function *f = l->f;
	for (u32 i = f->blocks[to].first; i < f->blocks[to].end && f->ins[i].op == I_PHI; i++)
		for (u32 k = 0; k < f->ins[i].n_extra; k++) {
			Operand o = f->extra[f->ins[i].extra + 2 * k + 1];
			if (f->extra[f->ins[i].extra + 2 * k] != from || o == NO_OPERAND || operand_is_const(o))
				continue;
			put(l, set, o);
		}
}

/* True if more is needed than was known. */
static bool update(Live *l, u32 block, u64 *set)
{
	u64 *out = l->out + (size_t)block * l->words, *in = l->in + (size_t)block * l->words;
	bool more = false;
	for (u32 k = l->flow->succ_at[block]; k < l->flow->succ_at[block + 1]; k++) {
		u32 to = l->flow->succ[k];
		if (to >= l->flow->n)
			continue;
		for (u32 w = 0; w < l->words; w++)
			out[w] |= l->in[(size_t)to * l->words + w];
		phi_uses(l, block, to, out);
	}
	memcpy(set, out, l->words * sizeof *set);
	for (u32 i = l->f->blocks[block].end; i-- > l->f->blocks[block].first;) {
		define(l, &l->f->ins[i], set);
		use(l, &l->f->ins[i], set);
	}
	for (u32 w = 0; w < l->words; w++) {
		more |= (set[w] & ~in[w]) != 0;
		in[w] |= set[w];
	}
	return more;
}

Live *static_live(Static *s, u32 function)
{
	const Function *f = &s->p->functions.at[function];
	const Flow *flow = static_flow(s, function);
	if (!flow)
		return NULL;
	Live *l = xcalloc(1, sizeof *l);
	*l = (Live){.f = f, .flow = flow, .words = f->n_regs / 64 + 1};
	l->in = xcalloc((size_t)flow->n * l->words + 1, sizeof *l->in);
	l->out = xcalloc((size_t)flow->n * l->words + 1, sizeof *l->out);
	find_wide(l);
	u64 *set = xcalloc(l->words, sizeof *set);
	for (bool more = true; more;) {
		more = false;
		for (u32 b = flow->n; b-- > 0;)
			more |= update(l, b, set);
	}
	free(set);
	return l;
}

void live_at(const Live *l, Static *s, u32 ins, bool calling, u64 *set)
{
	u32 block = static_block(s, l->f->id, ins);
	memcpy(set, l->out + (size_t)block * l->words, l->words * sizeof *set);
	for (u32 i = l->f->blocks[block].end; i-- > ins + 1;) {
		define(l, &l->f->ins[i], set);
		use(l, &l->f->ins[i], set);
	}
	define(l, &l->f->ins[ins], set);
	if (!calling)
		use(l, &l->f->ins[ins], set);
}

u32 live_words(const Live *l)
{
	return l->words;
}

void live_free(Live *l)
{
	if (!l)
		return;
	free(l->wide);
	free(l->in);
	free(l->out);
	free(l);
}
