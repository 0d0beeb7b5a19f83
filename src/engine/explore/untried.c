/* untried.c: branches on failures that never happened. */
#include "engine/explore/untried.h"

#include <sys/syscall.h>

#include "engine/static/ways.h"

/* ---- what a function may come to ---- */

static u8 syscall_faults(const Program *p, const Call *c)
{
	Operand o = c->n_args ? c->args[0].value : NO_OPERAND;
	if (!operand_is_const(o))
		return 0;
	switch (p->consts.at[o & ~OPERAND_CONST].lo) {
	case SYS_read:
	case SYS_pread64:
	case SYS_readv: return MAY_READ;
	case SYS_write:
	case SYS_pwrite64:
	case SYS_writev: return MAY_WRITE;
	default: return 0;
	}
}

/* The C library's streams read and write through pointers to its own functions: one that takes as
 * many arguments may be meant. */
static u8 indirect_faults(const Program *p, const u8 *faults, const Function *f, const Call *c)
{
	u8 may = 0;
	for (size_t i = 0; f->kind == FN_LIBC && i < p->functions.len; i++) {
		const Function *g = &p->functions.at[i];
		if (g->kind == FN_LIBC && g->n_params == c->n_args && g->n_results == c->n_results &&
			c->n_args >= 3)
			may |= faults[i] & (MAY_READ | MAY_WRITE);
	}
	return may;
}

static u8 call_faults(const Program *p, const u8 *faults, const Function *f, const Call *c)
{
	if (c->callee == NO_OPERAND)
		return indirect_faults(p, faults, f, c);
	const Function *g = &p->functions.at[c->callee];
	if (g->kind != FN_EXTERN)
		return faults[c->callee];
	if (!strcmp(g->name, "__drift_alloc"))
		return MAY_MALLOC;
	return !strcmp(g->name, "__drift_syscall") ? syscall_faults(p, c) : 0;
}

/* The error flag of a stream is the result of earlier calls. */
static bool tells_error(const Function *f)
{
	return f->kind == FN_LIBC &&
		   (!strcmp(f->name, "ferror") || !strcmp(f->name, "ferror_unlocked"));
}

static u8 *find_faults(const Program *p)
{
	u8 *faults = xcalloc(p->functions.len + 1, 1);
	for (size_t i = 0; i < p->functions.len; i++)
		if (tells_error(&p->functions.at[i]))
			faults[i] = MAY_READ | MAY_WRITE;
	for (bool more = true; more;) {
		more = false;
		for (size_t i = 0; i < p->functions.len; i++) {
			const Function *f = &p->functions.at[i];
			u8 may = faults[i];
			for (u32 k = 0; k < f->n_calls; k++)
				may |= call_faults(p, faults, f, &f->calls[k]);
			more |= may != faults[i];
			faults[i] = may;
		}
	}
	return faults;
}

/* ---- where a result goes ---- */

enum {
	POINTER = 1, /* the pointer itself */
	DIRECT = 2,  /* as a function of the C library gave it: null only if that failed */
};

typedef struct Values {
	const Program *p;
	const Function *f;
	const u8 *faults; /* by function */
	u8 *of;           /* by register: the calls whose success its value depends on */
	u8 *pointer;      /* by register: POINTER, DIRECT */
	bool *decides;    /* by register: a branch was made of it */
	u32 *def;         /* by register: instruction + 1 */
	KeyMap names;     /* how a place is written -> its name */
	IntMap memory;    /* name of a place -> the same, + 1 */
	bool more;        /* something was added */
} Values;

/* Places that are written alike have one name. */
static u64 location_name(Values *v, Operand o, u32 depth)
{
	enum { OF_NUMBER, OF_REGISTER, OF_SLOT, OF_PART, OF_TARGET };
	if (operand_is_const(o))
		return keymap_number(&v->names, KEY(OF_NUMBER, v->p->consts.at[o & ~OPERAND_CONST].lo));
	const Ins *in = o < v->f->n_regs && v->def[o] ? &v->f->ins[v->def[o] - 1] : NULL;
	if (!in || !depth)
		return keymap_number(&v->names, KEY(OF_REGISTER, o));
	if (in->op == I_MOV)
		return location_name(v, in->a, depth - 1);
	if (in->op == I_SLOT)
		return keymap_number(&v->names, KEY(OF_SLOT, (u64)in->imm));
	if (in->op == I_GEP && in->b == NO_OPERAND) {
		u64 of = location_name(v, in->a, depth - 1);
		return keymap_number(&v->names, KEY(OF_PART, of, (u64)in->imm));
	}
	if (in->op == I_LOAD)
		return keymap_number(&v->names, KEY(OF_TARGET, location_name(v, in->a, depth - 1)));
	return keymap_number(&v->names, KEY(OF_REGISTER, o));
}

static void add(Values *v, u32 reg, u8 faults, u8 pointer)
{
	if (reg == NO_REG || !faults || (!(faults & ~v->of[reg]) && !(pointer & ~v->pointer[reg])))
		return;
	v->of[reg] |= faults;
	v->pointer[reg] |= pointer;
	v->more = true;
}

static void copy(Values *v, u32 reg, Operand from, u8 keeps)
{
	if (!operand_is_const(from) && from != NO_OPERAND)
		add(v, reg, v->of[from], v->pointer[from] & keeps);
}

static void see_call(Values *v, const Ins *in)
{
	const Call *c = &v->f->calls[in->extra];
	if (c->callee == NO_OPERAND || !c->n_results || in->dst == NO_REG)
		return;
	bool library = v->p->functions.at[c->callee].kind == FN_LIBC;
	u8 faults = v->faults[c->callee];
	/* The meaning of a number that a user-defined function returns is unknown. */
	if (c->results[0] == TYPE_PTR)
		add(v, in->dst, faults & MAY_MALLOC, library ? POINTER | DIRECT : POINTER);
	else if (library)
		add(v, in->dst, faults, 0);
}

static void see_memory(Values *v, const Ins *in)
{
	u64 name = location_name(v, in->a, 4), kept = 0;
	intmap_get(&v->memory, name, &kept);
	if (in->op == I_LOAD) {
		add(v, in->dst, (u8)(kept >> 1), kept & 1);
	} else if (!operand_is_const(in->b) && v->of[in->b]) {
		u64 now = kept | (u64)v->of[in->b] << 1 | (v->pointer[in->b] & POINTER);
		v->more |= now != kept;
		intmap_put(&v->memory, name, now);
	}
}

static void observe(Values *v, const Ins *in)
{
	switch (in->op) {
	case I_CALL: see_call(v, in); break;
	case I_LOAD:
	case I_STORE: see_memory(v, in); break;
	case I_MOV: copy(v, in->dst, in->a, POINTER | DIRECT); break;
	case I_BITCAST:
	case I_TRUNC:
	case I_ZEXT:
	case I_SEXT: copy(v, in->dst, in->a, POINTER); break;
	case I_SELECT:
		copy(v, in->dst, in->b, POINTER);
		copy(v, in->dst, in->c, POINTER);
		break;
	case I_PHI:
		for (u32 k = 0; k < in->n_extra; k++)
			copy(v, in->dst, v->f->extra[in->extra + 2 * k + 1], POINTER);
		break;
	default: break;
	}
}

/* ---- branches ---- */

static bool is_null(const Values *v, Operand o)
{
	return operand_is_const(o) && !v->p->consts.at[o & ~OPERAND_CONST].lo;
}

static bool is_test(const Values *v, const Ins *in)
{
	return in->op == I_ICMP && !operand_is_const(in->a) && (in->sub == P_EQ || in->sub == P_NE) &&
		   is_null(v, in->b);
}

/* The comparison that a truth value comes from; *flipped: it holds if the value is false. */
static const Ins *comparison(Values *v, Operand cond, bool *flipped)
{
	const Ins *found = NULL;
	while (!operand_is_const(cond) && v->def[cond]) {
		const Ins *in = &v->f->ins[v->def[cond] - 1];
		v->decides[cond] = true;
		if (in->op == I_ICMP) {
			/* ok = p != NULL; if (ok): a comparison of a comparison with 0 */
			if (found && is_test(v, found) && found->sub == P_EQ)
				*flipped = !*flipped;
			found = in;
			if (!is_test(v, in) || v->of[in->a])
				return in;
		} else if (in->op != I_MOV && in->op != I_ZEXT && in->op != I_TRUNC) {
			return NULL;
		}
		cond = in->a;
	}
	return NULL;
}

/* What a branch says of a failure; *fails: it failed if the way for true is taken; *known: that is
 * known. */
static u8 compared(Values *v, Operand cond, bool *fails, bool *known)
{
	bool flipped = false;
	const Ins *in = comparison(v, cond, &flipped);
	if (!in || operand_is_const(in->a))
		return 0;
	*known = v->pointer[in->a];
	*fails = (in->sub == P_EQ) != flipped;
	if (v->pointer[in->a])
		return is_test(v, in) ? v->of[in->a] : 0;
	return (u8)(v->of[in->a] | (operand_is_const(in->b) ? 0 : v->of[in->b]));
}

static void see_branch(Values *v, const Machine *m, const Ways *ways, u32 block, UntriedList *out)
{
	const Ins *in = &v->f->ins[v->f->blocks[block].end - 1];
	bool fails = false, known = false;
	if (in->op != I_CBR || !machine_ran(m, v->f->id, block))
		return;
	u8 faults = compared(v, in->a, &fails, &known);
	u32 yes = ways_flag(ways, block, (u32)in->imm), no = ways_flag(ways, block, (u32)in->scale);
	if (!faults || yes == NO_OPERAND || no == NO_OPERAND)
		return;
	bool taken = machine_ran(m, v->f->id, yes), other = machine_ran(m, v->f->id, no);
	if (taken != other && !(known && fails == taken))
		vec_push(out, ((Untried){in->loc, faults}));
}

/* A test for null or of a number whose outcome is a value, as in return p ? 0 : 3 or in
 * return ferror(f) != 0, and a number that is the status of the program: nobody sees which it was. */
static u8 chosen(const Values *v, const Ins *in)
{
	Operand status = in->op == I_RET && v->f->id == v->p->main && in->n_extra == 1
						 ? v->f->extra[in->extra]
						 : NO_OPERAND;
	if (status != NO_OPERAND)
		return operand_is_const(status) ? 0 : v->of[status];
	if (in->op != I_ICMP || operand_is_const(in->a) || v->decides[in->dst])
		return 0;
	bool null = is_test(v, in) && (v->pointer[in->a] & DIRECT);
	return null || !v->pointer[in->a] ? v->of[in->a] : 0;
}

static void see_choices(const Values *v, const Machine *m, u32 block, UntriedList *out)
{
	if (!machine_ran(m, v->f->id, block))
		return;
	for (u32 i = v->f->blocks[block].first; i < v->f->blocks[block].end; i++) {
		u8 faults = chosen(v, &v->f->ins[i]);
		if (faults)
			vec_push(out, ((Untried){v->f->ins[i].loc, faults}));
	}
}

static void see_function(const Program *p, const Machine *m, const u8 *faults, const Function *f,
						 UntriedList *out)
{
	Values v = {.p = p, .f = f, .faults = faults};
	Ways ways;
	if (!machine_covered(m, f->id))
		return;
	v.of = xcalloc(f->n_regs + 1, 1);
	v.pointer = xcalloc(f->n_regs + 1, sizeof *v.pointer);
	v.decides = xcalloc(f->n_regs + 1, sizeof *v.decides);
	v.def = xcalloc(f->n_regs + 1, sizeof *v.def);
	for (u32 i = 0; i < f->n_ins; i++)
		if (f->ins[i].dst != NO_REG && f->ins[i].dst < f->n_regs)
			v.def[f->ins[i].dst] = i + 1;
	do {
		v.more = false;
		for (u32 i = 0; i < f->n_ins; i++)
			observe(&v, &f->ins[i]);
	} while (v.more);
	ways_find(f, &ways);
	for (u32 b = 0; b < f->n_blocks; b++)
		see_branch(&v, m, &ways, b, out);
	for (u32 b = 0; b < f->n_blocks; b++)
		see_choices(&v, m, b, out);
	ways_free(&ways);
	keymap_free(&v.names);
	intmap_free(&v.memory);
	free(v.of);
	free(v.pointer);
	free(v.decides);
	free(v.def);
}

void untried_find(const Program *p, const Machine *m, UntriedList *out)
{
	u8 *faults = find_faults(p);
	for (size_t i = 0; i < p->functions.len; i++)
		if (p->functions.at[i].kind == FN_SUBJECT)
			see_function(p, m, faults, &p->functions.at[i], out);
	free(faults);
}
