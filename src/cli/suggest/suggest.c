/* suggest.c: drift suggest: command lines that are worth trying. */
#include "cli/pair.h"
#include "cli/suggest/lines.h"

#include "engine/input/shell.h"

#include <cjson/cJSON.h>

enum {
	MOST_SUGGESTIONS = 5, /* lines, unless --most says otherwise */
	FUNCTION_SECONDS =
		60, /* after which no further function is tried, unless --time says otherwise */
};

#define NEAR_PART 0.7 /* of the time, for runs of edited lines */

#define SUGGEST_OPTIONS(X)                                                                      \
	X(NUM, most, 'n', "most", "N", 1, 1000, "print at most N command lines (default 5)")        \
	X(FLAG, json, 0, "json", NULL, 0, 0, "print the command lines as JSON")                     \
	X(LIST, example, 0, "example", "FILE", 0, 0,                                                \
	  "a file that may be an input: its contents are start values (may be repeated)")           \
	X(SECS, time, 0, "time", "TIME", 0, 0, "end the search for lines after TIME (default 60s)") \
	X(TEXT, cflags, 0, "cflags", "FLAGS", 0, 0,                                                 \
	  "compiler options for the C sources of both versions, as one word: --cflags '-DN=3 "      \
	  "-Iinclude'")                                                                             \
	X(TEXT, old_cflags, 0, "old-cflags", "FLAGS", 0, 0, "more compiler options, for OLD only")  \
	X(TEXT, new_cflags, 0, "new-cflags", "FLAGS", 0, 0, "more compiler options, for NEW only")  \
	CACHE_OPTION(X)

typedef struct SuggestOptions {
	SUGGEST_OPTIONS(OPT_FIELD)
} SuggestOptions;

#define OPT_STRUCT SuggestOptions
static const OptSpec suggest_specs[] = {SUGGEST_OPTIONS(OPT_ROW)};

const OptCommand suggest_command_spec = {
	.name = "suggest",
	.args = "[OLD] NEW",
	.summary =
		"Print command lines for 'drift test OLD NEW' that are worth trying, the best first. With\n"
		"one program, they are for 'drift explore'. Arguments, options and standard input are\n"
		"read off the program; start values come from scripts, documents and small files of the\n"
		"project. drift runs each start value once in its machine: lines that execute a change "
		"come\n"
		"first. For a library, the lines call its public functions.\n"
		"\n"
		"Exit status: 0 at least one line, 1 none, 2 the command failed.",
	.example = "  drift suggest examples/discount/old.c examples/discount/new.c",
	.specs = suggest_specs,
	.n_specs = countof(suggest_specs),
};

typedef struct SuggestJob {
	const SuggestOptions *o;
	PairWords given;           /* the versions; with one program, both are that one */
	bool one;                  /* true if there is only one program */
	Program *program[N_SIDES]; /* OLD: NULL if there is only one */
	char *flags[N_SIDES];
	ChangeMap *map; /* NULL: one program */
	double end;     /* deadline on the clock of now_seconds */
	Suggestions list;
} SuggestJob;

/* ---- load ---- */

static bool load(SuggestJob *j, Err *err)
{
	Trees trees;
	Library *library = NULL;
	if (!trees_choose(&j->given, NULL, &trees, err))
		return false;
	bool good = true;
	for (Side s = j->one ? NEW : OLD; good && s < N_SIDES; s++) {
		char *whole = trees_flags(&trees, s, &j->given);
		j->flags[s] = pair_flags(whole, j->given.version[s], j->given.version[NEW]);
		free(whole);
		/* The name of no function: types of all of them are wanted. */
		LoadOptions how = {.undefined_ok = true,
						   .cache = !j->o->no_cache,
						   .library = &library,
						   .cflags = j->flags[s],
						   .entry = "*",
						   .entry_maybe = true};
		good = (j->program[s] = program_load(j->given.version[s], &how, err)) != NULL;
	}
	library_close(library);
	if (good && !j->one) {
		good =
			trees_apart(&trees, (const Program *const[]){j->program[OLD], j->program[NEW]}, err) &&
			(j->map = change_map(j->program[OLD], j->program[NEW], NULL, err)) != NULL;
	}
	trees_free(&trees);
	return good;
}

static void unload(SuggestJob *j)
{
	if (j->map)
		change_map_free(j->map);
	for (Side s = OLD; s < N_SIDES; s++) {
		program_free(j->program[s]);
		free(j->flags[s]);
	}
	suggestions_free(&j->list);
}

/* ---- lines ---- */

/* True if some line executed a change; with one program, if there is a line. */
static bool is_enough(const SuggestJob *j)
{
	for (size_t i = 0; i < j->list.list.len; i++)
		if (!j->map || j->list.list.at[i].changes)
			return true;
	return false;
}

/* Does what drift test would do first with a line that calls a function, and runs its start. */
static bool try_function(SuggestJob *j, Suggestion *s, const StrList *texts, Arena *arena, Err *err)
{
	PairJob job = {.o = {.time = -1,
						 .builds = -1,
						 .grow = -1,
						 .cflags = j->given.cflags,
						 .old_cflags = j->given.own_cflags[OLD],
						 .new_cflags = j->given.own_cflags[NEW],
						 .no_cache = j->o->no_cache,
						 .entry = s->entry}};
	if (s->call)
		vec_push(&job.o.call, s->call);
	for (Side side = OLD; side < N_SIDES; side++)
		vec_push(&job.s.operands, j->given.version[side]);
	const char *best = NULL;
	bool good = pair_begin_filled(&job, false, err);
	const u32 entry[2] = {job.s.subject[OLD].entry, job.s.subject[NEW].entry};
	ChangeOptions options = {.entry = s->entry ? entry : NULL};
	ChangeMap *map = good && j->map ? change_map(job.s.subject[OLD].program,
												 job.s.subject[NEW].program, &options, err)
									: NULL;
	if (good && (map || !j->map))
		good = suggest_run_inputs(&job.s.subject[NEW], &job.s.inputs, map, texts, s, &best, err);
	else
		good = false;
	if (map)
		change_map_free(map);
	pair_end(&job);
	if (good && best)
		suggestion_start(s, best, arena);
	return good;
}

static void suggest_library(SuggestJob *j, bool all)
{
	Suggestions found = {0};
	Err ignored;
	StrList texts = {0};
	suggest_functions(j->program[NEW], j->map, all, &found);
	suggest_texts(j->program[NEW], &texts, &found.arena);
	for (size_t i = 0; i < found.list.len; i++) {
		Suggestion *from = &found.list.at[i];
		if (now_seconds() > j->end)
			break;
		if (!try_function(j, from, from->call ? &texts : NULL, &found.arena, &ignored))
			continue;
		Suggestion *s = suggestion_add(&j->list, from->reason);
		s->entry = from->entry ? arena_strdup(&j->list.arena, from->entry) : NULL;
		s->call = from->call ? arena_strdup(&j->list.arena, from->call) : NULL;
		s->changes = from->changes;
		s->blocks = from->blocks;
		s->ran = from->ran;
		s->distance = from->distance;
	}
	vec_free(&texts);
	suggestions_free(&found);
}

/* ---- output ---- */

static void add_line(const SuggestJob *j, const Suggestion *s, Buf *to)
{
	Buf words = {0};
	if (j->one) {
		buf_adds(to, "drift explore ");
		buf_add_shell(to, j->given.version[NEW]);
		if (j->given.cflags) {
			buf_adds(to, " --cflags ");
			buf_add_shell(to, j->given.cflags);
		}
	} else {
		pair_words(&j->given, &words);
		buf_addf(to, "drift test %s", buf_str(&words));
	}
	suggestion_words(s, to);
	buf_free(&words);
}

static void print_text(const SuggestJob *j, size_t n)
{
	u32 changes = j->map ? change_map_count(j->map) : 0;
	for (size_t i = 0; i < n; i++) {
		const Suggestion *s = &j->list.list.at[i];
		Buf line = {0};
		add_line(j, s, &line);
		printf("%s\n    %s", buf_str(&line), s->reason);
		if (j->map && s->ran)
			printf("; executes %u of %u change%s", s->changes, changes, changes == 1 ? "" : "s");
		printf("\n");
		buf_free(&line);
	}
}

static void add_text(cJSON *to, const char *key, const char *text)
{
	if (text)
		cJSON_AddStringToObject(to, key, text);
}

/* The parts of a line, as keys of .drift have them. */
static void add_parts(cJSON *to, const Suggestion *s)
{
	Suggestion arguments = {.words = s->words};
	Buf words = {0};
	suggestion_words(&arguments, &words);
	add_text(to, "entry", s->entry);
	add_text(to, "call", s->call);
	add_text(to, "stdin", s->input);
	if (words.len)
		add_text(to, "args", buf_str(&words) + strlen(" -- "));
	buf_free(&words);
}

static void print_json(const SuggestJob *j, size_t n)
{
	cJSON *top = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(top, "suggestions");
	if (j->map)
		cJSON_AddNumberToObject(top, "changes", change_map_count(j->map));
	for (size_t i = 0; i < n; i++) {
		const Suggestion *s = &j->list.list.at[i];
		cJSON *one = cJSON_CreateObject();
		Buf line = {0}, words = {0};
		add_line(j, s, &line);
		suggestion_words(s, &words);
		cJSON_AddStringToObject(one, "command", buf_str(&line));
		cJSON_AddStringToObject(one, "words", buf_str(&words) + (words.len > 0));
		add_parts(one, s);
		cJSON_AddStringToObject(one, "reason", s->reason);
		if (j->map)
			cJSON_AddNumberToObject(one, "executed", s->changes);
		if (s->differs)
			cJSON_AddTrueToObject(one, "differs");
		cJSON_AddNumberToObject(one, "blocks", s->blocks);
		cJSON_AddItemToArray(list, one);
		buf_free(&line);
		buf_free(&words);
	}
	char *text = cJSON_Print(top);
	puts(text);
	free(text);
	cJSON_Delete(top);
}

static bool suggest(SuggestJob *j, size_t *n, Err *err)
{
	if (!load(j, err))
		return false;
	bool library = j->program[NEW]->main == NO_OPERAND;
	SuggestFor program = {j->given.version[NEW], j->flags[NEW], j->program[NEW], j->map,
						  &j->o->example};
	if (!library && !suggest_lines(&program, &j->list, err))
		j->list.list.len = 0; /* no line fits; functions may */
	if (!library && j->map && change_map_count(j->map)) {
		SuggestFor both[N_SIDES] = {
			{j->given.version[OLD], j->flags[OLD], j->program[OLD], j->map, NULL}, program};
		double now = now_seconds();
		suggest_near(both, now + NEAR_PART * (j->end - now), &j->list);
	}
	if (library || !is_enough(j))
		suggest_library(j, !library);
	suggest_sort(&j->list);
	size_t most = j->o->most ? (size_t)j->o->most : MOST_SUGGESTIONS;
	*n = j->list.list.len < most ? j->list.list.len : most;
	if (j->o->json)
		print_json(j, *n);
	else
		print_text(j, *n);
	return !fflush(stdout) || err_set(err, "cannot write the suggestions");
}

int cmd_suggest(int argc, char **argv)
{
	SuggestOptions o = {0};
	StrList operands = {0};
	Err err = {0};
	size_t n = 0;
	bool ok = opt_parse(&suggest_command_spec, &o, argc, argv, &operands, NULL, &err);
	if (ok && operands.len != 1 && operands.len != 2)
		ok = err_set(&err, "give a program, or two versions of it; see 'drift suggest --help'");
	const OptNeed needs[] = {{o.old_cflags, "--old-cflags", operands.len == 2, "two versions"},
							 {o.new_cflags, "--new-cflags", operands.len == 2, "two versions"}};
	ok = ok && options_needed(needs, countof(needs), &err);
	if (ok) {
		bool one = operands.len == 1;
		SuggestJob j = {
			.o = &o,
			.one = one,
			.end = now_seconds() + (o.time > 0 ? o.time : budget_default(FUNCTION_SECONDS)),
			.given = {{operands.at[0], operands.at[!one]}, o.cflags, {o.old_cflags, o.new_cflags}}};
		ok = suggest(&j, &n, &err);
		unload(&j);
	}
	vec_free(&operands);
	if (!ok)
		return complain(&err);
	return n ? EXIT_SAME : EXIT_DIFFERENT;
}
