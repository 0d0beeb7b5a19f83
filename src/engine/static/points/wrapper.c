/* wrapper.c: finds functions that return fresh memory and keep no pointer to it. */
#include "engine/static/points/wrapper.h"

#include "engine/static/impl.h"

typedef struct WrapperTrace {
	const Program *p;
	const Function *f;
	const Wrappers *w;
	u32 *def;    /* by register: instruction + 1, 0 for a parameter */
	bool *block; /* by register: it holds the block */
	VEC(u32) todo;
	VEC(u32) calls;
	bool ok;
	Wrapper result;
} WrapperTrace;

/* The operand is the block or null. */
static void follow(WrapperTrace *t, Operand o)
{
	if (operand_is_const(o)) {
		const Const *c = &t->p->consts.at[o & ~OPERAND_CONST];
		t->ok &= c->lo == 0 && !c->undef;
	} else if (!t->block[o]) {
		t->block[o] = true;
		vec_push(&t->todo, o);
	}
}

static void follow_call(WrapperTrace *t, u32 ins)
{
	const Call *c = &t->f->calls[t->f->ins[ins].extra];
	const Wrapper *w = c->callee == NO_OPERAND ? NULL : &t->w->of[c->callee];
	if (!w || !w->is) {
		t->ok = false;
		return;
	}
	vec_push(&t->calls, ins);
	t->result.inner |= w->inner;
	if (w->copies == NO_OPERAND)
		return;
	/* Taken over from a parameter of this function, or else from somewhere in it. */
	u32 reg = 0, param = NO_OPERAND;
	for (u32 i = 0; i < t->f->n_params; i++) {
		if (w->copies < c->n_args && c->args[w->copies].value == reg)
			param = i;
		reg += type_regs(t->f->params[i]);
	}
	if (param == NO_OPERAND || (t->result.copies != NO_OPERAND && t->result.copies != param))
		t->result.inner = true;
	else
		t->result.copies = param;
}

static void follow_definition(WrapperTrace *t, u32 reg)
{
	if (!t->def[reg]) {
		t->ok = false;
		return;
	}
	u32 i = t->def[reg] - 1;
	const Ins *in = &t->f->ins[i];
	switch (in->op) {
	case I_MOV: follow(t, in->a); break;
	case I_SELECT:
		follow(t, in->b);
		follow(t, in->c);
		break;
	case I_PHI:
		for (u32 k = 0; k < in->n_extra; k++)
			follow(t, t->f->extra[in->extra + 2 * k + 1]);
		break;
	case I_CALL: follow_call(t, i); break;
	default: t->ok = false; break;
	}
}

static bool holds(const WrapperTrace *t, Operand o)
{
	return o != NO_OPERAND && !operand_is_const(o) && t->block[o];
}

static void check_call(WrapperTrace *t, const Ins *in)
{
	const Call *c = &t->f->calls[in->extra];
	ExternKind kind = c->callee == NO_OPERAND || t->p->functions.at[c->callee].n_blocks
						  ? EXTERN_UNKNOWN
						  : extern_kind(t->p->functions.at[c->callee].name);
	for (u32 i = 0; i < c->n_args; i++) {
		if (!holds(t, c->args[i].value))
			continue;
		t->ok &= i == 0 && (kind == EXTERN_COPY || kind == EXTERN_FILL);
		t->result.inner = true;
	}
	if (c->callee == NO_OPERAND && holds(t, c->target))
		t->ok = false;
}

/* No use of the block may give it to anybody else. */
static void check_use(WrapperTrace *t, const Ins *in)
{
	bool a = holds(t, in->a), b = holds(t, in->b), c = holds(t, in->c);
	switch (in->op) {
	case I_ICMP:
	case I_LOAD: break;
	case I_STORE:
		t->ok &= !b;
		t->result.inner |= a;
		break;
	case I_MEMSET:
	case I_MEMCPY:
	case I_MEMMOVE:
		t->ok &= !b;
		t->result.inner |= a;
		break;
	case I_MOV:
	case I_SELECT:
		if (a || b || c)
			t->ok &= holds(t, in->dst);
		break;
	case I_PHI:
		for (u32 k = 0; k < in->n_extra; k++)
			if (holds(t, t->f->extra[in->extra + 2 * k + 1]))
				t->ok &= holds(t, in->dst);
		break;
	case I_CALL: check_call(t, in); break;
	case I_RET: break;
	default: t->ok &= !a && !b && !c; break;
	}
}

static void define(WrapperTrace *t)
{
	for (u32 i = 0; i < t->f->n_ins; i++) {
		const Ins *in = &t->f->ins[i];
		if (in->dst != NO_REG)
			t->def[in->dst] = i + 1;
		if (in->op == I_RET)
			for (u32 k = 0; k < in->n_extra; k++)
				follow(t, t->f->extra[in->extra + k]);
	}
}

static bool examine(const Program *p, const Function *f, const Wrappers *w, Arena *arena,
					Wrapper *out)
{
	WrapperTrace t = {
		.p = p, .f = f, .w = w, .ok = true, .result = {.is = true, .copies = NO_OPERAND}};
	t.def = xcalloc(f->n_regs + 1, sizeof *t.def);
	t.block = xcalloc(f->n_regs + 1, sizeof *t.block);
	define(&t);
	while (t.todo.len && t.ok)
		follow_definition(&t, vec_pop(&t.todo));
	for (u32 i = 0; i < f->n_ins && t.ok; i++)
		check_use(&t, &f->ins[i]);
	bool ok = t.ok && t.calls.len;
	if (ok) {
		if (f->kind == FN_LIBC && !strcmp(f->source_name, "realloc")) {
			t.result.copies = 0; /* its memcpy takes over the old block, and nothing else */
			t.result.inner = false;
		}
		t.result.n_calls = (u32)t.calls.len;
		t.result.calls = arena_array(arena, u32, t.calls.len);
		memcpy(t.result.calls, t.calls.at, t.calls.len * sizeof(u32));
		*out = t.result;
	}
	vec_free(&t.todo);
	vec_free(&t.calls);
	free(t.def);
	free(t.block);
	return ok;
}

Wrappers *wrappers_find(const Program *p, Arena *a)
{
	Wrappers *w = arena_new(a, Wrappers);
	w->of = arena_array(a, Wrapper, p->functions.len + 1);
	for (u32 f = 0; f < p->functions.len; f++)
		if (!p->functions.at[f].n_blocks && extern_kind(p->functions.at[f].name) == EXTERN_ALLOC)
			w->of[f] = (Wrapper){.is = true, .copies = NO_OPERAND};
	for (bool changed = true; changed;) {
		changed = false;
		for (u32 i = 0; i < p->functions.len; i++) {
			const Function *f = &p->functions.at[i];
			if (!f->n_blocks || w->of[i].is || f->n_results != 1 || f->results[0] != TYPE_PTR)
				continue;
			changed |= examine(p, f, w, a, &w->of[i]);
		}
	}
	return w;
}
