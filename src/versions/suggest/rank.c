/* rank.c: runs start values, and puts lines in order. */
#include "versions/suggest/suggest.h"

#include "engine/expr/expr.h"

enum { RUN_INSNS = 4 << 20 }; /* of one start value */

/* Watched blocks: those of changes first. */
typedef struct Watching {
	MachineRunner runner;
	U32List change; /* by watched block: 1 + the change that it has a point of; 0: none */
	u32 n_changes;
	bool *executed; /* by change, in the latest run */
} Watching;

static void watch_change(Watching *w, const Program *p, u32 change, const ChangePart *part)
{
	for (u32 i = 0; i < part->n_points; i++) {
		const ChangePoint *point = &part->points[i];
		u32 block = function_block(&p->functions.at[point->function], point->ins);
		bool again =
			i && part->points[i - 1].function == point->function &&
			function_block(&p->functions.at[point->function], part->points[i - 1].ins) == block;
		if (again)
			continue;
		machine_watch(w->runner.m, point->function, block);
		vec_push(&w->change, change + 1);
	}
}

static bool begin(Watching *w, Subject *s, Inputs *in, const ChangeMap *map, Err *err)
{
	MachineOptions options = {.purpose = MACHINE_PLAIN, .limit_insns = RUN_INSNS};
	*w = (Watching){.n_changes = map ? change_map_count(map) : 0};
	if (!subject_start(s, in, &options, &w->runner, err))
		return false;
	w->executed = xcalloc(w->n_changes + 1, sizeof *w->executed);
	for (u32 i = 0; i < w->n_changes; i++)
		watch_change(w, s->program, i, &change_map_at(map, i)->part[NEW]);
	return true;
}

static void end(Watching *w)
{
	subject_stop(&w->runner);
	vec_free(&w->change);
	free(w->executed);
}

static u32 count_blocks(const Watching *w, const Program *p)
{
	u32 n = 0;
	for (u32 i = 0; i < p->functions.len; i++)
		for (u32 b = 0; p->functions.at[i].kind == FN_SUBJECT && b < p->functions.at[i].n_blocks;
			 b++)
			n += machine_ran(w->runner.m, i, b);
	return n;
}

static void run_start(Watching *w, Subject *s, const Start *start, Suggestion *to)
{
	PathRun out = {0};
	Assignment a = {0};
	assignment_init(&a, w->runner.in->pool);
	inputs_start(w->runner.in, start, &a);
	inputs_load(w->runner.in, start->shape, &a);
	w->runner.plain = true;
	machine_runner_run(&w->runner, start->shape, &a, &out);
	size_t n;
	const WatchEvent *e = machine_watch_events(w->runner.m, &n);
	memset(w->executed, 0, (w->n_changes + 1) * sizeof *w->executed);
	to->changes = 0;
	for (size_t i = 0; i < n; i++) {
		u32 change = w->change.at[e[i].watch];
		to->changes += change && !w->executed[change - 1];
		if (change)
			w->executed[change - 1] = true;
	}
	to->blocks = count_blocks(w, s->program);
	to->ran = true;
	assignment_free(&a);
}

/* The first part of a start that is a text of its own; NO_OPERAND: none. */
static u32 first_text(const Inputs *in, const Start *start)
{
	const Shape *shape = &in->shapes.at[start->shape];
	for (u32 i = 0; i < shape->parts.len; i++)
		if (shape->parts.at[i].kind == PART_TEXT && shape->parts.at[i].role == ROLE_ARG)
			return i;
	return NO_OPERAND;
}

static void try_texts(Watching *w, Subject *s, const StrList *texts, Suggestion *to,
					  const char **best)
{
	Inputs *in = w->runner.in;
	Start *start = &in->starts.at[0];
	u32 part = first_text(in, start);
	for (size_t i = 0; part != NO_OPERAND && i < texts->len; i++) {
		Suggestion one = {0};
		Buf *value = &start->values[part];
		if (strlen(texts->at[i]) > in->shapes.at[start->shape].parts.at[part].bound)
			continue;
		buf_reset(value);
		buf_adds(value, texts->at[i]);
		run_start(w, s, start, &one);
		if (one.changes > to->changes) { /* blocks are those of all runs so far */
			*best = texts->at[i];
			to->changes = one.changes;
		}
	}
}

bool suggest_run_inputs(Subject *newer, Inputs *in, const ChangeMap *map, const StrList *texts,
						Suggestion *to, const char **best, Err *err)
{
	Watching w;
	if (!in->starts.len || !begin(&w, newer, in, map, err))
		return false;
	run_start(&w, newer, &in->starts.at[0], to);
	if (texts)
		try_texts(&w, newer, texts, to, best);
	end(&w);
	return true;
}

static bool run_one(Subject *newer, const ChangeMap *map, Suggestion *s, Err *err)
{
	static const StrList none;
	Inputs in = {0};
	InputWords words = {&s->words, s->input, &none, NULL};
	bool good = inputs_words(&in, &words, err);
	if (good) {
		newer->pool = expr_pool_new();
		inputs_bind(&in, newer->pool);
		good = suggest_run_inputs(newer, &in, map, NULL, s, NULL, err);
		expr_pool_free(newer->pool);
		newer->pool = NULL;
	}
	inputs_free(&in);
	return good;
}

bool suggest_run(Subject *newer, const ChangeMap *map, Suggestions *list, Err *err)
{
	size_t kept = 0;
	for (size_t i = 0; i < list->list.len; i++) {
		Suggestion *s = &list->list.at[i];
		Err why;
		if (!s->entry && !s->call && !run_one(newer, map, s, &why)) {
			*err = why;
			vec_free(&s->words);
			continue;
		}
		list->list.at[kept++] = *s;
	}
	bool any = kept || !list->list.len;
	list->list.len = kept;
	return any;
}

/* ---- order ---- */

static u32 placeholders(const Suggestion *s)
{
	u32 n = s->input && *s->input == '@';
	for (size_t i = 0; i < s->words.len; i++)
		n += strchr(s->words.at[i], '@') != NULL;
	return n;
}

/* Those that differ, then more changes, then more of the program, then what is made first. */
static int better(const void *a, const void *b)
{
	const Suggestion *x = a, *y = b;
	if (x->differs != y->differs)
		return x->differs ? -1 : 1;
	if (x->changes != y->changes)
		return x->changes > y->changes ? -1 : 1;
	if (x->blocks != y->blocks)
		return x->blocks > y->blocks ? -1 : 1;
	if (x->distance != y->distance)
		return x->distance < y->distance ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* A word without start value and bound: lines that differ only there are one shape. */
static void add_shape(const char *word, Buf *to)
{
	const char *at = strchr(word, '@');
	size_t n = at ? (size_t)(at - word) + 1 + strcspn(at + 1, ":=") : strlen(word);
	if (at == word &&
		(!strncmp(word, "@file:", 6) || !strncmp(word, "@text:", 6) || !strcmp(word, "@@")))
		buf_adds(to, "@@");
	else
		buf_add(to, word, n);
	buf_addc(to, '\n');
}

static void shape_key(const Suggestion *s, Buf *to)
{
	if (s->entry || s->call) {
		suggestion_words(s, to);
		return;
	}
	add_shape(s->input ? s->input : "", to);
	for (size_t i = 0; i < s->words.len; i++)
		add_shape(s->words.at[i], to);
}

void suggest_sort(Suggestions *list)
{
	size_t kept = 0;
	StrMap seen = {0};
	if (list->list.len)
		qsort(list->list.at, list->list.len, sizeof *list->list.at, better);
	u32 best = list->list.len ? list->list.at[0].changes : 0;
	for (size_t i = 0; i < list->list.len; i++) {
		Suggestion *s = &list->list.at[i];
		Buf words = {0};
		u32 known;
		shape_key(s, &words);
		bool drop = strmap_get(&seen, buf_str(&words), &known) ||
					(best && !s->changes) ||                     /* others execute a change */
					(!s->entry && !s->call && !placeholders(s)); /* nothing would vary */
		if (!drop) {
			strmap_put(&seen, arena_strdup(&list->arena, buf_str(&words)), 1);
			list->list.at[kept++] = *s;
		} else {
			vec_free(&s->words);
		}
		buf_free(&words);
	}
	list->list.len = kept;
	strmap_free(&seen);
}
