/* confirm.c: compares the native behaviour of two versions. */
#include "evidence/native/confirm.h"

#include "base/observe.h"

struct Confirmer {
	ConfirmConfig config;
	NativeVersion *of[2];
	char *scratch;
	NativeRun seen[2]; /* the latest runs without sanitizers */
	bool saw[2];       /* true if there was one */
};

Confirmer *confirmer_new(const ConfirmConfig *config)
{
	static const char *const names[] = {"old", "new"};
	Confirmer *c = xcalloc(1, sizeof *c);
	c->config = *config;
	c->scratch = xstrdup(config->scratch);
	for (int side = OLD; side <= NEW; side++) {
		char *scratch = xasprintf("%s/%s", config->scratch, names[side]);
		NativeConfig one = {.version = config->version[side],
							.cflags = config->cflags[side],
							.native = config->native[side],
							.side = side,
							.name = config->name,
							.scratch = scratch,
							.log = config->log,
							.world = config->world,
							.unsafe = config->unsafe,
							.budget = config->budget,
							.files = config->observe & OBSERVE_FILES,
							.loaded = config->loaded[side]};
		c->of[side] = native_version_new(&one);
		free(scratch);
	}
	return c;
}

void confirmer_start(Confirmer *c)
{
	for (int side = OLD; side <= NEW; side++)
		if (c->config.loaded[side])
			native_version_start(c->of[side]);
}

void confirmer_free(Confirmer *c)
{
	Err ignored;
	if (!c)
		return;
	for (int side = OLD; side <= NEW; side++) {
		native_version_free(c->of[side]);
		native_run_free(&c->seen[side]);
	}
	tree_remove(c->scratch, &ignored);
	free(c->scratch);
	free(c);
}

static void filtered(void *ctx, const Buf *all, Buf *counts)
{
	lines_filter(ctx, all, counts);
}

static bool differ(const ConfirmConfig *c, Flavour f, const NativeObservation *a,
				   const NativeObservation *b)
{
	bool filter = c->filter->patterns.len && f != FLAVOUR_SANITIZED;
	SameBy by = {.flavour = f,
				 .observe = c->observe,
				 .text = filter ? filtered : NULL,
				 .ctx = (void *)(uintptr_t)c->filter};
	return !native_same(a, b, &by);
}

const NativeRun *confirm_seen(const Confirmer *c, int side)
{
	return c->saw[side] ? &c->seen[side] : NULL;
}

static void keep_seen(Confirmer *c, int side, const NativeObservation *s)
{
	NativeRun *to = &c->seen[side];
	buf_reset(&to->out);
	buf_reset(&to->err);
	buf_add(&to->out, buf_str(&s->run.out), s->run.out.len);
	buf_add(&to->err, buf_str(&s->run.err), s->run.err.len);
	to->status = s->run.status;
	to->timeout = s->run.timeout;
	c->saw[side] = true;
}

/* Classifies a failed run. A missing program, or one that cannot work in the sandbox, is not the
 * same as a missing sandbox. */
Confirmation confirmer_trouble(const Confirmer *c, Flavour f)
{
	bool unbuilt = false;
	for (int side = OLD; side <= NEW; side++)
		unbuilt |= native_version_unbuilt(c->of[side], f) || native_version_refused(c->of[side]);
	return unbuilt ? CONFIRM_UNBUILT : CONFIRM_TROUBLE;
}

bool confirmer_observe(Confirmer *c, int side, Flavour f, const NativeInput *in,
					   NativeObservation *seen, Err *err)
{
	return native_observe(c->of[side], f, in, seen, err);
}

/* Runs both versions in one flavour and compares them. */
static Confirmation try_flavour(Confirmer *c, Flavour f, const NativeInput *in, Err *err)
{
	NativeObservation seen[2] = {0};
	bool good = native_observe(c->of[OLD], f, in, &seen[OLD], err) &&
				native_observe(c->of[NEW], f, in, &seen[NEW], err);
	/* The sandbox may have caused a difference that the machine did not see. */
	if (good && in->twice && (seen[OLD].run.deaf || seen[NEW].run.deaf))
		good = err_set(err, "this kernel does not report which calls the sandbox refuses");
	bool differs = differ(&c->config, f, &seen[OLD], &seen[NEW]);
	for (int side = OLD; good && f == FLAVOUR_PLAIN && side <= NEW; side++)
		keep_seen(c, side, &seen[side]);
	native_observation_free(&seen[OLD]);
	native_observation_free(&seen[NEW]);
	if (!good)
		return confirmer_trouble(c, f);
	return differs ? CONFIRM_YES : CONFIRM_NO;
}

/* True if both versions behave the same in a second run. */
static bool repeats(Confirmer *c, const NativeInput *in, Err *err)
{
	bool same = true;
	for (int side = OLD; same && side <= NEW; side++) {
		NativeObservation first = {0}, second = {0};
		same = native_observe(c->of[side], FLAVOUR_PLAIN, in, &first, err) &&
			   native_observe(c->of[side], FLAVOUR_PLAIN, in, &second, err) &&
			   !differ(&c->config, FLAVOUR_PLAIN, &first, &second);
		native_observation_free(&first);
		native_observation_free(&second);
	}
	return same;
}

/* Confirms that a version's output depends on uninitialised locals. */
static Confirmation try_uninitialised(Confirmer *c, int side, const NativeInput *in, Err *err)
{
	NativeObservation zero = {0}, pattern = {0};
	bool good = native_observe(c->of[side], FLAVOUR_ZEROED, in, &zero, err) &&
				native_observe(c->of[side], FLAVOUR_PATTERNED, in, &pattern, err);
	bool differs = good && differ(&c->config, FLAVOUR_PLAIN, &zero, &pattern);
	native_observation_free(&zero);
	native_observation_free(&pattern);
	if (!good)
		return CONFIRM_TROUBLE;
	return differs ? CONFIRM_YES : CONFIRM_NO;
}

/* Says which error came instead of the one that the machine reported. */
static bool name_other(const NativeObservation *seen, const ToldError *told, Err *err)
{
	static const CaughtReport nothing = {.kind = (char *)(uintptr_t) "an unknown error"};
	const CaughtReport *r = seen->reports.len ? &vec_last(&seen->reports) : &nothing;
	Buf text = {0};
	buf_addf(&text, "natively %s", r->kind);
	if (r->function)
		buf_addf(&text, " in %s at %s:%u", r->function, strrchr(r->file, '/') + 1, r->line);
	if (!told->kind)
		buf_adds(&text, ", where drift's machine reports no error");
	else
		buf_addf(&text, ", before %s%s%s", error_kind_name(told->kind),
				 told->function ? " in " : "", told->function ? told->function : "");
	err_set(err, "%s", buf_str(&text));
	buf_free(&text);
	return false;
}

/* What one version showed of the error that the machine reported of it, or of there being none. */
static Confirmation shows_error(const NativeObservation *seen, const ToldError *told, Err *err)
{
	if (told->kind ? caught_shows(&seen->reports, told) : !seen->caught && !seen->run.timeout)
		return CONFIRM_YES;
	if (!seen->caught)
		return CONFIRM_NO;
	name_other(seen, told, err);
	return CONFIRM_OTHER;
}

/* Compares the errors of both versions with those that the machine reported. */
static Confirmation try_errors(Confirmer *c, const NativeInput *in, Err *err)
{
	Confirmation r = CONFIRM_YES;
	for (int side = OLD; side <= NEW && r == CONFIRM_YES; side++) {
		NativeObservation seen = {0};
		r = native_observe(c->of[side], FLAVOUR_SANITIZED, in, &seen, err)
				? shows_error(&seen, &in->told[side], err)
				: confirmer_trouble(c, FLAVOUR_SANITIZED);
		native_observation_free(&seen);
	}
	return r;
}

/* Compares both versions without sanitizers. */
static Confirmation try_plain(Confirmer *c, const NativeInput *in, Err *err)
{
	Confirmation r = try_flavour(c, FLAVOUR_PLAIN, in, err);
	return r == CONFIRM_YES && in->twice && !repeats(c, in, err) ? CONFIRM_NO : r;
}

/* Confirms undefined behaviour that is no error of the machine. */
static Confirmation try_undefined(Confirmer *c, const NativeInput *in, Err *err)
{
	Confirmation r = try_flavour(c, FLAVOUR_SANITIZED, in, err);
	for (int side = OLD; r == CONFIRM_NO && in->undefined && side <= NEW; side++)
		r = try_uninitialised(c, side, in, err);
	for (int side = OLD; r == CONFIRM_NO && in->undefined && side <= NEW; side++)
		if (native_version_sourceless(c->of[side]) &&
			!err_set(err,
					 "%s: undefined behaviour that is no memory error, like "
					 "overflow, is looked for only where there are sources",
					 c->config.version[side]))
			r = CONFIRM_TROUBLE;
	return r;
}

Confirmation confirm(Confirmer *c, const NativeInput *in, Err *err)
{
	bool ends = (c->config.observe & OBSERVE_STATUS) && in->told[OLD].kind != in->told[NEW].kind &&
				!in->told[OLD].signalled && !in->told[NEW].signalled;
	Err other = {0};
	Confirmation r = try_plain(c, in, err);
	if (ends && r <= CONFIRM_NO) {
		/* Programs that differ natively may differ by another error. */
		Confirmation shown = try_errors(c, in, &other);
		if (shown == CONFIRM_OTHER)
			*err = other;
		if (shown == CONFIRM_YES || shown == CONFIRM_OTHER)
			return shown;
	}
	if (r != CONFIRM_NO || (!in->errors && !in->undefined))
		return r;
	return try_undefined(c, in, err);
}
