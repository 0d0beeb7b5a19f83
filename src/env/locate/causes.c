/* causes.c: tries the hypotheses, before the bisection.
 *
 * The most likely ones are tried alone. If none helps, all are tried together; differences that
 * then show later in the run are added, since a program that stops at its first problem does not
 * show the second. Once a set helps, the search minimises it: the smallest set that helps is the
 * set of causes.
 */
#include "env/locate/hypothesis.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/syscall.h>

enum {
	SINGLES = 3, /* number of hypotheses that are tried alone */
	ROUNDS = 6,  /* how often further differences may be added */
	/* How often a cause that is not an error is tried again, with and without. */
	ROUNDS_SURE = 3,
	SHORT_OF = 20, /* minimum score of a difference that is tried alone */
};

/* ---- trying ---- */

static void begin_set(Locator *l)
{
	memset(l->replay, 0, l->trace.calls.len);
}

static void add_to_set(Locator *l, const Hypothesis *h)
{
	for (size_t i = 0; i < h->calls.len; i++)
		l->replay[h->calls.at[i]] = true;
}

static bool try_set(Locator *l, const char *what, const Hypothesis *h, bool *passed, Err *err)
{
	char text[160];
	snprintf(text, sizeof text, "%s%s%.100s", what, h ? ": " : "",
			 h ? buf_str(&h->diff.subject) : "");
	return locator_try(l, l->replay, NULL, NULL, text, passed, err);
}

/* Selects the chosen ones and the first n of the list, without `leave`. */
static void make_set(Locator *l, const Hypotheses *chosen, const Hypotheses *list, size_t n,
					 const Hypothesis *leave)
{
	begin_set(l);
	for (size_t i = 0; i < n; i++)
		add_to_set(l, list->at[i]);
	for (size_t i = 0; i < chosen->len; i++)
		if (chosen->at[i] != leave)
			add_to_set(l, chosen->at[i]);
}

/* Finds the smallest subset of the first n that helps, preferring likely ones; empty if the reruns
 * contradict each other. */
static bool minimise(Locator *l, const Hypotheses *list, size_t n, Hypotheses *chosen, Err *err)
{
	bool passed = false;
	while (!passed && n && (i64)chosen->len < l->options->max_causes) {
		size_t lo = 0, hi = n; /* with the first lo it fails, with the first hi it passes */
		while (hi - lo > 1) {
			size_t mid = (lo + hi) / 2;
			make_set(l, chosen, list, mid, NULL);
			if (!try_set(l, "some of what differs", NULL, &passed, err))
				return false;
			*(passed ? &hi : &lo) = mid;
		}
		vec_push(chosen, list->at[hi - 1]);
		n = hi - 1;
		make_set(l, chosen, list, 0, NULL);
		if (!try_set(l, "this alone", list->at[hi - 1], &passed, err))
			return false;
	}
	if (!passed)
		chosen->len = 0;
	return true;
}

/* ---- certainty ---- */

/* Describes a file by its contents, if these differ, not by its size or time. */
static void look_inside(const Locator *l, const Hypothesis *h, Finding *f)
{
	enum { MAX_FILE = 16 << 20 };
	const World *w = l->script.world;
	for (size_t i = 0; i < h->calls.len; i++) {
		u32 call = h->calls.at[i];
		const CallUse *use = world_use(w, call);
		const WorldObject *o = use->n_objects ? world_object(w, use->objects[0]) : NULL;
		struct stat st;
		if (call < l->trace.head || l->trace.calls.at[call].nr != SYS_read || !o || !o->path ||
			stat(o->name, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size > MAX_FILE ||
			l->held[call])
			continue;
		Buf there = {0}, here = {0};
		EnvDifference d;
		recorded_contents(&l->script, use->objects[0], &there);
		bool ok = there.len && file_read(o->name, &here, NULL);
		TraceData a = {.arg = 1, .dir = DATA_OUT, .len = (u32)there.len}, b = a;
		a.at = (const u8 *)buf_str(&there);
		b.at = (const u8 *)buf_str(&here);
		b.len = (u32)here.len;
		TraceCall x = l->trace.calls.at[call], y;
		x.n_data = 1;
		x.data = &a;
		y = x;
		y.data = &b;
		ok = ok && differ_calls(w, call, &x, &y, (ReadPlace){0}, &d);
		if (ok) {
			env_difference_free(&f->diff);
			f->diff = d;
		}
		buf_free(&there);
		buf_free(&here);
		break;
	}
}

/* Checks that the program fails without this one, and records what the call returns here. */
static bool watch_without(Locator *l, const Hypotheses *chosen, const Hypothesis *h, bool *fails,
						  Err *err)
{
	Arena arena = {0};
	CallWatch watch = {.call = h->call, .arena = &arena};
	CallObservation *seen = xcalloc(l->trace.calls.len, sizeof *seen);
	bool passed = true;
	make_set(l, chosen, chosen, 0, h);
	bool ok = locator_try(l, l->replay, seen, &watch, "without it", &passed, err);
	*fails = ok && !passed;
	if (*fails) {
		Finding f = {0};
		finding_make(l, h->call, seen, &watch, &f);
		if (!f.differs || (h->diff.inside && !f.diff.inside && !f.diff.fatal)) {
			env_difference_free(&f.diff);
			difference_copy(&f.diff, &h->diff);
			f.differs = true;
			if (h->here.len) {
				buf_reset(&f.here);
				buf_adds(&f.here, h->here.at);
			}
		}
		if (!f.diff.inside && !f.diff.fatal)
			look_inside(l, h, &f);
		/* The traces have all reads of a file, the rerun has one. */
		if (f.diff.inside && h->diff.detail.len > f.diff.detail.len) {
			buf_reset(&f.diff.detail);
			buf_adds(&f.diff.detail, h->diff.detail.at);
		}
		/* The comparison of whole runs knows more about it. */
		if (h->diff.advice.len > f.diff.advice.len &&
			!strcmp(buf_str(&h->diff.summary), buf_str(&f.diff.summary))) {
			buf_reset(&f.diff.advice);
			buf_adds(&f.diff.advice, h->diff.advice.at);
		}
		finding_name_limit(l, seen, &f);
		f.score = h->score;
		vec_push(&l->findings, f);
	}
	buf_free(&watch.stack);
	free(seen);
	arena_free(&arena);
	return ok;
}

static int likeliest_first(const void *x, const void *y)
{
	const Finding *a = x, *b = y;
	if (a->score != b->score)
		return a->score < b->score ? 1 : -1;
	if (a->call < b->call)
		return 1;
	return a->call > b->call ? -1 : 0;
}

/* Checks again that the program passes with all of them and fails with none. If the difference is
 * not itself an error, this excludes chance, since a program may fail only every other time. */
static bool repeat(Locator *l, const Hypotheses *chosen, bool *sure, Err *err)
{
	bool telling = false;
	for (size_t i = 0; i < chosen->len; i++)
		telling |= chosen->at[i]->diff.fatal || chosen->at[i]->diff.inside;
	*sure = true;
	for (int round = telling ? ROUNDS_SURE - 1 : 0; round < ROUNDS_SURE && *sure; round++) {
		bool with = false, without = true;
		make_set(l, chosen, chosen, 0, NULL);
		if (!try_set(l, "once more with it", NULL, &with, err))
			return false;
		begin_set(l);
		if (with && !try_set(l, "once more without", NULL, &without, err))
			return false;
		*sure = with && !without;
	}
	return true;
}

/* Random bytes are a cause only if they alone help. Otherwise they belong to something encrypted,
 * which can only be replayed with the bytes that it was made from. */
static void keep_random_silent(Locator *l, Hypotheses *chosen)
{
	size_t kept = 0, random = 0;
	for (size_t i = 0; i < chosen->len; i++)
		random += chosen->at[i]->call >= l->trace.head &&
				  is_random_call(l->script.world, chosen->at[i]->call,
								 &l->trace.calls.at[chosen->at[i]->call]);
	if (random == chosen->len)
		return;
	for (size_t i = 0; i < chosen->len; i++) {
		const Hypothesis *h = chosen->at[i];
		bool is = h->call >= l->trace.head &&
				  is_random_call(l->script.world, h->call, &l->trace.calls.at[h->call]);
		for (size_t k = 0; is && k < h->calls.len; k++)
			l->base[h->calls.at[k]] = true;
		if (!is)
			chosen->at[kept++] = chosen->at[i];
	}
	chosen->len = kept;
}

/* A directory that lists other names is no second cause beside a file in it. */
static void drop_listings(Locator *l)
{
	size_t kept = 0;
	for (size_t i = 0; i < l->findings.len; i++) {
		Finding *f = &l->findings.at[i];
		i32 nr = l->trace.calls.at[f->call].nr;
		const char *dir = buf_str(&f->diff.subject);
		bool drop = false;
		for (size_t k = 0; k < l->findings.len && (nr == SYS_getdents64 || nr == SYS_getdents); k++)
			drop |= k != i && *dir &&
					!strncmp(buf_str(&l->findings.at[k].diff.subject), dir, strlen(dir)) &&
					buf_str(&l->findings.at[k].diff.subject)[strlen(dir)] == '/';
		if (drop)
			finding_free(f);
		else
			l->findings.at[kept++] = *f;
	}
	l->findings.len = kept;
}

/* Checks that each of them is needed, and that together they suffice. */
static bool confirm(Locator *l, Hypotheses *chosen, bool *sure, Err *err)
{
	bool fails = true;
	keep_random_silent(l, chosen);
	for (size_t i = 0; i < chosen->len; i++) {
		if (!watch_without(l, chosen, chosen->at[i], &fails, err))
			return false;
		if (!fails && chosen->len > 1) {
			/* The others suffice without it. */
			memmove(&chosen->at[i], &chosen->at[i + 1], (chosen->len - i - 1) * sizeof *chosen->at);
			chosen->len--;
			i--;
			fails = true;
		}
	}
	drop_listings(l);
	*sure = false;
	if (fails && !repeat(l, chosen, sure, err))
		return false;
	if (l->findings.len)
		qsort(l->findings.at, l->findings.len, sizeof *l->findings.at, likeliest_first);
	return true;
}

/* ---- the search ---- */

/* Tries the most likely ones one by one: the head as a whole, then calls. */
static bool try_singles(Locator *l, const Hypotheses *list, size_t heads, Hypotheses *chosen,
						Err *err)
{
	Hypotheses none = {0};
	bool passed = false;
	if (heads) {
		make_set(l, &none, list, heads, NULL);
		if (!try_set(l, "all that it is given", heads == 1 ? list->at[0] : NULL, &passed, err))
			return false;
		if (passed && heads == 1) {
			vec_push(chosen, list->at[0]);
			return true;
		}
		if (passed)
			return minimise(l, list, heads, chosen, err);
	}
	for (size_t i = heads; i < list->len && i < heads + SINGLES; i++) {
		if (list->at[i]->score < SHORT_OF)
			break;
		begin_set(l);
		add_to_set(l, list->at[i]);
		if (!try_set(l, "only", list->at[i], &passed, err))
			return false;
		if (passed) {
			vec_push(chosen, list->at[i]);
			break;
		}
	}
	return true;
}

/* Tries all together, and adds new differences, until it helps or there are no more. */
static bool try_all(Locator *l, Hypotheses *list, Hypotheses *chosen, Err *err)
{
	Hypotheses none = {0};
	for (int round = 0; round < ROUNDS && list->len; round++) {
		Trace bad = {0};
		World *world = NULL;
		Suspects more = {0};
		bool passed = false;
		make_set(l, &none, list, list->len, NULL);
		if (!locator_record(l, "all that differs", &passed, &bad, &world, err))
			return false;
		size_t found = 0;
		if (world && !passed) {
			locator_suspects(l, &bad, world, &more);
			found = hypotheses_add(l, &more, &bad, list);
		}
		suspects_free(&more);
		if (world) {
			env_world_free(world);
			env_trace_free(&bad);
		}
		hypotheses_sort(l, list);
		if (passed)
			return minimise(l, list, list->len, chosen, err);
		if (!found)
			break;
	}
	return true;
}

bool search_hypotheses(Locator *l, bool *located, bool *sure, Err *err)
{
	Hypotheses list = {0}, chosen = {0};
	*located = *sure = false;
	if (!l->bad_world)
		return true;
	hypotheses_add(l, &l->suspects, &l->bad, &list);
	size_t heads = hypotheses_sort(l, &list);
	bool ok = try_singles(l, &list, heads, &chosen, err);
	if (ok && !chosen.len)
		ok = try_all(l, &list, &chosen, err);
	if (ok && chosen.len) {
		*located = true;
		ok = confirm(l, &chosen, sure, err);
	}
	if (ok && *located && !*sure)
		env_findings_free(&l->findings);
	vec_free(&chosen);
	hypotheses_free(&list);
	return ok;
}
