/* text_world.c: what a result depends on besides the inputs, in words.
 *
 * The system's answers are the same in every run, so a result is valid for one world only. The text
 * names what was asked for, with a few locations, and failures that branches check for. */
#include "output/result/impl.h"

enum { LOCATIONS_SHOWN = 3, NAMES_SHOWN = 4 }; /* of each thing; of variables or files */

/* Entries of one kind and name. */
typedef struct WorldThing {
	const ResultWorld *of; /* the first */
	VEC(char *) locations; /* each once, without columns */
} WorldThing;

typedef VEC(WorldThing) WorldThings;

static void add_location(WorldThing *to, const ResultLocation *where)
{
	if (!result_somewhere(where))
		return;
	const char *text = where->text, *colon = strrchr(text, ':');
	char *location = colon ? xstrndup(text, (size_t)(colon - text)) : xstrdup(text);
	for (size_t i = 0; i < to->locations.len; i++)
		if (!strcmp(to->locations.at[i], location)) {
			free(location);
			return;
		}
	vec_push(&to->locations, location);
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static WorldThing *thing_of(WorldThings *list, const ResultWorld *w)
{
	for (size_t i = 0; i < list->len; i++) {
		const ResultWorld *of = list->at[i].of;
		if (!strcmp(of->kind, w->kind) && of->varied == w->varied && !of->tried == !w->tried &&
			same_text(of->name, w->name))
			return &list->at[i];
	}
	vec_push(list, ((WorldThing){.of = w}));
	return &vec_last(list);
}

/* In the order of result_world_rank. */
static WorldThings collect(const Result *r, ResultWorldSort sort)
{
	WorldThings list = {0};
	for (u32 rank = RESULT_WORLD_RANKS; rank-- > 0;)
		for (size_t i = 0; i < r->world.len; i++)
			if (r->world.at[i].sort == sort && result_world_rank(&r->world.at[i]) == rank)
				add_location(thing_of(&list, &r->world.at[i]), &r->world.at[i].where);
	return list;
}

static void things_free(WorldThings *list)
{
	for (size_t i = 0; i < list->len; i++) {
		for (size_t k = 0; k < list->at[i].locations.len; k++)
			free(list->at[i].locations.at[k]);
		vec_free(&list->at[i].locations);
	}
	vec_free(list);
}

static void add_locations(Buf *to, const WorldThing *t)
{
	size_t n = t->locations.len;
	for (size_t i = 0; i < n && i < LOCATIONS_SHOWN; i++)
		buf_addf(to, "%s%s", i ? ", " : " (", t->locations.at[i]);
	if (n > LOCATIONS_SHOWN)
		buf_addf(to, " and %zu more", n - LOCATIONS_SHOWN);
	if (n)
		buf_adds(to, ")");
}

/* True if two things are one group: several variables, or several files. */
static bool same_group(const ResultWorld *a, const ResultWorld *b)
{
	return a->name && b->name && !strcmp(a->kind, b->kind) && a->varied == b->varied &&
		   !a->tried == !b->tried && result_world_rank(a) == result_world_rank(b);
}

/* The first thing of its group. */
static size_t first_of(const WorldThings *list, size_t k)
{
	for (size_t i = 0; i < k; i++)
		if (same_group(list->at[i].of, list->at[k].of))
			return i;
	return k;
}

/* "the clock (a.c:3)", or "the unset variable X (a.c:4), Y (a.c:5) and 13 more". */
static void add_group(Buf *to, const WorldThings *list, size_t first)
{
	size_t n = 0;
	buf_adds(to, list->at[first].of->words);
	for (size_t i = first; i < list->len; i++) {
		if (first_of(list, i) != first || n++ >= NAMES_SHOWN)
			continue;
		if (list->at[i].of->name)
			buf_addf(to, "%s%s", n > 1 ? ", " : " ", list->at[i].of->name);
		add_locations(to, &list->at[i]);
	}
	if (n > NAMES_SHOWN)
		buf_addf(to, " and %zu more", n - NAMES_SHOWN);
	if (list->at[first].of->alone)
		buf_adds(to, ", in one version only");
	else if (list->at[first].of->near == RESULT_AT_CHANGED)
		buf_adds(to, ", at a changed line");
}

/* Of those that are an input, or of the others. Returns false if there are none. */
static bool add_asked(Buf *to, Buf *vary, const WorldThings *list, bool varied)
{
	bool any = false;
	for (size_t i = 0; i < list->len; i++) {
		const ResultWorld *w = list->at[i].of;
		if (w->varied != varied || w->tried)
			continue;
		if (w->can_vary && !strstr(buf_str(vary), w->kind))
			buf_addf(vary, "%s%s", vary->len ? "," : "", w->kind);
		if (first_of(list, i) != i)
			continue;
		buf_adds(to, any ? "; " : "");
		add_group(to, list, i);
		any = true;
	}
	return any;
}

/* What a second search tried, without being exhaustive: names with the same values together. */
static void print_values(const WorldThings *list, const char *label, FILE *to)
{
	for (size_t i = 0; i < list->len; i++) {
		const char *tried = list->at[i].of->tried;
		bool said = !tried;
		for (size_t k = 0; k < i && !said; k++)
			said = list->at[k].of->tried && !strcmp(list->at[k].of->tried, tried);
		if (said)
			continue;
		fprintf(to, "%sonly some values were tried:", label);
		for (size_t k = i; k < list->len; k++) {
			const ResultWorld *w = list->at[k].of;
			if (w->tried && !strcmp(w->tried, tried))
				fprintf(to, "%s %s", k > i ? "," : "", w->name ? w->name : w->kind);
		}
		fprintf(to, " = %s\n", tried);
	}
}

static void print_asked(const Result *r, const char *label, bool equivalent, FILE *to)
{
	WorldThings list = collect(r, RESULT_ASKED);
	Buf text = {0}, vary = {0}, ignored = {0};
	if (add_asked(&text, &vary, &list, false)) {
		fprintf(to, "%s%s: %s", label,
				equivalent ? "equivalent if these are as in the runs" : "not varied",
				buf_str(&text));
		if (vary.len)
			fprintf(to, " (to vary: --vary %s)", buf_str(&vary));
		fprintf(to, "\n");
	}
	buf_reset(&text);
	if (add_asked(&text, &ignored, &list, true))
		fprintf(to, "%svaried: %s\n", label, buf_str(&text));
	print_values(&list, label, to);
	buf_free(&text);
	buf_free(&vary);
	buf_free(&ignored);
	things_free(&list);
}

/* ---- failures ---- */

static void print_tried(const Result *r, const char *label, FILE *to)
{
	const char *between = "";
	for (size_t i = 0; i < r->world.len; i++) {
		const ResultWorld *w = &r->world.at[i];
		if (w->sort != RESULT_TRIED)
			continue;
		fprintf(to, "%s%s%s (%llu in all runs)", *between ? "" : label,
				*between ? between : "failed calls: ", w->kind, (unsigned long long)w->count);
		between = ", ";
	}
	if (*between)
		fprintf(to, "\n");
}

static bool same_locations(const WorldThing *a, const WorldThing *b)
{
	if (a->locations.len != b->locations.len)
		return false;
	for (size_t i = 0; i < a->locations.len; i++)
		if (strcmp(a->locations.at[i], b->locations.at[i]))
			return false;
	return true;
}

/* Prints kinds of calls in one line if the same branches check for their failures. */
static void print_branches(const Result *r, const char *label, FILE *to)
{
	WorldThings list = collect(r, RESULT_UNTRIED);
	Buf locations = {0}, kinds = {0};
	for (size_t k = 0; k < list.len; k++) {
		size_t n = list.at[k].locations.len;
		bool said = !n;
		for (size_t i = 0; i < k; i++)
			said |= same_locations(&list.at[i], &list.at[k]);
		if (said)
			continue;
		buf_reset(&locations);
		buf_reset(&kinds);
		add_locations(&locations, &list.at[k]);
		for (size_t i = k; i < list.len; i++)
			if (same_locations(&list.at[i], &list.at[k]))
				buf_addf(&kinds, "%s%s", kinds.len ? " or " : "", list.at[i].of->words);
		fprintf(
			to,
			"%sdrift let no %s fail, so the branch%s for that case%s %s not taken (see --faults)\n",
			label, buf_str(&kinds), n == 1 ? "" : "es", buf_str(&locations),
			n == 1 ? "was" : "were");
	}
	buf_free(&locations);
	buf_free(&kinds);
	things_free(&list);
}

void print_world(const Result *r, const char *label, bool equivalent, FILE *to)
{
	print_asked(r, label, equivalent, to);
	print_tried(r, label, to);
	print_branches(r, label, to);
}
