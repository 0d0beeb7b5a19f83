/* leave_out.c: lines that are no suspects although something differs there.
 *
 * A line is left out for one of these reasons. Each is a fact about the two runs or about an
 * experiment, not a guess from the text:
 *
 *   answered   a decision of OLD, after a decision of NEW was found to repair the input: what OLD
 *              decided where NEW no longer went is a consequence (thesis 5.1, step 3). An edited
 *              line stays unless the decision of NEW is part of the same edit;
 *   the same   a decision that only the alignment calls different: the other run made it too, with
 *              the same outcome, or the solver showed that the other's condition implies it, or the
 *              difference does not depend on it;
 *   idle       a decision that was negated without touching the difference;
 *   acquitted  a line of an edit that the experiment found neither needed nor sufficient.
 *
 * None of them may leave the list empty. */
#include "clients/explain/impl.h"

/* ---- edits ---- */

/* True if a file of the program is that file below the root of a version. */
static bool is_file(const char *file, const char *name)
{
	size_t n = strlen(file), k = strlen(name);
	return n >= k && !strcmp(file + n - k, name) && (n == k || file[n - k - 1] == '/');
}

bool explain_in_file(const Explanation *x, const Edits *e, const Edit *d, int side, u32 file)
{
	const EditFile *f = &e->files.at[d->file];
	const char *name = side == NEW && f->other ? f->other : f->name;
	return is_file(x->config.subject[side]->program->files.at[file], name);
}

u32 explain_edit_at(const Explanation *x, const Edits *e, int side, u32 file, u32 line)
{
	for (u32 i = 0; i < e->at.len; i++) {
		const Edit *d = &e->at.at[i];
		if (d->from[side] <= line && line < d->to[side] && explain_in_file(x, e, d, side, file))
			return i;
	}
	return NO_OPERAND;
}

static bool in_part(const ChangePart *part, u32 file, u32 line)
{
	for (u32 k = 0; k < part->n_lines; k++)
		if (part->lines[k].file == file && part->lines[k].first <= line &&
			part->lines[k].last >= line)
			return true;
	return false;
}

bool explain_line_changed(const Explanation *x, int side, u32 file, u32 line)
{
	const ChangeMap *map = x->config.map;
	for (u32 i = 0; map && i < change_map_count(map); i++)
		if (in_part(&change_map_at(map, i)->part[side], file, line))
			return true;
	return !map;
}

/* True if a line of OLD and one of NEW belong to one edit, by their text or by their code. */
static bool same_edit(const Explanation *x, u32 file, u32 line, const ExplainSuspect *s)
{
	const ChangeMap *map = x->config.map;
	u32 old = explain_edit_at(x, &x->edits, OLD, file, line);
	if (old != NO_OPERAND && old == explain_edit_at(x, &x->edits, NEW, s->file, s->line))
		return true;
	for (u32 i = 0; i < change_map_count(map); i++)
		if (in_part(&change_map_at(map, i)->part[OLD], file, line) &&
			in_part(&change_map_at(map, i)->part[NEW], s->file, s->line))
			return true;
	return false;
}

/* ---- answered ---- */

bool explain_answered(const Explanation *x, u32 file, u32 line)
{
	if (!x->config.map)
		return false;
	bool changed = explain_line_changed(x, OLD, file, line);
	for (size_t i = 0; i < x->suspects.len; i++) {
		const ExplainSuspect *s = &x->suspects.at[i];
		if (s->side == NEW && s->kind == SUSPECT_DECISION && s->passes && !s->alone &&
			!s->library && (!changed || same_edit(x, file, line, s)))
			return true;
	}
	return false;
}

static bool is_answered(const Explanation *x, const ExplainSuspect *s)
{
	return s->side == OLD && s->kind == SUSPECT_DECISION && explain_answered(x, s->file, s->line);
}

/* ---- the same check ---- */

/* True if a run has this constraint. */
static bool has_constraint(const AlignedRun *run, Expr cond)
{
	for (size_t i = 0; i < run->decided.len; i++)
		if (run->decided.at[i].cond == cond)
			return true;
	return false;
}

/* The expression that a decision tests; 0: it does not depend on the input. */
static Expr tested(const AlignedRun *run, u32 step)
{
	u64 by;
	return intmap_get(&run->operands, ((u64)step << 8) + 1, &by) ? run->steps.at[by - 1].expr : 0;
}

/* True if both decisions lead to blocks that both versions have: then they go different ways. If a
 * target is new code, the blocks tell nothing about the decision. */
static bool leads_elsewhere(const Explanation *x, const Alignment *w, int side, u32 step)
{
	const AlignedStep *s = &w->run[side].steps.at[step];
	if (s->other == NO_STEP)
		return false;
	const AlignedStep *old = &w->run[OLD].steps.at[side == OLD ? step : s->other];
	const AlignedStep *newer = &w->run[NEW].steps.at[side == NEW ? step : s->other];
	return align_target_known(&x->align, OLD, old) && align_target_known(&x->align, NEW, newer);
}

bool explain_same_check(const Explanation *x, const Alignment *w, int side, u32 step)
{
	const AlignedRun *run = &w->run[side];
	Expr e = tested(run, step), not = e ? expr_not(x->pool, e) : 0;
	u64 at;
	if (!run->steps.at[step].branch || !e || leads_elsewhere(x, w, side, step))
		return false;
	Expr cond = has_constraint(run, e) ? e : has_constraint(run, not ) ? not : 0;
	if (!cond)
		return false; /* a switch, or a value that was concretised */
	return has_constraint(&w->run[!side], cond) || intmap_get(&x->implied[side], cond, &at) ||
		   !intmap_get(&x->condition[side].has, cond, &at);
}

/* ---- leaving out ---- */

static bool is_idle(const Explanation *x, const ExplainSuspect *s)
{
	(void)x;
	return s->idle;
}

/* Lines of edits that are neither needed nor sufficient: one minimal set makes OLD do what NEW does,
 * and without any edit of the set NEW does what OLD does. */
static bool is_acquitted(const Explanation *x, const ExplainSuspect *s)
{
	const Blame *b = &x->blame;
	u32 edit = explain_edit_at(x, &b->edits, s->side, s->file, s->line);
	if (edit == NO_OPERAND)
		return false;
	const BlameSet *set = &b->trials.sets.at[0];
	for (size_t i = 0; i < set->units.len; i++)
		if (set->units.at[i] == b->units.of[edit])
			return false;
	return true;
}

/* Returns how many were left out: none if nothing would remain. */
static u64 leave_out(Explanation *x, bool (*why)(const Explanation *x, const ExplainSuspect *s))
{
	bool *out = xcalloc(x->suspects.len + 1, sizeof *out);
	size_t n = 0, kept = 0;
	for (size_t i = 0; i < x->suspects.len; i++)
		n += out[i] = why(x, &x->suspects.at[i]);
	if (n == x->suspects.len)
		n = 0;
	for (size_t i = 0; n && i < x->suspects.len; i++) {
		ExplainSuspect *s = &x->suspects.at[i];
		if (!out[i]) {
			x->suspects.at[kept++] = *s;
			continue;
		}
		assignment_free(&s->input);
		free(s->is[OLD]);
		free(s->is[NEW]);
	}
	if (n)
		x->suspects.len = kept;
	free(out);
	return n;
}

void explain_leave_out(Explanation *x)
{
	x->stats.answered += leave_out(x, is_answered);
	x->stats.idle += leave_out(x, is_idle);
}

void explain_acquit(Explanation *x)
{
	const Experiment *t = &x->blame.trials;
	if (!x->blamed || !t->whole || t->ran_out || t->sets.len != 1 || !t->sets.at[0].smallest)
		return;
	const BlameSet *set = &t->sets.at[0];
	for (size_t i = 0; i < set->units.len; i++)
		if (i >= set->reverted.len || set->reverted.at[i] != TRIAL_OLD)
			return;
	x->stats.acquitted += leave_out(x, is_acquitted);
}
