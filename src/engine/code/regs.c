/* regs.c: assigns one register to values that flow into each other through phis.
 *
 * A phi costs a move on each edge into its block unless its source already is in its register.
 * Candidates are the phis and the values that flow into them. Two candidates interfere if one is
 * defined while the other is still needed. Those that do not are put into one class, those on
 * backward edges first, and a class is one register.
 *
 * An instruction that others take over is executed where its users are, so its operands are
 * needed up to there. It is never a candidate itself: the slow path writes its register, and
 * must not overwrite a live value.
 */
#include "engine/code/codegen.h"

enum { MAX_CANDIDATES = 6144 }; /* the interference matrix takes its square, in bits */

typedef struct Regs {
	CodeGen *g;
	u32 *number; /* register -> candidate, or NO_REG */
	u32 *reg;    /* candidate -> register */
	u32 n;
	u32 words;    /* 64-bit words of a set of candidates */
	u64 *in;      /* by block: needed at its start, its phis left out */
	u64 *out;     /* by block: needed at its end, sources of phis included */
	u64 *meets;   /* by candidate: those it interferes with; of the class in its head */
	u64 *members; /* by candidate: its class, valid in the head */
	u32 *head;    /* by candidate */
	u32 *fixed;   /* by candidate: parameter of the class + 1, valid in the head */
} Regs;

static void put(u64 *set, u32 i)
{
	set[i / 64] |= 1ull << (i % 64);
}
static void take(u64 *set, u32 i)
{
	set[i / 64] &= ~(1ull << (i % 64));
}

static u64 *row(const Regs *r, u64 *sets, u32 i)
{
	return sets + (size_t)i * r->words;
}

/* ---- candidates ---- */

static bool one_register(const CodeGen *g, u32 reg)
{
	u32 def = g->regs[reg].def;
	if (def == NO_REG) /* a parameter, or a further result */
		return reg < g->param_regs;
	const Ins *in = &g->f->ins[def];
	if (in->dst != reg || g->skip[def] == SKIP_FOLDED || ins_table[in->op].gives == OF_PAIR)
		return false;
	if (in->op == I_CALL) {
		const Call *c = &g->f->calls[in->extra];
		return c->n_results == 1 && type_regs(c->results[0]) == 1;
	}
	return true;
}

static void candidate(Regs *r, Operand o)
{
	if (operand_is_const(o) || o == NO_OPERAND || r->number[o] != NO_REG || !one_register(r->g, o))
		return;
	r->number[o] = r->n;
	r->reg[r->n++] = o;
}

/* Candidates: narrow phis and their sources. */
static void find_candidates(Regs *r)
{
	const Function *f = r->g->f;
	for (u32 i = 0; i < f->n_regs; i++)
		r->number[i] = NO_REG;
	for (u32 i = 0; i < f->n_ins; i++) {
		const Ins *phi = &f->ins[i];
		if (phi->op != I_PHI || type_regs(phi->type) != 1)
			continue;
		candidate(r, phi->dst);
		for (u32 k = 0; k < phi->n_extra; k++)
			candidate(r, f->extra[phi->extra + 2 * k + 1]);
	}
}

/* ---- what is needed where ---- */

static void need(Regs *r, u64 *live, Operand o);

/* Operands of an instruction that is executed here, through those it takes over. */
static void need_operands(Regs *r, u64 *live, const Ins *in)
{
	const Function *f = r->g->f;
	need(r, live, in->a);
	need(r, live, in->b);
	need(r, live, in->c);
	if (code_looks(r->g, in)) {
		need(r, live, code_root(r->g, in->a));
		need(r, live, code_root(r->g, in->b));
	}
	if (in->op == I_RET)
		for (u32 k = 0; k < in->n_extra; k++)
			need(r, live, f->extra[in->extra + k]);
	if (in->op == I_CALL) {
		const Call *c = &f->calls[in->extra];
		need(r, live, c->target);
		for (u32 k = 0; k < c->n_args; k++)
			need(r, live, c->args[k].value);
	}
}

static void need(Regs *r, u64 *live, Operand o)
{
	if (o == NO_OPERAND || operand_is_const(o))
		return;
	u32 def = r->g->regs[o].def;
	if (def != NO_REG && r->g->skip[def] == SKIP_FOLDED)
		need_operands(r, live, &r->g->f->ins[def]);
	else if (r->number[o] != NO_REG)
		put(live, r->number[o]);
}

/* A candidate is made here while those in live are needed. */
static void made(Regs *r, u64 *live, u32 reg, bool meet)
{
	u32 c = reg == NO_REG ? NO_REG : r->number[reg];
	if (c == NO_REG)
		return;
	take(live, c);
	if (!meet)
		return;
	u64 *own = row(r, r->meets, c);
	for (u32 w = 0; w < r->words; w++)
		own[w] |= live[w];
}

/* Goes backward through a block from what is needed at its end. */
static void through_block(Regs *r, u32 b, u64 *live, bool meet)
{
	const CodeGen *g = r->g;
	const Block *block = &g->f->blocks[b];
	for (u32 i = block->end; i-- > block->first;) {
		const Ins *in = &g->f->ins[i];
		if (in->op == I_PHI)
			break;
		if (g->skip[i])
			continue;
		if (g->extends[i] != NO_REG) /* its extension is made here too */
			made(r, live, g->f->ins[g->extends[i]].dst, meet);
		made(r, live, in->dst, meet);
		need_operands(r, live, in);
	}
	/* All phis of a block are made at once. */
	u32 first = block->first;
	for (u32 i = first; meet && i < block->end && g->f->ins[i].op == I_PHI; i++)
		if (r->number[g->f->ins[i].dst] != NO_REG)
			put(live, r->number[g->f->ins[i].dst]);
	for (u32 i = first; meet && i < block->end && g->f->ins[i].op == I_PHI; i++) {
		u32 c = r->number[g->f->ins[i].dst];
		made(r, live, g->f->ins[i].dst, meet);
		if (c != NO_REG)
			put(live, c);
	}
	for (u32 i = first; i < block->end && g->f->ins[i].op == I_PHI; i++)
		if (r->number[g->f->ins[i].dst] != NO_REG)
			take(live, r->number[g->f->ins[i].dst]);
}

static void need_after(Regs *r, u32 from, u32 to)
{
	const Function *f = r->g->f;
	u64 *out = row(r, r->out, from), *in = row(r, r->in, to);
	for (u32 w = 0; w < r->words; w++)
		out[w] |= in[w];
	for (u32 i = f->blocks[to].first; i < f->blocks[to].end && f->ins[i].op == I_PHI; i++) {
		const Ins *phi = &f->ins[i];
		for (u32 k = 0; k < phi->n_extra; k++)
			if (f->extra[phi->extra + 2 * k] == from)
				need(r, out, f->extra[phi->extra + 2 * k + 1]);
	}
}

static void need_after_all(Regs *r, u32 b)
{
	const Function *f = r->g->f;
	const Ins *t = &f->ins[f->blocks[b].end - 1];
	if (t->op == I_BR || t->op == I_CBR || t->op == I_SWITCH)
		need_after(r, b, (u32)t->imm);
	if (t->op == I_CBR)
		need_after(r, b, (u32)t->scale);
	for (u32 k = 0; t->op == I_SWITCH && k < t->n_extra; k++)
		need_after(r, b, f->cases[t->extra + k].block);
	for (u32 k = 0; t->op == I_IBR && k < f->n_blocks; k++)
		if (f->blocks[k].address)
			need_after(r, b, k);
}

static void find_needs(Regs *r, u64 *live)
{
	const Function *f = r->g->f;
	for (bool again = true; again;) {
		again = false;
		for (u32 b = f->n_blocks; b-- > 0;) {
			need_after_all(r, b);
			memcpy(live, row(r, r->out, b), r->words * 8);
			through_block(r, b, live, false);
			u64 *in = row(r, r->in, b);
			if (memcmp(in, live, r->words * 8)) {
				memcpy(in, live, r->words * 8);
				again = true;
			}
		}
	}
	for (u32 b = 0; b < f->n_blocks; b++) {
		memcpy(live, row(r, r->out, b), r->words * 8);
		through_block(r, b, live, true);
	}
}

/* Interference holds both ways; parameters all come at once, in places that are given. */
static void complete(Regs *r)
{
	const u64 *entry = row(r, r->in, 0);
	for (u32 c = 0; c < r->n; c++) {
		if (r->reg[c] >= r->g->param_regs)
			continue;
		r->fixed[c] = r->reg[c] + 1;
		u64 *own = row(r, r->meets, c);
		for (u32 w = 0; w < r->words; w++)
			own[w] |= entry[w];
	}
	for (u32 a = 0; a < r->n; a++)
		for (u32 w = 0; w < r->words; w++)
			for (u64 bits = row(r, r->meets, a)[w]; bits; bits &= bits - 1)
				put(row(r, r->meets, w * 64 + (u32)__builtin_ctzll(bits)), a);
}

/* ---- classes ---- */

static void merge(Regs *r, u32 a, u32 b)
{
	a = r->head[a];
	b = r->head[b];
	if (a == b || (r->fixed[a] && r->fixed[b]))
		return;
	u64 *ma = row(r, r->members, a), *mb = row(r, r->members, b);
	u64 *ia = row(r, r->meets, a), *ib = row(r, r->meets, b);
	for (u32 w = 0; w < r->words; w++)
		if (ia[w] & mb[w])
			return;
	for (u32 w = 0; w < r->words; w++) {
		for (u64 bits = mb[w]; bits; bits &= bits - 1)
			r->head[w * 64 + (u32)__builtin_ctzll(bits)] = a;
		ma[w] |= mb[w];
		ia[w] |= ib[w];
	}
	if (r->fixed[b])
		r->fixed[a] = r->fixed[b];
}

static void merge_phis(Regs *r, bool backward)
{
	const CodeGen *g = r->g;
	const Function *f = g->f;
	for (u32 b = 0; b < f->n_blocks; b++)
		for (u32 i = f->blocks[b].first; i < f->blocks[b].end && f->ins[i].op == I_PHI; i++) {
			const Ins *phi = &f->ins[i];
			for (u32 k = 0; k < phi->n_extra; k++) {
				Operand o = f->extra[phi->extra + 2 * k + 1];
				bool back = f->extra[phi->extra + 2 * k] >= b;
				if (back == backward && !operand_is_const(o) && r->number[o] != NO_REG &&
					r->number[phi->dst] != NO_REG)
					merge(r, r->number[phi->dst], r->number[o]);
			}
		}
}

/* Registers behind a function that returns twice must survive what runs in between. */
void code_share_registers(CodeGen *g)
{
	const Function *f = g->f;
	Arena *ar = &g->arena;
	for (u32 i = 0; i < f->n_regs; i++)
		g->map[i] = i;
	if (function_calls_setjmp(g->p, g->f))
		return;
	Regs r = {.g = g};
	r.number = arena_array(ar, u32, f->n_regs + 1);
	r.reg = arena_array(ar, u32, f->n_regs + 1);
	find_candidates(&r);
	if (!r.n || r.n > MAX_CANDIDATES)
		return;
	r.words = (r.n + 63) / 64;
	r.in = arena_array(ar, u64, (size_t)f->n_blocks * r.words);
	r.out = arena_array(ar, u64, (size_t)f->n_blocks * r.words);
	r.meets = arena_array(ar, u64, (size_t)r.n * r.words);
	r.members = arena_array(ar, u64, (size_t)r.n * r.words);
	r.head = arena_array(ar, u32, r.n);
	r.fixed = arena_array(ar, u32, r.n);
	find_needs(&r, arena_array(ar, u64, r.words));
	complete(&r);
	for (u32 c = 0; c < r.n; c++) {
		r.head[c] = c;
		put(row(&r, r.members, c), c);
	}
	merge_phis(&r, true);
	merge_phis(&r, false);
	for (u32 c = 0; c < r.n; c++) {
		u32 head = r.head[c];
		g->map[r.reg[c]] = r.fixed[head] ? r.fixed[head] - 1 : r.reg[head];
		g->shared = g->shared || g->map[r.reg[c]] != r.reg[c];
	}
}

/* ---- the instructions with the code's registers, for the slow path ---- */

static Operand mapped(const CodeGen *g, Operand o)
{
	return o == NO_OPERAND || operand_is_const(o) ? o : g->map[o];
}

static Call *map_calls(const CodeGen *g)
{
	const Function *f = g->f;
	Call *calls = arena_array(&g->fc->arena, Call, f->n_calls + 1);
	for (u32 i = 0; i < f->n_calls; i++) {
		Call *c = &calls[i];
		*c = f->calls[i];
		c->target = mapped(g, c->target);
		c->args = arena_array(&g->fc->arena, Arg, c->n_args + 1);
		for (u32 k = 0; k < c->n_args; k++) {
			c->args[k] = f->calls[i].args[k];
			c->args[k].value = mapped(g, c->args[k].value);
		}
	}
	return calls;
}

const Function *code_body(CodeGen *g)
{
	const Function *f = g->f;
	Arena *ar = &g->fc->arena;
	if (!g->shared)
		return f;
	Function *body = arena_new(ar, Function);
	*body = *f;
	body->ins = arena_array(ar, Ins, f->n_ins + 1);
	body->extra = arena_array(ar, u32, f->n_extra + 1);
	memcpy(body->ins, f->ins, f->n_ins * sizeof(Ins));
	memcpy(body->extra, f->extra, f->n_extra * sizeof(u32));
	body->calls = map_calls(g);
	for (u32 i = 0; i < f->n_ins; i++) {
		Ins *in = &body->ins[i];
		in->a = mapped(g, in->a);
		in->b = mapped(g, in->b);
		in->c = mapped(g, in->c);
		if (in->dst != NO_REG)
			in->dst = g->map[in->dst];
		for (u32 k = 0; k < in->n_extra && in->op == I_PHI; k++)
			body->extra[in->extra + 2 * k + 1] = mapped(g, f->extra[in->extra + 2 * k + 1]);
		for (u32 k = 0; k < in->n_extra && in->op == I_RET; k++)
			body->extra[in->extra + k] = mapped(g, f->extra[in->extra + k]);
	}
	return body;
}
