/* fill.c: fills a result from an explanation. */
#include "clients/explain/impl.h"
#include "evidence/witness/witness.h"

enum { CONDITION_SHOWN = 120, EDITS_SHOWN = 8, BYTES_SHOWN = 80 };

/* ---- inputs as text ---- */

static void add_input(const Explanation *x, const Assignment *a, Buf *to)
{
	InputText how = {.inputs = x->config.inputs,
					 .entry = x->config.subject[NEW]->entry != NO_OPERAND,
					 .bare = true,
					 .contents = true,
					 .most = BYTES_SHOWN};
	input_text(&how, x->config.shape, a, to);
}

static void add_byte(const Buf *bytes, size_t at, Buf *to)
{
	if (at >= bytes->len) {
		buf_adds(to, "nothing");
		return;
	}
	buf_addc(to, '\'');
	buf_add_escaped(to, bytes->at + at, 1);
	buf_addc(to, '\'');
}

static void add_edit(const Part *part, const Buf *was, const Buf *is, Buf *to)
{
	size_t longer = was->len > is->len ? was->len : is->len;
	u32 n = 0;
	bool same = was->len == is->len && !memcmp(buf_str(was), buf_str(is), was->len);
	if (part->kind == PART_INT) {
		if (!same)
			buf_addf(to, "%s%s %s -> %s", to->len ? ", " : "", part->name, buf_str(was),
					 buf_str(is));
		return;
	}
	for (size_t k = 0; k < longer; k++) {
		if ((k < was->len && k < is->len && was->at[k] == is->at[k]) || ++n > EDITS_SHOWN)
			continue;
		buf_addf(to, "%s%s byte %zu ", to->len ? ", " : "", part->name, k);
		add_byte(was, k, to);
		buf_adds(to, " -> ");
		add_byte(is, k, to);
	}
	if (n > EDITS_SHOWN)
		buf_addf(to, ", and %u more", n - EDITS_SHOWN);
}

static void fill_pass(const Explanation *x, Result *r, ResultPass *to)
{
	const Inputs *in = x->config.inputs;
	const Shape *s = &in->shapes.at[x->config.shape];
	Buf text = {0};
	if (!x->passing_edits)
		return;
	for (size_t i = 0; i < s->parts.len; i++) {
		Buf was = {0}, is = {0};
		inputs_bytes(in, &s->parts.at[i], &x->start, &was);
		inputs_bytes(in, &s->parts.at[i], &x->passing, &is);
		add_edit(&s->parts.at[i], &was, &is, &text);
		buf_free(&was);
		buf_free(&is);
	}
	to->edit = result_take(r, &text);
	add_input(x, &x->passing, &text);
	to->input = result_take(r, &text);
	to->test = x->passing_test;
	buf_free(&text);
}

/* ---- suspects ---- */

/* Says what the programs do on a suspect's input. */
static const char *does(const Explanation *x, const ExplainSuspect *s)
{
	if (s->alike && (s->passes || !x->config.ok))
		return "both versions do the same";
	if (x->config.ok)
		return s->passes ? "NEW is right (--ok)" : "NEW is still not right (--ok)";
	return s->passes ? "NEW does not fail" : "they still differ";
}

static ResultSuspect suspect_of(const Explanation *x, const ExplainSuspect *s, Result *r)
{
	const Program *p = x->config.subject[s->side]->program;
	Buf text = {0};
	ResultSuspect one = {.kind = s->kind,
						 .subject = (u32)s->side,
						 .value = {s->is[OLD], s->is[NEW]},
						 .passes = s->passes,
						 .does = does(x, s),
						 .alone = s->alone,
						 .library = s->library,
						 .count = s->count,
						 .test = s->test};
	one.where = result_nowhere;
	if (s->line) {
		const char *file = p->files.at[s->file];
		buf_addf(&text, "%s:%u", file, s->line);
		one.where = (ResultLocation){result_take(r, &text), {file, s->line, s->line}};
	}
	program_line(p, s->file, s->line, &text);
	one.source = result_take(r, &text);
	if (suspect_asked(s)) {
		expr_text_simple(x->pool, &s->cond, 1, CONDITION_SHOWN, &text);
		one.condition = result_take(r, &text);
		add_input(x, &s->input, &text);
		one.input = result_take(r, &text);
	}
	explain_why(x, s, &text);
	one.why = result_take(r, &text);
	buf_free(&text);
	return one;
}

/* ---- edits ---- */

/* True if a file of the program is that file below the root of a version. */
static bool is_file(const char *file, const char *name)
{
	size_t n = strlen(file), k = strlen(name);
	return n >= k && !strcmp(file + n - k, name) && (n == k || file[n - k - 1] == '/');
}

static bool in_change(const Explanation *x, u32 change, Side s, const ResultLines *l)
{
	const ChangePart *part = &change_map_at(x->config.map, change)->part[s];
	const Program *p = x->config.subject[s]->program;
	for (u32 k = 0; k < part->n_lines; k++)
		if (part->lines[k].first <= l->last && part->lines[k].last >= l->first &&
			is_file(p->files.at[part->lines[k].file], l->file))
			return true;
	return false;
}

static void fill_hunk(const Explanation *x, u32 edit, ResultHunk *to)
{
	const Edits *e = &x->blame.edits;
	const Edit *d = &e->at.at[edit];
	const EditFile *f = &e->files.at[d->file];
	for (Side s = OLD; s < N_SIDES; s++) {
		const char *name = s == NEW && f->other ? f->other : f->name;
		to->lines[s] = (ResultLines){name, d->from[s], d->to[s] - 1};
	}
	for (u32 i = 0; x->config.map && i < change_map_count(x->config.map); i++)
		if (in_change(x, i, OLD, &to->lines[OLD]) || in_change(x, i, NEW, &to->lines[NEW]))
			vec_push(&to->changes, i + 1);
}

/* NEW without a group of edits. */
static const char *without(TrialOutcome o)
{
	switch (o) {
	case TRIAL_OLD: return "NEW without it does what OLD does";
	case TRIAL_NEW: return "NEW without it behaves as before";
	case TRIAL_OTHER: return "NEW without it behaves like neither version";
	case TRIAL_UNBUILT: return "NEW without it does not compile";
	case TRIAL_SKIPPED: break;
	}
	return "drift did not try NEW without it";
}

static void fill_set(const Explanation *x, const BlameSet *set, Result *r, ResultExplained *to)
{
	ResultBlamed one = {.units = (u32)set->units.len,
						.smallest = set->smallest,
						.all = set->units.len == x->blame.units.n};
	Buf text = {0};
	for (u32 i = 0; i < set->units.len; i++) {
		buf_adds(&text, i ? " together with " : "");
		blame_unit(&x->blame, set->units.at[i], &text);
		TrialOutcome o = i < set->reverted.len ? (TrialOutcome)set->reverted.at[i] : TRIAL_SKIPPED;
		one.repairs += o == TRIAL_OLD;
		one.untried += o == TRIAL_SKIPPED;
		one.without = without(o);
		for (u32 k = 0; k < to->hunks.len; k++)
			if (x->blame.units.of[k] == set->units.at[i]) {
				to->hunks.at[k].matters = true;
				vec_push(&one.hunks, k + 1);
			}
	}
	one.text = result_take(r, &text);
	vec_push(&to->blame, one);
	buf_free(&text);
}

/* Why there is none though everything was built. */
static const char *no_blame(const Explanation *x)
{
	if (x->blame.trials.ran_out)
		return "drift was stopped too early";
	if (x->blame.unsteady)
		return "two native runs of NEW behave differently";
	return "OLD with all edits, built natively, does not behave like NEW";
}

static void fill_blame(const Explanation *x, Result *r, ResultExplained *to)
{
	const Experiment *t = &x->blame.trials;
	to->blame_tried = x->blamed || x->blame_trouble.text[0];
	if (!x->blamed) {
		to->blame_trouble = to->blame_tried ? x->blame_trouble.text : NULL;
		return;
	}
	if (!t->whole)
		to->blame_trouble = no_blame(x);
	for (u32 i = 0; i < x->blame.edits.at.len; i++) {
		ResultHunk one = {0};
		fill_hunk(x, i, &one);
		vec_push(&to->hunks, one);
	}
	for (size_t i = 0; i < t->sets.len; i++)
		fill_set(x, &t->sets.at[i], r, to);
	to->blame_open = t->ran_out;
	to->builds_over = t->ran_out && t->builds >= t->most;
	to->unnumbered = x->blame.unnumbered;
	to->builds = t->builds;
}

/* ---- the whole ---- */

/* Why there are no suspects. */
static const char *no_suspects(const Explanation *x)
{
	if (x->cut)
		return "the search ended too early";
	if (x->stats.unknown)
		return "the solver gave up on all candidates (--solver-timeout)";
	if (x->stats.diverged)
		return "no input of the solver took the expected path";
	if (x->unsettled)
		return "the difference comes from uninitialised memory";
	return "on this input, the programs make the same decisions and compute the same values";
}

void explain_fill(const Explanation *x, Result *r, ResultExplained *to)
{
	static const char *const what[] = {
		[DIFFER_ENDING] = "run",  [DIFFER_STDOUT] = "stdout",   [DIFFER_STDERR] = "stderr",
		[DIFFER_FILES] = "files", [DIFFER_POST_STATE] = "left", [DIFFER_UNSET] = "memory"};
	Buf text = {0};
	*to = (ResultExplained){.output = EXPLAINED_ALL,
							.differs = what[x->differs],
							.line = x->place.line,
							.said = {buf_str(&x->said[OLD]), buf_str(&x->said[NEW])},
							.unsettled = x->unsettled,
							.test = x->start_test,
							.cut = x->cut,
							.unknown = x->stats.unknown};
	add_input(x, &x->start, &text);
	to->input = result_take(r, &text);
	for (size_t i = 0; i < x->suspects.len; i++)
		vec_push(&to->suspects, suspect_of(x, &x->suspects.at[i], r));
	if (!x->suspects.len)
		to->none = no_suspects(x);
	fill_blame(x, r, to);
	effect_fill(&x->align, &x->effect, &to->effect);
	fill_pass(x, r, &to->pass);
	buf_free(&text);
}

void explain_figures(const Explanation *x, Result *r)
{
	const ExplainStats *s = &x->stats;
	result_figure(r, "", "runs", (double)s->runs);
	result_figure(r, "suspects", "asked", (double)s->asked);
	result_figure(r, "suspects", "implied", (double)s->implied);
	result_figure(r, "suspects", "unknown", (double)s->unknown);
	result_figure(r, "suspects", "diverged", (double)s->diverged);
	result_figure(r, "suspects", "idle", (double)s->idle);
	result_figure(r, "suspects", "answered", (double)s->answered);
	result_figure(r, "suspects", "acquitted", (double)s->acquitted);
	result_figure(r, "suspects", "decisions", (double)s->decisions);
	result_figure(r, "suspects", "by_value", (double)s->by_value);
	result_figure(r, "suspects", "predicates", (double)s->predicates);
	if (x->blamed) {
		result_figure(r, "blame", "builds", (double)x->blame.trials.builds);
		result_figure(r, "blame", "checks", (double)x->blame.checks);
	}
}
