/* callgraph.c: possible callers and callees, functions that may not return, reachable functions. */
#include "engine/static/closed/closed.h"

static int by_number(const void *a, const void *b)
{
	u32 x = *(const u32 *)a, y = *(const u32 *)b;
	return x < y ? -1 : x > y;
}

typedef VEC(u32) FnList;

/* ---- edges ---- */

static void add_set(const RefSet *set, FnList *out)
{
	u32 callee;
	for (RefWalk w = {set, 0, 0}; refset_next(&w, &callee);)
		vec_push(out, callee);
}

/* The kernel delivers signals after any call. */
static void add_handlers(Static *s, FnList *out)
{
	if (!s->options.no_points_to) {
		add_set(pointer_handlers(s), out);
		return;
	}
	for (u32 k = 0; closed_handles(s->closed) && k < s->p->functions.len; k++)
		if (closed_leaked(s->closed, k))
			vec_push(out, k);
}

static void add_targets(Static *s, u32 function, u32 ins, FnList *out)
{
	const RefSet *set = NULL;
	RefSet closed = {0};
	if (s->options.no_points_to) {
		closed_callees(s->closed, function, ins, &closed);
		add_set(&closed, out);
		refset_free(&closed);
	} else if (pointer_callees(s, function, ins, &set)) {
		add_set(set, out);
	}
}

static void collect(Static *s, u32 function, u32 ins, FnList *out)
{
	const Function *f = &s->p->functions.at[function];
	const Call *c = &f->calls[f->ins[ins].extra];
	out->len = 0;
	if (c->callee == NO_OPERAND) {
		add_targets(s, function, ins, out);
	} else {
		vec_push(out, c->callee);
		if (s->fns[c->callee].extern_kind == EXTERN_SYSCALL)
			add_handlers(s, out);
	}
	if (out->len)
		qsort(out->at, out->len, sizeof(u32), by_number);
}

static void find_callees(Static *s)
{
	const Program *p = s->p;
	FnList list = {0};
	if (s->options.no_points_to && !s->closed)
		s->closed = closed_find(s);
	for (u32 k = 0; k < p->functions.len; k++) {
		const Function *f = &p->functions.at[k];
		s->fns[k].callees = arena_array(&s->arena, u32 *, f->n_calls + 1);
		for (u32 i = 0; i < f->n_ins; i++) {
			if (f->ins[i].op != I_CALL)
				continue;
			collect(s, k, i, &list);
			u32 *copy = arena_array(&s->arena, u32, list.len + 1);
			copy[0] = (u32)list.len;
			if (list.len)
				memcpy(copy + 1, list.at, list.len * sizeof(u32));
			s->fns[k].callees[f->ins[i].extra] = copy;
		}
	}
	vec_free(&list);
}

static void find_callers(Static *s)
{
	const Program *p = s->p;
	for (int pass = 0; pass < 2; pass++) {
		for (u32 k = 0; k < p->functions.len && pass; k++) {
			s->fns[k].callers = arena_array(&s->arena, u64, s->fns[k].n_callers + 1);
			s->fns[k].n_callers = 0;
		}
		for (u32 k = 0; k < p->functions.len; k++) {
			const Function *f = &p->functions.at[k];
			for (u32 i = 0; i < f->n_ins; i++) {
				if (f->ins[i].op != I_CALL)
					continue;
				const u32 *list = s->fns[k].callees[f->ins[i].extra];
				for (u32 c = 1; c <= list[0]; c++) {
					FnInfo *to = &s->fns[list[c]];
					if (pass)
						to->callers[to->n_callers] = (u64)k << 32 | i;
					to->n_callers++;
				}
			}
		}
	}
}

static void find_reachable(Static *s)
{
	FnList todo = {0};
	vec_append(&todo, s->roots, s->n_roots);
	while (todo.len) {
		u32 k = vec_pop(&todo);
		if (s->fns[k].reachable)
			continue;
		s->fns[k].reachable = true;
		for (u32 c = 0; c < s->p->functions.at[k].n_calls; c++) {
			const u32 *list = s->fns[k].callees[c];
			for (u32 i = 1; i <= list[0]; i++)
				vec_push(&todo, list[i]);
		}
	}
	vec_free(&todo);
}

/* ---- returning ---- */

static bool ends_itself(const Static *s, const Function *f)
{
	for (u32 i = 0; i < f->n_ins; i++) {
		const Ins *in = &f->ins[i];
		if (in->op == I_TRAP)
			return true;
		if (in->op != I_CALL || f->calls[in->extra].callee == NO_OPERAND)
			continue;
		const Call *c = &f->calls[in->extra];
		if (s->fns[c->callee].extern_kind == EXTERN_SYSCALL && syscall_site(s, c) & SYS_ENDS)
			return true;
	}
	return false;
}

/* A run that ends as unsupported shows no behaviour, so __drift_unsupported and unknown externals
 * are no way to end. */
static void find_may_not_return(Static *s)
{
	FnList todo = {0};
	for (u32 k = 0; k < s->p->functions.len; k++)
		if (s->fns[k].extern_kind == EXTERN_LONGJMP || ends_itself(s, &s->p->functions.at[k]))
			vec_push(&todo, k);
	while (todo.len) {
		FnInfo *info = &s->fns[vec_pop(&todo)];
		if (info->may_not_return)
			continue;
		info->may_not_return = true;
		for (u32 i = 0; i < info->n_callers; i++)
			vec_push(&todo, (u32)(info->callers[i] >> 32));
	}
	vec_free(&todo);
}

static bool call_never_returns(const Static *s, u32 function, const Ins *in)
{
	const Call *c = &s->p->functions.at[function].calls[in->extra];
	const u32 *list = s->fns[function].callees[in->extra];
	if (c->callee != NO_OPERAND && s->fns[c->callee].extern_kind == EXTERN_SYSCALL)
		return syscall_site(s, c) & SYS_NEVER;
	for (u32 i = 1; i <= list[0]; i++)
		if (!s->fns[list[i]].never_returns)
			return false;
	return list[0] > 0;
}

/* The end of a block: the blocks that may follow go on the list; true: it returns. */
static bool leave_block(const Function *f, const Ins *in, FnList *todo)
{
	switch (in->op) {
	case I_RET: return true;
	case I_BR: vec_push(todo, (u32)in->imm); break;
	case I_CBR:
		vec_push(todo, (u32)in->imm);
		vec_push(todo, (u32)in->scale);
		break;
	case I_SWITCH:
		vec_push(todo, (u32)in->imm);
		for (u32 i = 0; i < in->n_extra; i++)
			vec_push(todo, f->cases[in->extra + i].block);
		break;
	case I_IBR:
		for (u32 i = 0; i < in->n_extra; i++)
			vec_push(todo, f->extra[in->extra + i]);
		break;
	default: break;
	}
	return false;
}

static bool can_return(Static *s, u32 function)
{
	const Function *f = &s->p->functions.at[function];
	bool *seen = xcalloc(f->n_blocks, sizeof *seen), returns = false;
	FnList todo = {0};
	vec_push(&todo, 0);
	while (todo.len && !returns) {
		u32 b = vec_pop(&todo), i;
		if (seen[b])
			continue;
		seen[b] = true;
		for (i = f->blocks[b].first; i < f->blocks[b].end; i++) {
			const Ins *in = &f->ins[i];
			if (in->op == I_TRAP || (in->op == I_CALL && call_never_returns(s, function, in)))
				break;
		}
		if (i == f->blocks[b].end && i > f->blocks[b].first)
			returns = leave_block(f, &f->ins[i - 1], &todo);
	}
	vec_free(&todo);
	free(seen);
	return returns;
}

static void find_never_returns(Static *s)
{
	for (u32 k = 0; k < s->p->functions.len; k++)
		s->fns[k].never_returns =
			s->fns[k].extern_kind == EXTERN_LONGJMP || s->fns[k].extern_kind == EXTERN_UNSUPPORTED;
	for (bool changed = true; changed;) {
		changed = false;
		for (u32 k = 0; k < s->p->functions.len; k++) {
			FnInfo *info = &s->fns[k];
			if (info->never_returns || !s->p->functions.at[k].n_blocks || can_return(s, k))
				continue;
			info->never_returns = changed = true;
		}
	}
}

/* ---- recursion ---- */

static void find_recursion(Static *s)
{
	u32 n = (u32)s->p->functions.len, edges = 0;
	u32 *at = xmalloc((n + 1) * sizeof *at), *comp = xmalloc((n + 1) * sizeof *comp);
	u32 *size = xcalloc(n + 1, sizeof *size);
	FnList to = {0};
	for (u32 k = 0; k < n; k++) {
		at[k] = edges;
		for (u32 c = 0; c < s->p->functions.at[k].n_calls; c++) {
			const u32 *list = s->fns[k].callees[c];
			for (u32 i = 1; i <= list[0]; i++) {
				vec_push(&to, list[i]);
				s->fns[k].recursive |= list[i] == k;
			}
		}
		edges = (u32)to.len;
	}
	at[n] = edges;
	scc_find(n, at, to.at, NULL, comp);
	for (u32 k = 0; k < n; k++)
		size[comp[k]]++;
	for (u32 k = 0; k < n; k++) {
		s->fns[k].scc = comp[k];
		s->fns[k].recursive |= size[comp[k]] > 1;
	}
	vec_free(&to);
	free(at);
	free(comp);
	free(size);
}

void need_calls(Static *s)
{
	if (s->has_calls)
		return;
	s->has_calls = true;
	find_callees(s);
	find_callers(s);
	find_reachable(s);
	find_may_not_return(s);
	find_never_returns(s);
	find_recursion(s);
}

/* ---- questions ---- */

u32 static_callees(Static *s, u32 function, u32 ins, const u32 **callees)
{
	need_calls(s);
	const Ins *in = &s->p->functions.at[function].ins[ins];
	if (in->op != I_CALL)
		return 0;
	const u32 *list = s->fns[function].callees[in->extra];
	*callees = list + 1;
	return list[0];
}

u32 static_callers(Static *s, u32 function, const u64 **calls)
{
	need_calls(s);
	*calls = s->fns[function].callers;
	return s->fns[function].n_callers;
}

bool static_reachable(Static *s, u32 function)
{
	need_calls(s);
	return s->fns[function].reachable;
}

bool static_may_not_return(Static *s, u32 function)
{
	need_calls(s);
	return s->fns[function].may_not_return;
}

bool static_never_returns(Static *s, u32 function)
{
	need_calls(s);
	return s->fns[function].never_returns;
}

bool static_leaked(Static *s, u32 function)
{
	need_calls(s);
	return s->closed && closed_leaked(s->closed, function);
}

bool static_out_of_sight(Static *s, u32 global)
{
	need_calls(s);
	return closed_out_of_sight(s->closed, global);
}

bool static_written(Static *s, u32 global)
{
	need_calls(s);
	return closed_written(s->closed, global);
}

bool static_may_touch(Static *s, u32 function, Operand o, u32 global, u64 first, u64 end, u64 size)
{
	need_calls(s);
	return closed_may_touch(s->closed, function, o, global, first, end, size);
}

bool static_leads_to(Static *s, u32 function, Operand o, u32 global)
{
	need_calls(s);
	return closed_leads_to(s->closed, function, o, global);
}
