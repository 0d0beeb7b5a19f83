/* hypothesis.c: turns suspects into sets of calls. */
#include "env/locate/hypothesis.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

static void hypothesis_free(Hypothesis *h)
{
	env_difference_free(&h->diff);
	buf_free(&h->here);
	vec_free(&h->calls);
	free(h);
}

void hypotheses_free(Hypotheses *h)
{
	for (size_t i = 0; i < h->len; i++)
		hypothesis_free(h->at[i]);
	vec_free(h);
}

/* ---- which calls are about the same thing ---- */

/* True if two addresses can belong to one server: it may listen on all addresses and be contacted
 * on one. */
static bool is_same_server(const char *a, const char *b)
{
	bool any = !strncmp(a, "addr:0.0.0.0:", 13) || !strncmp(a, "addr:[::]:", 10);
	if (!any || strncmp(b, "addr:", 5) != 0)
		return false;
	const char *port = strrchr(a, ':'), *other = strrchr(b, ':');
	return !strcmp(port, other);
}

/* True for calls about a path: those that name it, or work on a file opened under it. */
static bool is_about_path(const World *w, u32 call, u32 path, const char *below)
{
	const CallUse *use = world_use(w, call);
	size_t n = below ? strlen(below) : 0;
	for (u32 k = 0; k < (u32)use->n_paths + use->n_objects; k++) {
		u32 p = k < use->n_paths ? use->paths[k]
								 : world_object(w, use->objects[k - use->n_paths])->path;
		const char *name = world_path(w, p);
		if (p && (p == path || is_same_server(world_path(w, path), name) ||
				  (n && !strncmp(name, below, n) && (name[n] == '/' || !name[n]))))
			return true;
	}
	return false;
}

/* True for a call that copies into the file from another one: the bytes are about that one. */
static bool copies_into(const World *w, const TraceCall *c, u32 call, u32 path)
{
	const CallUse *use = world_use(w, call);
	int source = copy_source(c->nr);
	if (source < 0 || use->n_objects < 2)
		return false;
	return world_object(w, use->objects[source == 1])->path != path;
}

static bool is_about_object(const World *w, u32 call, u32 object)
{
	const CallUse *use = world_use(w, call);
	bool about = use->made == object;
	for (u8 i = 0; i < use->n_objects; i++)
		about |= use->objects[i] == object;
	return about;
}

/* For calls about nothing that has a name: the same clock, or the same call. */
static bool is_same_kind(const TraceCall *a, const TraceCall *b)
{
	i64 clock = clock_of(a);
	return clock >= 0 ? clock == clock_of(b) : a->nr == b->nr;
}

/* True if the recorded run itself wrote what the call reports: such a result shows what the program
 * did there, so to replay it proves nothing. If something cannot be written here, it must be
 * replayed, because the file does not exist here. */
static bool is_own_result(const Locator *l, const Products *made, const EnvDifference *d, u32 call)
{
	return !d->fatal && is_own_work(made, &l->trace, l->script.world, call, false);
}

static void gather(const Locator *l, const Products *made, Hypothesis *h, u32 path, u32 object)
{
	const Trace *t = &l->trace;
	const World *w = l->script.world;
	const TraceCall *c = &t->calls.at[h->call];
	Buf missing = {0};
	bool network = path && !strncmp(world_path(w, path), "addr:", 5);
	/* A missing directory, or a file in its place, is one cause, however many files below it are
	 * requested. */
	if (path && h->diff.fatal && *world_path(w, path) == '/' &&
		access(world_path(w, path), F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR))
		missing_part(world_path(w, path), &missing);
	u32 parent = missing.len ? world_path_parent(w, path) : 0;
	for (u32 i = t->head; i < t->calls.len; i++) {
		const TraceCall *o = &t->calls.at[i];
		bool about = path     ? is_about_path(w, i, path, missing.len ? missing.at : NULL)
					 : object ? is_about_object(w, i, object)
							  : is_same_kind(o, c);
		bool lists = parent && (o->nr == SYS_getdents64 || o->nr == SYS_getdents) &&
					 is_about_path(w, i, parent, NULL);
		if (about && (is_own_result(l, made, &h->diff, i) ||
					  (!h->diff.fatal && path && copies_into(w, o, i, path))))
			continue;
		if (about || lists || (network && o->task == c->task && call_waits(o->nr)))
			vec_push(&h->calls, i);
	}
	buf_free(&missing);
}

static void collect(const Locator *l, const Products *made, Hypothesis *h)
{
	const World *w = l->script.world;
	if (h->call < l->trace.head) {
		vec_push(&h->calls, h->call);
		return;
	}
	const CallUse *use = world_use(w, h->call);
	u32 object = use->n_objects ? use->objects[0] : 0;
	u32 path = use->n_paths ? use->paths[0] : object ? world_object(w, object)->path : 0;
	/* A socket is identified by its peer address, whatever other sockets use that address. */
	gather(l, made, h, path, object);
}

/* True if a result that the hypothesis needs is held back: it cannot be tried. */
static bool is_held(const Locator *l, const Hypothesis *h)
{
	for (size_t i = 0; i < h->calls.len; i++)
		if (l->held[h->calls.at[i]])
			return true;
	return false;
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

void difference_copy(EnvDifference *to, const EnvDifference *from)
{
	*to = (EnvDifference){
		.kind = from->kind, .fatal = from->fatal, .weak = from->weak, .inside = from->inside};
	buf_adds(&to->subject, buf_str(&from->subject));
	buf_adds(&to->summary, buf_str(&from->summary));
	buf_adds(&to->detail, buf_str(&from->detail));
	buf_adds(&to->advice, buf_str(&from->advice));
}

/* Errors that are not about one file: space or write permission is missing for a whole disk.
 * Returns a number for the resource; 0: the error is about one file. */
static i64 lack_of(const Locator *l, const Suspect *s, const Trace *bad)
{
	i64 ret = s->diff.fatal && s->other < bad->calls.len ? bad->calls.at[s->other].ret : 0;
	const World *w = l->script.world;
	const CallUse *use = s->call >= l->trace.head ? world_use(w, s->call) : NULL;
	/* Permission to create files is missing for the whole directory. */
	if (ret == -EACCES && use && use->n_paths && use->path_use[0] & PATH_CHANGED &&
		access(world_path(w, use->paths[0]), F_OK) != 0)
		return 1 + (i64)world_path_parent(w, use->paths[0]);
	return ret == -ENOSPC || ret == -EDQUOT || ret == -EROFS ? ret : 0;
}

/* Adds a call to the hypothesis with the same missing resource: it has the same cause. */
static bool join_lack(const Locator *l, const Products *made, const Suspect *s, i64 lack,
					  Hypotheses *list)
{
	for (size_t i = 0; lack && i < list->len; i++) {
		if (list->at[i]->lack != lack)
			continue;
		Hypothesis more = {.call = s->call, .diff.fatal = true};
		collect(l, made, &more);
		if (is_held(l, &more))
			more.calls.len = 0;
		vec_append(&list->at[i]->calls, more.calls.at, more.calls.len);
		vec_free(&more.calls);
		return true;
	}
	return false;
}

size_t hypotheses_add(const Locator *l, const Suspects *s, const Trace *bad, Hypotheses *list)
{
	size_t before = list->len, joined = 0;
	Products made;
	products_of(&l->trace, l->script.world, &made);
	for (size_t i = 0; i < s->len; i++) {
		const Suspect *x = &s->at[i];
		if (x->call >= l->trace.calls.len || is_known(list, x) ||
			(x->call >= l->trace.head && is_own_result(l, &made, &x->diff, x->call)))
			continue;
		i64 lack = lack_of(l, x, bad);
		if (join_lack(l, &made, x, lack, list)) {
			joined++;
			continue;
		}
		Hypothesis *h = xcalloc(1, sizeof *h);
		h->call = x->call;
		h->score = x->score;
		h->lack = lack;
		difference_copy(&h->diff, &x->diff);
		if (x->other < bad->calls.len)
			env_result_format(&h->here, &bad->calls.at[x->other]);
		collect(l, &made, h);
		if (is_held(l, h)) {
			hypothesis_free(h);
			continue;
		}
		vec_push(list, h);
	}
	products_free(&made);
	return list->len - before + joined;
}

static int by_likelihood(const void *x, const void *y)
{
	const Hypothesis *a = *(Hypothesis *const *)x, *b = *(Hypothesis *const *)y;
	if (a->score != b->score)
		return a->score < b->score ? 1 : -1;
	return a->call < b->call ? -1 : a->call > b->call;
}

size_t hypotheses_sort(const Locator *l, Hypotheses *list)
{
	Hypotheses heads = {0}, calls = {0};
	if (list->len)
		qsort(list->at, list->len, sizeof *list->at, by_likelihood);
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
