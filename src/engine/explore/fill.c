/* fill.c: statistics and coverage of an exploration. */
#include "engine/explore/fill.h"

void fill_solver(Result *r, const ExploreStats *s, const SolveStats *own)
{
	static const SolveStats none;
	own = own ? own : &none;
	result_figure(r, "solver", "calls", (double)(s->solve.calls + own->calls));
	result_figure(r, "solver", "implied", (double)s->implied);
	result_figure(r, "solver", "seconds", s->solve.total_seconds + own->total_seconds);
	for (int i = 0; i < SOLVE_N_LAYERS; i++)
		result_layer(r, solve_layer_name((SolveLayer)i),
					 (double)(s->solve.answered[i] + own->answered[i]));
}

void fill_compiled(Result *r, const NativeCode *code)
{
	const TierStats *s = code ? native_code_stats(code) : NULL;
	if (!s || !s->units)
		return;
	result_figure(r, "compiled", "units", (double)s->units);
	result_figure(r, "compiled", "refused", (double)s->refused);
	result_figure(r, "compiled", "seconds", s->compile_seconds);
	result_figure(r, "compiled", "instructions", (double)s->compiled);
}

void fill_coverage(Result *r, const Program *p, const Machine *m)
{
	Coverage list = {0};
	coverage_collect(p, m, &list);
	for (size_t i = 0; i < list.len; i++) {
		const FileCoverage *f = &list.at[i];
		ResultCoverage c = {f->file, f->lines, f->lines_total, f->branches, f->branches_total};
		vec_push(&r->cases.coverage, c);
	}
	vec_free(&list);
}

ResultEnd fill_end(ExploreEnd end)
{
	static const ResultEnd ends[] = {
		[END_DONE] = RESULT_DONE,       [END_TIME] = RESULT_TIME, [END_RUNS] = RESULT_RUNS,
		[END_STOPPED] = RESULT_STOPPED, [END_IDLE] = RESULT_RUNS, [END_MEMORY] = RESULT_MEMORY};
	return ends[end];
}

ResultLocation fill_location(Result *r, const Program *p, u32 loc)
{
	loc = loc < p->locs.len ? loc : 0; /* another process may have sent it */
	const Loc *at = &p->locs.at[loc];
	Buf text = {0};
	program_location(p, loc, &text);
	ResultLocation location = {.text = result_take(r, &text)};
	if (loc && at->file)
		location.lines = (ResultLines){p->files.at[at->file], at->line, at->line};
	buf_free(&text);
	return location;
}
