/* trials.c: versions with some edits, built and run; critical sets. */
#include "interact/impl.h"

#include <ctype.h>

enum {
	MOST_KEPT = 256, /* built versions that are kept */
	OF_INPUT = 60,   /* trials of one input */
};

/* ---- versions ---- */

static u64 key_of(const Trials *t, const bool *take)
{
	return hash_bytes((const char *)take, t->edits.at.len * sizeof *take) | 1;
}

/* Names of sources as NEW's have them, and headers that are not edited where they are. */
static char *flags_of(const Trials *t, const char *dir)
{
	const char *given = t->config.given ? t->config.given : "";
	const char *slash = strrchr(t->config.version[SIDE_NEW], '/');
	const char *name = slash ? slash + 1 : t->config.version[SIDE_NEW];
	if (!t->edits.main)
		return xasprintf("%s -fmacro-prefix-map=%s/= -iquote %s", given, dir,
						 t->edits.root[SIDE_OLD]);
	return xasprintf("%s -fmacro-prefix-map=%s/%s=%s -fmacro-prefix-map=%s/= -iquote %s", given,
					 dir, t->edits.main, name, dir, t->edits.root[SIDE_OLD]);
}

static TrialVersion *make_version(Trials *t, const bool *take, u64 key)
{
	Err err = {0};
	TrialVersion v = {.key = key, .dir = xasprintf("%s/v%u", t->config.scratch, t->builds++)};
	char *sources = xasprintf("%s/src", v.dir), *build = xasprintf("%s/build", v.dir);
	v.log = xasprintf("%s/log", v.dir);
	v.unbuilt = !dir_make(v.dir, &err) || !edits_write(&t->edits, take, false, sources, &err);
	char *real = realpath(sources, NULL);
	v.source = t->edits.main ? xasprintf("%s/%s", real ? real : sources, t->edits.main)
							 : xstrdup(real ? real : sources);
	v.cflags = flags_of(t, real ? real : sources);
	NativeConfig c = {.version = v.source,
					  .cflags = v.cflags,
					  .name = t->config.name,
					  .scratch = build,
					  .log = v.log,
					  .unsafe = t->config.unsafe,
					  .files = true};
	v.native = native_version_new(&c);
	if (!v.unbuilt && !native_version_make(v.native, FLAVOUR_PLAIN, &err)) {
		Err ignored;
		v.unbuilt = true;
		buf_adds(&v.said, err.text);
		if (file_exists(v.log))
			file_read(v.log, &v.said, &ignored);
	}
	free(real);
	free(sources);
	free(build);
	vec_push(&t->built, v);
	return &vec_last(&t->built);
}

/* NULL: there were enough builds. */
static TrialVersion *version_of(Trials *t, const bool *take)
{
	u64 key = key_of(t, take);
	for (size_t i = 0; i < t->built.len; i++)
		if (t->built.at[i].key == key)
			return &t->built.at[i];
	if (t->builds >= t->config.builds || t->built.len >= MOST_KEPT)
		return NULL;
	return make_version(t, take, key);
}

/* ---- what an edit needs ---- */

static bool has_word(const Buf *text, const char *word)
{
	size_t n = strlen(word);
	for (const char *at = buf_str(text); n && (at = strstr(at, word)); at++) {
		bool left = at > text->at && (isalnum((u8)at[-1]) || at[-1] == '_');
		if (!left && !isalnum((u8)at[n]) && at[n] != '_')
			return true;
	}
	return false;
}

/* Whether the edit puts the word in, or takes it away. */
static bool edit_touches(const Trials *t, u32 edit, const char *word)
{
	const Edit *d = &t->edits.at.at[edit];
	const EditFile *f = &t->edits.files.at[d->file];
	bool found = edit_has_word(&t->edits, edit, word);
	if (!found && f->there[SIDE_OLD] && d->from[SIDE_OLD] < d->to[SIDE_OLD]) {
		u32 begin = f->line[SIDE_OLD].at[d->from[SIDE_OLD] - 1];
		u32 end = f->line[SIDE_OLD].at[d->to[SIDE_OLD] - 1];
		Buf text = {0};
		buf_add(&text, f->text[SIDE_OLD].at + begin, end - begin);
		found = has_word(&text, word);
		buf_free(&text);
	}
	return found;
}

/* Edits that have a name which is complained of, and are not in the set. */
static void candidates(const Trials *t, const Buf *said, const bool *take, U32List *to)
{
	const char *at = buf_str(said);
	char *name;
	to->len = 0;
	while ((name = edit_next_name(&at))) {
		for (u32 i = 0; i < t->edits.at.len; i++) {
			bool known = take[i];
			for (size_t k = 0; k < to->len; k++)
				known |= to->at[k] == i;
			if (!known && edit_touches(t, i, name))
				vec_push(to, i);
		}
		free(name);
	}
}

/* One of the candidates that is enough; else all of them; else everything in the file, or at all. */
static bool widen(Trials *t, bool *take, const U32List *list, u32 edit)
{
	for (size_t k = 0; k < list->len && list->len > 1; k++) {
		take[list->at[k]] = true;
		const TrialVersion *v = version_of(t, take);
		if (v && !v->unbuilt)
			return true;
		take[list->at[k]] = false;
	}
	bool more = list->len > 0;
	for (size_t k = 0; k < list->len; k++)
		take[list->at[k]] = true;
	for (int all = 0; all < 2 && !more; all++)
		for (u32 i = 0; i < t->edits.at.len; i++)
			if (!take[i] && (all || t->edits.at.at[i].file == t->edits.at.at[edit].file))
				take[i] = more = true;
	return more;
}

static void find_needs(Trials *t, u32 edit)
{
	size_t n = t->edits.at.len;
	bool *take = &t->needs[edit * n];
	U32List list = {0};
	take[edit] = true;
	for (;;) {
		const TrialVersion *v = version_of(t, take);
		if (!v || !v->unbuilt)
			break;
		candidates(t, &v->said, take, &list);
		if (!widen(t, take, &list, edit))
			break;
	}
	vec_free(&list);
}

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

static bool same_seen(Trials *t, const NativeSeen *a, const NativeSeen *b)
{
	SameBy by = {
		.flavour = t->flavour, .see = t->config.see, .ends = true, .text = plain_text, .ctx = t};
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

static TrialOutcome try_edits(void *arg, const bool *take)
{
	Trials *t = arg;
	bool *all = xcalloc(t->edits.at.len + 1, sizeof *all);
	NativeSeen seen = {0};
	Err err;
	TrialOutcome o = TRIAL_OTHER;
	close_set(t, take, all);
	const TrialVersion *v = version_of(t, all);
	if (!v)
		o = TRIAL_SKIPPED;
	else if (v->unbuilt)
		o = TRIAL_UNBUILT;
	else if (!native_observe(v->native, t->flavour, t->input, &seen, &err))
		o = TRIAL_OTHER;
	else if (same_seen(t, &seen, &t->seen[SIDE_NEW]))
		o = TRIAL_NEW;
	else if (same_seen(t, &seen, &t->seen[SIDE_OLD]))
		o = TRIAL_OLD;
	native_seen_free(&seen);
	free(all);
	return o;
}

/* Both ends; where they do the same, what a sanitizer says of them. */
static bool observe_ends(Trials *t, Err *err)
{
	for (t->flavour = FLAVOUR_PLAIN; t->flavour <= FLAVOUR_SANITIZED; t->flavour++) {
		for (Side s = SIDE_OLD; s < N_SIDES; s++) {
			native_seen_free(&t->seen[s]);
			t->seen[s] = (NativeSeen){0};
			if (!native_observe(t->end[s], t->flavour, t->input, &t->seen[s], err))
				return false;
		}
		if (!same_seen(t, &t->seen[SIDE_OLD], &t->seen[SIDE_NEW]))
			return true;
	}
	return err_set(err, "natively both versions do the same on this input");
}

/* ---- critical sets ---- */

/* Whether a set that an earlier input needed is what this one needs. */
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

static void keep_set(Trials *t, const U32List *edits, bool smallest, CriticalSet *out)
{
	size_t n = t->edits.at.len;
	bool *take = xcalloc(n + 1, sizeof *take), *all = xcalloc(n + 1, sizeof *all);
	*out = (CriticalSet){.smallest = smallest};
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

bool trials_critical(Trials *t, const NativeInput *in, CriticalSet *out, Err *err)
{
	t->input = in;
	if (!observe_ends(t, err))
		return false;
	for (size_t i = 0; i < t->known.len; i++)
		if (fits(t, &t->known.at[i])) {
			keep_set(t, &t->known.at[i], true, out);
			return true;
		}
	if (!t->ready)
		for (u32 i = 0; i < t->edits.at.len; i++)
			find_needs(t, i);
	t->ready = true;
	EditUnits units;
	edit_units_alone(&units, (u32)t->edits.at.len);
	Experiment e = {.run = try_edits, .arg = t, .most = OF_INPUT};
	experiment_run(&e, &units);
	bool good = e.sets.len > 0;
	if (good) {
		U32List edits = {0};
		for (size_t i = 0; i < e.sets.at[0].units.len; i++)
			vec_push(&edits, e.sets.at[0].units.at[i]);
		keep_set(t, &edits, e.sets.at[0].smallest, out);
		if (e.sets.at[0].smallest)
			vec_push(&t->known, edits);
		else
			vec_free(&edits);
	} else {
		err_set(err, e.ran_out ? "there were enough builds"
							   : "all edits together, put into OLD, do not do what NEW does");
	}
	experiment_free(&e);
	edit_units_free(&units);
	return good;
}

void critical_set_free(CriticalSet *c)
{
	vec_free(&c->edits);
	vec_free(&c->support);
}

/* ---- life ---- */

Trials *trials_new(const TrialsConfig *config, Err *err)
{
	Trials *t = xcalloc(1, sizeof *t);
	t->config = *config;
	if (!edits_find(config->version[SIDE_OLD], config->version[SIDE_NEW], &t->edits, err) ||
		(!t->edits.at.len && !err_set(err, "the sources are the same"))) {
		trials_free(t);
		return NULL;
	}
	size_t n = t->edits.at.len;
	t->needs = xcalloc(n * n + 1, sizeof *t->needs);
	for (size_t i = 0; i < n; i++)
		t->needs[i * n + i] = true;
	for (Side s = SIDE_OLD; s < N_SIDES; s++) {
		char *scratch = xasprintf("%s/end%d", config->scratch, (int)s);
		NativeConfig c = {.version = config->version[s],
						  .cflags = config->cflags[s],
						  .name = config->name,
						  .scratch = scratch,
						  .unsafe = config->unsafe,
						  .files = true};
		t->end[s] = native_version_new(&c);
		free(scratch);
	}
	return t;
}

void trials_free(Trials *t)
{
	Err ignored;
	if (!t)
		return;
	for (size_t i = 0; i < t->built.len; i++) {
		native_version_free(t->built.at[i].native);
		free(t->built.at[i].dir);
		free(t->built.at[i].source);
		free(t->built.at[i].cflags);
		free(t->built.at[i].log);
		buf_free(&t->built.at[i].said);
	}
	for (size_t i = 0; i < t->known.len; i++)
		vec_free(&t->known.at[i]);
	for (Side s = SIDE_OLD; s < N_SIDES; s++) {
		native_version_free(t->end[s]);
		native_seen_free(&t->seen[s]);
	}
	tree_remove(t->config.scratch, &ignored);
	vec_free(&t->built);
	vec_free(&t->known);
	free(t->needs);
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
