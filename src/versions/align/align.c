/* align.c: runs both with traces, aligns their steps and finds the source of each difference. */
#include "versions/align/align.h"

enum {
	INSNS_A_STEP = 16
}; /* instructions that a recorded step may represent, the C library's too */

/* Addresses of globals and functions can be compared; others depend on the layout. */
static bool same_pointer(const Aligner *a, u64 old, u64 newer)
{
	if (!old != !newer)
		return false;
	const Program *o = a->subject[OLD]->program, *n = a->subject[NEW]->program;
	bool known = old < o->globals_end || newer < n->globals_end;
	return !known || change_map_same_address(a->map, old, newer);
}

static void judge(const Aligner *a, AlignedStep *old, AlignedStep *newer)
{
	if (old->given || newer->given || old->type == TYPE_VOID)
		return;
	bool same = old->lo == newer->lo && old->hi == newer->hi;
	if (!same && (old->type == TYPE_PTR || newer->type == TYPE_PTR))
		same = same_pointer(a, old->lo, newer->lo);
	old->infected = newer->infected = !same;
	old->maybe = newer->maybe = same && old->expr != newer->expr && old->type != TYPE_PTR;
}

static void align(const Aligner *a, Alignment *w)
{
	IntMap of[2] = {0}; /* by whether it is given */
	AlignedRun *old = &w->run[OLD], *newer = &w->run[NEW];
	for (size_t i = 0; i < newer->steps.len; i++)
		if (newer->steps.at[i].key)
			intmap_put(&of[newer->steps.at[i].given], newer->steps.at[i].key, i);
	for (size_t i = 0; i < old->steps.len; i++) {
		AlignedStep *s = &old->steps.at[i];
		u64 at;
		if (!s->key || !intmap_get(&of[s->given], s->key, &at))
			continue;
		s->other = (u32)at;
		newer->steps.at[at].other = (u32)i;
		judge(a, s, &newer->steps.at[at]);
	}
	intmap_free(&of[false]);
	intmap_free(&of[true]);
}

static u64 operand_key(u32 step, u32 slot)
{
	return ((u64)step << 8 | (slot & 0xff)) + 1;
}

bool align_use_differs(const Aligner *a, const Alignment *w, int side, const AlignedUse *u)
{
	const AlignedStep *from = &w->run[side].steps.at[u->from], *to = &w->run[side].steps.at[u->to];
	u64 other;
	if (from->infected)
		return true;
	if (from->other != NO_STEP || from->branch || from->given || to->other == NO_STEP ||
		from->type == TYPE_VOID || from->type == TYPE_PTR)
		return false;
	/* A step of this version alone: does the other have another step instead? */
	if (!intmap_get(&w->run[!side].operands, operand_key(to->other, u->slot), &other))
		return true;
	AlignedStep own = *from, there = w->run[!side].steps.at[other - 1];
	judge(a, &own, &there);
	return own.infected;
}

static void find_sources(const Aligner *a, Alignment *w)
{
	for (int side = OLD; side <= NEW; side++) {
		AlignedRun *run = &w->run[side];
		for (size_t i = 0; i < run->steps.len; i++)
			vec_push(&run->source, NO_STEP);
		for (size_t i = 0; i < run->uses.len; i++)
			intmap_put(&run->operands, operand_key(run->uses.at[i].to, run->uses.at[i].slot),
					   run->uses.at[i].from + 1);
	}
	for (int side = OLD; side <= NEW; side++)
		for (size_t i = 0; i < w->run[side].uses.len; i++) {
			const AlignedUse *u = &w->run[side].uses.at[i];
			if (w->run[side].source.at[u->to] == NO_STEP && align_use_differs(a, w, side, u))
				w->run[side].source.at[u->to] = u->from;
		}
}

void aligned_run_free(AlignedRun *r)
{
	vec_free(&r->steps);
	vec_free(&r->sites);
	vec_free(&r->uses);
	vec_free(&r->source);
	vec_free(&r->decided);
	intmap_free(&r->operands);
}

void alignment_free(Alignment *w)
{
	free(w->input);
	vec_free(&w->changes);
	aligned_run_free(&w->run[OLD]);
	aligned_run_free(&w->run[NEW]);
	vec_free(&w->infected);
	vec_free(&w->ends);
	vec_free(&w->alone);
}

/* ---- running ---- */

void aligner_init(Aligner *a, Subject *const subject[2], const ChangeMap *map, Inputs *in)
{
	*a = (Aligner){.subject = {subject[OLD], subject[NEW]}, .map = map, .inputs = in};
}

void aligner_free(Aligner *a)
{
	machine_free(a->tracer[OLD]);
	machine_free(a->tracer[NEW]);
}

/* The machine that traces a version; one with as many steps is used again. */
static Machine *tracer(Aligner *a, int side, u64 steps, Err *err)
{
	/* Behind the last recorded step there is nothing to be seen. */
	u64 limit = a->subject[side]->limit_insns;
	if (!limit || steps * INSNS_A_STEP < limit)
		limit = steps * INSNS_A_STEP;
	MachineOptions options = {.purpose = MACHINE_TRACING, .limit_insns = limit, .steps = steps};
	if (a->tracer[side] && a->steps[side] == steps)
		return a->tracer[side];
	machine_free(a->tracer[side]);
	a->tracer[side] = subject_machine(a->subject[side], &options, err);
	if (a->tracer[side])
		a->steps[side] = steps;
	return a->tracer[side];
}

static bool trace(Aligner *a, int side, AlignedInput of, u64 steps, AlignedRun *run, Err *err)
{
	Machine *m = tracer(a, side, steps, err);
	if (!m)
		return false;
	MachineRunner runner;
	PathRun out = {0};
	machine_set_budget(m, a->budget);
	subject_runner(a->subject[side], m, a->inputs, &runner);
	runner.plain = of.plain;
	machine_runner_run(&runner, of.shape, of.a, &out);
	if (out.result.cut) {
		machine_runner_free(&runner);
		return err_set(err, "drift reached its time limit before it could align the runs");
	}
	run->error = out.result.error;
	run->error_at = out.result.outcome == RAN_ERROR ? out.result.loc : 0;
	align_steps(a, side, m, run);
	size_t n;
	const Constraint *decided = machine_constraints(m, &n);
	vec_append(&run->decided, decided, n);
	machine_runner_free(&runner);
	return true;
}

static void forget_numbers(AlignNumbers *n)
{
	intmap_free(&n->locations);
	intmap_free(&n->contexts);
	keymap_free(&n->places);
}

bool align_trace(Aligner *a, int side, AlignedInput of, u64 steps, AlignedRun *run, Err *err)
{
	bool ok = trace(a, side, of, steps, run, err);
	forget_numbers(&a->numbers);
	return ok;
}

bool align_runs(Aligner *a, const AlignedInput of[2], u64 steps, Alignment *w, Err *err)
{
	bool ok = true;
	for (int side = OLD; side <= NEW && ok; side++)
		ok = trace(a, side, of[side], steps, &w->run[side], err);
	forget_numbers(&a->numbers);
	if (!ok)
		return false;
	align(a, w);
	find_sources(a, w);
	return true;
}
