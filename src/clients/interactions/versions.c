/* versions.c: versions with some edits, each built once. */
#include "clients/interactions/impl.h"

enum { MOST_KEPT = 256 }; /* built versions */

/* Names of sources as NEW's have them, and headers that are not edited where they are. */
static char *flags_of(const Trials *t, const char *dir)
{
	char *given = edits_flags(&t->edits, t->config.given, dir);
	const char *slash = strrchr(t->config.version[NEW], '/');
	const char *name = slash ? slash + 1 : t->config.version[NEW];
	char *flags =
		t->edits.main
			? xasprintf("%s -fmacro-prefix-map=%s/%s=%s -fmacro-prefix-map=%s/= -iquote %s", given,
						dir, t->edits.main, name, dir, t->edits.root[OLD])
			: xasprintf("%s -fmacro-prefix-map=%s/= -iquote %s", given, dir, t->edits.root[OLD]);
	free(given);
	return flags;
}

/* The version's sources, in a directory of its own, from which it is compiled. */
static bool write_sources(Trials *t, const bool *take, TrialVersion *v, Err *err)
{
	char *sources = xasprintf("%s/src", v->dir);
	bool good = dir_make(v->dir, err) && edits_write(&t->edits, take, false, sources, err);
	char *real = realpath(sources, NULL);
	v->of.version = t->edits.main ? xasprintf("%s/%s", real ? real : sources, t->edits.main)
								  : xstrdup(real ? real : sources);
	v->of.cflags = flags_of(t, real ? real : sources);
	free(real);
	free(sources);
	return good;
}

/* The program that the user's command builds, moved out of the tree. */
static bool build_program(Trials *t, const bool *take, TrialVersion *v, Err *err)
{
	v->of.version = xasprintf("%s/program", v->dir);
	if (!dir_make(v->dir, err) || !build_tree_make(&t->tree, take, &v->said))
		return false;
	char *argv[] = {"cp", "-p", t->tree.program, v->of.version, NULL};
	int status = 1;
	return run_command(argv, NULL, NULL, &status, err) && !status;
}

void trial_program_free(TrialProgram *p)
{
	free(p->version);
	free(p->cflags);
	free(p->native);
}

bool trial_target(const Trials *t, const char *dir, TrialProgram *p, Err *err)
{
	const BlameTarget *target = t->config.target;
	if (!target)
		return true;
	char *below = xasprintf("%s/target", dir), *version = NULL;
	bool good = dir_make(dir, err) &&
				target->make(target->ctx, p->version, p->cflags, below, &version, &p->native, err);
	if (version) {
		free(p->version);
		free(p->cflags);
		p->version = version;
		p->cflags = NULL;
	}
	free(below);
	return good;
}

static TrialVersion *make_version(Trials *t, const bool *take)
{
	Err err = {0};
	TrialVersion v = {.take = xcalloc(t->edits.at.len + 1, sizeof *take),
					  .dir = xasprintf("%s/v%u", t->config.scratch, t->builds++)};
	memcpy(v.take, take, t->edits.at.len * sizeof *take);
	char *build = xasprintf("%s/build", v.dir);
	v.log = xasprintf("%s/log", v.dir);
	v.unbuilt = !(t->tree.dir ? build_program : write_sources)(t, take, &v, &err) ||
				!trial_target(t, v.dir, &v.of, &err);
	if (v.unbuilt && !v.said.len)
		buf_adds(&v.said, err.text);
	NativeConfig c = {.version = v.of.version,
					  .cflags = v.of.cflags,
					  .native = v.of.native,
					  .side = NEW, /* its plan */
					  .name = t->config.name,
					  .scratch = build,
					  .log = v.log,
					  .budget = t->config.budget,
					  .unsafe = t->config.unsafe,
					  .strict = t->strict,
					  .files = true};
	v.native = native_version_new(&c);
	if (!v.unbuilt &&
		!native_version_make(v.native, t->tree.dir ? FLAVOUR_PLAIN : t->flavour, &err)) {
		Err ignored;
		v.unbuilt = true;
		buf_adds(&v.said, err.text);
		if (file_exists(v.log))
			file_read(v.log, &v.said, &ignored);
	}
	free(build);
	vec_push(&t->built, v);
	return &vec_last(&t->built);
}

TrialVersion *trial_version(Trials *t, const bool *take)
{
	for (size_t i = 0; i < t->built.len; i++)
		if (!memcmp(t->built.at[i].take, take, t->edits.at.len * sizeof *take))
			return &t->built.at[i];
	if (t->builds >= t->config.builds || t->built.len >= MOST_KEPT || trials_over(t))
		return NULL;
	return make_version(t, take);
}

void trial_versions_begin(Trials *t)
{
	bool *none = xcalloc(t->edits.at.len + 1, sizeof *none);
	if (t->begun || t->tree.dir) {
		free(none);
		return;
	}
	t->begun = t->strict = true;
	const TrialVersion *v = trial_version(t, none);
	if (!v || v->unbuilt) {
		t->strict = false;
		trial_versions_free(t);
	}
	free(none);
}

void trial_versions_free(Trials *t)
{
	for (size_t i = 0; i < t->built.len; i++) {
		native_version_free(t->built.at[i].native);
		free(t->built.at[i].take);
		free(t->built.at[i].dir);
		trial_program_free(&t->built.at[i].of);
		free(t->built.at[i].log);
		buf_free(&t->built.at[i].said);
	}
	vec_free(&t->built);
}
