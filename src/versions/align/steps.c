/* steps.c: reads a trace: which step uses which, and the execution index of each. */
#include "versions/align/align.h"

enum { LONGEST_COPY = 1 << 16 }; /* bytes of a copy whose origins are followed */

/* The decisions around the current instruction; ends when the frame enters a block. */
typedef struct Nest {
	u32 end;
	u64 place; /* number of where it is */
} Nest;

/* A call at work. */
typedef struct Activation {
	const Function *f;
	u32 *defs;     /* by register: step + 1 that set it */
	u32 block;     /* it is in */
	u64 place;     /* number of where it is */
	u64 call_from; /* index or place of the latest call that it made */
	bool indexed;  /* true if that is an index */
	u32 call_ins; /* latest call that it made: a function behind the C library is entered from there */
	u32 site;     /* call that it is */
	VEC(Nest) nest;
} Activation;

typedef struct StepWalk {
	const Aligner *a;
	AlignNumbers *numbers;
	int side;
	const Program *p;
	Static *s;
	AlignedRun *run;
	VEC(Activation) frames; /* by depth, those of the C library empty */
	IntMap memory;          /* address -> step + 1 that wrote it */
	IntMap unread;          /* address -> step + 1, while nobody has read it */
	U32List counts;         /* by context: instances so far */
	u32 slot;               /* operands of the step at work so far */
} StepWalk;

/* ---- indices ---- */

static u64 here(const Activation *a)
{
	return a->nest.len ? vec_last(&a->nest).place : a->place;
}

/* Place in NEW's numbers, so that both versions say the same; 0: it has no counterpart. */
static u64 location_id(const StepWalk *w, u32 function, u32 ins)
{
	const ChangeMap *m = w->a->map;
	if (!m)
		return 0;
	u32 other = change_map_match(m, (Side)w->side, function, ins);
	if (other == NO_OPERAND)
		return 0;
	if (w->side == NEW)
		return ((u64)function << 32 | ins) + 1;
	return ((u64)change_map_function(m, OLD, function) << 32 | other) + 1;
}

static u64 block_id(const StepWalk *w, u32 function, u32 block)
{
	if (w->side == NEW || !w->a->map)
		return block;
	u32 other = change_map_block(w->a->map, OLD, function, block);
	return other == NO_OPERAND ? (u64)block << 32 | 1u << 31 : other;
}

/* The execution index of an instruction: its context, and how often it was executed there. All
 * numbers are below 2^32, since a trace has fewer steps. */
static u64 index_of(StepWalk *w, const Activation *a, u32 ins)
{
	u64 id = location_id(w, a->f->id, ins);
	if (!id)
		return 0;
	u64 location = intmap_number(&w->numbers->locations, id);
	u64 context = intmap_number(&w->numbers->contexts, here(a) << 32 | location);
	while (w->counts.len <= context)
		vec_push(&w->counts, 0);
	return context << 32 | w->counts.at[context]++;
}

typedef enum PlaceKind {
	PLACE_MAIN,    /* nothing around it */
	PLACE_WAY,     /* an index of a decision, and the block that it led to */
	PLACE_CALL,    /* an index of a call */
	PLACE_CALL_AT, /* a place, of a call without an index */
} PlaceKind;

static u64 place_of(StepWalk *w, PlaceKind kind, u64 from, u64 target)
{
	return keymap_number(&w->numbers->places, KEY(kind, from, target));
}

/* ---- uses ---- */

static void use_step(StepWalk *w, u32 from)
{
	if (from)
		vec_push(&w->run->uses, ((AlignedUse){from - 1, (u32)w->run->steps.len, w->slot}));
	w->slot++;
}

static u32 def_of(const Activation *a, Operand o)
{
	return o == NO_OPERAND || operand_is_const(o) || o >= a->f->n_regs ? 0 : a->defs[o];
}

static void use_memory(StepWalk *w, u64 address, u64 size)
{
	u64 last = 0, step;
	for (u64 i = 0; i < size && i < LONGEST_COPY; i++) {
		if (!intmap_get(&w->memory, address + i, &step) || !step)
			continue;
		if (step != last)
			use_step(w, (u32)step);
		last = step;
		intmap_put(&w->unread, address + i, 0);
	}
}

/* Sets the new writer of the bytes; records it as the step that overwrote bytes nobody had read. */
static void write_memory(StepWalk *w, u64 address, u64 size, u32 writer)
{
	u64 before;
	for (u64 i = 0; i < size && i < LONGEST_COPY; i++) {
		if (intmap_get(&w->unread, address + i, &before) && before && before - 1 != writer) {
			AlignedStep *s = &w->run->steps.at[before - 1];
			s->overwritten = s->overwritten == NO_STEP ? writer : s->overwritten;
		}
		intmap_put(&w->memory, address + i, writer + 1);
		intmap_put(&w->unread, address + i, writer + 1);
	}
}

static Operand phi_operand(const Function *f, const Ins *in, u32 block)
{
	for (u32 i = 0; i < in->n_extra; i++)
		if (f->extra[in->extra + 2 * i] == block)
			return f->extra[in->extra + 2 * i + 1];
	return NO_OPERAND;
}

/* ---- steps ---- */

static u32 add_step(StepWalk *w, AlignedStep s)
{
	s.other = s.overwritten = NO_STEP;
	w->slot = 0;
	vec_push(&w->run->steps, s);
	return (u32)w->run->steps.len - 1;
}

static u32 last_ins(const Function *f, u32 block)
{
	return f->blocks[block].end - 1;
}

/* The block that just ended decided to go to another one. */
static void decide(StepWalk *w, Activation *a, u32 to)
{
	u32 ins = last_ins(a->f, a->block);
	const Ins *in = &a->f->ins[ins];
	const Flow *flow = static_flow(w->s, a->f->id);
	if (!ins_decides(in))
		return;
	u64 target = block_id(w, a->f->id, to);
	use_step(w, def_of(a, in->a));
	u64 key = index_of(w, a, ins);
	add_step(w, (AlignedStep){.function = a->f->id,
							  .ins = ins,
							  .type = 64,
							  .branch = true,
							  .lo = target,
							  .site = a->site,
							  .key = key});
	if (key)
		vec_push(&a->nest, ((Nest){flow ? flow->ipdom[a->block] : NO_BLOCK,
								   place_of(w, PLACE_WAY, key, target)}));
}

static void leave_nests(Activation *a, u32 block)
{
	while (a->nest.len && vec_last(&a->nest).end == block)
		a->nest.len--;
}

/* Arguments are what the caller's registers were. */
static void pass_arguments(const Activation *caller, u32 ins, Activation *a)
{
	const Ins *in = &caller->f->ins[ins];
	u32 reg = 0;
	if (in->op != I_CALL)
		return;
	const Call *c = &caller->f->calls[in->extra];
	for (u32 i = 0; i < c->n_args && i < a->f->n_params; i++) {
		for (u32 k = 0; k < type_regs(a->f->params[i]) && reg + k < a->f->n_regs; k++)
			a->defs[reg + k] = def_of(caller, c->args[i].value);
		reg += type_regs(a->f->params[i]);
	}
}

static void enter_function(StepWalk *w, const TraceStep *s)
{
	Activation none = {0};
	while (w->frames.len <= s->depth)
		vec_push(&w->frames, none);
	for (size_t i = s->depth; i < w->frames.len; i++) {
		free(w->frames.at[i].defs);
		vec_free(&w->frames.at[i].nest);
		w->frames.at[i] = none;
	}
	Activation *a = &w->frames.at[s->depth], *caller = NULL;
	for (u32 d = s->depth; d-- > 0 && !caller;)
		if (w->frames.at[d].f)
			caller = &w->frames.at[d];
	a->f = &w->p->functions.at[s->function];
	a->defs = xcalloc(a->f->n_regs + 1, sizeof *a->defs);
	a->place =
		!caller ? place_of(w, PLACE_MAIN, 0, 0)
				: place_of(w, caller->indexed ? PLACE_CALL : PLACE_CALL_AT, caller->call_from, 0);
	/* Behind a function of the C library nobody knows which argument is which. */
	if (caller && caller == a - 1)
		pass_arguments(caller, caller->call_ins, a);
	if (caller) {
		a->site = (u32)w->run->sites.len;
		vec_push(&w->run->sites, ((AlignedSite){caller->f->id, caller->call_ins, caller->site}));
	}
}

static void on_call(StepWalk *w, Activation *a, const TraceStep *s)
{
	const Ins *in = &a->f->ins[s->ins];
	const Call *c = &a->f->calls[in->extra];
	u64 key = index_of(w, a, s->ins);
	a->call_from = key ? key : here(a);
	a->indexed = key != 0;
	a->call_ins = s->ins;
	if (w->p->functions.at[s->lo].kind == FN_SUBJECT)
		return;
	use_step(w, def_of(a, c->target));
	for (u32 i = 0; i < c->n_args; i++)
		use_step(w, def_of(a, c->args[i].value));
	add_step(w,
			 (AlignedStep){
				 .function = a->f->id, .ins = s->ins, .given = true, .site = a->site, .key = key});
}

/* Of a call: what the callee returned, if it is the subject's; else what it was given. */
static void use_callee(StepWalk *w, const Activation *a, const Ins *in, u32 depth,
					   AlignedStep *made)
{
	const Call *c = &a->f->calls[in->extra];
	const Activation *callee = depth + 1 < w->frames.len ? &w->frames.at[depth + 1] : NULL;
	bool own = c->callee == NO_OPERAND ? callee && callee->f
									   : w->p->functions.at[c->callee].kind == FN_SUBJECT;
	if (own && callee && callee->f) {
		made->ret = last_ins(callee->f, callee->block);
		made->callee = callee->f->id + 1;
		const Ins *ret = &callee->f->ins[made->ret];
		if (ret->op == I_RET && ret->n_extra)
			use_step(w, def_of(callee, callee->f->extra[ret->extra]));
		return;
	}
	for (u32 i = 0; i < c->n_args; i++)
		use_step(w, def_of(a, c->args[i].value));
}

static void on_value(StepWalk *w, Activation *a, const TraceStep *s, u32 came_from)
{
	const Ins *in = &a->f->ins[s->ins];
	u32 step = (u32)w->run->steps.len;
	AlignedStep made = {.function = a->f->id,
						.ins = s->ins,
						.type = s->type,
						.lo = s->lo,
						.hi = s->hi,
						.expr = (Expr)s->tag,
						.constraints = s->constraints,
						.site = a->site,
						.key = index_of(w, a, s->ins)};
	if (in->op == I_PHI) {
		use_step(w, def_of(a, phi_operand(a->f, in, came_from)));
	} else if (in->op == I_CALL) {
		use_callee(w, a, in, s->depth, &made);
	} else {
		use_step(w, def_of(a, in->a));
		use_step(w, def_of(a, in->b));
		use_step(w, def_of(a, in->c));
	}
	if (in->op == I_LOAD || in->op == I_ATOMICRMW || in->op == I_CMPXCHG)
		use_memory(w, s->address, s->size);
	if (in->op == I_MEMCPY || in->op == I_MEMMOVE)
		use_memory(w, s->from, s->size);
	bool writes = in->op == I_STORE || (in->op >= I_MEMCPY && in->op <= I_CMPXCHG);
	made.address = s->address;
	made.size = writes ? s->size : 0;
	add_step(w, made);
	if (writes)
		write_memory(w, s->address, s->size, step);
	if (in->dst != NO_REG)
		for (u32 k = 0; k < type_regs(s->type) && in->dst + k < a->f->n_regs; k++)
			a->defs[in->dst + k] = step + 1;
}

static void returned_from_main(StepWalk *w)
{
	u32 entry = w->a->subject[w->side]->entry;
	u32 first = entry != NO_OPERAND ? entry : w->p->main;
	for (size_t i = 0; i < w->frames.len; i++) {
		Activation *a = &w->frames.at[i];
		if (!a->f || a->f->id != first)
			continue;
		const Ins *ret = &a->f->ins[last_ins(a->f, a->block)];
		if (ret->op != I_RET || !ret->n_extra)
			return;
		use_step(w, def_of(a, a->f->extra[ret->extra]));
		u32 ins = last_ins(a->f, a->block);
		add_step(w,
				 (AlignedStep){
					 .function = a->f->id, .ins = ins, .given = true, .key = index_of(w, a, ins)});
		return;
	}
}

void align_steps(Aligner *aligner, int side, Machine *m, AlignedRun *run)
{
	StepWalk w = {.a = aligner,
				  .numbers = &aligner->numbers,
				  .side = side,
				  .p = aligner->subject[side]->program,
				  .s = subject_flow(aligner->subject[side]),
				  .run = run};
	size_t n;
	vec_push(&run->sites, ((AlignedSite){0}));
	const TraceStep *trace = machine_trace(m, &n, &run->cut);
	u32 came_from = 0;
	for (size_t i = 0; i < n; i++) {
		const TraceStep *s = &trace[i];
		if (s->kind == TRACE_BLOCK && s->ins == 0)
			enter_function(&w, s);
		if (s->depth >= w.frames.len || !w.frames.at[s->depth].f)
			continue;
		Activation *a = &w.frames.at[s->depth];
		if (s->kind == TRACE_CALL) {
			on_call(&w, a, s);
		} else if (s->kind == TRACE_VALUE) {
			on_value(&w, a, s, came_from);
		} else if (s->ins) {
			decide(&w, a, s->ins);
			leave_nests(a, s->ins);
			came_from = a->block;
			a->block = s->ins;
		}
	}
	returned_from_main(&w);
	for (size_t i = 0; i < w.frames.len; i++) {
		free(w.frames.at[i].defs);
		vec_free(&w.frames.at[i].nest);
	}
	vec_free(&w.frames);
	intmap_free(&w.memory);
	intmap_free(&w.unread);
	vec_free(&w.counts);
}
