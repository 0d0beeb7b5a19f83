/* fill_world.c: reports what a result depends on besides the inputs.
 *
 * The answers of the system are the same in every run, so a result is valid for one world only.
 * We report everything that the program, or one of several versions, asked for, with its
 * location, and whether it was an input. We also report branches on the failure of a call that
 * never failed.
 */
#include "engine/explore/fill.h"
#include "engine/expr/float/call.h"
#include "engine/explore/untried.h"

/* By bit of MAY_*. */
static const FaultKind faults[] = {FAULT_MALLOC, FAULT_READ, FAULT_WRITE};

/* A file that the command line names was given, though it is the host's. */
static bool is_given(const WorldView *v, const WorldAsk *ask)
{
	for (size_t i = 0; ask->kind == WORLD_FILE && ask->name && i < v->inputs->shapes.len; i++)
		for (size_t k = 0; k < v->inputs->shapes.at[i].parts.len; k++) {
			const Part *part = &v->inputs->shapes.at[i].parts.at[k];
			if (part->role == ROLE_ARG && part->kind == PART_FIXED &&
				!strcmp(buf_str(&part->fixed), ask->name))
				return true;
		}
	return false;
}

/* --vary or --faults made an input of that name. */
static bool is_input(const WorldView *v, const char *name)
{
	const Shape *s = &v->inputs->shapes.at[0];
	for (size_t i = 0; i < s->parts.len; i++)
		if (s->parts.at[i].role == ROLE_WORLD && !strcmp(s->parts.at[i].name, name))
			return true;
	return false;
}

static bool same_ask(const WorldAsk *a, const WorldAsk *b)
{
	return a->kind == b->kind &&
		   (a->name == b->name || (a->name && b->name && !strcmp(a->name, b->name)));
}

/* True if no other version asked for it. */
static bool is_alone(const WorldView *v, u32 version, const WorldAsk *ask)
{
	for (u32 k = 0; k < v->n; k++) {
		size_t n;
		const WorldAsk *asks = machine_asks(v->machine[k], &n);
		for (size_t i = 0; k != version && i < n; i++)
			if (same_ask(&asks[i], ask))
				return false;
	}
	return v->n > 1;
}

static void fill_asked(Result *r, const WorldView *v)
{
	for (u32 k = 0; k < v->n; k++) {
		size_t n;
		const WorldAsk *asks = machine_asks(v->machine[k], &n);
		for (size_t i = 0; i < n; i++) {
			const WorldAsk *ask = &asks[i];
			if (is_given(v, ask))
				continue;
			const char *word = world_word(ask->kind);
			ResultWorld w = {.sort = RESULT_ASKED,
							 .kind = word,
							 .words = world_text(ask->kind),
							 .name = ask->name,
							 .where = fill_location(r, v->program[k], ask->loc),
							 .count = ask->count,
							 .varied = ask->varied,
							 .alone = is_alone(v, k, ask),
							 .near = v->near ? v->near(v->ctx, k, ask) : RESULT_FAR,
							 .can_vary = ask->kind <= WORLD_HOSTNAME && !is_input(v, word)};
			vec_push(&r->world, w);
		}
	}
}

/* The place of the first operation on numbers that the compiler may compute in another way; 0: there is none. */
static u32 first_fast(const Program *p)
{
	for (size_t f = 0; f < p->functions.len; f++) {
		const Function *fn = &p->functions.at[f];
		for (u32 i = 0; fn->kind == FN_SUBJECT && i < fn->n_ins; i++)
			if (fn->ins[i].flags & INS_FAST)
				return fn->ins[i].loc;
	}
	return 0;
}

static void fill_fast_math(Result *r, const WorldView *v)
{
	u32 loc[RESULT_SUBJECTS] = {0}, n = 0;
	for (u32 k = 0; k < v->n; k++)
		n += (loc[k] = first_fast(v->program[k])) != 0;
	for (u32 k = 0; k < v->n; k++) {
		ResultWorld w = {.sort = RESULT_ASKED,
						 .kind = world_word(WORLD_FAST_MATH),
						 .words = world_text(WORLD_FAST_MATH),
						 .where = fill_location(r, v->program[k], loc[k]),
						 .count = 1,
						 .alone = n == 1 && v->n > 1};
		if (loc[k])
			vec_push(&r->world, w);
	}
}

/* A call of a function of math.h of which C does not say what it returns. */
static bool is_approximate(const Program *p, const Function *fn, const Ins *in)
{
	if (in->op == I_FUNARY || in->op == I_FBINARY)
		return (in->sub >= FF_SIN && in->sub <= FF_LOG10) || in->sub == FF_POW ||
			   in->sub == FF_POWI;
	const Call *c = in->op == I_CALL ? &fn->calls[in->extra] : NULL;
	const Function *callee = c && c->callee != NO_OPERAND ? &p->functions.at[c->callee] : NULL;
	int known = callee && callee->kind == FN_EXTERN ? float_call_find(callee->name) : -1;
	return known >= 0 && !float_call_is_exact((u32)known);
}

u32 program_approximate(const Program *p)
{
	for (size_t f = 0; f < p->functions.len; f++) {
		const Function *fn = &p->functions.at[f];
		for (u32 i = 0; fn->kind == FN_SUBJECT && i < fn->n_ins; i++)
			if (is_approximate(p, fn, &fn->ins[i]))
				return fn->ins[i].loc;
	}
	return 0;
}

/* The values that such functions return are those of the host's library on this processor. */
static void fill_libm(Result *r, const WorldView *v)
{
	u32 loc[RESULT_SUBJECTS] = {0}, n = 0;
	for (u32 k = 0; k < v->n; k++)
		n += (loc[k] = program_approximate(v->program[k])) != 0;
	for (u32 k = 0; k < v->n; k++) {
		Buf host = {0};
		if (!loc[k])
			continue;
		float_host(&host);
		ResultWorld w = {.sort = RESULT_ASKED,
						 .kind = world_word(WORLD_LIBM),
						 .words = world_text(WORLD_LIBM),
						 .name = result_take(r, &host),
						 .where = fill_location(r, v->program[k], loc[k]),
						 .count = 1,
						 .alone = n == 1 && v->n > 1};
		vec_push(&r->world, w);
	}
}

/* Branches on one kind of failure, each place once. */
static void fill_untried(Result *r, const WorldView *v, const UntriedList lists[], u32 kind)
{
	size_t first = r->world.len;
	for (u32 n = 0; n < v->n; n++)
		for (size_t i = 0; i < lists[n].len; i++) {
			u32 loc = lists[n].at[i].loc;
			if (!(lists[n].at[i].faults >> kind & 1) || !loc)
				continue;
			ResultWorld w = {.sort = RESULT_UNTRIED,
							 .kind = fault_input(faults[kind]),
							 .words = fault_word(faults[kind]),
							 .where = fill_location(r, v->program[n], loc)};
			bool known = false;
			for (size_t k = first; k < r->world.len; k++)
				known |= !strcmp(r->world.at[k].where.text, w.where.text);
			if (!known)
				vec_push(&r->world, w);
		}
}

static void fill_tried(Result *r, const WorldView *v)
{
	for (FaultKind k = 0; k < N_FAULTS; k++) {
		if (!is_input(v, fault_input(k)))
			continue;
		ResultWorld w = {.sort = RESULT_TRIED,
						 .kind = fault_input(k),
						 .words = fault_word(k),
						 .where = result_nowhere,
						 .varied = true};
		for (u32 i = 0; i < v->n; i++)
			w.count += machine_faults(v->machine[i], k);
		vec_push(&r->world, w);
	}
}

void fill_world(Result *r, const WorldView *v)
{
	UntriedList lists[RESULT_SUBJECTS] = {0};
	fill_asked(r, v);
	fill_fast_math(r, v);
	fill_libm(r, v);
	/* What is not run yet will be; a failure that never happened is counted 0 times. */
	for (u32 n = 0; v->ended && n < v->n; n++)
		untried_find(v->program[n], v->machine[n], &lists[n]);
	for (u32 k = 0; k < countof(faults); k++)
		if (!is_input(v, fault_input(faults[k])))
			fill_untried(r, v, lists, k);
	fill_tried(r, v);
	for (u32 n = 0; n < v->n; n++)
		vec_free(&lists[n]);
}
