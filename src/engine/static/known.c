/* known.c: descriptors that are known without running the program.
 *
 * A function that writes to standard output gets the stream, or its descriptor, as an argument.
 * In the twins of such functions (engine/load/streams.c) it is usually the same in all calls:
 * the descriptor that the stream was made with, if no instruction may write to it.
 */
#include "engine/static/impl.h"

enum { STEPS = 12 }; /* back from a use, through conversions and calls */

static bool number(Static *s, u32 function, Operand o, u32 steps, u64 *value);

static u64 cut(u64 value, Type t)
{
	u32 bits = type_bits(t);
	return bits >= 64 ? value : value & ((1ull << bits) - 1);
}

static bool convert(Static *s, u32 function, const Ins *in, u32 steps, u64 *value)
{
	u32 unused = type_bits(in->type) < 64 ? 64 - type_bits(in->type) : 0;
	if (!number(s, function, in->a, steps, value))
		return false;
	if (in->op == I_SEXT)
		*value = (u64)((i64)(*value << unused) >> unused);
	*value = cut(*value, in->op == I_MOV ? in->type : in->type2);
	return true;
}

static bool is_stream(const Program *p, u32 global)
{
	static const char *const streams[] = {"_IO_2_1_stdin_", "_IO_2_1_stdout_", "_IO_2_1_stderr_"};
	for (size_t i = 0; i < countof(streams); i++) {
		u32 known;
		if (strmap_get(&p->global_by_name, streams[i], &known) && known == global)
			return !p->globals.at[global].subject;
	}
	return false;
}

/* A field of a standard stream that has what it had from the start. */
static bool load(Static *s, u32 function, const Ins *in, u64 *value)
{
	const Location *at;
	u32 size = type_store_size(in->type);
	if (static_points_to(s, function, in->a, &at) != 1 || at->stride || size > sizeof *value)
		return false;
	Location p = *at;
	p.size = size;
	Abstract o = static_object(s, p.object);
	if (o.kind != OBJECT_GLOBAL || !is_stream(s->p, o.a) || may_be_written(s, &p))
		return false;
	const Global *g = &s->p->globals.at[o.a];
	if (!g->init || p.offset + size > g->size)
		return false;
	*value = 0;
	memcpy(value, g->init + p.offset, size);
	*value = cut(*value, in->type);
	return true;
}

/* What all callers give. */
static bool parameter(Static *s, u32 function, u32 reg, u32 steps, u64 *value)
{
	const Function *f = &s->p->functions.at[function];
	const u64 *calls;
	u32 n = static_callers(s, function, &calls), k = 0;
	for (u32 at = 0; k < f->n_params && at != reg; at += type_regs(f->params[k++]))
		;
	for (u32 i = 0; i < s->n_roots; i++)
		if (s->roots[i] == function)
			return false;
	for (u32 i = 0; i < n && k < f->n_params; i++) {
		u32 from = (u32)(calls[i] >> 32);
		const Function *caller = &s->p->functions.at[from];
		const Call *c = &caller->calls[caller->ins[(u32)calls[i]].extra];
		u64 given;
		if (k >= c->n_args || c->args[k].type != f->params[k] || c->args[k].byval_size ||
			!number(s, from, c->args[k].value, steps, &given) || (i && given != *value))
			return false;
		*value = given;
	}
	return n && k < f->n_params;
}

static bool number(Static *s, u32 function, Operand o, u32 steps, u64 *value)
{
	if (o == NO_OPERAND || operand_number(s, o, value))
		return o != NO_OPERAND;
	if (!steps || operand_is_const(o))
		return false;
	const Function *f = &s->p->functions.at[function];
	u32 def = static_uses(s, function)->def[o];
	if (def == NO_OPERAND)
		return parameter(s, function, o, steps - 1, value);
	const Ins *in = &f->ins[def];
	switch (in->op) {
	case I_LOAD: return load(s, function, in, value);
	case I_MOV:
	case I_SEXT:
	case I_ZEXT:
	case I_TRUNC:
		return type_bits(in->type) <= 64 && type_bits(in->type2) <= 64 &&
			   convert(s, function, in, steps - 1, value);
	default: return false;
	}
}

bool known_number(Static *s, u32 function, Operand o, u64 *value)
{
	return s->p->twins ? number(s, function, o, STEPS, value) : operand_number(s, o, value);
}
