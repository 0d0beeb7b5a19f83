/* blame.c: builds versions between OLD and NEW and runs them on the input. */
#include "blame/blame.h"

typedef struct Lab {
	const BlameConfig *config;
	Blame *b;
	char *between;  /* directory of the version that is tried */
	BuildTree tree; /* there, if the user's command builds it */
	char *source;   /* what the compiler is given of it */
	char *cflags;
	NativeSeen seen[2]; /* what OLD and NEW do */
	Flavour flavour;
} Lab;

/* ---- runs ---- */

static bool same_buf(const Buf *a, const Buf *b)
{
	return a->len == b->len && !memcmp(buf_str(a), buf_str(b), a->len);
}

static bool same_seen(const NativeSeen *a, const NativeSeen *b, Flavour f)
{
	if (f == FLAVOUR_SANITIZED)
		return a->caught == b->caught && same_buf(&a->kind, &b->kind);
	return a->run.timeout == b->run.timeout &&
		   (a->run.timeout ||
			(a->run.status == b->run.status && same_buf(&a->run.out, &b->run.out) &&
			 same_buf(&a->run.err, &b->run.err) && same_buf(&a->files, &b->files)));
}

static bool observe(const Lab *l, const char *version, const char *cflags, NativeSeen *seen,
					bool *built, Err *err)
{
	char *scratch = xasprintf("%s/build", l->config->scratch);
	NativeConfig c = {.version = version,
					  .cflags = cflags,
					  .name = l->config->name,
					  .scratch = scratch,
					  .unsafe = l->config->unsafe,
					  .files = true};
	NativeVersion *p = native_version_new(&c);
	bool good = native_observe(p, l->flavour, l->config->input, seen, err);
	*built = !native_version_unbuilt(p, l->flavour);
	native_version_free(p);
	free(scratch);
	return good;
}

/* Both ends; where they do the same, what a sanitizer says of them. */
static bool observe_ends(Lab *l, Err *err)
{
	bool built;
	for (l->flavour = FLAVOUR_PLAIN; l->flavour <= FLAVOUR_SANITIZED; l->flavour++) {
		for (int side = 0; side < 2; side++) {
			native_seen_free(&l->seen[side]);
			l->seen[side] = (NativeSeen){0};
			if (!observe(l, l->config->version[side], l->config->cflags[side], &l->seen[side],
						 &built, err))
				return false;
		}
		if (!same_seen(&l->seen[0], &l->seen[1], l->flavour))
			return true;
	}
	return err_set(err, "natively both versions do the same on this input");
}

/* Writes the version that is to be tried, and builds it where that is the user's to do; complaints
 * go to said. */
static bool make_between(Lab *l, const bool *take, Buf *said)
{
	Err err = {0};
	if (l->config->from.root[0])
		return build_tree_make(&l->tree, take, said);
	bool good = tree_remove(l->between, &err) && edits_write(&l->b->edits, take, l->between, &err);
	if (!good)
		buf_addf(said, "%s\n", err.text);
	return good;
}

static bool is_over(const Lab *l)
{
	return l->config->budget && budget_over(l->config->budget);
}

static TrialOutcome try_version(void *arg, const bool *take)
{
	Lab *l = arg;
	if (is_over(l))
		return TRIAL_SKIPPED;
	NativeSeen seen = {0};
	Err err;
	bool built = false;
	TrialOutcome o = TRIAL_OTHER;
	Buf said = {0};
	bool good =
		make_between(l, take, &said) && observe(l, l->source, l->cflags, &seen, &built, &err);
	if (!good)
		o = built ? TRIAL_OTHER : TRIAL_UNBUILT;
	else if (same_seen(&seen, &l->seen[1], l->flavour))
		o = TRIAL_NEW;
	else if (same_seen(&seen, &l->seen[0], l->flavour))
		o = TRIAL_OLD;
	native_seen_free(&seen);
	buf_free(&said);
	return o;
}

/* ---- what compiles only together ---- */

/* Everything that compiler and linker say of a version; empty: it can be built. */
static void complaints(Lab *l, const bool *take, Buf *to)
{
	if (!make_between(l, take, to) || l->config->from.root[0])
		return;
	char *scratch = xasprintf("%s/build", l->config->scratch);
	char *log = xasprintf("%s/log", l->config->scratch);
	NativeConfig c = {
		.version = l->source, .cflags = l->cflags, .scratch = scratch, .log = log, .name = ""};
	NativeVersion *p = native_version_new(&c);
	Err err = {0};
	if (!native_version_make(p, FLAVOUR_PLAIN, &err)) {
		buf_adds(to, err.text);
		if (file_exists(log))
			file_read(log, to, &err);
	}
	native_version_free(p);
	tree_remove(log, &err);
	free(scratch);
	free(log);
}

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

/* Until the unit of this edit compiles alone. */
static void close_unit(Lab *l, u32 edit)
{
	Blame *b = l->b;
	bool *take = xcalloc(b->edits.at.len + 1, sizeof *take);
	bool again = true;
	while (again && !is_over(l)) {
		Buf said = {0};
		for (u32 i = 0; i < b->edits.at.len; i++)
			take[i] = b->units.of[i] == b->units.of[edit];
		b->checks++;
		complaints(l, take, &said);
		again = said.len &&
				(join_by_names(b, edit, buf_str(&said)) || join_file(b, edit) || join_all(b));
		buf_free(&said);
	}
	free(take);
}

static void find_units(Lab *l)
{
	Blame *b = l->b;
	edit_units_alone(&b->units, (u32)b->edits.at.len);
	for (u32 i = 0; i < b->edits.at.len; i++) {
		bool first = true;
		for (u32 k = 0; k < i; k++)
			first &= b->units.of[k] != b->units.of[i];
		if (first)
			close_unit(l, i);
	}
}

/* ---- the whole ---- */

bool blame_find(const BlameConfig *config, Blame *b, Err *err)
{
	*b = (Blame){0};
	Lab l = {.config = config, .b = b, .between = xasprintf("%s/between", config->scratch)};
	Err ignored;
	bool trees = config->from.root[0] != NULL;
	const char *const *from = trees ? config->from.root : config->version;
	bool good = edits_find(from[0], from[1], &b->edits, err) &&
				(b->edits.at.len || err_set(err, "the sources are the same")) &&
				observe_ends(&l, err);
	if (good) {
		const char *made = trees ? config->from.program : b->edits.main;
		l.source = made ? xasprintf("%s/%s", l.between, made) : xstrdup(l.between);
		if (trees)
			build_tree_begin(&l.tree, &b->edits, &config->from, l.between, config->budget);
		/* Headers that are not edited stay where they are. */
		l.cflags = xasprintf("%s%s-iquote %s", config->cflags[0] ? config->cflags[0] : "",
							 config->cflags[0] ? " " : "", b->edits.root[0]);
		find_units(&l);
		b->sanitized = l.flavour == FLAVOUR_SANITIZED;
		b->trials = (Experiment){.run = try_version, .arg = &l, .most = config->builds};
		experiment_run(&b->trials, &b->units);
		b->trials.arg = NULL;
	}
	build_tree_end(&l.tree);
	tree_remove(config->scratch, &ignored);
	native_seen_free(&l.seen[0]);
	native_seen_free(&l.seen[1]);
	free(l.between);
	free(l.source);
	free(l.cflags);
	return good;
}

void blame_free(Blame *b)
{
	edits_free(&b->edits);
	edit_units_free(&b->units);
	experiment_free(&b->trials);
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
			edit_place(&b->edits, i, to);
			gap = ", ";
		}
}
