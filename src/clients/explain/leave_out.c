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
 *   unused     a value that differs from its counterpart, but from which no difference reaches an
 *              output, a decision or memory: the alignment took two statements for one;
 *   in vain    a decision of an unedited line that was negated, and the input still fails; also one
 *              that was negated without touching the difference at all;
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
		if (s->side == NEW && explain_repairs(s) && (!changed || same_edit(x, file, line, s)))
			return true;
	}
	return false;
}

static bool is_answered(const Explanation *x, const ExplainSuspect *s)
{
	return s->side == OLD && s->kind == SUSPECT_DECISION && explain_answered(x, s->file, s->line);
}

/* ---- the same check ---- */

/* True if the run of a version has this constraint. */
static bool has_constraint(const Explanation *x, int side, Expr cond)
{
	u64 at;
	return intmap_get(&x->condition[side].path, cond, &at);
}

/* The step whose value a decision tests, NULL: none. */
static const AlignedStep *tested(const AlignedRun *run, u32 step)
{
	u64 by;
	return intmap_get(&run->operands, ((u64)step << 8) + 1, &by) ? &run->steps.at[by - 1] : NULL;
}

/* The text of a step's line, without the layout around it. */
static void add_text(const Explanation *x, int side, const AlignedStep *s, Buf *to)
{
	const Program *p = x->config.subject[side]->program;
	const Loc *loc = &p->locs.at[p->functions.at[s->function].ins[s->ins].loc];
	program_whole_line(p, loc->file, loc->line, to);
}

/* True if the decision itself was edited: its text, or a macro or type in it. If the text is not
 * known, it may have been. */
static bool was_edited(const Explanation *x, const AlignedStep *old, const AlignedStep *newer)
{
	Buf text[2] = {{0}};
	u32 id = change_map_of(x->config.map, NEW, newer->function, newer->ins);
	add_text(x, OLD, old, &text[OLD]);
	add_text(x, NEW, newer, &text[NEW]);
	bool edited = !text[NEW].len || strcmp(buf_str(&text[OLD]), buf_str(&text[NEW])) ||
				  (id != NO_OPERAND && change_map_at(x->config.map, id)->edited[NEW]);
	buf_free(&text[OLD]);
	buf_free(&text[NEW]);
	return edited;
}

/* The same, asked once for each instruction: it reads the sources. */
static bool edited_once(const Explanation *x, const AlignedStep *old, const AlignedStep *newer,
						IntMap *known)
{
	u64 key = ((u64)newer->function << 32 | newer->ins) + 1, edited;
	if (!intmap_get(known, key, &edited)) {
		edited = was_edited(x, old, newer);
		intmap_put(known, key, edited);
	}
	return edited;
}

/* True if an aligned decision of OLD and NEW tests the same value on this input and on all others of
 * these paths. */
static bool tests_the_same(const Alignment *w, const u32 step[2])
{
	const AlignedStep *old = tested(&w->run[OLD], step[OLD]);
	const AlignedStep *newer = tested(&w->run[NEW], step[NEW]);
	return old && newer && old->type == newer->type && old->type != TYPE_PTR &&
		   old->lo == newer->lo && old->hi == newer->hi && old->expr == newer->expr;
}

/* The target of a decision is another block, but that can have two reasons: the decision goes the
 * other way, or there is other code. If the same value is tested, it is the latter, unless the
 * decision itself was edited (`if (a)` is now `if (!a)`) and both versions have both targets. */
void explain_same_ways(const Explanation *x, Alignment *w)
{
	IntMap known = {0};
	for (u32 i = 0; i < w->run[NEW].steps.len; i++) {
		AlignedStep *newer = &w->run[NEW].steps.at[i];
		if (!newer->branch || !newer->infected)
			continue;
		u32 step[2] = {newer->other, i};
		AlignedStep *old = &w->run[OLD].steps.at[step[OLD]];
		bool targets =
			align_target_known(&x->align, OLD, old) && align_target_known(&x->align, NEW, newer);
		if (tests_the_same(w, step) && !(targets && edited_once(x, old, newer, &known)))
			old->infected = newer->infected = false;
	}
	intmap_free(&known);
}

bool explain_same_check(const Explanation *x, const Alignment *w, int side, u32 step)
{
	const AlignedRun *run = &w->run[side];
	const AlignedStep *by = tested(run, step);
	u64 at;
	if (!run->steps.at[step].branch || run->steps.at[step].other != NO_STEP || !by || !by->expr)
		return false;
	Expr turned = expr_not(x->pool, by->expr);
	Expr cond = has_constraint(x, side, by->expr) ? by->expr
				: has_constraint(x, side, turned) ? turned
												  : 0;
	if (!cond)
		return false; /* a switch, or a value that was concretised */
	return has_constraint(x, !side, cond) || intmap_get(&x->condition[side].implied, cond, &at) ||
		   !intmap_get(&x->condition[side].has, cond, &at);
}

/* ---- values that nothing uses ---- */

/* A value that is seen or decides something; stores count, since the C library may read them. */
static bool is_used(const AlignedStep *s)
{
	return s->given || s->size || (s->branch && (s->infected || s->other == NO_STEP));
}

void explain_unused(const Explanation *x, Alignment *w, int side)
{
	AlignedRun *run = &w->run[side];
	bool *used = xcalloc(run->steps.len + 1, sizeof *used);
	for (size_t i = 0; i < run->steps.len; i++)
		used[i] = is_used(&run->steps.at[i]);
	/* The steps of uses ascend, and a step uses earlier ones only. */
	for (size_t i = run->uses.len; i-- > 0;) {
		const AlignedUse *u = &run->uses.at[i];
		used[u->from] |= used[u->to] && align_use_differs(&x->align, w, side, u);
	}
	for (size_t i = 0; i < run->steps.len; i++)
		if (!used[i])
			run->steps.at[i].infected = false;
	free(used);
}

/* ---- leaving out ---- */

static bool is_idle(const Explanation *x, const ExplainSuspect *s)
{
	(void)x;
	return s->idle;
}

/* A property of a value of OLD says nothing if NEW's part of the edit is a suspect itself. */
static bool new_is_suspect(const Explanation *x, const ExplainSuspect *s)
{
	for (size_t i = 0; s->side == OLD && i < x->suspects.len; i++)
		if (x->suspects.at[i].side == NEW && same_edit(x, s->file, s->line, &x->suspects.at[i]))
			return true;
	return false;
}

static bool in_vain(const Explanation *x, const ExplainSuspect *s)
{
	if (!x->config.map || !suspect_asked(s) || s->passes)
		return false;
	return !s->changed || (s->kind == SUSPECT_PREDICATE && new_is_suspect(x, s));
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
	x->stats.idle += leave_out(x, is_idle) + leave_out(x, in_vain);
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
