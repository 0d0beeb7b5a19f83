/* walk_library.c: variables of the C library after a call, and memory behind them.
 *
 * The caller of a function does not observe them, but later calls do: rand continues with its
 * state, strtok with its text, exit runs the registered functions. All variables of the library are
 * compared as memory, whatever they are for, except those in `inside`. `rows` only says what people
 * and the native programs call some of them; a variable without a row is compared as well. Streams
 * are compared by what they contain (walk_streams.c). */
#include "versions/behaviour/walk.h"

/* A variable of the C library in both versions; NO_OPERAND: only the other one has it. */
typedef struct Twin {
	u32 id[2];
} Twin;

struct HiddenState {
	VEC(Twin) twins;
};

/* Variables, and what the state of all of one kind is called. The kind names the observation of
 * the native programs (src/evidence/native/harness_state.c). */
static const struct {
	const char *variable, *kind, *text;
} rows[] = {
	{"random_state", "random", "state of rand"},
	{"random_words", "random", "words of rand"},
	{"rand48_state", "rand48", "state of drand48"},
	{"strtok.rest", "strtok", "text of strtok"},
	{"scan", "getopt", "state of getopt"},
	{"optarg", "getopt", "optarg"},
	{"optind", "getopt", "optind"},
	{"opterr", "getopt", "opterr"},
	{"optopt", "getopt", "optopt"},
	{"__environ", "environment", "environ"},
	{"at_exit", "exit", "functions of atexit"},
	{"at_quick", "exit", "functions of at_quick_exit"},
	{"locale_global", "locale", "locale"},
	{"locale_current", "locale", "locale of the thread"},
	{"__tzname", "zone", "tzname"},
	{"__timezone", "zone", "timezone"},
	{"__daylight", "zone", "daylight"},
	{"zone_file", "zone", "time zone"},
	{"zone_rule", "zone", "rule of the time zone"},
	{"zone_uses_file", "zone", "kind of the time zone"},
	{"time_shared", "gmtime", "struct tm of gmtime"},
	{"time_text", "asctime", "text of asctime"},
	{"mbrtowc.own", "shift", "shift state of mbrtowc"},
	{"mbrlen.own", "shift", "shift state of mbrlen"},
	{"mbtowc.own", "shift", "shift state of mbtowc"},
	{"mblen.own", "shift", "shift state of mblen"},
	{"current_domain", "domain", "domain of messages"},
	{"bindings", "domain", "directories of messages"},
	{"setlogmask.current", "log", "mask of syslog"},
	{"raised", "fenv", "floating-point exceptions"},
	{"hash_table", "", "table of hsearch"},
};

/* Variables that later calls do not observe by themselves. */
static const struct {
	const char *variable, *reason;
} inside[] = {
	{"__drift_errno", "walk_errno compares it"},
	{"__drift_streams", "walk_streams.c compares it"},
	{"__drift_n_streams", "likewise"},
	{"_IO_2_1_stdin_", "its record in __drift_streams counts"},
	{"_IO_2_1_stdout_", "likewise"},
	{"_IO_2_1_stderr_", "likewise"},
	{"_IO_list_all", "links streams that have records"},
	{"__stdio_opened", "likewise"},
	{"single_byte.standard", "buffers of streams without a buffer"},
	{"keep.kept", "copies of names of locales; those in use are in the locale"},
	{"loaded", "the TZ that the zone was made of; tzset makes it again if TZ is another"},
	{"environ_own", "whether free may have the array of __environ, which is compared"},
};

static bool is_inside(const char *name)
{
	for (size_t i = 0; i < countof(inside); i++)
		if (!strcmp(inside[i].variable, name))
			return true;
	return false;
}

static bool is_library_variable(const Global *g)
{
	return !g->subject && !g->constant && !g->absent && g->size && !is_inside(g->name);
}

/* Static ones of one name are paired in their order. */
static u32 twin_of(const Program *p, const Global *like, const bool *taken)
{
	for (u32 i = 0; i < p->globals.len; i++) {
		const Global *g = &p->globals.at[i];
		if (!taken[i] && is_library_variable(g) && g->size == like->size &&
			!strcmp(g->name, like->name))
			return i;
	}
	return NO_OPERAND;
}

HiddenState *hidden_state_new(const PostStates *u)
{
	HiddenState *a = xcalloc(1, sizeof *a);
	const Program *old = u->c.subject[OLD]->program, *newer = u->c.subject[NEW]->program;
	bool *taken = xcalloc(newer->globals.len + 1, 1);
	for (u32 i = 0; i < old->globals.len; i++) {
		const Global *g = &old->globals.at[i];
		if (!is_library_variable(g))
			continue;
		Twin twin = {{i, twin_of(newer, g, taken)}};
		if (twin.id[NEW] != NO_OPERAND)
			taken[twin.id[NEW]] = true;
		vec_push(&a->twins, twin);
	}
	for (u32 i = 0; i < newer->globals.len; i++)
		if (!taken[i] && is_library_variable(&newer->globals.at[i]))
			vec_push(&a->twins, ((Twin){{NO_OPERAND, i}}));
	free(taken);
	return a;
}

void hidden_state_free(HiddenState *a)
{
	if (!a)
		return;
	vec_free(&a->twins);
	free(a);
}

static const Global *variable_of(const Walk *w, const Twin *twin, int side)
{
	return twin->id[side] == NO_OPERAND
			   ? NULL
			   : &w->u->c.subject[side]->program->globals.at[twin->id[side]];
}

static bool is_changed(const Walk *w, const Twin *twin)
{
	for (int side = OLD; side <= NEW; side++) {
		const Global *g = variable_of(w, twin, side);
		if (g && !machine_look_unchanged(w->u->machine[side], g->address, g->size))
			return true;
	}
	return false;
}

static MemoryPair memory_of(const Walk *w, const Twin *twin)
{
	MemoryPair s = {0};
	for (int side = OLD; side <= NEW; side++) {
		const Global *g = variable_of(w, twin, side);
		s.at[side] = g->address;
		s.end[side] = g->address + g->size;
	}
	return s;
}

/* Most variables are the same in both versions. A walk of its own finds that out, without
 * decisions about pointers. */
static bool is_same(Walk *w, const Twin *twin)
{
	Walk own = {.u = w->u, .left = xcalloc(1, sizeof *own.left), .aside = true, .library = true};
	MemoryPair s = memory_of(w, twin);
	own.left->refs = 1;
	walk_raw(&own, "", &s, s.end[OLD] - s.at[OLD]);
	walk_visits(&own);
	bool same = !own.found && !own.full && !own.left->items[OLD].len && !own.left->items[NEW].len;
	walk_free(&own);
	post_drop(own.left);
	return same;
}

static void walk_twin(Walk *w, const Twin *twin)
{
	const Global *g[2] = {variable_of(w, twin, OLD), variable_of(w, twin, NEW)};
	const char *name = g[OLD] ? g[OLD]->name : g[NEW]->name, *kind = "";
	if (!is_changed(w, twin) || (g[OLD] && g[NEW] && is_same(w, twin)))
		return;
	for (size_t i = 0; i < countof(rows); i++)
		if (!strcmp(rows[i].variable, name)) {
			name = rows[i].text;
			kind = rows[i].kind;
			break;
		}
	walk_observe(w, kind);
	if (!g[OLD] || !g[NEW]) {
		walk_texts(w, name, g[OLD] ? "(changed)" : "(initial)", g[NEW] ? "(changed)" : "(initial)");
		return;
	}
	MemoryPair s = memory_of(w, twin);
	walk_raw(w, walk_name(w, "(%s)", name), &s, s.end[OLD] - s.at[OLD]);
}

void walk_library(Walk *w, const HiddenState *a)
{
	w->library = true;
	w->depth = 0;
	for (size_t i = 0; i < a->twins.len; i++)
		walk_twin(w, &a->twins.at[i]);
	walk_visits(w);
	w->library = false;
}
