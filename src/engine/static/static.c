/* static.c: creates and frees a Static. */
#include "engine/static/impl.h"

#include "base/watch.h"
#include "engine/load/layout.h"
#include "engine/static/closed/closed.h"

static void choose_roots(Static *s)
{
	const Program *p = s->p;
	VEC(u32) roots = {0};
	if (s->options.n_roots) {
		vec_append(&roots, s->options.roots, s->options.n_roots);
	} else if (p->main != NO_OPERAND && p->start != NO_OPERAND) {
		vec_push(&roots, p->start);
	} else {
		for (u32 f = 0; f < p->functions.len; f++)
			if (p->functions.at[f].kind == FN_SUBJECT)
				vec_push(&roots, f);
	}
	s->n_roots = (u32)roots.len;
	s->roots = arena_array(&s->arena, u32, roots.len + 1);
	if (roots.len)
		memcpy(s->roots, roots.at, roots.len * sizeof *roots.at);
	vec_free(&roots);
}

Static *static_new(const Program *p, const StaticOptions *o)
{
	Static *s = xcalloc(1, sizeof *s);
	stall("static");
	s->p = p;
	if (o)
		s->options = *o;
	s->fns = arena_array(&s->arena, FnInfo, p->functions.len + 1);
	for (u32 f = 0; f < p->functions.len; f++)
		if (!p->functions.at[f].n_blocks)
			s->fns[f].extern_kind = (u8)extern_kind(p->functions.at[f].name);
	syscall_prepare(s);
	choose_roots(s);
	return s;
}

void static_free(Static *s)
{
	if (!s)
		return;
	for (u32 f = 0; f < s->p->functions.len; f++)
		intmap_free(&s->fns[f].sides);
	for (u32 f = 0; s->has_effects && f < s->p->functions.len; f++) {
		refset_free(&s->total_mod[f]);
		refset_free(&s->total_ref[f]);
	}
	refset_free(&s->written);
	free(s->total_mod);
	free(s->total_ref);
	data_free(s);
	closed_free(s->closed);
	pointers_free(s);
	vec_free(&s->answer);
	vec_free(&s->notes);
	vec_free(&s->locations);
	vec_free(&s->sides);
	vec_free(&s->sets);
	hintmap_free(&s->location_ids);
	intmap_free(&s->site_ids);
	hintmap_free(&s->set_ids);
	arena_free(&s->arena);
	free(s);
}

void static_note(Static *s, const char *fmt, ...)
{
	Buf text = {0};
	va_list ap;
	va_start(ap, fmt);
	buf_vaddf(&text, fmt, ap);
	va_end(ap);
	vec_push(&s->notes, arena_strdup(&s->arena, buf_str(&text)));
	buf_free(&text);
}

u32 static_notes(Static *s, const char *const **lines)
{
	need_calls(s);
	*lines = (const char *const *)s->notes.at;
	return (u32)s->notes.len;
}

bool operand_number(const Static *s, Operand o, u64 *value)
{
	if (!operand_is_const(o))
		return false;
	const Const *c = &s->p->consts.at[o & ~OPERAND_CONST];
	*value = c->lo;
	return !c->undef;
}

static Type result_type(const Function *f, const Ins *in, u32 reg)
{
	if (in->op == I_CALL) {
		const Call *c = &f->calls[in->extra];
		u32 at = in->dst;
		for (u32 k = 0; k < c->n_results; at += type_regs(c->results[k++]))
			if (at == reg)
				return c->results[k];
		return TYPE_VOID;
	}
	bool converts = in->op >= I_TRUNC && in->op <= I_BITCAST;
	if (in->op == I_SLOT || in->op == I_ALLOCA)
		return TYPE_PTR;
	return converts ? in->type2 : in->type;
}

bool operand_points(Static *s, u32 function, Operand o)
{
	const Function *f = &s->p->functions.at[function];
	if (o == NO_OPERAND)
		return false;
	if (operand_is_const(o))
		return s->p->consts.at[o & ~OPERAND_CONST].type == TYPE_PTR;
	u32 def = static_uses(s, function)->def[o];
	if (def != NO_OPERAND)
		return result_type(f, &f->ins[def], o) == TYPE_PTR;
	for (u32 i = 0, reg = 0; i < f->n_params; reg += type_regs(f->params[i++]))
		if (reg == o)
			return f->params[i] == TYPE_PTR;
	return false;
}

u32 function_at(const Program *p, u64 address)
{
	u64 k = (address - CODE_FUNCTIONS) / CODE_STEP;
	bool found =
		address >= CODE_FUNCTIONS && k < p->functions.len && p->functions.at[k].address == address;
	return found ? (u32)k : NO_OPERAND;
}
