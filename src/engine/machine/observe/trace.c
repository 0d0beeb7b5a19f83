/* trace.c: records every step of the user's own functions in one run, for explanations.
 *
 * Traces are slow and large; they are meant for machines that run one input. Functions of the
 * subject are compiled without fused instructions, so that each instruction passes exec_ins.
 * Blocks never count as covered, so that each one calls cover_block. call.c observes calls and
 * their results.
 */
#include "engine/machine/machine_impl.h"

void machine_set_trace(Machine *m, u64 limit)
{
	m->trace = xcalloc(1, sizeof *m->trace);
	m->trace->limit = limit;
	for (size_t i = 0; i < m->p->functions.len; i++)
		m->fns[i].statements = m->p->functions.at[i].kind == FN_SUBJECT;
}

const TraceStep *machine_trace(const Machine *m, size_t *n, bool *cut)
{
	*n = m->trace->steps.len;
	*cut = m->trace->cut;
	return m->trace->steps.at;
}

void trace_reset(Machine *m)
{
	if (!m->trace)
		return;
	m->trace->steps.len = 0;
	m->trace->cut = false;
}

void trace_free(Machine *m)
{
	if (m->trace)
		vec_free(&m->trace->steps);
	free(m->trace);
}

static void add(Machine *m, TraceStep step)
{
	StepTrace *t = m->trace;
	const Frame *f = thread_frame(&m->thread);
	if (f->fn->fn->kind != FN_SUBJECT)
		return;
	if (t->steps.len >= t->limit) {
		t->cut = true;
		return;
	}
	step.function = f->fn->fn->id;
	step.depth = m->thread.depth;
	step.constraints = (u32)m->constraints.len;
	vec_push(&t->steps, step);
}

/* What a register of the running frame holds. */
static TraceStep value_of(Machine *m, u32 ins, u32 reg, Type type)
{
	const Reg *r = &thread_frame(&m->thread)->regs[reg];
	TraceStep s = {.kind = TRACE_VALUE, .ins = ins, .type = type, .lo = r->bits, .tag = r->tag};
	if (type_regs(type) == 2)
		s.hi = r[1].bits;
	return s;
}

void trace_block(Machine *m, u32 block)
{
	const FnCode *fc = thread_frame(&m->thread)->fn;
	const Block *b = &fc->body->blocks[block];
	add(m, (TraceStep){.kind = TRACE_BLOCK, .ins = block});
	for (u32 i = b->first; i < b->end && fc->body->ins[i].op == I_PHI; i++)
		add(m, value_of(m, i, fc->body->ins[i].dst, fc->body->ins[i].type));
}

void trace_call(Machine *m, u32 ins, u32 callee)
{
	add(m, (TraceStep){.kind = TRACE_CALL, .ins = ins, .lo = callee});
}

void trace_result(Machine *m, u32 ins, const Call *c)
{
	const Ins *in = &thread_frame(&m->thread)->fn->body->ins[ins];
	if (c->n_results && in->dst != NO_REG)
		add(m, value_of(m, ins, in->dst, c->results[0]));
}

bool trace_ins(Machine *m, const Ins *in)
{
	u32 ins = (u32)(in - thread_frame(&m->thread)->fn->body->ins);
	u8 touched = ins_table[in->op].memory;
	bool memory = touched && touched < MEMORY_LIST;
	bool bytes = touched == MEMORY_COPY || touched == MEMORY_FILL;
	Value to = memory ? get_operand(m, in->a, TYPE_PTR) : (Value){0};
	Value from = memory ? get_operand(m, in->b, ins_type_b(in)) : (Value){0};
	Value length = memory ? get_operand(m, in->c, ins_type_c(in)) : (Value){0};
	if (!exec_plain(m, in))
		return false;
	TraceStep s = {.kind = TRACE_VALUE, .ins = ins, .type = in->type};
	if (in->op == I_STORE) {
		s.lo = from.lo;
		s.hi = from.hi;
		s.tag = from.tag;
	} else if (bytes) {
		s.type = TYPE_VOID;
		s.from = from.lo;
	} else if (in->dst != NO_REG) {
		s = value_of(m, ins, in->dst, ins_type_result(in));
	}
	s.address = to.lo;
	s.size = bytes ? length.lo : type_store_size(in->type);
	add(m, s);
	return true;
}
