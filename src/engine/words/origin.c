/* origin.c: which texts a register may point into.
 *
 * Sets only grow, so the rounds end. Memory is followed where the address is a global or a local
 * at a constant offset; other stores are forgotten. */
#include "engine/words/impl.h"

enum { MOST_ROUNDS = 40 }; /* sets that still grow then stay as they are: this is a hint */

static void join(Origins *o, TextOrigin *to, TextOrigin from)
{
	if ((*to | from) == *to)
		return;
	*to |= from;
	o->changed = true;
}

static TextOrigin known(TextOrigin **of, const Function *f, Operand v)
{
	return v == NO_OPERAND || operand_is_const(v) || !of[f->id] ? 0 : of[f->id][v];
}

TextOrigin origin_of(const Origins *o, const Function *f, Operand v)
{
	return known(o->reg, f, v);
}

TextOrigin origin_of_char(const Origins *o, const Function *f, Operand v)
{
	return known(o->chars, f, v);
}

const Ins *definition(const Origins *o, const Function *f, Operand v)
{
	if (v == NO_OPERAND || operand_is_const(v) || o->def[f->id][v] == NO_OPERAND)
		return NULL;
	return &f->ins[o->def[f->id][v]];
}

/* A number for the variable at an address; 0: not known. */
static u64 variable(const Origins *o, const Function *f, Operand address)
{
	u64 value, offset = 0;
	if (operand_value(o->p, address, &value))
		return value;
	const Ins *in = definition(o, f, address);
	if (in && in->op == I_GEP && in->b == NO_OPERAND && in->imm >= 0) {
		offset = (u64)in->imm;
		in = definition(o, f, in->a);
	}
	if (!in || in->op != I_SLOT || offset >= 1 << 16)
		return 0;
	return 1ull << 63 | (u64)f->id << 32 | (u64)in->imm << 16 | offset;
}

static TextOrigin stored(const Origins *o, u64 where)
{
	u64 value = 0;
	return where && intmap_get(&o->memory, where, &value) ? value : 0;
}

/* Addresses inside of argv, moved by a number of bytes; NO_OPERAND: by an unknown one. */
static TextOrigin moved(TextOrigin from, bool exact, i64 bytes)
{
	TextOrigin argv = from >> 16 & 0xffff, to = from & ~(0xffffull << 16);
	for (u32 k = 0; k <= WORDS_ANY; k++) {
		i64 now = (i64)k + bytes / 8;
		if (!(argv >> k & 1))
			continue;
		to |= ORIGIN_ARGV(exact && k != WORDS_ANY && now >= 0 && now < WORDS_ANY ? now : WORDS_ANY);
	}
	return to;
}

static void gep(Origins *o, const Function *f, const Ins *in)
{
	u64 by = 0;
	bool exact = in->b == NO_OPERAND || operand_value(o->p, in->b, &by);
	TextOrigin from = origin_of(o, f, in->a);
	join(o, &o->reg[f->id][in->dst], moved(from, exact, in->imm + (i64)by * in->scale));
}

static bool is_optarg(const Program *p, u64 address)
{
	u32 g;
	return strmap_get(&p->global_by_name, "optarg", &g) && p->globals.at[g].address == address;
}

static void load(Origins *o, const Function *f, u32 at)
{
	const Ins *in = &f->ins[at];
	u64 where;
	TextOrigin from = origin_of(o, f, in->a), now = 0;
	if (in->type == 8)
		join(o, &o->chars[f->id][in->dst], from);
	if (in->type != TYPE_PTR)
		return;
	now = (from >> 16 & 0xffff) | stored(o, variable(o, f, in->a));
	if (operand_value(o->p, in->a, &where) && is_optarg(o->p, where)) {
		TextOrigin options = options_at(o->words, o->p, f, function_block(f, at));
		now |= options ? options : ORIGIN_SOME_OPTION;
	}
	join(o, &o->reg[f->id][in->dst], now);
}

static void store(Origins *o, const Function *f, const Ins *in)
{
	u64 where = variable(o, f, in->a);
	TextOrigin from = origin_of(o, f, in->b), before = stored(o, where), now = before | from;
	if (!where || now == before)
		return;
	intmap_put(&o->memory, where, now);
	o->changed = true;
}

/* Functions of the C library that return a text like their first argument. */
static bool returns_same(const char *name)
{
	static const char *const names[] = {"strdup",  "strndup", "strchr", "strrchr",
										"strpbrk", "strstr",  "strtok", "basename"};
	for (size_t i = 0; i < countof(names); i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

static void call(Origins *o, const Function *f, const Ins *in)
{
	const Call *c = &f->calls[in->extra];
	const char *name = called_name(o->p, c);
	const Function *to = c->callee < o->p->functions.len ? &o->p->functions.at[c->callee] : NULL;
	if (!to)
		return;
	bool own = to->kind == FN_SUBJECT && o->reg[to->id];
	for (u32 i = 0; own && i < c->n_args && i < to->n_params; i++)
		join(o, &o->reg[to->id][i], origin_of(o, f, c->args[i].value));
	if (in->dst == NO_REG)
		return;
	TextOrigin now = own ? o->result[to->id] : 0;
	if (!own && c->n_args && returns_same(name))
		now = origin_of(o, f, c->args[0].value);
	if (!strncmp(name, "getopt", 6))
		now = ORIGIN_LETTER;
	if (!strcmp(name, "getchar") || !strcmp(name, "getc") || !strcmp(name, "fgetc"))
		join(o, &o->chars[f->id][in->dst], ORIGIN_READ);
	join(o, &o->reg[f->id][in->dst], now);
}

static void join_both(Origins *o, const Function *f, u32 dst, Operand from)
{
	join(o, &o->reg[f->id][dst], origin_of(o, f, from));
	join(o, &o->chars[f->id][dst], origin_of_char(o, f, from));
}

static void step(Origins *o, const Function *f, u32 at)
{
	const Ins *in = &f->ins[at];
	switch (in->op) {
	case I_GEP: gep(o, f, in); break;
	case I_LOAD: load(o, f, at); break;
	case I_STORE: store(o, f, in); break;
	case I_CALL: call(o, f, in); break;
	case I_MOV:
	case I_SEXT:
	case I_ZEXT:
	case I_TRUNC: join_both(o, f, in->dst, in->a); break;
	case I_SELECT:
		join_both(o, f, in->dst, in->b);
		join_both(o, f, in->dst, in->c);
		break;
	case I_PHI:
		for (u32 k = 0; k < in->n_extra; k++)
			join_both(o, f, in->dst, f->extra[in->extra + 2 * k + 1]);
		break;
	case I_RET:
		for (u32 k = 0; k < in->n_extra; k++)
			join(o, &o->result[f->id], origin_of(o, f, f->extra[in->extra + k]));
		break;
	default: break;
	}
}

static void begin_function(Origins *o, const Function *f)
{
	o->reg[f->id] = xcalloc(f->n_regs + 1, sizeof **o->reg);
	o->chars[f->id] = xcalloc(f->n_regs + 1, sizeof **o->chars);
	o->def[f->id] = xcalloc(f->n_regs + 1, sizeof **o->def);
	memset(o->def[f->id], 0xff, (f->n_regs + 1) * sizeof **o->def);
	for (u32 k = 0; k < f->n_ins; k++)
		if (f->ins[k].dst != NO_REG)
			o->def[f->id][f->ins[k].dst] = k;
}

void origins_find(Origins *o)
{
	const Program *p = o->p;
	size_t n = p->functions.len;
	o->reg = xcalloc(n + 1, sizeof *o->reg);
	o->chars = xcalloc(n + 1, sizeof *o->chars);
	o->def = xcalloc(n + 1, sizeof *o->def);
	o->result = xcalloc(n + 1, sizeof *o->result);
	for (size_t i = 0; i < n; i++)
		if (p->functions.at[i].kind == FN_SUBJECT)
			begin_function(o, &p->functions.at[i]);
	if (p->main != NO_OPERAND && p->functions.at[p->main].n_params > 1)
		o->reg[p->main][1] = ORIGIN_ARGV(0);
	o->changed = true;
	for (u32 round = 0; o->changed && round < MOST_ROUNDS; round++) {
		o->changed = false;
		for (size_t i = 0; i < n; i++)
			for (u32 k = 0; o->reg[i] && k < p->functions.at[i].n_ins; k++)
				step(o, &p->functions.at[i], k);
	}
}

void origins_free(Origins *o)
{
	for (size_t i = 0; i < o->p->functions.len; i++) {
		free(o->reg[i]);
		free(o->chars[i]);
		free(o->def[i]);
	}
	free(o->reg);
	free(o->chars);
	free(o->def);
	free(o->result);
	intmap_free(&o->memory);
}
