/* worlds.c: which answers of the world the second search varies, and with which values it begins. */
#include "cli/worlds/impl.h"

enum {
	MOST_VARIABLES = 4, /* that are set at once */
	MOST_FILES = 3,     /* that are made at once */
	BYTES = 8,          /* of a variable or file */
	LEAST_RUNS = 20,    /* with --runs */
};

/* A search ends after so much work without new code, about a second of it (see ExploreOptions): many answers, such
 * as a process id, have millions of values that do the same. */
static const u64 IDLE = 100000000;

static const double SECONDS = 12; /* if the first search had no limit of time */

/* Values to begin with, in turn. Each list has WORLDS_ROUNDS at most and ends with NULL. */
typedef struct Boundaries {
	const char *name; /* of the part: a kind of --vary; NULL: a variable or file */
	const char *values[WORLDS_ROUNDS + 1];
} Boundaries;

static const Boundaries boundaries[] = {
	/* The first second, a leap day, both sides of 2038, and 2100, which is no leap year. */
	{"clock", {"0", "951782400", "2147483647", "2147483648", "4107542400"}},
	{"uid", {"0", "1000", "65534"}},
	{"gid", {"0", "1000", "65534"}},
	{"pid", {"1", "32768", "4194304"}},
	{"stdin_kind", {"1", "2"}}, /* a pipe, a terminal */
	{"hostname", {"", "localhost", "a.b"}},
	{"random", {"0123456789abcdef", "~~~~~~~~~~~~~~~~"}},
	{NULL, {"", "1", "/", "C.UTF-8", "a b"}},
};

bool worlds_parse(const PairCommand *o, bool *wanted, Err *err)
{
	*wanted = !o->world || !strcmp(o->world, "vary");
	return *wanted || !strcmp(o->world, "fixed") ||
		   err_set(err, "--world '%s': must be vary or fixed", o->world);
}

/* ---- what is varied ---- */

static bool has(const StrList *list, const char *word)
{
	for (size_t i = 0; i < list->len; i++)
		if (!strcmp(list->at[i], word))
			return true;
	return false;
}

/* A locale has many variables and one effect: if the program asks for LC_ALL, that decides for all of them. LANG
 * is often read alone. */
static const char *variable_of(const Result *r, const char *name)
{
	if (strncmp(name, "LC_", 3) && strcmp(name, "LANGUAGE"))
		return name;
	for (size_t i = 0; i < r->world.len; i++) {
		const ResultWorld *asked = &r->world.at[i];
		if (asked->name && !strcmp(asked->kind, "environment") && !strcmp(asked->name, "LC_ALL"))
			return asked->name;
	}
	return name;
}

/* True if --file can make it. */
static bool is_below(const char *name)
{
	return *name && *name != '/' && !strchr(name, '=') && strcmp(name, ".") &&
		   strncmp(name, "./", 2) && !strstr(name, "..") && !strchr(name, '@');
}

static void take(Worlds *w, const Result *r, const ResultWorld *asked)
{
	const char *name = asked->name;
	if (asked->sort != RESULT_ASKED || asked->varied)
		return;
	if (asked->can_vary && !has(&w->kinds, asked->kind)) {
		vec_push(&w->kinds, asked->kind);
	} else if (w->named && name && !strcmp(asked->kind, "environment")) {
		name = variable_of(r, name);
		if (!has(&w->variables, name) && w->variables.len < MOST_VARIABLES)
			vec_push(&w->variables, arena_strdup(&w->arena, name));
	} else if (w->named && name && !strcmp(asked->kind, "absent") && is_below(name) &&
			   !has(&w->files, name) && w->files.len < MOST_FILES) {
		vec_push(&w->files, arena_strdup(&w->arena, name));
	}
}

/* NAME=@str:8, or NAME=@text:8. */
static void add_settings(Worlds *w, StrList *to, const StrList *names, const char *placeholder)
{
	for (size_t i = 0; i < names->len; i++) {
		Buf text = {0};
		buf_addf(&text, "%s=@%s:%d", names->at[i], placeholder, BYTES);
		vec_push(to, arena_strdup(&w->arena, buf_str(&text)));
		buf_free(&text);
	}
}

static void add_kinds(Worlds *w)
{
	Buf text = {0};
	if (w->o.vary)
		buf_adds(&text, w->o.vary);
	for (size_t i = 0; i < w->now_kinds.len; i++)
		buf_addf(&text, "%s%s", text.len ? "," : "", w->now_kinds.at[i]);
	w->o.vary = text.len ? arena_strdup(&w->arena, buf_str(&text)) : NULL;
	buf_free(&text);
}

/* ---- with which values ---- */

const char *worlds_value(const Part *part, u32 round)
{
	for (size_t i = 0; i < countof(boundaries); i++) {
		const Boundaries *b = &boundaries[i];
		if (b->name && (part->role != ROLE_WORLD || strcmp(b->name, part->name)))
			continue;
		if (!b->name && part->role == ROLE_WORLD)
			break;
		u32 n = 0;
		while (b->values[n])
			n++;
		return b->values[round % n];
	}
	return NULL;
}

bool worlds_varies(const Worlds *w, const Part *part)
{
	if (part->role == ROLE_WORLD)
		return has(&w->now_kinds, part->name);
	return part->path && ((part->role == ROLE_ENV && has(&w->now_variables, part->path)) ||
						  (part->role == ROLE_FILE && has(&w->now_files, part->path)));
}

/* A start again, with other answers. */
static void add_start(const Worlds *w, Inputs *in, const Start *first, u32 round)
{
	const Shape *shape = &in->shapes.at[first->shape];
	Buf *values = xcalloc(shape->parts.len + 1, sizeof *values);
	for (size_t i = 0; i < shape->parts.len; i++) {
		const char *text =
			worlds_varies(w, &shape->parts.at[i]) ? worlds_value(&shape->parts.at[i], round) : NULL;
		if (text)
			buf_adds(&values[i], text);
		else
			buf_add(&values[i], buf_str(&first->values[i]), first->values[i].len);
	}
	inputs_add_start(in, first->shape, values);
}

/* Of each shape, the first start with boundary values. */
static void add_starts(const Worlds *w, Inputs *in)
{
	size_t n = in->starts.len;
	for (u32 shape = 0; shape < in->shapes.len; shape++)
		for (size_t i = 0; i < n; i++) {
			if (in->starts.at[i].shape != shape)
				continue;
			for (u32 round = 0; round < WORLDS_ROUNDS; round++) {
				Start first = in->starts.at[i]; /* the list moves when it grows */
				add_start(w, in, &first, round);
			}
			break;
		}
}

/* ---- life ---- */

/* The end of all searches in other worlds, on the clock of now_seconds. */
static double end_of(const PairJob *job)
{
	double end = job->config.search.end, now = now_seconds();
	double share = job->o.time > 0 ? job->o.time * WORLDS_SHARE : SECONDS;
	if (!(end > 0))
		return job->o.runs ? 0 : now + SECONDS;
	return now + share < end ? now + share : end;
}

static bool due(const Result *first)
{
	return !first->versions.same_code && !first->versions.every_input &&
		   (first->verdict == VERDICT_EQUIVALENT || first->verdict == VERDICT_NO_DIFFERENCE);
}

/* Takes what a search asked for beyond that: a variable that is set may lead to more. */
static void learn(Worlds *w, const Result *r)
{
	for (u32 rank = RESULT_WORLD_RANKS; rank-- > 0;)
		for (size_t i = 0; i < r->world.len; i++)
			if (result_world_rank(&r->world.at[i]) == rank)
				take(w, r, &r->world.at[i]);
}

Worlds *worlds_new(const PairJob *job, const Result *first)
{
	if (!due(first))
		return NULL;
	Worlds *w = xcalloc(1, sizeof *w);
	w->first = job;
	/* A function gets no environment, and seeds without placeholders have a shape of their own. */
	w->named = !job->entry && (!job->o.seeds || session_shaped(&job->s));
	w->end = end_of(job);
	learn(w, first);
	return w;
}

static void end_latest(Worlds *w)
{
	if (w->begun)
		pair_end(&w->job);
	w->begun = false;
	vec_free(&w->o.env);
	vec_free(&w->o.file);
	w->now_kinds.len = w->now_variables.len = w->now_files.len = 0;
}

/* Chooses what the next search varies; false: there is none. New variables and files come from learning. */
static bool choose(Worlds *w)
{
	if (w->searched < w->kinds.len && !w->next_variable && !w->next_file) {
		vec_append(&w->now_kinds, w->kinds.at, w->kinds.len);
		w->searched = w->kinds.len;
	} else if (w->next_variable < w->variables.len) {
		vec_push(&w->now_variables, w->variables.at[w->next_variable++]);
	} else if (w->next_file < w->files.len) {
		vec_push(&w->now_files, w->files.at[w->next_file++]);
	} else if (!w->together) {
		w->together = true;
		vec_append(&w->now_kinds, w->kinds.at, w->kinds.len);
		vec_append(&w->now_variables, w->variables.at, w->variables.len);
		vec_append(&w->now_files, w->files.at, w->files.len);
		/* The kinds, or one variable or file, had a search of their own. */
		if (w->now_variables.len + w->now_files.len + !!w->now_kinds.len < 2)
			return false;
	} else {
		return false;
	}
	return true;
}

/* Of the time that is left, the same for each search that is left. */
static double end_of_next(const Worlds *w)
{
	double now = now_seconds();
	size_t left = w->variables.len - w->next_variable + w->files.len - w->next_file + !w->together;
	return w->end > 0 ? now + (w->end - now) / (double)(left + 1) : 0;
}

static bool prepare(Worlds *w, Err *err)
{
	const PairJob *job = w->first;
	w->o = job->o;
	memset(&w->o.env, 0, sizeof w->o.env);
	memset(&w->o.file, 0, sizeof w->o.file);
	vec_append(&w->o.env, job->s.o.env.at, job->s.o.env.len);
	vec_append(&w->o.file, job->s.o.file.at, job->s.o.file.len);
	w->o.assume = job->s.o.assume;
	w->o.call = job->s.o.call;
	w->o.native = job->s.o.native;
	w->o.native.len--; /* the end of the list */
	add_kinds(w);
	add_settings(w, &w->o.env, &w->now_variables, "str");
	add_settings(w, &w->o.file, &w->now_files, "text");
	if (w->o.runs)
		w->o.runs = w->o.runs / 20 > LEAST_RUNS ? w->o.runs / 20 : LEAST_RUNS;
	w->o.interactions = w->o.explain = w->o.why = false;
	w->begun = true;
	if (!pair_begin_again(&w->job, job, &w->o, err))
		return false;
	w->job.config.search.end = end_of_next(w);
	w->job.config.search.idle = IDLE;
	add_starts(w, &w->job.s.inputs);
	return true;
}

/* Prepares the next search. Returns false if there is none, the time is up, or err says why not. */
static bool prepare_next(Worlds *w, Err *err)
{
	for (;;) {
		end_latest(w);
		if (session_stop || (w->end > 0 && w->end <= now_seconds()) || !choose(w))
			return false;
		if (w->now_kinds.len + w->now_variables.len + w->now_files.len)
			return prepare(w, err);
	}
}

void worlds_free(Worlds *w)
{
	if (!w)
		return;
	end_latest(w);
	vec_free(&w->kinds);
	vec_free(&w->variables);
	vec_free(&w->files);
	vec_free(&w->now_kinds);
	vec_free(&w->now_variables);
	vec_free(&w->now_files);
	arena_free(&w->arena);
	free(w);
}

PairJob *worlds_job(Worlds *w)
{
	return &w->job;
}

/* ---- all of them ---- */

/* "clock, MODE": what the latest search varied. */
static void add_varied(const Worlds *w, Buf *to)
{
	const StrList *lists[] = {&w->now_kinds, &w->now_variables, &w->now_files};
	size_t n = 0;
	for (size_t k = 0; k < countof(lists); k++)
		for (size_t i = 0; i < lists[k]->len; i++)
			buf_addf(to, "%s%s", n++ ? ", " : "", lists[k]->at[i]);
}

/* Differences of the machine that no native run has shown are no reason to give up the first verdict, but the
 * first result names them: those of which native runs show nothing, those that could not be run, and those for
 * which there was no time. */
static void add_doubts(Worlds *w, const Result *own, Result *first)
{
	for (size_t i = 0; i < own->notes.len; i++) {
		const ResultNote *note = &own->notes.at[i];
		if (strcmp(note->kind, "unconfirmed"))
			continue;
		Buf text = {0};
		buf_adds(&text, "with other values of ");
		add_varied(w, &text);
		buf_addf(&text, ": %s", note->what);
		result_note(first, "world", result_text(first, buf_str(&text)), result_nowhere, note->count,
					false);
		buf_free(&text);
	}
}

/* True if the latest search found a difference that replaces the first result. */
static bool take_latest(Worlds *w, const WorldsClient *client, const Comparison *latest,
						Result *first)
{
	if (comparison_verdict(latest) == VERDICT_DIFFERENT)
		return true;
	Result own;
	client->fill(client->ctx, &own);
	add_doubts(w, &own, first);
	/* What differs there was tried, but it is not listed as tried without a difference. */
	if (!search_found(comparison_search(latest)))
		worlds_mark(w, latest, &own, first);
	learn(w, &own);
	result_free(&own);
	return false;
}

bool worlds_search(Worlds *w, const WorldsClient *client, Result *first)
{
	Err err = {0};
	while (prepare_next(w, &err)) {
		const Comparison *latest = client->search(client->ctx, worlds_job(w), &err);
		if (latest && take_latest(w, client, latest, first))
			return true;
		client->end(client->ctx);
		if (!latest)
			break;
	}
	if (*err.text)
		result_note(first, "world", err.text, result_nowhere, 1, false);
	return false;
}
