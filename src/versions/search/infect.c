/* infect.c: compares the states of both versions. */
#include "versions/search/infect.h"

#include "engine/machine/state.h"

#include "base/check.h"
#include "base/hash.h"

enum {
	MOST_CONSTRAINTS = 20000, /* of a run that is judged */
	LONGEST = 4 << 20,        /* its instructions */
};

/* What is known of a function. */
typedef struct Registers {
	Live *live;
	u32 *def; /* by register: the instruction that sets it, NO_OPERAND: a parameter */
} Registers;

struct Infect {
	Machine *m[2]; /* those of runner */
	MachineRunner runner[2];
	Static *s[2];     /* flow only */
	Registers *of[2]; /* by function */
	Behaviour behaviour[2];
	IntMap sequences;  /* (sequence so far, condition) -> number of the sequence */
	IntMap known;      /* both sequences -> 1: states are not equal after them, 2: they are */
	IntMap cuts;       /* both sequences where runs were cut */
	IntMap passed;     /* where runs were not, and decided something more */
	U32List after[2];  /* by number of constraints of the latest run: the sequence of these */
	IntMap conditions; /* scratch */
	VEC(u64) live[2];  /* scratch: sets of registers */
	u32 shape;         /* input that is judged */
	const Assignment *input;
	u32 at[2]; /* constraints to stop at */
	const Constraint *list[2];
	Search *search;
	bool equal; /* what came of it */
};

/* ---- life ---- */

static bool make_machine(Search *search, Infect *x, int side)
{
	Err err;
	MachineOptions options = {.purpose = MACHINE_LOOKING,
							  .budget = explorer_budget(search->explorer)};
	Subject *s = search->config.subject[side];
	if (!subject_start(s, search->config.inputs, &options, &x->runner[side], &err))
		return false;
	x->m[side] = x->runner[side].m;
	for (size_t i = 0; i < search->changes.blocks[side].len; i++)
		machine_watch(x->m[side], search->changes.blocks[side].at[i].function,
					  search->changes.blocks[side].at[i].block);
	x->s[side] = subject_flow(s);
	x->of[side] = xcalloc(s->program->functions.len + 1, sizeof *x->of[side]);
	return true;
}

Infect *infect_new(Search *search)
{
	Infect *x = xcalloc(1, sizeof *x);
	x->search = search;
	if (make_machine(search, x, OLD) && make_machine(search, x, NEW))
		return x;
	infect_free(x);
	return NULL;
}

void infect_free(Infect *x)
{
	if (!x)
		return;
	for (int side = OLD; side <= NEW; side++) {
		size_t n = x->of[side] ? x->search->config.subject[side]->program->functions.len : 0;
		for (size_t i = 0; i < n; i++) {
			live_free(x->of[side][i].live);
			free(x->of[side][i].def);
		}
		free(x->of[side]);
		subject_stop(&x->runner[side]);
		behaviour_free(&x->behaviour[side]);
		vec_free(&x->after[side]);
		vec_free(&x->live[side]);
	}
	intmap_free(&x->sequences);
	intmap_free(&x->known);
	intmap_free(&x->cuts);
	intmap_free(&x->passed);
	intmap_free(&x->conditions);
	free(x);
}

/* ---- states ---- */

static const Registers *registers_of(Infect *x, int side, u32 function)
{
	Registers *r = &x->of[side][function];
	if (r->live)
		return r;
	const Function *f = &x->search->config.subject[side]->program->functions.at[function];
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

/* The registers that are still read in a frame. */
static const u64 *live_in(Infect *x, int side, const StateFrame *f, bool calling, u32 *words)
{
	const Registers *r = registers_of(x, side, f->function);
	if (!r->live)
		return NULL;
	*words = live_words(r->live);
	vec_reserve(&x->live[side], *words);
	live_at(r->live, x->s[side], f->ins, calling, x->live[side].at);
	return x->live[side].at;
}

static u32 count_bits(const u64 *set, u32 words)
{
	u32 n = 0;
	for (u32 i = 0; i < words; i++)
		n += (u32)__builtin_popcountll(set[i]);
	return n;
}

/* What is live in the one is live in the other, and has the same values. */
static bool same_registers(Infect *x, u32 number, const StateFrame *old, const StateFrame *newer)
{
	bool calling = number + 1 < machine_frames(x->m[OLD]);
	u32 words, new_words;
	const u64 *a = live_in(x, OLD, old, calling, &words);
	const u64 *b = live_in(x, NEW, newer, calling, &new_words);
	if (!a || !b || count_bits(a, words) != count_bits(b, new_words))
		return false;
	bool plain = change_map_same(x->search->changes.map, OLD, old->function);
	for (u32 r = 0; r < words * 64; r++) {
		if (!(a[r / 64] >> (r % 64) & 1))
			continue;
		u32 other = plain ? r : change_map_register(x->search->changes.map, OLD, old->function, r);
		if (other == NO_OPERAND || other / 64 >= new_words || !(b[other / 64] >> (other % 64) & 1))
			return false;
		u64 bits[2];
		Tag tags[2];
		machine_register(x->m[OLD], number, r, x->of[OLD][old->function].def[r], &bits[OLD],
						 &tags[OLD]);
		machine_register(x->m[NEW], number, other, x->of[NEW][newer->function].def[other],
						 &bits[NEW], &tags[NEW]);
		if (bits[OLD] != bits[NEW] || !machine_same_tag(x->m[OLD], tags[OLD], x->m[NEW], tags[NEW]))
			return false;
	}
	return true;
}

static bool same_frame(Infect *x, u32 number)
{
	const ChangeMap *map = x->search->changes.map;
	StateFrame old = machine_frame(x->m[OLD], number), newer = machine_frame(x->m[NEW], number);
	return old.ins != NO_OPERAND && newer.ins != NO_OPERAND && !old.handler && !newer.handler &&
		   old.base == newer.base && old.varargs == newer.varargs &&
		   machine_same_room(x->m[OLD], x->m[NEW], number) &&
		   change_map_function(map, OLD, old.function) == newer.function &&
		   change_map_match(map, OLD, old.function, old.ins) == newer.ins &&
		   same_registers(x, number, &old, &newer);
}

/* The run in the machine that is looked into decided what the pair's did. */
static bool same_way(const Infect *x, int side)
{
	size_t n;
	const Constraint *c = machine_constraints(x->m[side], &n);
	for (u32 i = 0; i < x->at[side]; i++)
		if (i >= n || c[i].cond != x->list[side][i].cond)
			return false;
	return true;
}

/* What both do later must not hide that only one has used uninitialised memory so far. */
static bool same_notes(const Infect *x)
{
	return machine_noted(x->m[OLD], NOTE_UNINITIALISED) ==
		   machine_noted(x->m[NEW], NOTE_UNINITIALISED);
}

static bool same_state(Infect *x)
{
	u32 n = machine_frames(x->m[OLD]);
	if (n != machine_frames(x->m[NEW]) || !same_way(x, OLD) || !same_way(x, NEW) ||
		!machine_same_kernel(x->m[OLD], x->m[NEW]) || !same_notes(x))
		return false;
	for (u32 i = n; i-- > 0;)
		if (!same_frame(x, i))
			return false;
	return machine_same_memory(x->m[OLD], x->m[NEW]);
}

/* ---- runs ---- */

static void run(Infect *x, int side, void (*fn)(void *ctx))
{
	PathRun out = {0};
	machine_set_limit(x->m[side], x->search->pair.limit_insns);
	machine_at_constraint(x->m[side], x->at[side], fn, x);
	machine_runner_run(&x->runner[side], x->shape, x->input, &out);
}

static void at_new(void *ctx)
{
	Infect *x = ctx;
	x->equal = same_state(x);
	if (CHECKED && x->equal)
		machine_check_same_room(x->m[OLD], x->m[NEW]);
	machine_set_limit(x->m[NEW], 1);
}

/* OLD waits at its constraint while NEW runs to its own. */
static void at_old(void *ctx)
{
	Infect *x = ctx;
	run(x, NEW, at_new);
	machine_set_limit(x->m[OLD], 1);
}

static Hash hash_sequence(const Infect *x, int side, size_t n)
{
	Hash h = hash_number(x->shape + 1ull);
	for (size_t i = 0; i < n; i++)
		h = hash_mix(h, x->list[side][i].cond);
	return h;
}

/* The first i constraints of OLD and the first j of NEW. */
static u64 sequences_key(const Infect *x, size_t i, size_t j)
{
	if (wrong_hash("infect"))
		return hash_both(hash_sequence(x, OLD, i), hash_sequence(x, NEW, j)).bits | 1;
	return (u64)x->after[OLD].at[i] << 32 | x->after[NEW].at[j];
}

static bool judge(Infect *x, const ProductCut *c, size_t i)
{
	size_t j = i + c->keep[NEW] - c->keep[OLD];
	u64 key = sequences_key(x, i, j), known;
	if (intmap_get(&x->known, key, &known))
		return known == 2;
	x->at[OLD] = (u32)i;
	x->at[NEW] = (u32)j;
	x->equal = false;
	run(x, OLD, at_old);
	intmap_put(&x->known, key, x->equal ? 2 : 1);
	return x->equal;
}

/* ---- where to cut ---- */

static bool same_decision(const Search *search, const Constraint *old, const Constraint *newer)
{
	return old->cond == newer->cond && old->kind == newer->kind &&
		   change_map_function(search->changes.map, OLD, old->function) == newer->function &&
		   change_map_match(search->changes.map, OLD, old->function, old->ins) == newer->ins;
}

static bool same_behaviour(Infect *x)
{
	Search *search = x->search;
	u32 observe = search->config.observe;
	for (int side = OLD; side <= NEW; side++) {
		search_take(search, side, x->input, &x->behaviour[side]);
	}
	return behaviour_identical(&x->behaviour[OLD], &x->behaviour[NEW], observe);
}

/* The last constraint of OLD from `from` on that says something new. False: none does. */
static bool last_news(Infect *x, const ProductCut *c, size_t from, size_t *last)
{
	bool any = false;
	u64 known;
	intmap_clear(&x->conditions);
	for (size_t i = 0; i < from + c->keep[NEW] - c->keep[OLD]; i++)
		intmap_put(&x->conditions, x->list[NEW][i].cond + 1ull, 1);
	for (size_t i = 0; i < c->keep[OLD]; i++) {
		u64 key = x->list[OLD][i].cond + 1ull;
		if (i >= from && !intmap_get(&x->conditions, key, &known)) {
			any = true;
			*last = i;
		}
		intmap_put(&x->conditions, key, 1);
	}
	return any;
}

/* Numbers from 1: the sequence of no constraint, for each shape, and each that has one more. */
static void number_sequences(Infect *x, const ProductCut *c, int side)
{
	u64 number = intmap_number(&x->sequences, x->shape + 1ull);
	x->after[side].len = 0;
	for (size_t i = 0; i <= c->keep[side]; i++) {
		must_that(number <= UINT32_MAX, "too many sequences of constraints");
		vec_push(&x->after[side], (u32)number);
		if (i < c->keep[side])
			number = intmap_number(&x->sequences, number << 32 | x->list[side][i].cond);
	}
}

/* The first point at which the states are equal; from is the first that may be asked about. */
static bool first_equal(Infect *x, const ProductCut *c, size_t from, size_t last, size_t *at)
{
	u32 prune = x->search->config.prune;
	*at = from;
	if (judge(x, c, from))
		return from == c->front[OLD] ? prune >> PRUNE_INFECT & 1 : prune >> PRUNE_PROPAGATE & 1;
	if (!(prune >> PRUNE_PROPAGATE & 1) || last == from || !judge(x, c, last))
		return false;
	size_t low = from; /* not equal there */
	for (*at = last; *at - low > 1;) {
		size_t mid = low + (*at - low) / 2;
		if (judge(x, c, mid))
			*at = mid;
		else
			low = mid;
	}
	return true;
}

/* It would take too long: what was not judged stays so, for other runs with the same constraints.
 */
static void leave_open(Infect *x, const ProductCut *c, size_t from)
{
	for (size_t i = from; i < c->keep[OLD]; i++) {
		size_t j = i + c->keep[NEW] - c->keep[OLD];
		u64 key = sequences_key(x, i, j), known;
		if (!intmap_get(&x->known, key, &known))
			intmap_put(&x->known, key, 1);
	}
}

static bool too_long(const Search *search)
{
	return search->pair.result[OLD].instructions > LONGEST ||
		   search->pair.result[NEW].instructions > LONGEST;
}

/* What both versions have decided when they are equally far behind their fronts. */
static u64 point_key(const Infect *x, const ProductCut *c, size_t i)
{
	size_t j = i - c->front[OLD] + c->front[NEW];
	return sequences_key(x, i, j);
}

/* The last number of OLD's constraints for which NEW has one as far behind its front. */
static size_t last_point(const ProductCut *c)
{
	size_t old = c->keep[OLD] - c->front[OLD], newer = c->keep[NEW] - c->front[NEW];
	return c->front[OLD] + (old < newer ? old : newer);
}

/* Where a run that decided the same so far was cut; what it decided afterwards may have kept it
 * from being judged the same way. */
static bool cut_before(const Infect *x, const ProductCut *c, size_t *at)
{
	u64 known;
	for (*at = c->front[OLD]; *at <= last_point(c); (*at)++)
		if (intmap_get(&x->cuts, point_key(x, c, *at), &known))
			return true;
	return false;
}

static void pass(Infect *x, const ProductCut *c)
{
	for (size_t i = c->front[OLD]; i <= last_point(c); i++)
		if (i < c->keep[OLD] || i - c->front[OLD] + c->front[NEW] < c->keep[NEW])
			intmap_put(&x->passed, point_key(x, c, i), 1);
}

static bool find_cut(Infect *x, Search *search, const Constraint *const list[2],
					 const ProductCut *c, size_t *at)
{
	size_t n = c->keep[OLD], n_new = c->keep[NEW], from = n, last = n;
	u64 known;
	/* Both have to be as far behind their fronts, or the condition would not be one that other runs
	 * share. */
	if (n - c->front[OLD] != n_new - c->front[NEW])
		return false;
	while (from > c->front[OLD] && n - from < n_new &&
		   same_decision(search, &list[OLD][from - 1], &list[NEW][n_new - (n - from) - 1]))
		from--;
	if (from == n || !last_news(x, c, from, &last) || !same_behaviour(x))
		return false;
	if (too_long(search))
		leave_open(x, c, from);
	/* Where another run went on, this one has to: one condition cannot be a part of the other. */
	return first_equal(x, c, from, last, at) &&
		   !intmap_get(&x->passed, point_key(x, c, *at), &known);
}

bool infect_cut(Infect *x, Search *search, const Constraint *const list[2], ProductCut *c)
{
	size_t at;
	if (c->keep[OLD] > MOST_CONSTRAINTS || c->keep[NEW] > MOST_CONSTRAINTS)
		return false;
	x->shape = search->pair.shape;
	x->input = search->pair.input;
	x->list[OLD] = list[OLD];
	x->list[NEW] = list[NEW];
	number_sequences(x, c, OLD);
	number_sequences(x, c, NEW);
	if (!cut_before(x, c, &at) && !find_cut(x, search, list, c, &at)) {
		pass(x, c);
		return false;
	}
	intmap_put(&x->cuts, point_key(x, c, at), 1);
	c->keep[NEW] = at - c->front[OLD] + c->front[NEW];
	c->keep[OLD] = at;
	return true;
}
