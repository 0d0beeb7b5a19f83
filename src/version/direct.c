/* direct.c: who reads a global whose address goes nowhere: no points-to needed.
 *
 * Most tables are only ever indexed where they are named. As long as each address of the global
 * goes into loads, copies and comparisons, within one function, those are all its readers. An
 * address that is stored, returned, merged in a phi or handed to a function that might keep or
 * return it ends this.
 */
#include "version/impl.h"

/* What a register holds. */
typedef struct Track {
	bool on;    /* an address within the global */
	bool exact; /* at this offset */
	u64 offset;
} Track;

typedef struct Direct {
	const Program *p;
	const Function *f;
	const Datum *d;
	u32 global;
	Track *reg;   /* by register of f */
	Draft *draft; /* takes the points; NULL while registers are being found */
	Side side;
	bool escapes;
	bool grown; /* another register was found */
} Direct;

static Track track_of(const Direct *x, Operand o)
{
	if (o == NO_OPERAND)
		return (Track){0};
	if (!operand_is_const(o))
		return x->reg[o];
	const Const *c = &x->p->consts.at[o & ~OPERAND_CONST];
	Ref r = c->type == TYPE_PTR || c->type == 64 ? ref_of(x->p, c->lo) : (Ref){0};
	return (Track){r.kind == REF_GLOBAL && r.id == x->global, true, r.offset};
}

static void set_track(Direct *x, u32 reg, Track t)
{
	x->grown |= t.on && !x->reg[reg].on;
	if (t.on)
		x->reg[reg] = t;
}

/* An access of some bytes from there on; size 0: as many as you like. */
static void access(Direct *x, const Ins *in, Track t, u64 size, bool counts)
{
	bool meets = !t.exact || !size || (t.offset < x->d->end && t.offset + size > x->d->first);
	if (t.on && counts && meets && x->draft)
		draft_point(x->draft, x->side, x->f->id, (u32)(in - x->f->ins), POINT_DATA);
}

/* Functions of the C library that neither write, keep nor return what they are given. */
static bool only_reads(const Function *f)
{
	static const char *const names[] = {"printf",     "fprintf", "puts",       "fputs",
										"strlen",     "strcmp",  "strncmp",    "memcmp",
										"strcasecmp", "fwrite",  "strncasecmp"};
	for (size_t i = 0; f->kind != FN_SUBJECT && i < countof(names); i++)
		if (!strcmp(f->name, names[i]))
			return true;
	return false;
}

static void visit_call(Direct *x, const Ins *in)
{
	const Call *c = &x->f->calls[in->extra];
	x->escapes |= track_of(x, c->target).on;
	for (u32 k = 0; k < c->n_args; k++) {
		Track t = track_of(x, c->args[k].value);
		if (!t.on)
			continue;
		x->escapes |= c->callee == NO_OPERAND || !only_reads(&x->p->functions.at[c->callee]);
		access(x, in, t, 0, x->d->read);
	}
}

static void visit_lists(Direct *x, const Ins *in)
{
	const u32 *list = x->f->extra + in->extra;
	if (in->op == I_CALL)
		visit_call(x, in);
	for (u32 k = 0; in->op == I_PHI && k < in->n_extra; k++)
		x->escapes |= track_of(x, list[2 * k + 1]).on;
	for (u32 k = 0; in->op == I_RET && k < in->n_extra; k++)
		x->escapes |= track_of(x, list[k]).on;
}

static void visit(Direct *x, const Ins *in)
{
	Track a = track_of(x, in->a), b = track_of(x, in->b), c = track_of(x, in->c);
	const Datum *d = x->d;
	visit_lists(x, in);
	if (!a.on && !b.on && !c.on)
		return;
	switch (in->op) {
	case I_GEP:
		x->escapes |= b.on;
		a.exact &= in->b == NO_OPERAND;
		a.offset += (u64)in->imm;
		set_track(x, in->dst, a);
		return;
	case I_MOV: set_track(x, in->dst, a); return;
	case I_SELECT:
		x->escapes |= a.on;
		set_track(x, in->dst, (Track){.on = true});
		return;
	case I_LOAD: access(x, in, a, type_store_size(in->type), d->read); return;
	case I_STORE:
		x->escapes |= b.on;
		access(x, in, a, type_store_size(in->type), d->write);
		return;
	case I_MEMCPY:
	case I_MEMMOVE:
		x->escapes |= c.on;
		access(x, in, a, 0, d->write);
		access(x, in, b, 0, d->read);
		return;
	case I_MEMSET:
		x->escapes |= b.on || c.on;
		access(x, in, a, 0, d->write);
		return;
	case I_ICMP: return;
	default: x->escapes = true;
	}
}

static bool mentions(const Direct *x, const bool *consts)
{
	for (u32 i = 0; i < x->f->n_ins; i++) {
		const Ins *in = &x->f->ins[i];
		Operand own[] = {in->a, in->b, in->c};
		for (size_t k = 0; k < countof(own); k++)
			if (operand_is_const(own[k]) && consts[own[k] & ~OPERAND_CONST])
				return true;
	}
	for (u32 k = 0; k < x->f->n_calls; k++) {
		const Call *c = &x->f->calls[k];
		for (u32 i = 0; i < c->n_args; i++)
			if (operand_is_const(c->args[i].value) && consts[c->args[i].value & ~OPERAND_CONST])
				return true;
		if (operand_is_const(c->target) && consts[c->target & ~OPERAND_CONST])
			return true;
	}
	/* Phis and returns share this list with block numbers, which look like registers. */
	for (u32 k = 0; k < x->f->n_extra; k++)
		if (operand_is_const(x->f->extra[k]) &&
			(x->f->extra[k] & ~OPERAND_CONST) < x->p->consts.len &&
			consts[x->f->extra[k] & ~OPERAND_CONST])
			return true;
	return false;
}

static void visit_function(Direct *x, Draft *draft)
{
	x->reg = xcalloc(x->f->n_regs + 1, sizeof *x->reg);
	x->draft = NULL;
	/* A register may be set in a later block than the one that uses it. */
	do {
		x->grown = false;
		for (u32 i = 0; i < x->f->n_ins && !x->escapes; i++)
			visit(x, &x->f->ins[i]);
	} while (x->grown && !x->escapes);
	x->draft = draft;
	for (u32 i = 0; i < x->f->n_ins && !x->escapes; i++)
		visit(x, &x->f->ins[i]);
	free(x->reg);
}

/* Whether the first contents of some global hold an address of this one. */
static bool is_in_data(const Program *p, u32 global)
{
	for (u32 g = 0; g < p->globals.len; g++) {
		const Global *gl = &p->globals.at[g];
		for (u64 at = 0; gl->init && at + 8 <= gl->size; at++) {
			u64 value;
			memcpy(&value, gl->init + at, 8);
			Ref r = ref_of(p, value);
			if (r.kind == REF_GLOBAL && r.id == global)
				return true;
		}
	}
	return false;
}

bool direct_points(ChangeMap *m, Draft *draft, Side s, const Datum *d)
{
	const Program *p = m->half[s].p;
	Direct x = {.p = p, .d = d, .global = d->global[s], .side = s};
	if (is_in_data(p, x.global))
		return false;
	bool *consts = xcalloc(p->consts.len + 1, sizeof *consts);
	size_t before = draft->points[s].len;
	for (u32 c = 0; c < p->consts.len; c++)
		consts[c] = track_of(&x, OPERAND_CONST | c).on;
	for (u32 f = 0; f < p->functions.len && !x.escapes; f++) {
		x.f = &p->functions.at[f];
		if (!x.f->n_blocks || !mentions(&x, consts))
			continue;
		x.escapes |= !is_compared(x.f);
		if (!x.escapes)
			visit_function(&x, draft);
	}
	free(consts);
	if (x.escapes)
		draft->points[s].len = before;
	return !x.escapes;
}
