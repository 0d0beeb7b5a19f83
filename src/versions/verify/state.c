/* state.c: are both versions in the same state?
 *
 * The input of the leaf is run again in OLD, which waits at its decision while NEW runs to its own. Then
 * call stacks, registers that are still read, memory and requests to the kernel are compared, as values
 * and as expressions. Equal bits mean equal things only if no address means one object in OLD and another
 * in NEW. */
#include "versions/verify/impl.h"

#include "engine/machine/state.h"

/* What is known of the registers of a function. */
typedef struct LiveSets {
	Live *live; /* NULL: not asked for so far */
	u32 *def;   /* by register: the instruction that sets it, NO_OPERAND: a parameter */
} LiveSets;

struct States {
	Verifier *v;
	const LeafRun *r;
	Static *s[2];    /* flow only */
	LiveSets *of[2]; /* by function */
	bool coincide;   /* true if some address means different objects */
	bool equal;      /* the answer */
};

static const Program *program_of(const Verifier *v, int side)
{
	return v->config->subject[side]->program;
}

static States *states_new(Verifier *v)
{
	States *x = xcalloc(1, sizeof *x);
	x->v = v;
	x->coincide = coincide(v->map, program_of(v, OLD), program_of(v, NEW));
	for (int side = OLD; side <= NEW; side++) {
		x->s[side] = subject_static(v->config->subject[side], STATIC_FLOW);
		x->of[side] = xcalloc(program_of(v, side)->functions.len + 1, sizeof *x->of[side]);
	}
	return x;
}

void states_free(States *x, const Verifier *v)
{
	for (int side = OLD; x && side <= NEW; side++) {
		for (size_t i = 0; i < program_of(v, side)->functions.len; i++) {
			live_free(x->of[side][i].live);
			free(x->of[side][i].def);
		}
		free(x->of[side]);
	}
	free(x);
}

/* ---- registers ---- */

static const LiveSets *registers_of(States *x, int side, u32 function)
{
	LiveSets *r = &x->of[side][function];
	const Function *f = &program_of(x->v, side)->functions.at[function];
	if (r->def)
		return r;
	r->live = static_live(x->s[side], function);
	r->def = xmalloc((f->n_regs + 1) * sizeof *r->def);
	for (u32 i = 0; i <= f->n_regs; i++)
		r->def[i] = NO_OPERAND;
	for (u32 i = 0; i < f->n_ins; i++) {
		u32 first, n = static_ins_defs(f, &f->ins[i], &first);
		for (u32 k = 0; k < n; k++)
			r->def[first + k] = i;
	}
	return r;
}

/* Registers of a frame that are still read, as a set of *words words, to be freed; NULL: not known. */
static u64 *live_in(States *x, int side, const StateFrame *f, bool calling, u32 *words)
{
	const LiveSets *r = registers_of(x, side, f->function);
	if (!r->live)
		return NULL;
	*words = live_words(r->live);
	u64 *set = xcalloc(*words + 1, sizeof *set);
	live_at(r->live, x->s[side], f->ins, calling, set);
	return set;
}

static bool is_in(const u64 *set, u32 words, u32 reg)
{
	return reg / 64 < words && set[reg / 64] >> (reg % 64) & 1;
}

static u32 count(const u64 *set, u32 words)
{
	u32 n = 0;
	for (u32 r = 0; r < words * 64; r++)
		n += is_in(set, words, r);
	return n;
}

/* A frame in both versions. */
typedef struct FramePair {
	u32 number;
	StateFrame f[2];
} FramePair;

static bool same_register(const States *x, const FramePair *p, u32 old, u32 newer)
{
	const u32 reg[2] = {old, newer};
	u64 bits[2];
	Tag tag[2];
	const Machine *m[2];
	for (int side = OLD; side <= NEW; side++) {
		m[side] = x->v->pair.version[side].m;
		machine_register(m[side], p->number, reg[side],
						 x->of[side][p->f[side].function].def[reg[side]], &bits[side], &tag[side]);
	}
	return bits[OLD] == bits[NEW] && machine_same_tag(m[OLD], tag[OLD], m[NEW], tag[NEW]);
}

static bool same_registers(States *x, const FramePair *p)
{
	const ChangeMap *map = x->v->map;
	bool calling = p->number + 1 < machine_frames(x->v->pair.version[OLD].m);
	u32 words[2] = {0}, function = p->f[OLD].function;
	u64 *live[2];
	for (int side = OLD; side <= NEW; side++)
		live[side] = live_in(x, side, &p->f[side], calling, &words[side]);
	bool same =
		live[OLD] && live[NEW] && count(live[OLD], words[OLD]) == count(live[NEW], words[NEW]);
	for (u32 r = 0; same && r < words[OLD] * 64; r++) {
		if (!is_in(live[OLD], words[OLD], r))
			continue;
		u32 other =
			change_map_same(map, OLD, function) ? r : change_map_register(map, OLD, function, r);
		same = other != NO_OPERAND && is_in(live[NEW], words[NEW], other) &&
			   same_register(x, p, r, other);
	}
	free(live[OLD]);
	free(live[NEW]);
	return same;
}

/* ---- the whole state ---- */

static bool same_frame(States *x, u32 number)
{
	const ChangeMap *map = x->v->map;
	const Machine *old = x->v->pair.version[OLD].m, *newer = x->v->pair.version[NEW].m;
	FramePair p = {number, {machine_frame(old, number), machine_frame(newer, number)}};
	const StateFrame *a = &p.f[OLD], *b = &p.f[NEW];
	return a->ins != NO_OPERAND && b->ins != NO_OPERAND && !a->handler && !b->handler &&
		   a->base == b->base && a->varargs == b->varargs &&
		   machine_same_room(old, newer, number) &&
		   change_map_function(map, OLD, a->function) == b->function &&
		   change_map_match(map, OLD, a->function, a->ins) == b->ins && same_registers(x, &p);
}

/* The run has decided so far what the leaf's run did. */
static bool same_way(const States *x, int side)
{
	size_t n;
	const Constraint *c = machine_constraints(x->v->pair.version[side].m, &n);
	for (u32 i = 0; i < x->r->leaf->cut[side]; i++)
		if (i >= n || c[i].cond != x->r->list[side].at[i].cond)
			return false;
	return true;
}

static bool same_state(States *x)
{
	const Machine *old = x->v->pair.version[OLD].m, *newer = x->v->pair.version[NEW].m;
	u32 n = machine_frames(old);
	if (n != machine_frames(newer) || !same_way(x, OLD) || !same_way(x, NEW) ||
		!machine_same_kernel(old, newer))
		return false;
	for (u32 i = 0; i < n; i++)
		if (!same_frame(x, i))
			return false;
	return machine_same_memory(old, newer);
}

/* ---- runs ---- */

static void run(States *x, int side, void (*fn)(void *ctx))
{
	PathRun out = {0};
	MachineRunner *m = &x->v->pair.version[side];
	machine_set_limit(m->m, x->v->config->subject[side]->limit_insns);
	machine_at_constraint(m->m, x->r->leaf->cut[side], fn, x);
	machine_runner_run(m, 0, &x->r->input, &out);
}

static void at_new(void *ctx)
{
	States *x = ctx;
	x->equal = same_state(x);
	machine_set_limit(x->v->pair.version[NEW].m, 1); /* the rest of the run is not needed */
}

static void at_old(void *ctx)
{
	States *x = ctx;
	run(x, NEW, at_new);
	machine_set_limit(x->v->pair.version[OLD].m, 1);
}

bool verify_same_state(Verifier *v, const LeafRun *r)
{
	if (!v->states)
		v->states = states_new(v);
	v->states->r = r;
	v->states->equal = false;
	if (v->states->coincide)
		return false;
	v->figures->runs++;
	run(v->states, OLD, at_old);
	for (int side = OLD; side <= NEW; side++)
		machine_set_limit(v->pair.version[side].m, v->config->subject[side]->limit_insns);
	return v->states->equal;
}
