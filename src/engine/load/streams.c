/* streams.c: copies parts of the C library for each of the standard streams.
 *
 * Without copies, the analysis of one call of fprintf says what any call of it may write: the
 * buffers of all streams. So every call that names stdout, stderr or stdin gets its own copies
 * of the callee and of everything that it calls: twins, with the same code. Then every analysis
 * that distinguishes functions also distinguishes streams. The machine runs the program as
 * before.
 *
 * Which twin a call uses is a guess and need not be right: a twin that gets another stream works
 * on that one, and points-to sees the argument. Calls without a known stream keep the original
 * functions.
 */
#include "engine/load/address.h"
#include "engine/load/layout.h"

typedef struct Twins {
	Program *p;
	u32 n;        /* functions that are no twins */
	bool *writes; /* by function: it, or something it calls, writes memory or gives an address */
	bool *taken;  /* by function: its address is in a constant or a global */
	bool all[N_STREAMS + 1]; /* by stream: the taken ones have twins */
	VEC(u32) todo;           /* twins whose calls are still those of the original */
} Twins;

static const char *const variables[N_STREAMS + 1] = {NULL, "stdout", "stderr", "stdin"};
static const char *const streams[N_STREAMS + 1] = {NULL, "_IO_2_1_stdout_", "_IO_2_1_stderr_",
												   "_IO_2_1_stdin_"};

/* Functions whose first parameter is a descriptor. */
static const char *const on_descriptors[] = {"write",    "__write", "writev",  "pwrite",
											 "pwrite64", "dprintf", "vdprintf"};

/* ---- what a call is about ---- */

/* The stream whose variable, or which itself, is at an address; 0: none. */
static u32 stream_at(const Program *p, const char *const *names, u64 address)
{
	for (u32 k = 1; k <= N_STREAMS; k++) {
		u32 global;
		if (strmap_get(&p->global_by_name, names[k], &global) &&
			p->globals.at[global].address == address)
			return k;
	}
	return 0;
}

static u32 stream_of(const Program *p, const Function *f, const Arg *arg)
{
	if (arg->type != TYPE_PTR)
		return 0;
	if (operand_is_const(arg->value))
		return stream_at(p, streams, p->consts.at[arg->value & ~OPERAND_CONST].lo);
	for (u32 i = 0; i < f->n_ins; i++)
		if (f->ins[i].dst == arg->value)
			return f->ins[i].op == I_LOAD && operand_is_const(f->ins[i].a)
					   ? stream_at(p, variables, p->consts.at[f->ins[i].a & ~OPERAND_CONST].lo)
					   : 0;
	return 0;
}

static u32 stream_of_descriptor(const Program *p, const Call *c)
{
	if (c->callee == NO_OPERAND || !c->n_args || !operand_is_const(c->args[0].value))
		return 0;
	u64 fd = p->consts.at[c->args[0].value & ~OPERAND_CONST].lo;
	for (size_t i = 0; i < countof(on_descriptors); i++)
		if ((fd == 1 || fd == 2) &&
			!strcmp(p->functions.at[c->callee].source_name, on_descriptors[i]))
			return (u32)fd;
	return 0;
}

/* The stream that a call of the function is about; that of the function where it names none. */
static u32 stream_of_call(const Program *p, const Function *f, const Call *c, u32 own)
{
	u32 stream = stream_of_descriptor(p, c);
	for (u32 i = 0; i < c->n_args && !stream; i++)
		stream = stream_of(p, f, &c->args[i]);
	return stream ? stream : own;
}

/* ---- which functions need a twin ---- */

static bool writes_itself(const Twins *t, const Function *f)
{
	for (u32 i = 0; i < f->n_ins; i++) {
		InsAccess access[2];
		u32 n = ins_accesses(&f->ins[i], access);
		for (u32 k = 0; k < n; k++)
			if (access[k].writes)
				return true;
	}
	for (u32 i = 0; i < f->n_calls; i++)
		if (f->calls[i].callee == NO_OPERAND || t->writes[f->calls[i].callee])
			return true;
	for (u32 i = 0; i < f->n_results; i++)
		if (f->results[i] == TYPE_PTR)
			return true;
	return !f->n_blocks;
}

static void find_writers(Twins *t)
{
	for (bool again = true; again;) {
		again = false;
		for (u32 f = 0; f < t->n; f++)
			if (!t->writes[f] && writes_itself(t, &t->p->functions.at[f]))
				t->writes[f] = again = true;
	}
}

static void take(Twins *t, u64 address)
{
	u64 k = (address - CODE_FUNCTIONS) / CODE_STEP;
	if (address >= CODE_FUNCTIONS && k < t->n)
		t->taken[k] = true;
}

static void find_taken(Twins *t)
{
	for (size_t i = 0; i < t->p->consts.len; i++)
		take(t, t->p->consts.at[i].lo);
	for (size_t i = 0; i < t->p->globals.len; i++) {
		const Global *g = &t->p->globals.at[i];
		for (u64 at = 0, word; g->init && at + sizeof word <= g->size; at += sizeof word) {
			memcpy(&word, g->init + at, sizeof word);
			take(t, word);
		}
	}
}

static bool twinnable(const Twins *t, u32 function)
{
	const Function *f = &t->p->functions.at[function];
	if (function >= t->n || f->kind != FN_LIBC || !t->writes[function] || f->returns_twice)
		return false;
	for (u32 b = 0; b < f->n_blocks; b++)
		if (f->blocks[b].address) /* jumps to it lead to the original */
			return false;
	return true;
}

/* ---- twins ---- */

static u32 *twin_slot(const Program *p, u32 function, u32 stream)
{
	return &p->twins[(size_t)function * N_STREAMS + stream - 1];
}

/* The twin of a function, made if there is none; the function itself if it needs none. */
static u32 twin_of(Twins *t, u32 function, u32 stream)
{
	Program *p = t->p;
	if (!twinnable(t, function))
		return function;
	u32 *slot = twin_slot(p, function, stream);
	if (*slot)
		return *slot;
	Function f = p->functions.at[function];
	Call *calls = arena_array(&p->arena, Call, f.n_calls + 1);
	if (f.n_calls)
		memcpy(calls, f.calls, f.n_calls * sizeof *calls);
	f.calls = calls;
	f.id = *slot = (u32)p->functions.len;
	f.address = CODE_FUNCTIONS + (u64)f.id * CODE_STEP;
	f.stream = (u8)stream;
	vec_push(&p->functions, f);
	vec_push(&t->todo, f.id);
	return f.id;
}

/* Calls through pointers find the twin when they are made, so it has to be there. */
static void twin_taken(Twins *t, u32 stream)
{
	if (t->all[stream])
		return;
	t->all[stream] = true;
	for (u32 f = 0; f < t->n; f++)
		if (t->taken[f])
			twin_of(t, f, stream);
}

static void lead(Twins *t, u32 function)
{
	for (u32 i = 0; i < t->p->functions.at[function].n_calls; i++) {
		const Function *f = &t->p->functions.at[function];
		Call *c = &f->calls[i];
		u32 stream = stream_of_call(t->p, f, c, f->stream);
		if (!stream)
			continue;
		c->stream = (u8)stream;
		if (c->callee == NO_OPERAND)
			twin_taken(t, stream);
		else
			c->callee = twin_of(t, c->callee, stream);
	}
}

void streams_split(Program *p)
{
	Twins t = {.p = p, .n = (u32)p->functions.len};
	t.writes = xcalloc(t.n + 1, sizeof *t.writes);
	t.taken = xcalloc(t.n + 1, sizeof *t.taken);
	p->twins = arena_array(&p->arena, u32, (size_t)(t.n + 1) * N_STREAMS);
	p->n_twins = t.n;
	find_writers(&t);
	find_taken(&t);
	for (u32 f = 0; f < t.n; f++)
		lead(&t, f);
	while (t.todo.len)
		lead(&t, vec_pop(&t.todo));
	vec_free(&t.todo);
	free(t.writes);
	free(t.taken);
}
