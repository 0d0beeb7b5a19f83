/* worlds.c: which answers of the world the second search varies, and with which values it begins. */
#include "cli/worlds.h"

enum {
	MOST_VARIABLES = 4, /* that are set at once */
	MOST_FILES = 3,     /* that are made at once */
	BYTES = 8,          /* of a variable or file */
	ROUNDS = 5,         /* of boundary values */
	LEAST_RUNS = 20,    /* with --runs */
};

static const double SECONDS = 12; /* if the first search had no limit of time */

struct Worlds {
	const PairJob *first;                        /* the first search */
	StrList kinds, variables, files;             /* that were asked for and can vary */
	StrList now_kinds, now_variables, now_files; /* those of the latest search */
	PairCommand o;                               /* its options; env and file are our own */
	PairJob job;                                 /* it */
	bool begun;                                  /* true if job must be ended */
	size_t searched;                             /* kinds that had their search */
	size_t next_variable, next_file;             /* whose search is next */
	bool together;                               /* true if all had one together */
	double end;  /* of all of them, on the clock of now_seconds; 0: none */
	Arena arena; /* of texts in o and in the result */
};

/* Values to begin with, in turn. Each list has ROUNDS at most and ends with NULL. */
typedef struct Boundaries {
	const char *name; /* of the part: a kind of --vary; NULL: a variable or file */
	const char *values[ROUNDS + 1];
} Boundaries;

static const Boundaries boundaries[] = {
	/* The first second, a leap day, both sides of 2038, and 2100, which is no leap year. */
	{"clock", {"0", "951782400", "2147483647", "2147483648", "4107542400"}},
	{"uid", {"0", "1000", "65534"}},
	{"gid", {"0", "1000", "65534"}},
	{"pid", {"1", "32768", "4194304"}},
	{"hostname", {"", "localhost", "a.b"}},
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
	} else if (name && !strcmp(asked->kind, "environment")) {
		name = variable_of(r, name);
		if (!has(&w->variables, name) && w->variables.len < MOST_VARIABLES)
			vec_push(&w->variables, arena_strdup(&w->arena, name));
	} else if (name && !strcmp(asked->kind, "absent") && is_below(name) && !has(&w->files, name) &&
			   w->files.len < MOST_FILES) {
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

static const char *value_of(const Part *part, u32 round)
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

static bool is_varied(const Worlds *w, const Part *part)
{
	if (part->role == ROLE_WORLD)
		return has(&w->now_kinds, part->name);
	return part->path && ((part->role == ROLE_ENV && has(&w->now_variables, part->path)) ||
						  (part->role == ROLE_FILE && has(&w->now_files, part->path)));
}

/* The first start again, with other answers. */
static void add_start(const Worlds *w, Inputs *in, u32 round)
{
	const Start *first = &in->starts.at[0];
	const Shape *shape = &in->shapes.at[first->shape];
	Buf *values = xcalloc(shape->parts.len + 1, sizeof *values);
	for (size_t i = 0; i < shape->parts.len; i++) {
		const char *text =
			is_varied(w, &shape->parts.at[i]) ? value_of(&shape->parts.at[i], round) : NULL;
		if (text)
			buf_adds(&values[i], text);
		else
			buf_add(&values[i], buf_str(&first->values[i]), first->values[i].len);
	}
	inputs_add_start(in, first->shape, values);
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

static bool due(const PairJob *job, const Result *first)
{
	const PairCommand *o = &job->o;
	bool main = !o->entry && !session_called(&job->s) && job->s.inputs.shapes.len == 1;
	return main && !first->versions.same_code &&
		   (first->verdict == VERDICT_EQUIVALENT || first->verdict == VERDICT_NO_DIFFERENCE);
}

void worlds_learn(Worlds *w, const Result *r)
{
	/* What only one version asks for is a likely difference. */
	for (int alone = 1; alone >= 0; alone--)
		for (size_t i = 0; i < r->world.len; i++)
			if (r->world.at[i].alone == alone)
				take(w, r, &r->world.at[i]);
}

Worlds *worlds_new(const PairJob *job, const Result *first)
{
	if (!due(job, first))
		return NULL;
	Worlds *w = xcalloc(1, sizeof *w);
	w->first = job;
	w->end = end_of(job);
	worlds_learn(w, first);
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
	add_kinds(w);
	add_settings(w, &w->o.env, &w->now_variables, "str");
	add_settings(w, &w->o.file, &w->now_files, "text");
	if (w->o.runs)
		w->o.runs = w->o.runs / 20 > LEAST_RUNS ? w->o.runs / 20 : LEAST_RUNS;
	w->o.interactions = w->o.explain = w->o.why = false;
	w->begun = true;
	if (!pair_begin_part(&w->job, &w->o, &job->s.operands, &job->s.words, NULL, err))
		return false;
	w->job.config.search.end = end_of_next(w);
	for (u32 i = 0; i < ROUNDS; i++)
		add_start(w, &w->job.s.inputs, i);
	return true;
}

bool worlds_next(Worlds *w, Err *err)
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

/* ---- the result ---- */

/* "0, 951782400, 2147483647, ...": what the search began with. */
static const char *tried_text(Worlds *w, const Part *part)
{
	Buf text = {0};
	const char *first = value_of(part, 0), *value;
	for (u32 i = 0; first && i < ROUNDS; i++) {
		value = value_of(part, i);
		if (i && value == first)
			break;
		buf_addf(&text, "%s%s%s%s", i ? ", " : "", part->kind == PART_INT ? "" : "\"", value,
				 part->kind == PART_INT ? "" : "\"");
	}
	if (!first)
		buf_adds(&text, "some");
	const char *kept = arena_strdup(&w->arena, buf_str(&text));
	buf_free(&text);
	return kept;
}

/* What the latest search varied of this; NULL: nothing. */
static const Part *part_of(const Worlds *w, const ResultWorld *asked)
{
	const Shape *shape = &w->job.s.inputs.shapes.at[0];
	for (size_t i = 0; i < shape->parts.len; i++) {
		const Part *part = &shape->parts.at[i];
		if (!is_varied(w, part))
			continue;
		if (part->role == ROLE_WORLD)
			if (!strcmp(part->name, asked->kind))
				return part;
		const char *kind = part->role == ROLE_ENV ? "environment" : "absent";
		if (part->role != ROLE_WORLD && asked->name && !strcmp(asked->kind, kind) &&
			!strcmp(part->path, asked->name))
			return part;
	}
	return NULL;
}

/* True if the result has the same question at the same place, varied or not. */
static bool has_asked(const Result *r, const ResultWorld *asked, bool varied)
{
	for (size_t i = 0; i < r->world.len; i++) {
		const ResultWorld *a = &r->world.at[i];
		if (a->sort == asked->sort && a->varied == varied && !strcmp(a->kind, asked->kind) &&
			!strcmp(a->name ? a->name : "", asked->name ? asked->name : "") &&
			!strcmp(a->where.text, asked->where.text))
			return true;
	}
	return false;
}

static ResultLocation copy_location(Result *to, const ResultLocation *where)
{
	ResultLocation copy = *where;
	copy.text = result_text(to, where->text);
	if (where->lines.file)
		copy.lines.file = result_text(to, where->lines.file);
	return copy;
}

/* At another time a program may ask for more: a proof for all times depends on that, too. */
static void add_asked(const Result *latest, Result *first)
{
	for (size_t i = 0; i < latest->world.len; i++) {
		ResultWorld one = latest->world.at[i];
		if (one.varied || has_asked(first, &one, false))
			continue;
		one.where = copy_location(first, &one.where);
		one.name = one.name ? result_text(first, one.name) : NULL;
		vec_push(&first->world, one);
	}
}

/* Whether a version overflows, and whether an accepted difference still occurs, may depend on the world. */
static void add_seen(const Result *latest, Result *first)
{
	ResultVersions *to = &first->versions;
	const ResultVersions *from = &latest->versions;
	for (size_t i = 0; i < from->overflows.len; i++) {
		ResultOverflow one = from->overflows.at[i];
		bool known = false;
		for (size_t k = 0; k < to->overflows.len; k++)
			known |= to->overflows.at[k].subject == one.subject &&
					 !strcmp(to->overflows.at[k].where.text, one.where.text);
		if (known)
			continue;
		one.where = copy_location(first, &one.where);
		one.input = one.input ? result_text(first, one.input) : NULL;
		one.condition = one.condition ? result_text(first, one.condition) : NULL;
		vec_push(&to->overflows, one);
	}
	for (size_t i = 0; i < to->accepted.len && i < from->accepted.len; i++)
		if (!to->accepted.at[i].differs) {
			to->accepted.at[i].differs = from->accepted.at[i].differs;
			to->accepted.at[i].pairs = from->accepted.at[i].pairs;
		}
}

/* True if the latest search proved for all its numbers what the first result says for one of each. With other
 * variables or files, a number was not varied in the first world. */
static bool proves(const Worlds *w, const Comparison *latest, const Result *result,
				   const Result *first)
{
	const char *says = first->versions.sentence, *proved = result->versions.sentence;
	return comparison_exhaustive(latest) && comparison_verdict(latest) == VERDICT_EQUIVALENT &&
		   !w->now_variables.len && !w->now_files.len && !result->versions.overflow_open &&
		   (!says || (proved && !strcmp(says, proved)));
}

void worlds_mark(Worlds *w, const Comparison *latest, const Result *result, Result *first)
{
	bool all = proves(w, latest, result, first);
	for (size_t i = 0; i < first->world.len; i++) {
		ResultWorld *asked = &first->world.at[i];
		const Part *part = asked->sort == RESULT_ASKED && !asked->varied ? part_of(w, asked) : NULL;
		/* Some answers of a kind do not vary: the parent's process id. */
		bool fixed = part && part->role == ROLE_WORLD && has_asked(result, asked, false);
		asked->can_vary &= !fixed;
		/* A number of --vary has no values beyond those that are possible there; a text may be longer. */
		if (part && all && part->kind == PART_INT && !fixed)
			asked->varied = true;
		else if (part && !asked->tried && (!fixed || has_asked(result, asked, true)))
			asked->tried = arena_strdup(&first->arena, tried_text(w, part));
	}
	if (all)
		add_asked(result, first);
	add_seen(result, first);
}
