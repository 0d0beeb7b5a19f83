/* targets.c: which targets a run executed, and in what order. */
#include "clients/paths/targets.h"

void targets_add(CaseTargets *t, const CaseTarget *target)
{
	CaseTarget own = *target;
	own.name = arena_strdup(&t->arena, target->name);
	own.where = arena_strdup(&t->arena, target->where);
	own.what = target->what ? arena_strdup(&t->arena, target->what) : NULL;
	vec_push(&t->list, own);
}

/* Within a block, the first instruction of a target counts. */
void targets_point(CaseTargets *t, const Program *p, u32 function, u32 ins)
{
	const Function *f = &p->functions.at[function];
	u32 block = function_block(f, ins), target = (u32)t->list.len - 1;
	for (size_t i = 0; i < t->points.len; i++) {
		TargetPoint *other = &t->points.at[i];
		if (other->target != target || other->at.function != function ||
			function_block(f, other->at.ins) != block)
			continue;
		if (ins < other->at.ins)
			other->at.ins = ins;
		return;
	}
	vec_push(&t->points, ((TargetPoint){.at = {function, ins}, .target = target}));
}

bool targets_line(CaseTargets *t, const Program *p, const char *line, Err *err)
{
	TargetList found = {0};
	bool good = target_lines(p, line, &found, err);
	if (good)
		targets_add(t, &(CaseTarget){.name = line, .where = line, .change = NO_OPERAND});
	for (size_t i = 0; good && i < found.len; i++)
		targets_point(t, p, found.at[i].function, found.at[i].ins);
	vec_free(&found);
	return good;
}

void targets_set(CaseTargets *t, Condition *c, Machine *m)
{
	TargetList all = {0};
	u32 watches = 0;
	for (size_t i = 0; i < t->points.len; i++) {
		TargetPoint *one = &t->points.at[i];
		one->watch = NO_OPERAND;
		for (size_t k = 0; k < i && one->watch == NO_OPERAND; k++)
			if (t->points.at[k].at.function == one->at.function &&
				t->points.at[k].at.ins == one->at.ins)
				one->watch = t->points.at[k].watch;
		if (one->watch != NO_OPERAND)
			continue;
		one->watch = watches++;
		machine_mark(m, one->at.function, one->at.ins);
		vec_push(&all, one->at);
	}
	condition_targets(c, m, all.at, (u32)all.len);
	vec_free(&all);
}

void targets_note(CaseTargets *t, const char *text)
{
	vec_push(&t->notes, arena_strdup(&t->arena, text));
}

static bool is_listed(const CaseTargets *t, u32 target)
{
	for (size_t i = 0; i < t->executed.len; i++)
		if (t->executed.at[i] == target)
			return true;
	return false;
}

void targets_executed(CaseTargets *t, const Machine *m)
{
	size_t n;
	const WatchEvent *events = machine_watch_events(m, &n);
	t->executed.len = 0;
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < t->points.len; k++)
			if (t->points.at[k].watch == events[i].watch && !is_listed(t, t->points.at[k].target))
				vec_push(&t->executed, t->points.at[k].target);
}

void targets_free(CaseTargets *t)
{
	vec_free(&t->list);
	vec_free(&t->points);
	vec_free(&t->notes);
	vec_free(&t->executed);
	arena_free(&t->arena);
}
