/* trials.c: runs versions with some edits, and finds critical sets. */
#include "clients/interactions/impl.h"

#include <ctype.h>

enum {
	OF_INPUT = 60, /* trials of one input */
	SINGLES = 24,  /* of these, edits that are tried alone */
	AT_A_TIME = 6, /* of these */
	FEW = 8,       /* edits of a set that are asked what they need */
};

/* ---- trials ---- */

static void plain_text(void *ctx, const Buf *text, Buf *to)
{
	const Trials *t = ctx;
	Buf lines = {0};
	if (t->config.filter && t->config.filter->patterns.len)
		lines_filter(t->config.filter, text, &lines);
	else
		buf_add(&lines, buf_str(text), text->len);
	for (size_t i = 0; i < lines.len; i++) {
		buf_addc(to, lines.at[i]);
		/* ":12:" in a message of assert */
		size_t n = 0;
		while (lines.at[i] == ':' && i + 1 + n < lines.len && isdigit((u8)lines.at[i + 1 + n]))
			n++;
		if (n && i + 1 + n < lines.len && lines.at[i + 1 + n] == ':')
			i += n;
	}
	buf_free(&lines);
}

static bool same_observed(Trials *t, const NativeObservation *a, const NativeObservation *b)
{
	SameBy by = {.flavour = t->flavour,
				 .observe = t->config.observe,
				 .ends = true,
				 .places = true,
				 .text = plain_text,
				 .ctx = t};
	return native_same(a, b, &by);
}

/* The edits with all that they need. */
static void close_set(const Trials *t, const bool *take, bool *all)
{
	size_t n = t->edits.at.len;
	memset(all, 0, n * sizeof *all);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; take[i] && k < n; k++)
			all[k] |= t->needs[i * n + k];
}

/* The version with the edits and what they need, as far as that is known or can be learnt. */
static const TrialVersion *close_and_build(Trials *t, const bool *take, bool *all)
{
	bool again = true, few;
	const TrialVersion *v = NULL;
	u32 n = 0;
	for (u32 i = 0; i < t->edits.at.len; i++)
		n += take[i];
	few = n <= FEW && !t->hasty; /* to ask each of many takes more builds than to try others */
	while (again) {
		Buf said = {0}; /* versions move when there are more */
		close_set(t, take, all);
		v = trial_version(t, all);
		if (v && v->unbuilt)
			buf_adds(&said, buf_str(&v->said));
		again = few && v && v->unbuilt && trials_learn(t, all, &said);
		buf_free(&said);
	}
	return v;
}

static TrialOutcome try_edits(void *arg, const bool *take)
{
	Trials *t = arg;
	bool *all = xcalloc(t->edits.at.len + 1, sizeof *all);
	NativeObservation seen = {0};
	Err err;
	TrialOutcome o = TRIAL_OTHER;
	const TrialVersion *v = close_and_build(t, take, all);
	if (!v)
		o = TRIAL_SKIPPED;
	else if (v->unbuilt)
		o = TRIAL_UNBUILT;
	else if (!native_observe(v->native, t->flavour, t->input, &seen, &err))
		o = TRIAL_OTHER;
	else if (same_observed(t, &seen, &t->seen[NEW]))
		o = TRIAL_NEW;
	else if (same_observed(t, &seen, &t->seen[OLD]))
		o = TRIAL_OLD;
	native_observation_free(&seen);
	free(all);
	return trials_over(t) ? TRIAL_SKIPPED : o;
}

/* Observes both ends; if they do the same, with a sanitizer. If the machine saw an error, the
 * sanitizer comes first: what a program does after an error depends on arbitrary memory. */
static bool observe_ends(Trials *t, Err *err)
{
	Flavour other = t->input->errors ? FLAVOUR_PLAIN : FLAVOUR_SANITIZED;
	Flavour order[] = {t->input->errors ? FLAVOUR_SANITIZED : FLAVOUR_PLAIN, other};
	for (size_t i = 0; i < countof(order); i++) {
		t->flavour = order[i];
		for (Side s = OLD; s < N_SIDES; s++) {
			native_observation_free(&t->seen[s]);
			t->seen[s] = (NativeObservation){0};
			if (!native_observe(t->end[s], t->flavour, t->input, &t->seen[s], err))
				return false;
		}
		if (!same_observed(t, &t->seen[OLD], &t->seen[NEW]))
			return true;
	}
	return err_set(err, "the native programs do the same on this input");
}

/* ---- critical sets ---- */

/* True if a set that an earlier input needed is what this one needs. */
static bool fits(Trials *t, const U32List *edits)
{
	bool *take = xcalloc(t->edits.at.len + 1, sizeof *take);
	for (size_t i = 0; i < edits->len; i++)
		take[edits->at[i]] = true;
	bool good = try_edits(t, take) == TRIAL_NEW;
	for (size_t i = 0; i < edits->len && good; i++) {
		take[edits->at[i]] = false;
		TrialOutcome o = try_edits(t, take);
		good = o != TRIAL_NEW && o != TRIAL_SKIPPED;
		take[edits->at[i]] = true;
	}
	free(take);
	return good;
}

static void keep_set(Trials *t, const U32List *edits, CriticalSet *out)
{
	size_t n = t->edits.at.len;
	bool *take = xcalloc(n + 1, sizeof *take), *all = xcalloc(n + 1, sizeof *all);
	*out = (CriticalSet){0};
	for (size_t i = 0; i < edits->len; i++) {
		take[edits->at[i]] = true;
		vec_push(&out->edits, edits->at[i]);
	}
	close_set(t, take, all);
	for (u32 i = 0; i < n; i++)
		if (all[i] && !take[i])
			vec_push(&out->support, i);
	free(take);
	free(all);
}

/* Trials with some of the edits only. */
typedef struct Narrowed {
	Trials *t;
	const U32List *within;
} Narrowed;

static TrialOutcome try_narrowed(void *arg, const bool *take)
{
	const Narrowed *n = arg;
	bool *all = xcalloc(n->t->edits.at.len + 1, sizeof *all);
	for (size_t i = 0; i < n->within->len; i++)
		all[n->within->at[i]] = take[i];
	TrialOutcome o = try_edits(n->t, all);
	free(all);
	return o;
}

/* The first of the lists that does what NEW does, with what it takes to build it, or all edits: what
 * is looked at. */
static void narrow(Trials *t, const U32List *likely, size_t n, U32List *within)
{
	bool *take = xcalloc(t->edits.at.len + 1, sizeof *take), found = false;
	for (size_t k = 0; k < n && !found; k++) {
		memset(take, 0, t->edits.at.len * sizeof *take);
		for (size_t i = 0; i < likely[k].len; i++)
			take[likely[k].at[i]] = true;
		/* With what is known of their needs first; whatever has a missing name is more. */
		found = likely[k].len && (try_edits(t, take) == TRIAL_NEW ||
								  (trials_widen(t, take) && try_edits(t, take) == TRIAL_NEW));
	}
	for (u32 i = 0; i < t->edits.at.len; i++)
		if (!found || take[i])
			vec_push(within, i);
	free(take);
}

/* Edits of the lists from a position on, so many, each tried alone. */
static bool try_singles(Trials *t, const U32List *all, size_t from, size_t to, U32List *edits)
{
	bool *take = xcalloc(t->edits.at.len + 1, sizeof *take), found = false;
	for (size_t i = from; i < to && i < all->len && !found; i++) {
		take[all->at[i]] = true;
		found = try_edits(t, take) == TRIAL_NEW;
		take[all->at[i]] = false;
		if (found)
			vec_push(edits, all->at[i]);
	}
	free(take);
	return found;
}

/* One edit alone that does it: by far the most have one, and its version serves all inputs. Of a
 * few at a time, those that compile alone first: what others need takes more builds. */
static bool find_single(Trials *t, const U32List *likely, size_t n, U32List *edits)
{
	bool *listed = xcalloc(t->edits.at.len + 1, sizeof *listed), found = false;
	U32List all = {0};
	for (size_t k = 0; k < n; k++)
		for (size_t i = 0; i < likely[k].len && all.len < SINGLES; i++)
			if (!listed[likely[k].at[i]]) {
				listed[likely[k].at[i]] = true;
				vec_push(&all, likely[k].at[i]);
			}
	for (size_t at = 0; at < all.len && !found && !trials_over(t); at += AT_A_TIME) {
		t->hasty = true;
		found = try_singles(t, &all, at, at + AT_A_TIME, edits);
		t->hasty = false;
		found = found || try_singles(t, &all, at, at + AT_A_TIME, edits);
	}
	vec_free(&all);
	free(listed);
	return found;
}

/* The line that says what is wrong. */
static void first_complaint(const Buf *said, Buf *to)
{
	static const char *const marks[] = {"error: ", "undefined reference", "*** ", ""};
	const char *best = NULL;
	for (size_t k = 0; k < countof(marks) && !best; k++)
		best = strstr(buf_str(said), marks[k]);
	while (best > said->at && best[-1] != '\n')
		best--;
	if (said->len)
		buf_add(to, best, strcspn(best, "\n"));
}

/* Why there is no set. */
static void say_why(Trials *t, const Experiment *e, Err *err)
{
	bool *all = xcalloc(t->edits.at.len + 1, sizeof *all);
	memset(all, 1, t->edits.at.len * sizeof *all);
	const TrialVersion *v = trials_over(t) ? NULL : trial_version(t, all);
	if (trials_over(t)) {
		err_set(err, "the time for experiments is over (--time)");
	} else if (v && v->unbuilt) {
		Buf line = {0};
		first_complaint(&v->said, &line);
		err_set(err, "OLD with all edits cannot be built: %s", buf_str(&line));
		buf_free(&line);
	} else {
		err_set(err, "%s",
				e->ran_out ? "the limit of builds was reached (--builds)"
						   : "OLD with all edits does not behave like NEW");
	}
	free(all);
}

static bool find_smallest(Trials *t, const U32List *likely, size_t n_likely, U32List *edits,
						  Err *err)
{
	U32List within = {0};
	narrow(t, likely, n_likely, &within);
	Narrowed of = {t, &within};
	EditUnits units;
	edit_units_alone(&units, (u32)within.len);
	Experiment e = {.run = try_narrowed, .arg = &of, .most = OF_INPUT, .first = true};
	experiment_run(&e, &units);
	for (size_t i = 0; e.sets.len && i < e.sets.at[0].units.len; i++)
		vec_push(edits, within.at[e.sets.at[0].units.at[i]]);
	bool good = e.sets.len && e.sets.at[0].smallest;
	if (!good)
		say_why(t, &e, err);
	experiment_free(&e);
	edit_units_free(&units);
	vec_free(&within);
	return good;
}

bool trials_critical(Trials *t, const NativeInput *in, const U32List *likely, size_t n_likely,
					 CriticalSet *out, Err *err)
{
	t->input = in;
	if (!observe_ends(t, err))
		return false;
	trial_versions_begin(t);
	for (size_t i = 0; i < t->known.len; i++)
		if (fits(t, &t->known.at[i])) {
			keep_set(t, &t->known.at[i], out);
			return true;
		}
	U32List edits = {0};
	bool good = (n_likely && find_single(t, likely, n_likely - 1, &edits)) ||
				find_smallest(t, likely, n_likely, &edits, err);
	if (good) {
		keep_set(t, &edits, out);
		vec_push(&t->known, edits);
	} else {
		vec_free(&edits);
	}
	return good;
}

void critical_set_free(CriticalSet *c)
{
	vec_free(&c->edits);
	vec_free(&c->support);
}

/* ---- life ---- */

/* OLD or NEW, as given. */
static bool make_end(Trials *t, Side s, Err *err)
{
	const TrialsConfig *config = &t->config;
	TrialProgram *p = &t->given[s];
	char *scratch = xasprintf("%s/end%d", config->scratch, (int)s);
	char *dir = xasprintf("%s/given%d", config->scratch, (int)s);
	p->version = xstrdup(config->version[s]);
	p->cflags = config->cflags[s] ? xstrdup(config->cflags[s]) : NULL;
	bool good = trial_target(t, dir, p, err);
	NativeConfig c = {.version = p->version,
					  .cflags = p->cflags,
					  .native = p->native,
					  .side = (int)s,
					  .name = config->name,
					  .scratch = scratch,
					  .budget = config->budget,
					  .unsafe = config->unsafe,
					  .files = true};
	if (good)
		t->end[s] = native_version_new(&c);
	free(scratch);
	free(dir);
	return good;
}

Trials *trials_new(const TrialsConfig *config, Err *err)
{
	Trials *t = xcalloc(1, sizeof *t);
	t->config = *config;
	bool trees = config->from && config->from->root[OLD];
	const char *const *of = trees ? config->from->root : config->version;
	if (!edits_find(of[OLD], of[NEW], &t->edits, err) ||
		(!t->edits.at.len && !err_set(err, "the sources are the same"))) {
		trials_free(t);
		return NULL;
	}
	size_t n = t->edits.at.len;
	t->needs = xcalloc(n * n + 1, sizeof *t->needs);
	t->asked = xcalloc(n + 1, sizeof *t->asked);
	if (trees) {
		char *tree = xasprintf("%s/tree", config->scratch);
		build_tree_begin(&t->tree, &t->edits, config->from, tree, config->budget);
		free(tree);
	}
	for (size_t i = 0; i < n; i++)
		t->needs[i * n + i] = true;
	bool good = true;
	for (Side s = OLD; good && s < N_SIDES; s++)
		good = make_end(t, s, err);
	if (good)
		return t;
	trials_free(t);
	return NULL;
}

void trials_free(Trials *t)
{
	Err ignored;
	if (!t)
		return;
	trial_versions_free(t);
	build_tree_end(&t->tree);
	for (size_t i = 0; i < t->known.len; i++)
		vec_free(&t->known.at[i]);
	for (Side s = OLD; s < N_SIDES; s++) {
		native_version_free(t->end[s]);
		trial_program_free(&t->given[s]);
		native_observation_free(&t->seen[s]);
	}
	tree_remove(t->config.scratch, &ignored);
	vec_free(&t->known);
	free(t->needs);
	free(t->asked);
	edits_free(&t->edits);
	free(t);
}

const Edits *trials_edits(const Trials *t)
{
	return &t->edits;
}

u32 trials_builds(const Trials *t)
{
	return t->builds;
}
