/* call.c: calls other than the plain ones: indirect, variadic, by value, wide, external. */
#include "engine/machine/frame.h"
#include "engine/machine/sym.h"

/* ---- call stacks ---- */

/* Number 0 is the parent of the outermost. The one that is found comes first from then on: what is
 * called in a loop is called from the same place again. */
static u32 stack_node(Machine *m, u32 parent, u32 function, u32 loc)
{
	u32 first = m->stacks.at[parent].child, before = 0;
	for (u32 id = first; id; before = id, id = m->stacks.at[id].sibling) {
		StackNode *n = &m->stacks.at[id];
		if (n->loc != loc || n->function != function)
			continue;
		if (before) {
			m->stacks.at[before].sibling = n->sibling;
			n->sibling = first;
			m->stacks.at[parent].child = id;
		}
		return id;
	}
	StackNode made = {.parent = parent, .function = function, .loc = loc, .sibling = first};
	vec_push(&m->stacks, made);
	return m->stacks.at[parent].child = (u32)m->stacks.len - 1;
}

static u32 loc_of(const FnCode *fc, const Code *pc)
{
	const Origin *o = &fc->origin[pc - fc->code];
	return fc->fn->ins[o->ins[o->n - 1]].loc;
}

/* The node of the frame's word pc under that of its caller. */
static u32 node_at(Machine *m, u32 parent, const FnCode *fc, const Code *pc)
{
	u16 op = code_op(fc, pc);
	if (op < C_CALL || op > C_CALLX)
		return stack_node(m, parent, fc->fn->id, loc_of(fc, pc));
	CodeCall *cc = &fc->calls[pc->b];
	if (!cc->stack_made || cc->stack_from != parent) {
		cc->stack_made = stack_node(m, parent, fc->fn->id, loc_of(fc, pc));
		cc->stack_from = parent;
	}
	return cc->stack_made;
}

/* Each frame remembers the node of its caller's side, so only new frames cost anything. */
u32 call_stack(Machine *m)
{
	const Thread *t = &m->thread;
	u32 known = t->depth;
	while (known > 0 && !t->frames[known].stack)
		known--;
	for (u32 k = known; k < t->depth; k++) {
		const Frame *f = &t->frames[k];
		t->frames[k + 1].stack = node_at(m, k ? f->stack : 0, f->fn, t->frames[k + 1].call);
	}
	const Frame *f = thread_frame(t);
	return node_at(m, t->depth ? f->stack : 0, f->fn, t->pc);
}

void call_stacks_drop(Machine *m)
{
	m->stacks.len = 1;
	m->stacks.at[0] = (StackNode){0};
	for (size_t i = 0; i < m->p->functions.len; i++)
		for (u32 k = 0; m->fns[i].code && k < m->fns[i].fn->n_calls; k++)
			m->fns[i].calls[k].stack_made = 0;
}

/* ---- results ---- */

/* Cuts or widens a value to the type it is taken as; a prototype may have said something else. */
static Value fit(Machine *m, Value v, Type t)
{
	u32 bits = type_bits(t);
	Expr e = TAG_EXPR(v.tag);
	if (bits < 64)
		v.lo &= (1ull << bits) - 1;
	if (unlikely(tag_is_partial(v.tag)))
		v.tag = undef_tag(m, tag_dep(m, v.tag), undef_bits(m, v.tag, bits), bits) | e;
	if (e && m->pool && expr_width(m->pool, e) != bits)
		v.tag = sym_result(m, v.tag,
						   expr_width(m->pool, e) > bits ? expr_extract(m->pool, e, 0, bits)
														 : expr_zext(m->pool, e, bits));
	return v;
}

void call_results(Machine *m, const Code *waiting)
{
	Frame *f = thread_frame(&m->thread);
	const CodeCall *cc = &f->fn->calls[waiting->b];
	if (waiting->d == NO_REG)
		return;
	u32 dst = waiting->d / 16;
	for (u32 i = 0; i < cc->call->n_results; i++) {
		Type t = cc->call->results[i];
		/* A callee of another type than the call says may give less. */
		Value v = i < m->n_results ? m->results[i] : (Value){0, 0, TAG_UNDEFINED};
		v = fit(m, v, t);
		if (m->track && m->track->opt.statements)
			v.tag = track_statement(m, &f->fn->body->ins[cc->ins], v.tag);
		set_result(m, dst, t, v);
		dst += type_regs(t);
	}
	if (unlikely(m->trace != NULL))
		trace_result(m, cc->ins, cc->call);
}

/* ---- arguments ---- */

static bool gather(Machine *m, const CodeCall *cc)
{
	const Call *c = cc->call;
	m->site.call = c;
	m->site.n = c->n_args;
	if (c->n_args > MAX_ARGS)
		return unsupported(m, "a call with more than %d arguments", MAX_ARGS);
	for (u32 i = 0; i < c->n_args; i++)
		m->site.args[i] = get_operand(m, c->args[i].value, c->args[i].type);
	return true;
}

static bool stack_object(Machine *m, u64 size, u64 align, u64 *address)
{
	u32 id = memory_alloc(&m->mem, OBJ_ALLOCA, size, align < 16 ? 16 : align, call_stack(m));
	if (!id)
		return limit_reached(m, "memory");
	m->mem.objects.at[id].ref = thread_frame(&m->thread)->fn->fn->id;
	vec_push(&m->thread.dynamic, id);
	*address = m->mem.objects.at[id].lo;
	return true;
}

/* ---- variadic arguments ----
 *
 * As the x86-64 ABI has it: integers in up to 6 general registers, floats in up to 8 vector
 * registers, both kept in a save area that va_arg reads; what does not fit, long doubles and
 * structs by value lie in the overflow area. One object holds both:
 *
 *   0        48                176
 *   6 x 8    8 x 16            overflow, by position
 */
enum { GP_END = 48, SAVE_AREA = 176 };

typedef struct VarCursor {
	u32 gp, fp;   /* next free offsets in the save area */
	u64 overflow; /* next free offset after it */
} VarCursor;

/* Takes the place of the next argument; its offset in the object. */
static u64 location_argument(VarCursor *c, const Arg *a)
{
	u32 regs = type_regs(a->type);
	bool is_float = a->type == TYPE_F32 || a->type == TYPE_F64;
	if (!a->byval_size && a->type != TYPE_F80) {
		u32 *cursor = is_float ? &c->fp : &c->gp;
		u32 size = is_float ? 16 : 8 * regs, end = is_float ? SAVE_AREA : GP_END;
		if (*cursor + size <= end) {
			*cursor += size;
			return *cursor - size;
		}
	}
	u64 align = a->byval_size ? a->byval_align : regs == 2 ? 16 : 8;
	u64 size = a->byval_size ? a->byval_size : 8 * regs;
	if (align > 8)
		c->overflow = (c->overflow + align - 1) & ~(align - 1);
	u64 at = SAVE_AREA + c->overflow;
	c->overflow += (size + 7) & ~7ull;
	return at;
}

static VarCursor after_fixed(const Call *c, u32 fixed)
{
	VarCursor cursor = {0, GP_END, 0};
	for (u32 i = 0; i < fixed; i++)
		location_argument(&cursor, &c->args[i]);
	cursor.overflow = 0; /* the area begins after the fixed ones */
	return cursor;
}

/* Copies the struct that argument i passes by value. Which one it is may depend on the input, and so
 * does then whether the copy stays inside of an object. */
static bool copy_struct(Machine *m, u64 to, u32 i)
{
	Value *from = &m->site.args[i];
	u64 size = m->site.call->args[i].byval_size;
	sym_concretise(m, from, NULL);
	Dep dep = m->track ? tag_dep(m, from->tag) & ~DEP_UNDEFINED : 0;
	if (dep)
		track_fatal(m, dep);
	if (!access_copy(m, to, from->lo, size))
		return false;
	if (dep)
		track_because(m, to, size, dep);
	return true;
}

/* The objects belong to the callee's frame, which begins with what is on `dynamic` from here on. */
static bool lay_out_varargs(Machine *m, u32 fixed, u64 *area)
{
	const Call *c = m->site.call;
	VarCursor cursor = after_fixed(c, fixed);
	for (u32 i = fixed; i < m->site.n; i++)
		location_argument(&cursor, &c->args[i]);
	if (!stack_object(m, SAVE_AREA + cursor.overflow, 16, area))
		return false;
	cursor = after_fixed(c, fixed);
	for (u32 i = fixed; i < m->site.n; i++) {
		u64 to = *area + location_argument(&cursor, &c->args[i]);
		if (c->args[i].byval_size) {
			if (!copy_struct(m, to, i))
				return false;
		} else {
			/* A narrow argument fills its slot: va_arg may read it wider. */
			const Value *v = &m->site.args[i];
			Type t = type_bits(c->args[i].type) < 64 ? 64 : c->args[i].type;
			if (!v->tag && !m->thread.stores && type_store_size(t) == 8) {
				memory_set_plain_few(&m->mem, to, 8);
				memcpy(m->mem.bytes + to, &v->lo, 8);
			} else if (!access_store(m, to, t, 0, *v)) {
				return false;
			}
		}
	}
	return true;
}

/* struct __va_list_tag as va_start leaves it. */
bool call_va_start(Machine *m, u64 list)
{
	const Frame *f = thread_frame(&m->thread);
	struct {
		u32 gp, fp;
		u64 overflow, save;
	} value = {f->va_gp, f->va_fp, f->varargs + SAVE_AREA, f->varargs};
	return access_write(m, list, &value, NULL, sizeof value);
}

static bool copy_by_value(Machine *m, u32 function, u32 n)
{
	const Call *c = m->site.call;
	for (u32 i = 0; i < n && i < m->site.n; i++) {
		u64 copy;
		if (!c->args[i].byval_size)
			continue;
		if (!stack_object(m, c->args[i].byval_size, c->args[i].byval_align, &copy) ||
			!copy_struct(m, copy, i))
			return false;
		if (m->track)
			track_name(m, vec_last(&m->thread.dynamic), OBJECT_BYVAL, function, i);
		m->site.args[i] = (Value){copy, 0, 0};
	}
	return true;
}

static Frame *enter(Machine *m, FnCode *fc, const Code *from)
{
	Frame *caller = thread_frame(&m->thread);
	machine_make_code(m, fc);
	FrameShape shape = code_shape(fc);
	Frame *f = frame_enter(m, caller, fc, &shape, from, !caller->fn);
	if (f && unlikely(m->checked))
		check_frame(f);
	return f;
}

CallStatus call_function(Machine *m, u32 function, const Code *from, bool discard)
{
	FnCode *fc = &m->fns[function];
	const Function *f = fc->fn;
	u32 dynamic = (u32)m->thread.dynamic.len, fixed = f->n_params;
	u64 varargs = 0;
	if (m->site.call && !copy_by_value(m, function, fixed))
		return CALL_ENDED;
	if (m->site.call && f->variadic &&
		!lay_out_varargs(m, fixed < m->site.n ? fixed : m->site.n, &varargs))
		return CALL_ENDED;
	if (varargs && m->track)
		track_name(m, memory_object(&m->mem, varargs), OBJECT_VARARGS, function, 0);
	Frame *frame = enter(m, fc, from);
	if (!frame)
		return CALL_ENDED;
	frame->dynamic = dynamic;
	if (varargs) {
		VarCursor cursor = after_fixed(m->site.call, fixed < m->site.n ? fixed : m->site.n);
		frame->varargs = varargs;
		frame->va_gp = cursor.gp;
		frame->va_fp = cursor.fp;
	}
	frame->signal.discard = discard;
	u32 reg = 0;
	for (u32 i = 0; i < fixed; i++) {
		Value v = i < m->site.n ? m->site.args[i] : (Value){0, 0, TAG_UNDEFINED};
		set_result(m, reg, f->params[i], fit(m, v, f->params[i]));
		reg += type_regs(f->params[i]);
	}
	return CALL_ENTERED;
}

static bool target_of(Machine *m, Value target, u32 *function)
{
	u64 k = (target.lo - CODE_FUNCTIONS) / CODE_STEP;
	if (target.lo < CODE_FUNCTIONS || k >= m->p->functions.len ||
		(target.lo - CODE_FUNCTIONS) % CODE_STEP) {
		if (target.lo < 4096)
			return fail(m, ERROR_NULL_DEREFERENCE, "call of a function at address 0x%llx",
						(unsigned long long)target.lo);
		return fail(m, ERROR_BAD_CALL, "call of 0x%llx, which is not a function",
					(unsigned long long)target.lo);
	}
	*function = (u32)k;
	return true;
}

bool call_known(const Machine *m, CodeCall *cc, u64 target)
{
	const Call *c = cc->call;
	u64 k = (target - CODE_FUNCTIONS) / CODE_STEP;
	if (target < CODE_FUNCTIONS || k >= m->p->functions.len ||
		(target - CODE_FUNCTIONS) % CODE_STEP)
		return false;
	u32 id = program_entered(m->p, c, (u32)k);
	const Function *f = &m->p->functions.at[id];
	if (f->kind == FN_EXTERN || f->variadic || f->n_params != c->n_args ||
		f->n_results != c->n_results)
		return false;
	for (u32 i = 0; i < c->n_args; i++)
		if (f->params[i] != c->args[i].type)
			return false;
	if (c->n_results && (f->results[0] != c->results[0] || type_regs(c->results[0]) > 1))
		return false;
	cc->target = target;
	cc->callee = id;
	cc->code = NULL;
	return true;
}

/* What is given to the C library decides whether it fails. */
static void risk_of_call(Machine *m, const CodeCall *cc)
{
	Tag tag = 0;
	bool open = false;
	for (u32 i = 0; i < m->site.n; i++) {
		tag = tag_join(m, tag, m->site.args[i].tag & TAG_DEPS);
		open |= TAG_EXPR(m->site.args[i].tag) && i < cc->call->n_args &&
				cc->call->args[i].type == TYPE_PTR;
	}
	if (open && thread_frame(&m->thread)->fn->fn->kind != FN_LIBC)
		track_library(m);
	if (tag)
		track_risk(m, &thread_frame(&m->thread)->fn->body->ins[cc->ins], tag, 0);
}

/* What a slice from the call's line needs, and nothing that the callee computes. */
static void note_arguments(Machine *m, const Ins *in)
{
	Tag tag = 0;
	for (u32 i = 0; i < m->site.n; i++)
		tag = tag_join(m, tag, m->site.args[i].tag & TAG_DEPS);
	track_statement(m, in, tag);
}

/* A call that nothing can answer. */
static CallStatus call_nobody(Machine *m, const Function *f)
{
	if (f->weak)
		fail(m, ERROR_NULL_DEREFERENCE, "call of the weak function '%s', which is not defined",
			 f->name);
	else if (native_vouched(m, f))
		unsupported(m, "'%s' is allowed by --native, but %s", f->name, native_trouble(f));
	else {
		m->site.missing = f->name;
		unsupported(m,
					"'%s' is an external function that drift has no model of; name the "
					"file that defines it, or allow it with "
					"--native %s if it has no side effects",
					f->name, f->name);
	}
	return CALL_ENDED;
}

/* The function that a pointer leads to. That there is none, or which it is, depends on the pointer. */
static bool choose_target(Machine *m, const CodeCall *cc, u32 *id, Dep *chosen)
{
	const Ins *in = &thread_frame(&m->thread)->fn->body->ins[cc->ins];
	Value target = get_operand(m, cc->call->target, TYPE_PTR);
	sym_concretise(m, &target, NULL);
	*chosen = tag_dep(m, target.tag);
	if (m->track && *chosen) {
		track_write(m, in, *chosen);
		track_choice(m, in, *chosen);
		track_risk(m, in, target.tag, 0);
	}
	if (target_of(m, target, id))
		return true;
	if (m->track)
		track_ended_by(m, *chosen);
	return false;
}

CallStatus call_word(Machine *m)
{
	Frame *frame = thread_frame(&m->thread);
	const CodeCall *cc = &frame->fn->calls[m->thread.pc->b];
	const Call *c = cc->call;
	if (!gather(m, cc))
		return CALL_ENDED;
	u32 id = c->callee;
	Dep chosen = 0;
	if (id == NO_OPERAND) {
		if (!choose_target(m, cc, &id, &chosen))
			return CALL_ENDED;
		id = program_entered(m->p, c, id);
		if (m->track)
			track_callee(m, &frame->fn->body->ins[cc->ins], id);
	}
	const Function *f = &m->p->functions.at[id];
	if (unlikely(m->trace != NULL))
		trace_call(m, cc->ins, id);
	if (m->track && f->kind != FN_SUBJECT) {
		if (m->track->opt.arguments && frame->fn->fn->kind == FN_SUBJECT)
			track_library_call(m, frame->fn->fn->id, cc->ins);
		risk_of_call(m, cc);
	}
	const Ins *in = &frame->fn->body->ins[cc->ins];
	if (m->track && m->track->opt.statements) {
		chosen = tag_dep(m, track_statement(m, in, dep_tag(chosen)));
		note_arguments(m, in);
	}
	if (f->kind != FN_EXTERN) {
		CallStatus status = call_function(m, id, m->thread.pc, false);
		if (m->track && chosen && status == CALL_ENTERED)
			track_call(m, in, chosen);
		return status;
	}
	m->n_results = 0;
	for (u32 i = 0; i < m->site.n; i++) /* undefined bits are followed through instructions only */
		m->site.args[i].tag = tag_whole(m, m->site.args[i].tag);
	Extern *e = &m->externs[id];
	if (!e->builtin && !e->native)
		e->native = native_find(m, f);
	if (e->builtin || e->native) {
		Dep outer = m->thread.ctx;
		if (m->track && m->track->opt.statements)
			m->thread.ctx = chosen; /* which holds the context */
		CallStatus status =
			e->builtin ? builtin_call(m, e->builtin, in) : native_call(m, e->native);
		if (m->track && m->track->opt.statements && status != CALL_JUMPED)
			track_external(m, outer);
		return status;
	}
	return call_nobody(m, f);
}
