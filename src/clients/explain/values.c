/* values.c: finds where the two runs first compute something else.
 *
 * Runs of versions of one program can be aligned (align.h). A difference begins at a value that
 * differs though all of its operands are the same; a mistake that changes no decision shows only
 * there. Such a value is a suspect if it belongs to a change, or if no such value does. So is a
 * value, or a decision, that a change computes and that differs, or that replaces another one. A
 * step in a function is attributed to its call if the call changed, and a read of changed data to
 * the data.
 *
 * If no other part of a change is a suspect, the executed lines of changes are. */
#include "clients/explain/impl.h"

enum { STEPS = 1 << 18 }; /* of a run that are recorded */

/* The instruction of a step. */
typedef struct StepLocation {
	u32 function, ins;
	bool changed; /* it is one of a change */
} StepLocation;

static bool is_changed(const Explanation *x, int side, u32 function, u32 ins)
{
	return change_map_changed(x->config.map, (Side)side, function, ins);
}

/* The instruction itself if it changed, else the return that gave it its value, else the innermost
 * call around it that did, else itself. */
static StepLocation location_of(const Explanation *x, const AlignedRun *run, int side,
								const AlignedStep *s)
{
	StepLocation own = {s->function, s->ins, is_changed(x, side, s->function, s->ins)};
	if (!own.changed && s->callee && is_changed(x, side, s->callee - 1, s->ret))
		return (StepLocation){s->callee - 1, s->ret, true};
	for (u32 at = s->site; at && !own.changed; at = run->sites.at[at].parent) {
		const AlignedSite *call = &run->sites.at[at];
		if (is_changed(x, side, call->function, call->ins))
			return (StepLocation){call->function, call->ins, true};
	}
	return own;
}

static char *value_text(const Explanation *x, int side, const AlignedStep *s)
{
	Buf text = {0};
	if (s->type == TYPE_VOID)
		return NULL;
	align_value(&x->align, side, s, &text);
	return text.at;
}

/* Finds the line of an instruction; for one that reads changed data, that of the data. */
static void line_of(const Explanation *x, int side, StepLocation at, u32 *file, u32 *line)
{
	const Program *p = x->config.subject[side]->program;
	const Loc *loc = &p->locs.at[p->functions.at[at.function].ins[at.ins].loc];
	u32 id =
		at.changed ? change_map_of(x->config.map, (Side)side, at.function, at.ins) : NO_OPERAND;
	*file = loc->file;
	*line = loc->line;
	if (id == NO_OPERAND)
		return;
	const ChangePart *part = &change_map_at(x->config.map, id)->part[side];
	if (part->global != NO_OPERAND && part->n_lines && part->lines[0].first) {
		*file = part->lines[0].file;
		*line = part->lines[0].first;
	}
}

/* True if NEW's counterpart of a step of OLD is a suspect: it has the values of both. */
static bool is_new_suspect(Explanation *x, const Alignment *w, u32 other)
{
	u32 file, line;
	if (other == NO_STEP)
		return false;
	line_of(x, NEW, location_of(x, &w->run[NEW], NEW, &w->run[NEW].steps.at[other]), &file, &line);
	return line && explain_suspect_at(x, NEW, file, line);
}

/* Adds a step as a suspect, with its counterpart in the other version. */
static void add_value(Explanation *x, const Alignment *w, int side, u32 i, u32 other, bool changed)
{
	const AlignedStep *step = &w->run[side].steps.at[i];
	StepLocation at = location_of(x, &w->run[side], side, step);
	u32 file, line;
	line_of(x, side, at, &file, &line);
	if (!line || explain_suspect_at(x, side, file, line) || explain_same_check(x, w, side, i) ||
		(side == OLD && is_new_suspect(x, w, other)))
		return;
	ExplainSuspect *s = explain_suspect_add(x, side, file, line);
	u32 n = x->condition[side].n;
	s->kind = SUSPECT_VALUE;
	s->count = 1;
	s->step = i;
	s->changed |= at.changed || changed;
	s->begins = w->run[side].source.at[i] == NO_STEP && other != NO_STEP;
	s->before = n > step->constraints ? n - step->constraints : 0;
	s->is[side] = value_text(x, side, step);
	if (other != NO_STEP)
		s->is[!side] = value_text(x, !side, &w->run[!side].steps.at[other]);
}

/* What a step of the other version uses where this one uses that of another step. */
static u32 in_its_place(const Alignment *w, int side, u32 from, u32 user)
{
	const AlignedRun *run = &w->run[side];
	u32 there = run->steps.at[user].other;
	u64 other, own;
	for (u32 slot = 0; slot < 256; slot++) {
		if (!intmap_get(&run->operands, ((u64)user << 8 | slot) + 1, &own) || own != from + 1)
			continue;
		bool known = intmap_get(&w->run[!side].operands, ((u64)there << 8 | slot) + 1, &other);
		return known ? (u32)other - 1 : NO_STEP;
	}
	return NO_STEP;
}

/* Values that differ, in order of execution: those of changes, or those where it begins. */
static void add_differing(Explanation *x, const Alignment *w, int side, bool changed)
{
	const AlignedRun *run = &w->run[side];
	for (u32 i = 0; i < run->steps.len; i++) {
		const AlignedStep *s = &run->steps.at[i];
		u32 from = run->source.at[i];
		if (s->other == NO_STEP)
			continue;
		const AlignedStep *made = from == NO_STEP ? NULL : &run->steps.at[from];
		if (changed && made && made->other == NO_STEP && !made->branch &&
			(location_of(x, run, side, made).changed || is_changed(x, side, s->function, s->ins)))
			add_value(x, w, side, from, in_its_place(w, side, from, i), true);
		if (!s->infected || s->given || s->type == TYPE_VOID)
			continue;
		bool begins = from == NO_STEP && !s->branch && side == NEW;
		if (changed ? is_changed(x, side, s->function, s->ins) ||
						  (begins && location_of(x, run, side, s).changed)
					: begins)
			add_value(x, w, side, i, s->other, false);
	}
}

/* Decisions of a change that only one version makes. */
static void add_decided_alone(Explanation *x, const Alignment *w, int side)
{
	const AlignedRun *run = &w->run[side];
	for (u32 i = 0; i < run->steps.len; i++) {
		const AlignedStep *s = &run->steps.at[i];
		if (s->branch && s->other == NO_STEP && is_changed(x, side, s->function, s->ins))
			add_value(x, w, side, i, NO_STEP, false);
	}
}

/* ---- changes that were executed ---- */

/* First step of each block that a run entered, by function and block. */
static void map_blocks(const Explanation *x, const AlignedRun *run, int side, IntMap *to)
{
	const Program *p = x->config.subject[side]->program;
	u64 at;
	for (u32 i = 0; i < run->steps.len; i++) {
		const AlignedStep *s = &run->steps.at[i];
		u64 key =
			((u64)s->function << 32 | function_block(&p->functions.at[s->function], s->ins)) + 1;
		if (!intmap_get(to, key, &at))
			intmap_put(to, key, i);
	}
}

static ExplainSuspect *add_change(Explanation *x, int side, const Loc *loc, u32 step)
{
	if (!loc->line || explain_suspect_at(x, side, loc->file, loc->line))
		return NULL;
	ExplainSuspect *s = explain_suspect_add(x, side, loc->file, loc->line);
	s->kind = SUSPECT_CHANGE;
	s->count = 1;
	s->step = step;
	s->changed = true;
	return s;
}

/* The decision that led to a change which was executed comes before it. */
static void add_check(Explanation *x, const Alignment *w, int side, u32 step)
{
	const AlignedRun *run = &w->run[side];
	const AlignedStep *s = &run->steps.at[step];
	for (u32 i = step; i-- > 0;) {
		const AlignedStep *b = &run->steps.at[i];
		if (b->function != s->function || b->site != s->site || !b->branch)
			continue;
		const Program *p = x->config.subject[side]->program;
		const Loc *loc = &p->locs.at[p->functions.at[b->function].ins[b->ins].loc];
		ExplainSuspect *check = add_change(x, side, loc, i);
		if (check)
			check->check = true;
		return;
	}
}

/* Lines of changes in blocks that the run entered. */
static void add_executed(Explanation *x, const Alignment *w, int side)
{
	const Program *p = x->config.subject[side]->program;
	IntMap blocks = {0};
	map_blocks(x, &w->run[side], side, &blocks);
	for (u32 c = 0; c < change_map_count(x->config.map); c++) {
		const ChangePart *part = &change_map_at(x->config.map, c)->part[side];
		for (u32 k = 0; k < part->n_points; k++) {
			const ChangePoint *at = &part->points[k];
			const Function *f = &p->functions.at[at->function];
			const Loc *loc = &p->locs.at[f->ins[at->ins].loc];
			u64 step;
			if (at->kind == POINT_MARKER ||
				!intmap_get(&blocks, ((u64)at->function << 32 | function_block(f, at->ins)) + 1,
							&step))
				continue;
			add_check(x, w, side, (u32)step);
			add_change(x, side, loc, (u32)step);
		}
	}
	intmap_free(&blocks);
}

static bool has_changed(const Explanation *x)
{
	for (size_t i = 0; i < x->suspects.len; i++)
		if (x->suspects.at[i].changed)
			return true;
	return false;
}

/* The change by which a version puts out something on a line, or any; NO_OPERAND: none. */
static u32 puts_out(const Explanation *x, const Alignment *w, int side, const EffectLine *on,
					u32 id)
{
	const AlignedRun *run = &w->run[side];
	const Program *p = x->config.subject[side]->program;
	for (u32 i = 0; i < run->steps.len; i++) {
		const AlignedStep *s = &run->steps.at[i];
		const Loc *loc = &p->locs.at[p->functions.at[s->function].ins[s->ins].loc];
		if ((on && (loc->line != on->line || loc->file != on->file)) ||
			!is_changed(x, side, s->function, s->ins) || !align_is_output(&x->align, side, s))
			continue;
		u32 own = change_map_of(x->config.map, (Side)side, s->function, s->ins);
		if (id == NO_OPERAND || own == id)
			return own;
	}
	return NO_OPERAND;
}

/* True if both versions output something there, by one change. */
static bool both_put_out(const Explanation *x, const Alignment *w, const EffectLine *e)
{
	u32 id = puts_out(x, w, e->side, e, NO_OPERAND);
	return id != NO_OPERAND && puts_out(x, w, !e->side, NULL, id) != NO_OPERAND;
}

/* Where what differs is put out, if the effect has no other line and that one changed. */
static void add_shown(Explanation *x, const Alignment *w)
{
	if (x->effect.len != 1 || !both_put_out(x, w, &x->effect.at[0]))
		return;
	const EffectLine *e = &x->effect.at[0];
	ExplainSuspect *s = explain_suspect_at(x, e->side, e->file, e->line);
	if (!s && e->line) {
		s = explain_suspect_add(x, e->side, e->file, e->line);
		if (!s->changed) {
			assignment_free(&s->input);
			x->suspects.len--;
			return;
		}
		s->kind = SUSPECT_CHANGE;
		s->count = 1;
		s->shows = true;
	}
}

void explain_values(Explanation *x)
{
	Alignment w = {0};
	Err err;
	AlignedInput input = {x->config.shape, &x->start}, both[2] = {input, input};
	if (!x->config.map)
		return;
	if (align_runs(&x->align, both, STEPS, &w, &err)) {
		explain_same_ways(x, &w);
		explain_unused(x, &w, OLD);
		explain_unused(x, &w, NEW);
		add_differing(x, &w, NEW, true);
		add_differing(x, &w, OLD, true);
		add_decided_alone(x, &w, NEW);
		add_decided_alone(x, &w, OLD);
		if (!has_changed(x))
			add_differing(x, &w, NEW, false);
		for (int side = NEW; side >= OLD && !has_changed(x); side--)
			add_executed(x, &w, side);
		effect_of(&x->align, &w, &x->effect);
		add_shown(x, &w);
	}
	alignment_free(&w);
}
