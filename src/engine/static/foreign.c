/* foreign.c: finds code that the machine does not run.
 *
 * A run that reaches such code ends and shows nothing. Natively it continues, and the foreign
 * code may call back: threads, timers, other contexts, libraries without bitcode that call
 * functions of the program by name. So nothing is known about what is executed from there on.
 */
#include "engine/load/kernel.h"
#include "engine/load/pure.h"
#include "engine/static/closed/closed.h"

/* True if the virtual OS, or the machine itself, has an answer. */
static bool has_answer(const Static *s, const Call *c)
{
	u64 number;
	if (!c->n_args || !operand_number(s, c->args[0].value, &number))
		return false;
	switch (number) {
#define ANSWERED(call, ...) case SYS_##call:
		OS_CALLS(ANSWERED)
		OS_SIMPLE(ANSWERED)
#undef ANSWERED
	case DRIFT_SYS_UNSET:
	case DRIFT_SYS_ADDRESS:
	case DRIFT_SYS_ASK: return true;
	default: return false;
	}
}

static bool is_foreign(const Static *s, u32 function, const Call *c)
{
	const Function *f = &s->p->functions.at[function];
	char signature[PURE_SIGNATURE];
	if (f->n_blocks || f->weak)
		return false;
	switch ((ExternKind)s->fns[function].extern_kind) {
	case EXTERN_UNSUPPORTED: return true;
	case EXTERN_SYSCALL: return !has_answer(s, c);
	case EXTERN_UNKNOWN: return !pure_signature(f->name, signature);
	default: return false;
	}
}

bool static_foreign(Static *s, u32 function, u32 ins)
{
	const Function *f = &s->p->functions.at[function];
	const Ins *in = &f->ins[ins];
	const u32 *callees;
	if (in->op != I_CALL)
		return in->op == I_UNSUPPORTED;
	const Call *c = &f->calls[in->extra];
	u32 n = static_callees(s, function, ins, &callees);
	for (u32 i = 0; i < n; i++)
		if (is_foreign(s, callees[i], c))
			return true;
	return false;
}

bool static_next_foreign(Static *s, u32 *function, u32 *ins)
{
	need_calls(s);
	for (; *function < s->p->functions.len; ++*function, *ins = 0) {
		const Function *f = &s->p->functions.at[*function];
		for (; s->fns[*function].reachable && *ins < f->n_ins; ++*ins)
			if (static_foreign(s, *function, *ins))
				return true;
	}
	return false;
}

/* True for what changes or asks for more than memory and registers. */
static bool is_outer(const Static *s, u32 function)
{
	if (s->p->functions.at[function].n_blocks)
		return false;
	switch ((ExternKind)s->fns[function].extern_kind) {
	case EXTERN_COPY:
	case EXTERN_FILL:
	case EXTERN_NUMBER_TEXT:
	case EXTERN_TEXT_NUMBER:
	case EXTERN_SETTLE: return false;
	default: return true;
	}
}

bool static_next_outer(Static *s, u32 *function, u32 *ins)
{
	need_calls(s);
	for (; *function < s->p->functions.len; ++*function, *ins = 0) {
		const Function *f = &s->p->functions.at[*function];
		for (; s->fns[*function].reachable && *ins < f->n_ins; ++*ins) {
			const u32 *callees;
			u32 n = f->ins[*ins].op == I_CALL ? static_callees(s, *function, *ins, &callees) : 0;
			if (f->ins[*ins].op == I_UNSUPPORTED)
				return true;
			for (u32 i = 0; i < n; i++)
				if (is_outer(s, callees[i]))
					return true;
		}
	}
	return false;
}

/* True if the call may give the kernel a handler of a signal. */
static bool may_install(Static *s, u32 function, const Call *c)
{
	return syscall_site(s, c) & SYS_HANDLES &&
		   !(s->closed && closed_installs_nothing(s->closed, function, c));
}

/* True if the call may enter a function of the kind; of system calls only one that may install. */
static bool may_enter(Static *s, u32 function, u32 ins, ExternKind kind)
{
	const Function *f = &s->p->functions.at[function];
	const u32 *callees;
	u32 n = f->ins[ins].op == I_CALL ? static_callees(s, function, ins, &callees) : 0;
	for (u32 i = 0; i < n; i++)
		if (s->fns[callees[i]].extern_kind == kind &&
			(kind != EXTERN_SYSCALL || may_install(s, function, &f->calls[f->ins[ins].extra])))
			return true;
	return false;
}

static bool find_call(Static *s, ExternKind kind, u32 *function, u32 *ins)
{
	need_calls(s);
	for (*function = 0; *function < s->p->functions.len; ++*function) {
		u32 n = s->p->functions.at[*function].n_ins;
		for (*ins = 0; s->fns[*function].reachable && *ins < n; ++*ins)
			if (may_enter(s, *function, *ins, kind))
				return true;
	}
	return false;
}

bool static_handlers(Static *s, u32 *function, u32 *ins)
{
	return find_call(s, EXTERN_SYSCALL, function, ins);
}

bool static_jumps(Static *s, u32 *function, u32 *ins)
{
	return find_call(s, EXTERN_SETJMP, function, ins);
}
