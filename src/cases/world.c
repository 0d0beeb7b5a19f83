/* world.c: what a result hangs on besides the inputs.
 *
 * The system's answers are the same in every run, so that a result holds for one world only.
 * Everything that the program, or either of two versions, asked for is told with its place, and
 * whether it was an input; and where a branch waits for the failure of a call that never failed.
 */
#include "cases/world.h"

#include <cjson/cJSON.h>

#include "explore/untried.h"

enum { PLACES_SHOWN = 3, ASKS_SHOWN = 6 }; /* of each kind, of kinds and names */

/* Things of one name, asked for at several places. */
typedef struct Asked {
	WorldKind kind;
	const char *name; /* the machine's own, or NULL */
	bool varied;
	StrList places; /* each once */
} Asked;

typedef VEC(Asked) AskedList;

/* Branches on one kind of failure. */
typedef struct Branches {
	StrList places;
} Branches;

/* By bit of MAY_*. */
static const FaultKind faults[] = {FAULT_MALLOC, FAULT_READ, FAULT_WRITE};

static void add_place(StrList *to, const Program *p, u32 loc, bool column, Arena *arena)
{
	Buf text = {0};
	if (!loc)
		return;
	program_place(p, loc, &text);
	if (!column && strchr(buf_str(&text), ':'))
		*strrchr(text.at, ':') = 0;
	for (size_t i = 0; i < to->len; i++)
		if (!strcmp(to->at[i], buf_str(&text))) {
			buf_free(&text);
			return;
		}
	vec_push(to, arena_strdup(arena, buf_str(&text)));
	buf_free(&text);
}

static bool same_name(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static Asked *asked_of(AskedList *list, const WorldAsk *ask)
{
	for (size_t i = 0; i < list->len; i++) {
		Asked *a = &list->at[i];
		if (a->kind == ask->kind && a->varied == ask->varied && same_name(a->name, ask->name))
			return a;
	}
	vec_push(list, ((Asked){ask->kind, ask->name, ask->varied, {0}}));
	return &vec_last(list);
}

/* A file that the command line names was given, though it is the host's. */
static bool is_given(const WorldView *v, const WorldAsk *ask)
{
	for (size_t i = 0; ask->kind == WORLD_FILE && ask->name && i < v->inputs->shapes.len; i++)
		for (size_t k = 0; k < v->inputs->shapes.at[i].parts.len; k++) {
			const Part *part = &v->inputs->shapes.at[i].parts.at[k];
			if (part->role == ROLE_ARG && part->kind == PART_FIXED &&
				!strcmp(buf_str(&part->fixed), ask->name))
				return true;
		}
	return false;
}

static void collect(const WorldView *v, AskedList *list, Arena *arena)
{
	for (u32 k = 0; k < v->n; k++) {
		size_t n;
		const WorldAsk *asks = machine_asks(v->machine[k], &n);
		for (size_t i = 0; i < n; i++)
			if (!is_given(v, &asks[i]))
				add_place(&asked_of(list, &asks[i])->places, v->program[k], asks[i].loc, false,
						  arena);
	}
}

static void add_places(Buf *to, const StrList *places)
{
	for (size_t i = 0; i < places->len && i < PLACES_SHOWN; i++)
		buf_addf(to, "%s%s", i ? ", " : " (", places->at[i]);
	if (places->len > PLACES_SHOWN)
		buf_addf(to, " and %zu more", places->len - PLACES_SHOWN);
	if (places->len)
		buf_adds(to, ")");
}

/* --vary or --faults made an input of that name. */
static bool is_input(const WorldView *v, const char *name)
{
	const Shape *s = &v->inputs->shapes.at[0];
	for (size_t i = 0; i < s->parts.len; i++)
		if (s->parts.at[i].role == ROLE_WORLD && !strcmp(s->parts.at[i].name, name))
			return true;
	return false;
}

/* An option would make it an input, and was not given. */
static bool can_vary(const WorldView *v, WorldKind kind)
{
	return kind <= WORLD_HOSTNAME && !is_input(v, world_word(kind));
}

/* Of those that are an input, or of the others; how many there are. */
static size_t add_asked(Buf *to, Buf *vary, const WorldView *v, const AskedList *list, bool varied)
{
	size_t n = 0;
	for (size_t i = 0; i < list->len; i++) {
		const Asked *a = &list->at[i];
		if (a->varied != varied || n++ >= ASKS_SHOWN)
			continue;
		buf_addf(to, "%s%s", n > 1 ? ", " : "", world_text(a->kind));
		if (a->name)
			buf_addf(to, " %s", a->name);
		add_places(to, &a->places);
		if (can_vary(v, a->kind) && !strstr(buf_str(vary), world_word(a->kind)))
			buf_addf(vary, "%s%s", vary->len ? "," : "", world_word(a->kind));
	}
	if (n > ASKS_SHOWN)
		buf_addf(to, " and %zu more", n - ASKS_SHOWN);
	return n;
}

/* ---- failures ---- */

static u64 tried(const WorldView *v, FaultKind kind)
{
	u64 n = 0;
	for (u32 i = 0; i < v->n; i++)
		n += machine_faults(v->machine[i], kind);
	return n;
}

static void print_tried(const WorldView *v, const char *label, FILE *to)
{
	const char *between = "";
	for (FaultKind k = 0; k < N_FAULTS; k++)
		if (is_input(v, fault_input(k))) {
			fprintf(to, "%s%s%s (%llu in all runs)", *between ? "" : label,
					*between ? between : "failures tried: ", fault_input(k),
					(unsigned long long)tried(v, k));
			between = ", ";
		}
	if (*between)
		fprintf(to, "\n");
}

static void collect_branches(const WorldView *v, bool column, Branches to[3], Arena *arena)
{
	for (u32 n = 0; n < v->n; n++) {
		UntriedList list = {0};
		untried_find(v->program[n], v->machine[n], &list);
		for (size_t i = 0; i < list.len; i++)
			for (u32 k = 0; k < 3; k++)
				if ((list.at[i].faults >> k & 1) && !is_input(v, fault_input(faults[k])))
					add_place(&to[k].places, v->program[n], list.at[i].loc, column, arena);
		vec_free(&list);
	}
}

static bool same_places(const StrList *a, const StrList *b)
{
	if (a->len != b->len)
		return false;
	for (size_t i = 0; i < a->len; i++)
		if (strcmp(a->at[i], b->at[i]))
			return false;
	return true;
}

/* Kinds of calls whose failures the same branches wait for are told in one line. */
static void print_branches(const WorldView *v, const char *label, FILE *to, Arena *arena)
{
	Branches list[3] = {0};
	Buf places = {0}, kinds = {0};
	collect_branches(v, false, list, arena);
	for (u32 k = 0; k < 3; k++) {
		size_t n = list[k].places.len;
		bool said = !n;
		for (u32 i = 0; i < k; i++)
			said |= same_places(&list[i].places, &list[k].places);
		if (said)
			continue;
		buf_reset(&places);
		buf_reset(&kinds);
		add_places(&places, &list[k].places);
		for (u32 i = k; i < 3; i++)
			if (same_places(&list[i].places, &list[k].places))
				buf_addf(&kinds, "%s%s", kinds.len ? " or " : "", fault_word(faults[i]));
		fprintf(to, "%sno failure of %s was tried; %s on it%s %s never taken (--faults)\n", label,
				buf_str(&kinds), n == 1 ? "a branch" : "branches", buf_str(&places),
				n == 1 ? "was" : "were");
	}
	for (u32 k = 0; k < 3; k++)
		vec_free(&list[k].places);
	buf_free(&places);
	buf_free(&kinds);
}

/* ---- results ---- */

void world_print(const WorldView *v, const char *label, const char *verdict, FILE *to)
{
	AskedList list = {0};
	Arena arena = {0};
	Buf text = {0}, vary = {0}, ignored = {0};
	collect(v, &list, &arena);
	if (add_asked(&text, &vary, v, &list, false)) {
		fprintf(to, "%s%s%s as it is here; other answers were not tried", label, verdict,
				buf_str(&text));
		if (vary.len)
			fprintf(to, " (--vary %s)", buf_str(&vary));
		fprintf(to, "\n");
	}
	buf_reset(&text);
	if (add_asked(&text, &ignored, v, &list, true))
		fprintf(to, "%svaried: %s\n", label, buf_str(&text));
	print_tried(v, label, to);
	print_branches(v, label, to, &arena);
	for (size_t i = 0; i < list.len; i++)
		vec_free(&list.at[i].places);
	vec_free(&list);
	buf_free(&text);
	buf_free(&vary);
	buf_free(&ignored);
	arena_free(&arena);
}

static void add_entry(cJSON *to, const char *kind, const char *name, const char *where, u64 count,
					  bool varied)
{
	cJSON *one = cJSON_CreateObject();
	cJSON_AddStringToObject(one, "kind", kind);
	if (name)
		cJSON_AddStringToObject(one, "name", name);
	cJSON_AddStringToObject(one, "where", where);
	cJSON_AddNumberToObject(one, "count", (double)count);
	cJSON_AddBoolToObject(one, "varied", varied);
	cJSON_AddItemToArray(to, one);
}

cJSON *world_json(const WorldView *v)
{
	cJSON *list = cJSON_CreateArray();
	Branches branches[3] = {0};
	Arena arena = {0};
	Buf place = {0};
	for (u32 k = 0; k < v->n; k++) {
		size_t n;
		const WorldAsk *asks = machine_asks(v->machine[k], &n);
		for (size_t i = 0; i < n; i++) {
			if (is_given(v, &asks[i]))
				continue;
			buf_reset(&place);
			program_place(v->program[k], asks[i].loc, &place);
			add_entry(list, world_word(asks[i].kind), asks[i].name, buf_str(&place), asks[i].count,
					  asks[i].varied);
		}
	}
	/* What is not run yet will be; a failure that never happened is counted 0 times. */
	if (v->ended)
		collect_branches(v, true, branches, &arena);
	for (u32 k = 0; k < 3; k++) {
		for (size_t i = 0; i < branches[k].places.len; i++)
			add_entry(list, fault_input(faults[k]), NULL, branches[k].places.at[i], 0, false);
		vec_free(&branches[k].places);
	}
	for (FaultKind k = 0; k < N_FAULTS; k++)
		if (is_input(v, fault_input(k)))
			add_entry(list, fault_input(k), NULL, "?", tried(v, k), true);
	buf_free(&place);
	arena_free(&arena);
	return list;
}
