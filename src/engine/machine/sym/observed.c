/* observed.c: values of observed variables (LoadOptions.observe). */
#include "engine/machine/sym.h"

bool observe_value(Machine *m, const Ins *in, Value v)
{
	const FnCode *fc = thread_frame(&m->thread)->fn;
	ObservedValue seen = {.number = (u32)in->imm,
						  .part = (u32)in->scale,
						  .function = fc->fn->id,
						  .ins = (u32)(in - fc->body->ins),
						  .type = in->type,
						  .lo = v.lo,
						  .hi = v.hi,
						  .tag = v.tag};
	if (m->track)
		seen.dep = dep_join(&m->track->graph, tag_dep(m, v.tag), track_here(m)) & ~DEP_UNDEFINED;
	vec_push(&m->seen, seen);
	return true;
}

const ObservedValue *machine_observed(const Machine *m, size_t *n)
{
	*n = m->seen.len;
	return m->seen.at;
}
