/* tier.c: what is compiled, when, and how it is entered. */
#include "engine/machine/tier.h"

#include <time.h>

enum {
	LOOK_ENTRIES = 256,
	WORTH = 24, /* instructions per entry below which a unit is dropped */
	MOST_REMAKES = 8,
	RANDOM_RANGE = 2000,
	LARGE = 1000, /* bytecode instructions of a function that is only compiled quickly: LLVM's time
				   * for faster code grows faster than the function */
};

/* A number that grows with a function. */
typedef struct TierLimit {
	u32 base, sixteen; /* sixteen: for 16 bytecode instructions */
} TierLimit;

/* What is hot. LLVM's time grows with the number of bytecode instructions, so what a function must
 * have cost before it is compiled does as well. In a search, each machine begins anew. */
typedef struct TierPolicy {
	u32 first;          /* samples before anything is compiled */
	TierLimit samples;  /* of a function */
	TierLimit arrivals; /* at a place where it is entered again */
	TierLimit calls;    /* from compiled code */
	TierLimit full;     /* samples after which it is compiled again, to faster code */
	u32 stale;          /* left so often because of coverage: compiled again */
} TierPolicy;

static const TierPolicy policies[] = {
	/* a sample is taken every 65,536 instructions */
	[COMPILE_HOT] = {64, {4, 8}, {200, 32}, {100, 64}, {200, 96}, 8},
	/* a sample is taken every 16,384 instructions */
	[COMPILE_SEARCH] = {8000, {150, 96}, {3000, 1600}, {3000, 1600}, {2000, 64}, 32},
	[COMPILE_ALWAYS] = {0, {1, 0}, {1, 0}, {1, 0}, {2, 0}, 8},
	[COMPILE_RANDOM] = {0, {1, 0}, {1, 0}, {1, 0}, {2, 0}, 8},
};

static u32 limit(TierLimit l, u32 words)
{
	return l.base + (u32)((u64)words * l.sixteen / 16);
}

static const TierPolicy *policy_of(const Machine *m)
{
	return &policies[m->tier->mode];
}

/* In tests: compiled as early as possible. */
static bool compiles_at_once(const NativeTier *t, const FnCode *fc)
{
	return t->mode >= COMPILE_ALWAYS && (!t->subject_only || fc->fn->kind == FN_SUBJECT);
}

static bool interprets_all(const Machine *m)
{
	return m->track || m->trace || m->state || m->checked || m->tasks;
}

static struct TierFn *fn_of(Machine *m, FnCode *fc)
{
	if (!fc->tier) {
		fc->tier = xcalloc(1, sizeof *fc->tier);
		fc->tier->fc = fc;
		/* tests take both ways */
		fc->tier->quick = fc->n > LARGE || !(m->tier->mode >= COMPILE_ALWAYS && fc->fn->id % 2);
		vec_push(&m->tier->fns, fc->tier);
		if (function_calls_setjmp(m->p, fc->fn))
			fc->tier->refused = "it calls setjmp";
	}
	return fc->tier;
}

static TierUnit *unit_at(struct TierFn *tf, u32 at)
{
	for (size_t i = 0; i < tf->units.len; i++)
		if (tf->units.at[i].at == at)
			return &tf->units.at[i];
	vec_push(&tf->units, ((TierUnit){.at = at}));
	return &vec_last(&tf->units);
}

/* ---- places ---- */

/* Instructions that go away when they are executed stay as they are: what comes in their place
 * is not known. */
static void patch(void *ctx, u32 at)
{
	FnCode *fc = ctx;
	Code *c = &fc->code[at];
	if (unit_at(fc->tier, at)->dropped)
		return;
	if (c->op == C_TIER || c->op == C_COVER || c->op == C_WAY || c->op == C_END)
		return;
	fc->ops[at] = c->op;
	c->op = C_TIER;
}

/* Places where native code may be entered. Coverage instructions may have hidden some before. */
static void patch_all(FnCode *fc)
{
	if (!fc->ops)
		fc->ops = arena_array(&fc->arena, u16, fc->n);
	FnCode copy = unit_code(fc);
	unit_loop_heads(&copy, patch, fc);
	patch(fc, 0);
	free(copy.code);
}

/* ---- compiling ---- */

static void refuse(Machine *m, struct TierFn *tf, const char *why)
{
	tf->refused = why;
	m->tier->code->stats.refused++;
}

_Static_assert(sizeof(FrameSignal) == 8, "units clear it as one number");

static const UnitLayout layout = {
	.frame_call = offsetof(Frame, call),
	.frame_fn = offsetof(Frame, fn),
	.frame_regs = offsetof(Frame, regs),
	.frame_base = offsetof(Frame, base),
	.frame_block = offsetof(Frame, block),
	.frame_dynamic = offsetof(Frame, dynamic),
	.frame_stack_used = offsetof(Frame, stack_used),
	.frame_varargs = offsetof(Frame, varargs),
	.frame_serial = offsetof(Frame, serial),
	.frame_stack = offsetof(Frame, stack),
	.frame_signal = offsetof(Frame, signal),
	.frame_bytes = sizeof(Frame),
	.depth = offsetof(Thread, depth),
	.serial = offsetof(Thread, serial),
	.regs_end = offsetof(Thread, regs_end),
	.stack_noted = offsetof(Thread, stack_noted),
	.most_depth = MAX_DEPTH,
	.dynamic_len = offsetof(Thread, dynamic.len),
};

/* Processor time of this thread. */
static double used_seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* In tests nothing has been called yet: callees can be inlined only if their bytecode is made. */
static void make_callees(Machine *m, const FnCode *fc, u32 depth)
{
	for (u32 at = 0; at < fc->n && depth; at += word_length(&fc->code[at])) {
		const Code *c = &fc->code[at];
		if (code_op(fc, c) != C_CALL)
			continue;
		machine_make_code(m, &m->fns[c->a]);
		make_callees(m, &m->fns[c->a], depth - 1);
	}
}

static void set_unit(TierUnit *u, UnitFn *fn, bool inlines)
{
	u->fn = fn;
	u->entries = u->executed = u->coverage = 0;
	u->inlines = inlines;
}

/* A loop head of a unit that is entered everywhere. */
static void share_unit(void *ctx, u32 at)
{
	struct TierFn *tf = ctx;
	const TierUnit *all = unit_at(tf, 0);
	UnitFn *fn = all->fn;
	bool inlines = all->inlines;
	set_unit(unit_at(tf, at), fn, inlines);
}

static void compile(Machine *m, struct TierFn *tf, u32 at)
{
	NativeTier *t = m->tier;
	Err err = {0};
	double begin = used_seconds();
	if (!t->code->compiler)
		t->code->compiler = compiler_new(&err);
	if (t->mode >= COMPILE_ALWAYS)
		make_callees(m, tf->fc, 2);
	FnCode copy = unit_code(tf->fc);
	if (tf->quick)
		at = 0;
	UnitRequest rq = {.p = m->p,
					  .fc = &copy,
					  .fns = m->fns,
					  .entry = at,
					  .everywhere = tf->quick,
					  .layout = &layout,
					  .quick = tf->quick,
					  .random = t->mode == COMPILE_RANDOM};
	UnitFn *fn = t->code->compiler ? compiler_unit(t->code->compiler, &rq, &err) : NULL;
	if (!fn)
		refuse(m, tf, "LLVM cannot compile it");
	set_unit(unit_at(tf, at), fn, rq.inlined);
	if (tf->quick)
		unit_loop_heads(&copy, share_unit, tf);
	free(copy.code);
	tf->compiled++;
	if (!at)
		tf->fc->unit = (void *)fn;
	t->code->stats.units += fn && rq.made;
	t->code->stats.compile_seconds += used_seconds() - begin;
}

/* The interpreter no longer enters the unit. Compiled code still calls it. */
static void drop(struct TierFn *tf, TierUnit *u)
{
	u->dropped = true;
	tf->fc->code[u->at].op = tf->fc->ops[u->at];
}

/* Units are made again when they are entered. */
static void make_fully(struct TierFn *tf)
{
	tf->quick = false;
	tf->compiled = 0;
	tf->fc->unit = NULL;
	for (size_t i = 0; i < tf->units.len; i++)
		tf->units.at[i].fn = NULL;
}

void tier_tick(Machine *m)
{
	NativeTier *t = m->tier;
	FnCode *fc = thread_frame(&m->thread)->fn;
	if (interprets_all(m) || !fc || fc->statements || t->mode == COMPILE_NONE)
		return;
	struct TierFn *tf = fn_of(m, fc);
	const TierPolicy *p = policy_of(m);
	t->ticks++;
	tf->samples++;
	/* Again from time to time: coverage instructions that went away may have hidden places. */
	u32 hot = limit(p->samples, fc->n), over = tf->samples - hot;
	bool due = tf->samples >= hot && !(over & (over - 1));
	if (t->ticks >= p->first && due && !tf->refused)
		patch_all(fc);
	tf->running += tf->compiled > 0;
	if (tf->quick && fc->n <= LARGE && tf->running >= limit(p->full, fc->n))
		make_fully(tf);
}

/* In tests: what is called may begin with coverage when its bytecode is made. */
void tier_begin(Machine *m)
{
	for (size_t i = 0; m->tier->mode >= COMPILE_ALWAYS && i < m->p->functions.len; i++)
		if (m->fns[i].code)
			tier_made(m, &m->fns[i]);
}

void tier_forget(Machine *m)
{
	for (size_t i = 0; i < m->tier->fns.len; i++) {
		struct TierFn *tf = m->tier->fns.at[i];
		for (size_t k = 0; k < tf->units.len; k++) {
			TierUnit *u = &tf->units.at[k];
			if (!u->inlines)
				continue;
			u->fn = NULL;
			if (!u->at && tf->fc->tier == tf)
				tf->fc->unit = NULL;
		}
	}
}

void tier_made(Machine *m, FnCode *fc)
{
	if (!compiles_at_once(m->tier, fc) || interprets_all(m) || fc->statements)
		return;
	if (!fn_of(m, fc)->refused)
		patch_all(fc);
}

void tier_called(Machine *m, FnCode *fc)
{
	struct TierFn *tf = fn_of(m, fc);
	const TierPolicy *p = policy_of(m);
	if (tf->refused || ++tf->calls < limit(p->calls, fc->n))
		return;
	tf->calls = 0;
	patch_all(fc);
	compile(m, tf, 0);
}

/* ---- running ---- */

/* Code at a place that is reached. The first unit of a function is made at once, further ones only
 * if they are needed often. */
static TierUnit *unit_for(Machine *m, struct TierFn *tf, u32 at)
{
	TierUnit *u = unit_at(tf, at);
	if (u->dropped || tf->refused)
		return NULL;
	if (u->fn)
		return u;
	if (tf->compiled && ++u->arrivals < limit(policy_of(m)->arrivals, tf->fc->n))
		return NULL;
	compile(m, tf, at);
	u = unit_at(tf, at);
	return u->fn ? u : NULL;
}

/* Is the unit worth it? Coverage instructions that were there when it was made may be gone. */
static void look_at(Machine *m, struct TierFn *tf, u32 at)
{
	TierUnit *u = unit_at(tf, at);
	if (u->coverage >= policy_of(m)->stale << u->remakes && u->remakes < MOST_REMAKES) {
		u->remakes++;
		compile(m, tf, at);
		return;
	}
	if (++u->entries < LOOK_ENTRIES || m->tier->mode >= COMPILE_ALWAYS)
		return;
	if (u->executed < u->entries * WORTH)
		drop(tf, u);
	u->entries = u->executed = 0;
}

static u64 next_random(NativeTier *t)
{
	t->random = t->random * 6364136223846793005ull + 1442695040888963407ull;
	return (t->random >> 33) % RANDOM_RANGE + 1;
}

/* Runs one unit; the Interp is where it was left. *executed: instructions. */
static UnitReason run(Machine *m, Interp *s, TierUnit *u, u64 *executed)
{
	NativeTier *t = m->tier;
	UnitState *state = &t->state;
	i64 before = s->budget;
	state->refilled = 0;
	if (t->mode == COMPILE_RANDOM)
		state->fuse = next_random(t);
	state->outermost = s->frame;
	u->fn(state, s->frame, s->budget, u->at);
	UnitReason why = (UnitReason)state->why;
	t->code->stats.left[why]++;
	if (why == LEFT_ENDED) {
		s->budget = state->budget;
		return why;
	}
	s->pc = state->pc;
	s->frame = state->frame;
	s->regs = s->frame->regs;
	s->budget = state->budget;
	*executed = (u64)(before - s->budget) + state->refilled;
	t->code->stats.compiled += *executed;
	return why;
}

/* True if the unit was left for a callee that will be compiled: then the unit is worth more. */
static bool waits_for_callee(const Interp *s, UnitReason why)
{
	const struct TierFn *callee = s->frame->fn->tier;
	return why == LEFT_CALLEE && (!callee || !callee->refused);
}

bool tier_enter(Machine *m, Interp *s)
{
	if (interprets_all(m))
		return true;
	for (;;) {
		struct TierFn *tf = s->frame->fn->tier;
		u32 at = (u32)(s->pc - s->frame->fn->code);
		TierUnit *u = unit_for(m, tf, at);
		if (!u)
			return true;
		u64 executed;
		UnitReason why = run(m, s, u, &executed);
		if (why == LEFT_ENDED)
			return false;
		u = unit_at(tf, at); /* which may have moved */
		u->coverage += why == LEFT_COVERAGE;
		if (!waits_for_callee(s, why)) {
			u->executed += executed;
			look_at(m, tf, at);
		}
		if (why != LEFT_DEPTH || s->pc->op != C_TIER)
			return true;
	}
}

/* ---- life of the tier ---- */

/* Tests compile everything, and leave at random. */
static CompileMode wanted(CompileMode mode)
{
	const char *v = getenv("DRIFT_COMPILE");
	if (!v || mode == COMPILE_NONE)
		return mode;
	return !strcmp(v, "always") || !strcmp(v, "subject") ? COMPILE_ALWAYS
		   : !strcmp(v, "random")                        ? COMPILE_RANDOM
		   : !strcmp(v, "hot")                           ? COMPILE_HOT
		   : !strcmp(v, "none")                          ? COMPILE_NONE
														 : mode;
}

void machine_compile(Machine *m, CompileMode mode, NativeCode *code)
{
	mode = wanted(mode);
	if (mode == COMPILE_NONE || m->tier || !code)
		return;
	NativeTier *t = m->tier = xcalloc(1, sizeof *t);
	t->mode = mode;
	t->code = code;
	t->subject_only = getenv("DRIFT_COMPILE") && !strcmp(getenv("DRIFT_COMPILE"), "subject");
	t->state = (UnitState){.bytes = m->mem.bytes,
						   .readable = m->mem.readable,
						   .writable = m->mem.writable,
						   .fns = m->fns,
						   .thread = &m->thread,
						   .calls = tier_calls,
						   .machine = m};
}

void tier_free(Machine *m)
{
	NativeTier *t = m->tier;
	if (!t)
		return;
	for (size_t i = 0; i < t->fns.len; i++) {
		vec_free(&t->fns.at[i]->units);
		free(t->fns.at[i]);
	}
	vec_free(&t->fns);
	free(t);
	m->tier = NULL;
}

NativeCode *native_code_new(void)
{
	return xcalloc(1, sizeof(NativeCode));
}

void native_code_free(NativeCode *n)
{
	if (n)
		compiler_free(n->compiler);
	free(n);
}

const TierStats *native_code_stats(const NativeCode *n)
{
	return &n->stats;
}

const char *machine_compile_reason(u32 number)
{
	_Static_assert((int)N_UNIT_REASONS <= (int)MAX_LEFT, "every reason is counted");
	return number < N_UNIT_REASONS ? unit_reason((UnitReason)number) : NULL;
}
