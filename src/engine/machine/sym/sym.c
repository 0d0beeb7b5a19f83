/* sym.c: constraints of a run, and the interface of symbolic.h. */
#include "base/check.h"
#include "engine/machine/interp.h"
#include "engine/machine/snap.h"
#include "engine/machine/sym.h"
#include "engine/static/ways.h"

Tag sym_result(Machine *m, Tag dep, Expr e)
{
	if (!e || expr_is_const(m->pool, e))
		return sym_tag(dep, 0);
	return sym_tag(dep, e);
}

/* The decision at the end of the block of an instruction; NO_REG if it ends in none. */
static u32 decision_after(const Function *f, u32 ins)
{
	for (; ins < f->n_ins; ins++)
		switch (f->ins[ins].op) {
		case I_CBR:
		case I_SWITCH: return ins;
		case I_BR:
		case I_IBR:
		case I_RET:
		case I_UNREACHABLE: return NO_REG;
		default: break;
		}
	return NO_REG;
}

/* Who asked: the innermost call of the user's code that a decision follows, a few frames up. */
static void find_asker(const Machine *m, Constraint *c)
{
	enum { MOST_FRAMES = 8 };
	u32 looks = 0;
	c->asker = NO_ASKER;
	if (!thread_frame(&m->thread)->fn || thread_frame(&m->thread)->fn->fn->kind == FN_SUBJECT)
		return;
	for (u32 k = m->thread.depth; k > 0 && looks < MOST_FRAMES; k--, looks++) {
		const FnCode *caller = m->thread.frames[k - 1].fn;
		const Code *call = m->thread.frames[k].call;
		if (!caller || caller->fn->kind != FN_SUBJECT || !call || call < caller->code ||
			call >= caller->code + caller->n)
			continue;
		const Origin *o = &caller->origin[call - caller->code];
		u32 ins = o->n ? decision_after(caller->fn, o->ins[o->n - 1]) : NO_REG;
		if (ins == NO_REG)
			continue;
		c->asker = caller->fn->id;
		c->asker_ins = ins;
		return;
	}
}

Dep sym_constrain(Machine *m, ConstraintKind kind, Expr cond, Expr value, Tag data)
{
	if (!cond || expr_is_const(m->pool, cond))
		return tag_dep(m, data);
	if (sym_settled(m, cond, data))
		return m->track ? dep_join(&m->track->graph, tag_dep(m, data), track_here(m))
						: tag_dep(m, data);
	Dep again = m->track ? sym_again(m, cond, data) : 0;
	if (again) {
		if (kind == CON_BOUNDS || kind == CON_DIVISION)
			track_fatal(m, again);
		return again;
	}
	const Frame *f = thread_frame(&m->thread);
	u32 ins = 0;
	if (f->fn && f->fn->code && m->thread.pc >= f->fn->code &&
		m->thread.pc < f->fn->code + f->fn->n) {
		const Origin *o = &f->fn->origin[m->thread.pc - f->fn->code];
		ins = o->ins[o->n ? o->n - 1 : 0];
	}
	Constraint c = {.cond = cond,
					.value = value,
					.kind = (u8)kind,
					.function = f->fn ? f->fn->fn->id : 0,
					.ins = ins,
					.loc = subject_loc(m, NULL)};
	find_asker(m, &c);
	if (unlikely(m->state != NULL))
		state_constraint(m);
	vec_push(&m->constraints, c);
	if (!m->track)
		return 0;
	Dep dep = track_leaf(m, tag_dep(m, data));
	vec_last(&m->constraints).dep = dep;
	if (kind == CON_BOUNDS || kind == CON_DIVISION)
		track_fatal(m, dep);
	return dep;
}

const char sym_float_note[] = "floating point on symbolic data was fixed to its value";

void sym_confine(Machine *m, Value *v, Expr cond)
{
	Dep dep = sym_constrain(m, CON_VALUE, cond, TAG_EXPR(v->tag), v->tag);
	if (m->track)
		m->track->decided = dep_join(&m->track->graph, m->track->decided, dep);
	v->tag = sym_tag(m->track ? tag_on(m, v->tag, dep & ~DEP_UNDEFINED) : v->tag, 0);
}

void sym_concretise(Machine *m, Value *v, const char *what)
{
	Expr e = TAG_EXPR(v->tag);
	if (!e || !m->pool)
		return;
	Expr now = expr_const128(m->pool, expr_width(m->pool, e), (u128)v->hi << 64 | v->lo);
	sym_confine(m, v, expr_eq(m->pool, e, now));
	if (what)
		add_note(m, "concretised", subject_loc(m, NULL), "%s", what);
}

/* A constraint of a branch of the flow graph. */
static Dep constrain_way(Machine *m, ConstraintKind kind, Expr cond, Expr value, Tag data, u32 k)
{
	size_t before = m->constraints.len;
	Dep dep = sym_constrain(m, kind, cond, value, data);
	if (m->constraints.len > before)
		vec_last(&m->constraints).way = k + 1;
	return dep;
}

/* Which case a switch took, as a condition on its value. */
static Dep switch_constraint(Machine *m, const Ins *in, Value v)
{
	const Function *f = thread_frame(&m->thread)->fn->fn;
	Expr e = TAG_EXPR(v.tag), none = EXPR_TRUE;
	u32 bits = type_bits(in->type);
	for (u32 k = 0; k < in->n_extra; k++) {
		const Case *c = &f->cases[in->extra + k];
		Expr is = expr_eq(m->pool, e, expr_const128(m->pool, bits, (u128)c->hi << 64 | c->lo));
		if (c->lo == v.lo && c->hi == v.hi)
			return constrain_way(m, CON_SWITCH, is, e, v.tag, k + 1);
		none = expr_and(m->pool, none, expr_not(m->pool, is));
	}
	return constrain_way(m, CON_SWITCH, none, e, v.tag, 0);
}

/* Which label of the function a goto to an address took, or that it is none. */
static Dep goto_constraint(Machine *m, Value v)
{
	const Function *f = thread_frame(&m->thread)->fn->fn;
	Expr e = TAG_EXPR(v.tag), none = EXPR_TRUE;
	for (size_t k = 0; k < m->p->block_addrs.len; k++) {
		u64 address = CODE_BLOCKS + k * CODE_STEP;
		if (m->p->block_addrs.at[k] >> 32 != f->id)
			continue;
		Expr is = expr_eq(m->pool, e, expr_const(m->pool, 64, address));
		if (address == v.lo)
			return sym_constrain(m, CON_SWITCH, is, e, v.tag);
		none = expr_and(m->pool, none, expr_not(m->pool, is));
	}
	return sym_constrain(m, CON_SWITCH, none, e, v.tag);
}

Dep sym_branch(Machine *m, const Ins *in, Value cond)
{
	Expr e = TAG_EXPR(cond.tag);
	if (!e || !m->pool)
		return 0;
	if (in->op == I_SWITCH)
		return switch_constraint(m, in, cond);
	if (in->op == I_CBR)
		return constrain_way(m, CON_BRANCH, cond.lo ? e : expr_not(m->pool, e), 0, cond.tag,
							 cond.lo ? 0 : 1);
	must_that(in->op == I_IBR, "no other instruction branches on a value");
	return goto_constraint(m, cond);
}

void sym_division(Machine *m, const Ins *in, Value a, Value b)
{
	ExprPool *p = m->pool;
	u32 bits = type_bits(in->type);
	Expr y = sym_expr(m, b, bits);
	Expr zero = expr_const(p, bits, 0);
	bool is_zero = !(b.lo | b.hi);
	sym_constrain(m, CON_DIVISION, is_zero ? expr_eq(p, y, zero) : expr_ne(p, y, zero), 0, b.tag);
	if (is_zero || (in->op != I_SDIV && in->op != I_SREM))
		return;
	Expr least = expr_shl(p, expr_const(p, bits, 1), expr_const(p, bits, bits - 1));
	Expr bad =
		expr_and(p, expr_eq(p, sym_expr(m, a, bits), least), expr_eq(p, y, expr_not(p, zero)));
	u128 x = (u128)a.hi << 64 | a.lo, d = (u128)b.hi << 64 | b.lo;
	bool is_bad =
		x == (u128)1 << (bits - 1) && d == (bits >= 128 ? ~(u128)0 : ((u128)1 << bits) - 1);
	sym_constrain(m, CON_DIVISION, is_bad ? bad : expr_not(p, bad), 0, tag_join(m, a.tag, b.tag));
}

/* ---- the interface ---- */

static u32 flags_of(const Function *f)
{
	Ways w;
	if (f->kind != FN_SUBJECT)
		return f->n_blocks;
	ways_find(f, &w);
	u32 n = w.flags;
	ways_free(&w);
	return n;
}

static void flags_make(FnCode *fc)
{
	fc->n_flags = flags_of(fc->fn);
	fc->covered = xcalloc(fc->n_flags, 1);
}

void machine_set_pool(Machine *m, ExprPool *pool)
{
	m->pool = pool;
	/* Before any code is made, so that all of it says which blocks it executes. */
	for (size_t i = 0; pool && i < m->p->functions.len; i++)
		if (!m->fns[i].code && !m->fns[i].covered && m->fns[i].fn->n_blocks)
			flags_make(&m->fns[i]);
}

const Constraint *machine_constraints(const Machine *m, size_t *n)
{
	*n = m->constraints.len;
	return m->constraints.at;
}

static u64 put_object(Machine *m, const void *bytes, const Tag *tags, u32 len, AbstractKind kind,
					  u32 room)
{
	snap_clear(m);
	u32 id = memory_alloc(&m->mem, OBJ_ARGS, room, 16, 0);
	m->mem.objects.at[id].size = len;
	m->mem.heap_used -= room - len;
	if (m->track)
		track_name(m, id, kind, 0, 0);
	u64 lo = m->mem.objects.at[id].lo;
	access_write(m, lo, bytes, tags, len);
	return lo;
}

u64 machine_make_object(Machine *m, const void *bytes, const Tag *tags, u32 len, u32 room, u8 align)
{
	u64 lo = put_object(m, bytes, tags, len, OBJECT_OUTSIDE, room);
	m->mem.objects.at[memory_object(&m->mem, lo)].given = align;
	return lo;
}

u64 machine_make_copy(Machine *m, const void *bytes, const Tag *tags, u32 len)
{
	return put_object(m, bytes, tags, len, OBJECT_OUTSIDE, len);
}

u64 machine_make_room(Machine *m, u32 len)
{
	snap_clear(m);
	u32 id = memory_alloc(&m->mem, OBJ_ARGS, len, 16, 0);
	if (m->track)
		track_name(m, id, OBJECT_OUTSIDE, 0, 0);
	return m->mem.objects.at[id].lo;
}

void machine_set_global(Machine *m, u64 address, const void *bytes, const Tag *tags, u32 len)
{
	snap_clear(m);
	access_write(m, address, bytes, tags, len);
}

/* Under which name the program was started is not an input. */
static void watch_name(Machine *m, u64 table)
{
	m->mem.objects.at[memory_object(&m->mem, table)].absent = true;
	memory_watch(&m->mem, table, 8);
}

static u64 put_sym_strings(Machine *m, const SymStrings *s)
{
	u32 id = memory_alloc(&m->mem, OBJ_ARGS, (s->n + 1) * 8ull, 16, 0);
	u64 table = m->mem.objects.at[id].lo, none = 0;
	if (m->track)
		track_name(m, id, OBJECT_ARGV, 0, 0);
	for (u32 i = 0; i < s->n; i++) {
		u64 lo = put_object(m, s->bytes[i], s->tags ? s->tags[i] : NULL, s->lens[i] + 1,
							OBJECT_ARGV, s->lens[i] + 1);
		access_write(m, table + 8ull * i, &lo, NULL, 8);
		if (s->tags && s->tags[i])
			sym_string_add(m, memory_object(&m->mem, lo), s->bytes[i], s->tags[i], s->lens[i]);
	}
	access_write(m, table + 8ull * s->n, &none, NULL, 8);
	return table;
}

bool machine_put_file(Machine *m, const char *path, const void *bytes, const Tag *tags, u32 len,
					  Expr length, Err *err)
{
	if (!os_put_file(m->os, path, bytes, tags, len, err))
		return false;
	os_set_length(m->os, path, tag_of_expr(length));
	m->reading.lengths = m->reading.lengths || length;
	sym_input_file(m, length, tags);
	return true;
}

void machine_run_symbolic(Machine *m, const SymInput *in, RunResult *result)
{
	os_set_length(m->os, NULL, tag_of_expr(in->stdin_length));
	m->reading.lengths = m->reading.lengths || in->stdin_length;
	sym_input_file(m, in->stdin_length, in->stdin_tags);
	machine_begin(m);
	/* Who looks into the memory itself finds expressions there. */
	m->lazy.on = !m->track && !m->state && !m->trace;
	const Code *pc;
	i64 budget;
	if (snap_resume(m, in, &pc, &budget)) {
		interp_run(m, pc, budget);
	} else {
		snap_clear(m);
		u64 args = put_sym_strings(m, &in->argv), env = put_sym_strings(m, &in->envp);
		if (in->argv.n)
			watch_name(m, args);
		machine_call_main(m, in->argv.n, args, env);
	}
	machine_result(m, result);
}

/* Stores the results where a caller would; padding among their bits stays undefined. */
static void keep_results(Machine *m, u32 function, const EntryRoom *room)
{
	const Function *f = &m->p->functions.at[function];
	for (u32 i = 0; i < f->n_results && i < m->n_results && i < countof(room->offset); i++)
		access_store(m, room->at + room->offset[i], f->results[i], 0, m->results[i]);
}

void machine_run_entry(Machine *m, u32 function, const EntryArg *args, u32 n, const EntryRoom *room,
					   RunResult *result, EntryValue *out)
{
	machine_begin(m);
	m->lazy.on = false;
	m->site.call = NULL;
	m->site.n = n;
	for (u32 i = 0; i < n && i < MAX_ARGS; i++)
		m->site.args[i] = (Value){args[i].lo, args[i].hi, args[i].tag};
	m->n_results = 0;
	machine_enter(m, function);
	Value value = m->results[0];
	u32 n_results = m->n_results, flush;
	bool returned = m->outcome == RAN_EXIT && m->thread.pc->op == C_END;
	bool stored = room && room->at;
	if (returned && stored)
		keep_results(m, function, room);
	if (returned && strmap_get(&m->p->by_name, "__drift_entry_end", &flush)) {
		m->ended = false;
		m->site.n = 0;
		thread_begin(&m->thread, m->thread.pc);
		machine_enter(m, flush);
	}
	m->results[0] = value;
	m->n_results = n_results;
	*out = (EntryValue){.returned = returned};
	if (returned && m->outcome == RAN_EXIT)
		m->status = 0;
	if (returned && stored) {
		out->lo = room->at;
	} else if (returned && n_results) {
		out->lo = value.lo;
		out->tag = value.tag;
		if (value.tag & TAG_UNDEFINED) /* as the status of a program would be */
			add_note(m, NOTE_UNINITIALISED, m->p->functions.at[function].loc,
					 "what it returns depends on uninitialised memory");
	}
	machine_result(m, result);
}

const u8 *machine_covered(const Machine *m, u32 function)
{
	return m->fns[function].covered;
}

u32 machine_fresh_blocks(const Machine *m)
{
	return m->blocks.fresh;
}
