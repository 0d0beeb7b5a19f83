/* blame.c: finds the edits that make OLD do what NEW does on the input.
 *
 * The output of a program may contain its own line numbers (assert, __LINE__), which move with
 * every edit above them. So that such a move is not mistaken for another outcome, versions are
 * built level: a line that OLD and NEW share has the same number in all of them. The original OLD
 * and NEW are then compared with their own level versions. If these do something else, the outcomes
 * contain line numbers, and the level versions replace the originals.
 *
 * We blame the reported difference, not everything that differs: for a stream its text up to the
 * first line that differs, for a failing run its end and its error message. Edits that cause
 * another, later difference are irrelevant to it. */
#include "clients/blame/blame.h"

#include <sys/wait.h>

#include "base/observe.h"

/* A search for what is to blame. */
typedef struct BlameWork {
	const BlameConfig *config;
	Blame *b;
	Lab *lab;
	Flavour flavour;
	u32 observe;                   /* what is compared */
	u32 lines;                     /* lines of a stream that are compared; 0: all */
	bool level;                    /* versions between are built level */
	const LabObservation *end[2];  /* OLD and NEW as they were given */
	const LabObservation *mean[2]; /* their level versions, if used instead; NULL: not used */
} BlameWork;

static bool is_over(const BlameWork *w)
{
	return w->config->budget && budget_over(w->config->budget);
}

static void first_lines(void *ctx, const Buf *all, Buf *counts)
{
	u32 left = *(const u32 *)ctx;
	size_t n = 0;
	while (n < all->len && left)
		left -= all->at[n++] == '\n';
	buf_add(counts, buf_str(all), n);
}

static int signal_of(const LabObservation *s)
{
	return WIFSIGNALED(s->seen.run.status) ? WTERMSIG(s->seen.run.status) : 0;
}

static bool same(const BlameWork *w, const LabObservation *a, const LabObservation *b)
{
	SameBy by = {.flavour = w->flavour,
				 .observe = w->observe,
				 .ends = true,
				 .places = true,
				 .text = w->lines && w->flavour == FLAVOUR_PLAIN ? first_lines : NULL,
				 .ctx = (void *)(uintptr_t)&w->lines};
	return a->ran && b->ran && (w->flavour == FLAVOUR_SANITIZED || signal_of(a) == signal_of(b)) &&
		   native_same(&a->seen, &b->seen, &by);
}

static LabRequest options_of(const BlameWork *w, const bool *take)
{
	return (LabRequest){.take = take, .level = w->level, .flavour = w->flavour};
}

/* ---- both ends ---- */

/* A flag for each edit. */
static bool *flags(const BlameWork *w, bool all)
{
	size_t n = w->b->edits.at.len;
	bool *take = xcalloc(n + 1, sizeof *take);
	for (size_t i = 0; i < n; i++)
		take[i] = all;
	return take;
}

/* Returns the level version of OLD or NEW, if only line numbers distinguish the two. */
static const LabObservation *mean_of(BlameWork *w, int side)
{
	bool *take = flags(w, side == NEW);
	LabRequest request = {.take = take, .level = true, .flavour = w->flavour};
	const LabObservation *level = lab_observe(w->lab, &request);
	if (side == OLD && level->tried && !level->built) {
		lab_lenient(w->lab);
		level = lab_observe(w->lab, &request);
	}
	const LabObservation *mean = NULL;
	if (!same(w, level, w->end[side]) && level->ran) {
		LabRequest as_is = {.take = take, .flavour = w->flavour};
		mean = same(w, lab_observe(w->lab, &as_is), w->end[side]) ? level : NULL;
	}
	free(take);
	return mean;
}

/* The first line in which two runs differ, from 1; 0: no stream is compared, or none differs. */
static u32 first_line(const BlameWork *w, const LabObservation *a, const LabObservation *b)
{
	u32 line = 1;
	if (w->observe != OBSERVE_STDOUT && w->observe != OBSERVE_STDERR)
		return 0;
	const Buf *x = w->observe == OBSERVE_STDOUT ? &a->seen.run.out : &a->seen.run.err;
	const Buf *y = w->observe == OBSERVE_STDOUT ? &b->seen.run.out : &b->seen.run.err;
	size_t n = 0;
	while (n < x->len && n < y->len && x->at[n] == y->at[n])
		line += x->at[n++] == '\n';
	return n < x->len || n < y->len ? line : 0;
}

/* Chooses what is compared: the part in which the difference is first observed, if that shows
 * natively. */
static void choose_seen(BlameWork *w)
{
	const BlameConfig *c = w->config;
	w->observe = c->observe & c->first;
	/* A run that fails says why on standard error. */
	if (w->observe == OBSERVE_STATUS && signal_of(w->end[NEW]))
		w->observe |= c->observe & OBSERVE_STDERR;
	if (!w->observe || same(w, w->end[OLD], w->end[NEW]))
		w->observe = c->observe;
	w->lines = first_line(w, w->end[OLD], w->end[NEW]);
}

static void find_means(BlameWork *w)
{
	w->level = true;
	for (int side = OLD; side <= NEW; side++)
		w->mean[side] = mean_of(w, side);
	const LabObservation *old = w->mean[OLD] ? w->mean[OLD] : w->end[OLD];
	const LabObservation *new = w->mean[NEW] ? w->mean[NEW] : w->end[NEW];
	if (!same(w, old, new)) {
		w->lines = first_line(w, old, new);
		return;
	}
	/* Only line numbers differ, so line numbers are the difference to explain. */
	w->level = false;
	w->mean[OLD] = w->mean[NEW] = NULL;
}

/* Observes OLD and NEW, and their level versions, in one flavour; returns false with one line in
 * err on failure. */
static bool see_ends(BlameWork *w, Err *err)
{
	bool *none = flags(w, false), *all = flags(w, true);
	const LabRequest list[] = {
		{.given = true, .side = OLD, .flavour = w->flavour},
		{.given = true, .side = NEW, .flavour = w->flavour},
		{.take = all, .level = true, .flavour = w->flavour},
		{.take = none, .level = true, .flavour = w->flavour},
	};
	bool good = true;
	/* Level versions are always wanted, but not if OLD or NEW cannot be built. */
	lab_try(w->lab, list, w->flavour == FLAVOUR_PLAIN && w->config->jobs > 2 ? 4 : 2);
	for (int side = OLD; good && side <= NEW; side++) {
		w->end[side] = lab_observe(w->lab, &list[side]);
		good = w->end[side]->ran || err_set(err, "%s",
											w->end[side]->tried ? buf_str(&w->end[side]->trouble)
																: "it was stopped before that");
	}
	free(none);
	free(all);
	return good;
}

/* If OLD and NEW do the same, a sanitizer's report is compared. It is compared first if the machine
 * saw an error: what a program does after an error depends on arbitrary memory. */
static bool find_ends(BlameWork *w, Err *err)
{
	bool errors = w->config->input->errors;
	Flavour order[] = {errors ? FLAVOUR_SANITIZED : FLAVOUR_PLAIN,
					   errors ? FLAVOUR_PLAIN : FLAVOUR_SANITIZED};
	for (size_t i = 0; i < countof(order); i++) {
		w->flavour = order[i];
		w->observe = w->config->observe;
		if (!see_ends(w, err))
			return false;
		if (same(w, w->end[OLD], w->end[NEW]))
			continue;
		choose_seen(w);
		find_means(w);
		return true;
	}
	return err_set(err, "the native programs do the same on this input");
}

/* ---- trials ---- */

static bool is_as(BlameWork *w, const LabObservation *seen, int side)
{
	if (same(w, seen, w->end[side]))
		return true;
	bool is = w->mean[side] && same(w, seen, w->mean[side]);
	w->b->unnumbered |= is;
	return is;
}

static TrialOutcome try_version(void *arg, const bool *take)
{
	BlameWork *w = arg;
	LabRequest request = options_of(w, take);
	const LabObservation *seen = lab_observe(w->lab, &request);
	if (!seen->tried)
		return TRIAL_SKIPPED;
	if (!seen->built)
		return TRIAL_UNBUILT;
	if (is_as(w, seen, NEW))
		return TRIAL_NEW;
	return is_as(w, seen, OLD) ? TRIAL_OLD : TRIAL_OTHER;
}

static void try_ahead(void *arg, const bool *const *takes, u32 n)
{
	BlameWork *w = arg;
	LabRequest *list = xcalloc(n + 1, sizeof *list);
	for (u32 i = 0; i < n; i++)
		list[i] = options_of(w, takes[i]);
	lab_try(w->lab, list, n);
	free(list);
}

/* ---- what compiles only together ---- */

/* Joins the unit with those that have the names which a compiler misses. */
static bool join_by_names(Blame *b, u32 edit, const char *said)
{
	bool joined = false;
	char *name;
	while ((name = edit_next_name(&said))) {
		for (u32 i = 0; i < b->edits.at.len; i++)
			if (b->units.of[i] != b->units.of[edit] && edit_has_word(&b->edits, i, name))
				joined |= edit_units_join(&b->units, edit, i);
		free(name);
	}
	return joined;
}

static bool join_file(Blame *b, u32 edit)
{
	bool joined = false;
	for (u32 i = 0; i < b->edits.at.len; i++)
		if (b->edits.at.at[i].file == b->edits.at.at[edit].file)
			joined |= edit_units_join(&b->units, edit, i);
	return joined;
}

static bool join_all(Blame *b)
{
	bool joined = false;
	for (u32 i = 1; i < b->edits.at.len; i++)
		joined |= edit_units_join(&b->units, 0, i);
	return joined;
}

/* Until the unit of this edit compiles alone, or there were as many checks as there may be builds. */
static void close_unit(BlameWork *w, u32 edit)
{
	Blame *b = w->b;
	bool *take = xcalloc(b->edits.at.len + 1, sizeof *take);
	bool again = true;
	while (again && !is_over(w) && b->checks < w->config->builds) {
		for (u32 i = 0; i < b->edits.at.len; i++)
			take[i] = b->units.of[i] == b->units.of[edit];
		b->checks++;
		LabRequest request = options_of(w, take);
		const LabObservation *seen = lab_observe(w->lab, &request);
		again = seen->tried && !seen->built &&
				(join_by_names(b, edit, buf_str(&seen->said)) || join_file(b, edit) || join_all(b));
	}
	free(take);
}

/* Each edit alone, as many at once as there are jobs. */
static void see_alone(BlameWork *w)
{
	size_t n = w->b->edits.at.len;
	bool *take = xcalloc(n * n + 1, sizeof *take);
	LabRequest *list = xcalloc(n + 1, sizeof *list);
	for (size_t i = 0; i < n; i++) {
		take[i * n + i] = true;
		list[i] = options_of(w, &take[i * n]);
	}
	lab_try(w->lab, list, (u32)(n < w->config->builds ? n : w->config->builds));
	free(take);
	free(list);
}

static void find_units(BlameWork *w)
{
	Blame *b = w->b;
	edit_units_alone(&b->units, (u32)b->edits.at.len);
	if (w->config->jobs > 1)
		see_alone(w);
	for (u32 i = 0; i < b->edits.at.len; i++) {
		bool first = true;
		for (u32 k = 0; k < i; k++)
			first &= b->units.of[k] != b->units.of[i];
		if (first)
			close_unit(w, i);
	}
}

/* ---- the whole ---- */

void blame_free(Blame *b)
{
	edits_free(&b->edits);
	edit_units_free(&b->units);
	experiment_free(&b->trials);
	*b = (Blame){0};
}

/* True if NEW does the same when it is run again. */
static bool is_steady(BlameWork *w)
{
	LabRequest request = {.given = true, .side = NEW, .flavour = w->flavour, .again = 1};
	const LabObservation *seen = lab_observe(w->lab, &request);
	return !seen->ran || same(w, seen, w->end[NEW]);
}

bool blame_find(const BlameConfig *config, Blame *b, Err *err)
{
	*b = (Blame){0};
	const char *const *from = config->from.root[0] ? config->from.root : config->version;
	BlameWork w = {.config = config, .b = b};
	bool good = edits_find(from[0], from[1], &b->edits, err) &&
				(b->edits.at.len || err_set(err, "the sources are the same"));
	w.lab = lab_new(config, &b->edits);
	good = good && find_ends(&w, err);
	if (good) {
		find_units(&w);
		b->sanitized = w.flavour == FLAVOUR_SANITIZED;
		b->trials = (Experiment){.run = try_version,
								 .ahead = config->jobs > 1 ? try_ahead : NULL,
								 .at_once = config->jobs,
								 .arg = &w,
								 .most = config->builds};
		experiment_run(&b->trials, &b->units);
		b->trials.arg = NULL;
		b->unsteady = !b->trials.whole && !b->trials.ran_out && !is_steady(&w);
	}
	b->made = lab_made(w.lab);
	lab_free(w.lab);
	if (!good)
		blame_free(b);
	return good;
}

void blame_unit(const Blame *b, u32 unit, Buf *to)
{
	const char *gap = "";
	for (u32 i = 0; i < b->edits.at.len; i++)
		if (b->units.of[i] == unit) {
			buf_addf(to, "%sh%u", gap, i + 1);
			gap = "+";
		}
	gap = " at ";
	for (u32 i = 0; i < b->edits.at.len; i++)
		if (b->units.of[i] == unit) {
			buf_adds(to, gap);
			edit_location(&b->edits, i, to);
			gap = ", ";
		}
}
