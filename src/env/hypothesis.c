/* hypothesis.c: the differences of the two runs, tried as causes before anything is bisected.
 *
 * What differs between the recording and the failing run is known after one look at both. Each
 * thing that differs (a file, a variable, an address) is a hypothesis: replay all calls about it,
 * and only these. The likeliest are tried alone; if none helps, all together, and what then differs
 * further on is added, since a program that stops at its first problem does not show the second.
 * Once a set helps, the smallest part of it that does is searched: that are all causes.
 */
#include "env/locate.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	SINGLES = 3,   /* likeliest hypotheses that are tried alone */
	ROUNDS = 6,    /* how often more differences may come to light */
	SHORT_OF = 20, /* score below which a difference is not tried alone */
};

typedef struct Hypothesis {
	u32 call;        /* that shows the difference */
	Difference diff; /* as the traces have it */
	Buf here;        /* the answer here, if it is known */
	int score;
	i64 lack;       /* error that says that something has run out, whatever is asked for; 0: none */
	CallList calls; /* to replay */
} Hypothesis;

typedef VEC(Hypothesis *) Hypotheses;

static void hypotheses_free(Hypotheses *h)
{
	for (size_t i = 0; i < h->len; i++) {
		difference_free(&h->at[i]->diff);
		buf_free(&h->at[i]->here);
		vec_free(&h->at[i]->calls);
		free(h->at[i]);
	}
	vec_free(h);
}

/* ---- which calls are about the same thing ---- */

/* Calls about a path: naming it, or on a file opened under it. */
static bool is_about_path(const World *w, u32 call, u32 path, const char *below)
{
	const CallUse *use = world_use(w, call);
	size_t n = below ? strlen(below) : 0;
	for (u32 k = 0; k < (u32)use->n_paths + use->n_objects; k++) {
		u32 p = k < use->n_paths ? use->paths[k]
								 : world_object(w, use->objects[k - use->n_paths])->path;
		const char *name = world_path(w, p);
		if (p && (p == path || (n && !strncmp(name, below, n) && (name[n] == '/' || !name[n]))))
			return true;
	}
	return false;
}

static bool is_about_object(const World *w, u32 call, u32 object)
{
	const CallUse *use = world_use(w, call);
	bool about = use->made == object;
	for (u8 i = 0; i < use->n_objects; i++)
		about |= use->objects[i] == object;
	return about;
}

static bool waits(const Call *c)
{
	const CallSpec *spec = call_spec(c->nr);
	return call_find_arg(spec, ARG_POLL) >= 0 || call_find_arg(spec, ARG_FDSET) >= 0 ||
		   call_find_arg(spec, ARG_EVENTS) >= 0;
}

static void gather(const Locator *l, Hypothesis *h, u32 path, u32 object)
{
	const Trace *t = &l->trace;
	const World *w = l->script.world;
	const Call *c = &t->calls.at[h->call];
	Buf missing = {0};
	bool network = path && !strncmp(world_path(w, path), "addr:", 5);
	/* A directory that is missing is one cause, however many files are asked for below it. */
	if (path && h->diff.fatal && *world_path(w, path) == '/' &&
		access(world_path(w, path), F_OK) != 0 && errno == ENOENT)
		missing_part(world_path(w, path), &missing);
	u32 parent = missing.len ? world_path_parent(w, path) : 0;
	for (u32 i = t->head; i < t->calls.len; i++) {
		const Call *o = &t->calls.at[i];
		bool about = path     ? is_about_path(w, i, path, missing.len ? missing.at : NULL)
					 : object ? is_about_object(w, i, object)
							  : o->nr == c->nr;
		bool lists = parent && (o->nr == SYS_getdents64 || o->nr == SYS_getdents) &&
					 is_about_path(w, i, parent, NULL);
		if (about || lists || (network && o->task == c->task && waits(o)))
			vec_push(&h->calls, i);
	}
	buf_free(&missing);
}

static void collect(const Locator *l, Hypothesis *h)
{
	const World *w = l->script.world;
	if (h->call < l->trace.head) {
		vec_push(&h->calls, h->call);
		return;
	}
	const CallUse *use = world_use(w, h->call);
	u32 object = use->n_objects ? use->objects[0] : 0;
	u32 path = use->n_paths ? use->paths[0] : object ? world_object(w, object)->path : 0;
	/* A socket is the address it talks to, whatever other sockets talk to it. */
	gather(l, h, path, object);
}

/* ---- from suspects ---- */

static bool is_known(const Hypotheses *list, const Suspect *s)
{
	for (size_t i = 0; i < list->len; i++) {
		const Hypothesis *h = list->at[i];
		if (h->call == s->call ||
			(h->diff.subject.len && !strcmp(h->diff.subject.at, buf_str(&s->diff.subject))))
			return true;
		for (size_t k = 0; k < h->calls.len; k++)
			if (h->calls.at[k] == s->call)
				return true;
	}
	return false;
}

static void difference_copy(Difference *to, const Difference *from)
{
	*to = (Difference){
		.kind = from->kind, .fatal = from->fatal, .weak = from->weak, .inside = from->inside};
	buf_adds(&to->subject, buf_str(&from->subject));
	buf_adds(&to->summary, buf_str(&from->summary));
	buf_adds(&to->detail, buf_str(&from->detail));
	buf_adds(&to->advice, buf_str(&from->advice));
}

/* Errors that are not about the one file: room or the right to write is missing on all of a disk.
 */
static i64 lack_of(const Suspect *s, const Trace *bad)
{
	i64 ret = s->diff.fatal && s->other < bad->calls.len ? bad->calls.at[s->other].ret : 0;
	return ret == -ENOSPC || ret == -EDQUOT || ret == -EROFS ? ret : 0;
}

/* One more call that lacks the same: the same cause. */
static bool join_lack(const Locator *l, const Suspect *s, i64 lack, Hypotheses *list)
{
	for (size_t i = 0; lack && i < list->len; i++) {
		if (list->at[i]->lack != lack)
			continue;
		Hypothesis more = {.call = s->call};
		collect(l, &more);
		for (size_t k = 0; k < more.calls.len; k++)
			vec_push(&list->at[i]->calls, more.calls.at[k]);
		vec_free(&more.calls);
		return true;
	}
	return false;
}

/* Adds what is not known yet; how much that is. */
static size_t hypotheses_add(const Locator *l, const Suspects *s, const Trace *bad,
							 Hypotheses *list)
{
	size_t before = list->len, joined = 0;
	for (size_t i = 0; i < s->len; i++) {
		const Suspect *x = &s->at[i];
		if (x->call >= l->trace.calls.len || is_known(list, x))
			continue;
		i64 lack = lack_of(x, bad);
		if (join_lack(l, x, lack, list)) {
			joined++;
			continue;
		}
		Hypothesis *h = xcalloc(1, sizeof *h);
		h->call = x->call;
		h->score = x->score;
		h->lack = lack;
		difference_copy(&h->diff, &x->diff);
		if (x->other < bad->calls.len)
			result_format(&h->here, &bad->calls.at[x->other]);
		collect(l, h);
		vec_push(list, h);
	}
	return list->len - before + joined;
}

/* What the program is given comes first: it may explain what it finds later. Then the likeliest. */
static int by_likelihood(const void *x, const void *y)
{
	const Hypothesis *a = *(Hypothesis *const *)x, *b = *(Hypothesis *const *)y;
	if (a->score != b->score)
		return a->score < b->score ? 1 : -1;
	return a->call < b->call ? -1 : a->call > b->call;
}

static size_t sort(const Locator *l, Hypotheses *list)
{
	Hypotheses heads = {0}, calls = {0};
	qsort(list->at, list->len, list->len ? sizeof *list->at : 1, by_likelihood);
	for (size_t i = 0; i < list->len; i++) {
		if (list->at[i]->call < l->trace.head && !list->at[i]->diff.weak)
			vec_push(&heads, list->at[i]);
		else
			vec_push(&calls, list->at[i]);
	}
	size_t n = heads.len;
	for (size_t i = 0; i < list->len; i++)
		list->at[i] = i < n ? heads.at[i] : calls.at[i - n];
	vec_free(&heads);
	vec_free(&calls);
	return n;
}

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

/* The chosen ones and the first n of the list; leave is left out. */
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

/* The smallest part of the first n that helps, the likeliest preferred; none if it does not add up.
 */
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

/* A file is told apart by its contents, if they are what differs, not by its size or time. */
static void look_inside(const Locator *l, const Hypothesis *h, Finding *f)
{
	enum { MAX_FILE = 16 << 20 };
	const World *w = l->script.world;
	for (size_t i = 0; i < h->calls.len; i++) {
		u32 call = h->calls.at[i];
		const CallUse *use = world_use(w, call);
		const Object *o = use->n_objects ? world_object(w, use->objects[0]) : NULL;
		struct stat st;
		if (call < l->trace.head || l->trace.calls.at[call].nr != SYS_read || !o || !o->path ||
			stat(o->name, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size > MAX_FILE)
			continue;
		Buf there = {0}, here = {0};
		Difference d;
		recorded_contents(&l->script, use->objects[0], &there);
		bool ok = there.len && file_read(o->name, &here, NULL);
		Data a = {.arg = 1, .dir = DATA_OUT, .len = (u32)there.len}, b = a;
		a.at = (const u8 *)buf_str(&there);
		b.at = (const u8 *)buf_str(&here);
		b.len = (u32)here.len;
		Call x = l->trace.calls.at[call], y;
		x.n_data = 1;
		x.data = &a;
		y = x;
		y.data = &b;
		ok = ok && differ_calls(w, call, &x, &y, 0, &d);
		if (ok) {
			difference_free(&f->diff);
			f->diff = d;
		}
		buf_free(&there);
		buf_free(&here);
		break;
	}
}

/* Without this one it fails; what the call gives here is seen in that run. */
static bool watch_without(Locator *l, const Hypotheses *chosen, const Hypothesis *h, bool *fails,
						  Err *err)
{
	Arena arena = {0};
	Watch watch = {.call = h->call, .arena = &arena};
	Seen *seen = xcalloc(l->trace.calls.len, sizeof *seen);
	bool passed = true;
	make_set(l, chosen, chosen, 0, h);
	bool ok = locator_try(l, l->replay, seen, &watch, "without it", &passed, err);
	*fails = ok && !passed;
	if (*fails) {
		Finding f = {0};
		finding_make(l, h->call, seen, &watch, &f);
		if (!f.differs || (h->diff.inside && !f.diff.inside && !f.diff.fatal)) {
			difference_free(&f.diff);
			difference_copy(&f.diff, &h->diff);
			f.differs = true;
			if (h->here.len) {
				buf_reset(&f.here);
				buf_adds(&f.here, h->here.at);
			}
		}
		if (!f.diff.inside && !f.diff.fatal)
			look_inside(l, h, &f);
		/* The traces have all reads of a file, the run one. */
		if (f.diff.inside && h->diff.detail.len > f.diff.detail.len) {
			buf_reset(&f.diff.detail);
			buf_adds(&f.diff.detail, h->diff.detail.at);
		}
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
	return a->call < b->call ? 1 : a->call > b->call ? -1 : 0;
}

/* Each of them is needed, and together they are enough, twice over. */
static bool confirm(Locator *l, Hypotheses *chosen, bool *sure, Err *err)
{
	bool passed = true, fails = true;
	for (size_t i = 0; i < chosen->len; i++) {
		if (!watch_without(l, chosen, chosen->at[i], &fails, err))
			return false;
		if (!fails && chosen->len > 1) {
			/* The others do without it. */
			memmove(&chosen->at[i], &chosen->at[i + 1], (chosen->len - i - 1) * sizeof *chosen->at);
			chosen->len--;
			i--;
			fails = true;
		}
	}
	make_set(l, chosen, chosen, 0, NULL);
	if (fails && !try_set(l, "once more with it", NULL, &passed, err))
		return false;
	begin_set(l);
	bool again = false;
	if (fails && passed && !try_set(l, "once more without", NULL, &again, err))
		return false;
	*sure = fails && passed && !again;
	if (l->findings.len)
		qsort(l->findings.at, l->findings.len, sizeof *l->findings.at, likeliest_first);
	return true;
}

/* ---- the search ---- */

/* The likeliest one by one: the head as a whole, then calls. */
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

/* All together, and what comes to light then, until it helps or there is no more. */
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
			suspects_find(&l->trace, l->script.world, &bad, world, &more);
			found = hypotheses_add(l, &more, &bad, list);
		}
		suspects_free(&more);
		if (world) {
			world_free(world);
			trace_free(&bad);
		}
		sort(l, list);
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
	suspects_find(&l->trace, l->script.world, &l->bad, l->bad_world, &l->suspects);
	hypotheses_add(l, &l->suspects, &l->bad, &list);
	size_t heads = sort(l, &list);
	bool ok = try_singles(l, &list, heads, &chosen, err);
	if (ok && !chosen.len)
		ok = try_all(l, &list, &chosen, err);
	if (ok && chosen.len) {
		*located = true;
		ok = confirm(l, &chosen, sure, err);
	}
	if (ok && *located && !*sure)
		findings_free(&l->findings);
	vec_free(&chosen);
	hypotheses_free(&list);
	return ok;
}
