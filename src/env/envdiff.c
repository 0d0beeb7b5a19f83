/* envdiff.c: suspects from two traces. */
#include "env/env.h"
#include "env/envdiff.h"

#include <cjson/cJSON.h>
#include <sys/syscall.h>

enum { REACH = 96 }; /* calls that either run may have alone before both agree again */

void suspects_free(Suspects *s)
{
	for (size_t i = 0; i < s->len; i++)
		difference_free(&s->at[i].diff);
	vec_free(s);
}

u32 lines_before(const Trace *t, const World *w, u32 call)
{
	const CallUse *use = world_use(w, call);
	u32 lines = 0;
	if (!use->n_objects || t->calls.at[call].nr != SYS_read)
		return 0;
	for (u32 i = world_object(w, use->objects[0])->maker; i < call; i++) {
		const CallUse *other = world_use(w, i);
		if (t->calls.at[i].nr != SYS_read || !other->n_objects ||
			other->objects[0] != use->objects[0])
			continue;
		const TraceData *d = call_data(&t->calls.at[i], 1, 0, DATA_OUT);
		for (u32 k = 0; d && k < d->len; k++)
			lines += d->at[k] == '\n';
	}
	return lines;
}

static int score_of(const EnvDifference *d)
{
	static const int of_kind[] = {[DIFF_LIBRARY] = 60,  [DIFF_FILE] = 50,  [DIFF_NETWORK] = 50,
								  [DIFF_VARIABLE] = 25, [DIFF_LIMIT] = 25, [DIFF_IDENTITY] = 25,
								  [DIFF_PLACE] = 20,    [DIFF_TIME] = 1,   [DIFF_OTHER] = 10};
	return of_kind[d->kind] + (d->fatal ? 60 : 0);
}

/* ---- heads ---- */

/* The pseudo-call of the other trace that is about the same thing. */
static const TraceCall *same_pseudo(const Trace *t, const TraceCall *c)
{
	for (u32 i = 0; i < t->head; i++) {
		const TraceCall *o = &t->calls.at[i];
		if (o->nr != c->nr)
			continue;
		if (c->nr == PSEUDO_VAR) {
			const char *a = call_text(c, 0), *b = call_text(o, 0);
			if (a && b && !strcmp(a, b))
				return o;
		} else if (c->nr == PSEUDO_LIMIT || c->nr == PSEUDO_FDS || c->nr == PSEUDO_AUXV) {
			if (o->args[0] == c->args[0])
				return o;
		} else {
			return o;
		}
	}
	return NULL;
}

static void differ_heads(const Trace *good, const Trace *bad, Suspects *out)
{
	for (u32 i = 0; i < good->head; i++) {
		const TraceCall *c = &good->calls.at[i];
		Suspect s = {.call = i};
		if (c->nr == PSEUDO_AUXV || c->nr == PSEUDO_FDS)
			continue; /* random bytes, names of terminals */
		if (differ_pseudo(c, same_pseudo(bad, c), &s.diff)) {
			s.score = score_of(&s.diff);
			vec_push(out, s);
		}
	}
	for (u32 i = 0; i < bad->head; i++) {
		const TraceCall *c = &bad->calls.at[i];
		const char *name = call_text(c, 0);
		if (c->nr != PSEUDO_VAR || !name || same_pseudo(good, c))
			continue;
		Suspect s = {.call = UINT32_MAX, .diff.kind = DIFF_VARIABLE};
		const TraceData *value = call_data(c, 1, 0, DATA_OUT);
		buf_adds(&s.diff.subject, name);
		buf_addf(&s.diff.summary, "variable %s not set there, \"", name);
		if (value)
			buf_add_escaped(&s.diff.summary, value->at, value->len < 200 ? value->len : 200);
		buf_adds(&s.diff.summary, "\" here");
		s.score = score_of(&s.diff);
		vec_push(out, s);
	}
}

/* ---- calls ---- */

typedef VEC(u32) Indexes;

static void calls_of(const Trace *t, u32 task, Indexes *out)
{
	for (u32 i = t->head; i < t->calls.len; i++)
		if (t->calls.at[i].task == task && call_spec(t->calls.at[i].nr)->class != CLASS_ALWAYS)
			vec_push(out, i);
}

static u32 same_task(const Trace *from, u32 id, const Trace *to)
{
	if (id == 0)
		return 0;
	u32 parent =
		same_task(from, from->tasks.at[id].parent == id ? 0 : from->tasks.at[id].parent, to);
	for (u32 i = 1; i < to->tasks.len && parent != UINT32_MAX; i++)
		if (to->tasks.at[i].parent == parent &&
			to->tasks.at[i].ordinal == from->tasks.at[id].ordinal)
			return i;
	return UINT32_MAX;
}

/* The nearest pair from (i, j) on that is the same call; false if there is none within reach. */
static bool next_pair(const Trace *good, const World *gw, const Indexes *a, const Trace *bad,
					  const World *bw, const Indexes *b, size_t *i, size_t *j)
{
	for (size_t sum = 0; sum < REACH; sum++)
		for (size_t di = 0; di <= sum; di++) {
			size_t x = *i + di, y = *j + sum - di;
			if (x >= a->len || y >= b->len)
				continue;
			if (good->calls.at[a->at[x]].nr == bad->calls.at[b->at[y]].nr &&
				world_use(gw, a->at[x])->key == world_use(bw, b->at[y])->key) {
				*i = x;
				*j = y;
				return true;
			}
		}
	return false;
}

static void differ_tasks(const Trace *good, const World *gw, u32 task, const Trace *bad,
						 const World *bw, u32 other, Suspects *out)
{
	Indexes a = {0}, b = {0};
	calls_of(good, task, &a);
	calls_of(bad, other, &b);
	size_t i = 0, j = 0, first = out->len, last_met = 0;
	while (next_pair(good, gw, &a, bad, bw, &b, &i, &j)) {
		u32 call = a.at[i];
		const TraceCall *x = &good->calls.at[call], *y = &bad->calls.at[b.at[j]];
		Suspect s = {.call = call};
		if (!((x->flags | y->flags) & CALL_UNFINISHED) &&
			differ_calls(gw, call, x, y, lines_before(good, gw, call), &s.diff)) {
			s.score = score_of(&s.diff);
			vec_push(out, s);
		}
		last_met = i;
		i++;
		j++;
	}
	/* Runs that part did so for something they were told shortly before. */
	if (i < a.len || j < b.len)
		for (size_t k = first; k < out->len; k++) {
			u32 at = a.at[last_met];
			u32 distance = at > out->at[k].call ? at - out->at[k].call : 0;
			if (out->at[k].diff.kind != DIFF_TIME && distance < 30)
				out->at[k].score += (int)(30 - distance);
		}
	vec_free(&a);
	vec_free(&b);
}

static int by_score(const void *x, const void *y)
{
	const Suspect *a = x, *b = y;
	if (a->score != b->score)
		return a->score < b->score ? 1 : -1;
	return a->call < b->call ? -1 : a->call > b->call;
}

void suspects_find(const Trace *good, const World *gw, const Trace *bad, const World *bw,
				   Suspects *out)
{
	EnvLibraries there = {0}, here = {0};
	libraries_of(good, gw, &there);
	libraries_of(bad, bw, &here);
	libraries_differ(&there, &here, out);
	vec_free(&there);
	vec_free(&here);
	differ_heads(good, bad, out);
	for (u32 task = 0; task < good->tasks.len; task++) {
		u32 other = same_task(good, task, bad);
		if (other != UINT32_MAX)
			differ_tasks(good, gw, task, bad, bw, other, out);
	}
	if (out->len)
		qsort(out->at, out->len, sizeof *out->at, by_score);
}

/* ---- the command ---- */

static void print_text(const Suspects *s, FILE *to)
{
	if (!s->len)
		fprintf(to, "the environments do not differ in what the program asked for\n");
	for (size_t i = 0; i < s->len; i++) {
		const EnvDifference *d = &s->at[i].diff;
		fprintf(to, "%zu. [%s] %s\n", i + 1, diff_kind_name(d->kind), buf_str(&d->summary));
		for (const char *p = buf_str(&d->detail); *p && i < 5;) {
			int n = (int)strcspn(p, "\n");
			fprintf(to, "      %.*s\n", n, p);
			p += n + (p[n] != 0);
		}
		if (d->advice.len)
			fprintf(to, "      look: %s\n", d->advice.at);
	}
}

static void print_json(const Suspects *s, FILE *to)
{
	cJSON *o = cJSON_CreateObject();
	cJSON_AddStringToObject(o, "command", "env diff");
	cJSON_AddStringToObject(o, "verdict", s->len ? "different" : "same");
	cJSON *list = cJSON_AddArrayToObject(o, "differences");
	for (size_t i = 0; i < s->len; i++) {
		const EnvDifference *d = &s->at[i].diff;
		cJSON *x = cJSON_CreateObject();
		cJSON_AddStringToObject(x, "kind", diff_kind_name(d->kind));
		cJSON_AddStringToObject(x, "subject", buf_str(&d->subject));
		cJSON_AddStringToObject(x, "summary", buf_str(&d->summary));
		cJSON_AddStringToObject(x, "detail", buf_str(&d->detail));
		cJSON_AddStringToObject(x, "advice", buf_str(&d->advice));
		cJSON_AddNumberToObject(x, "score", s->at[i].score);
		if (s->at[i].call != UINT32_MAX)
			cJSON_AddNumberToObject(x, "call", s->at[i].call);
		cJSON_AddItemToArray(list, x);
	}
	char *text = cJSON_Print(o);
	fprintf(to, "%s\n", text);
	free(text);
	cJSON_Delete(o);
}

bool env_diff(const char *good, const char *bad, bool json, FILE *to, size_t *n_found, Err *err)
{
	Trace a, b;
	if (!trace_read(good, &a, err))
		return false;
	if (!trace_read(bad, &b, err)) {
		trace_free(&a);
		return false;
	}
	World *aw = world_of_trace(&a), *bw = world_of_trace(&b);
	Suspects s = {0};
	suspects_find(&a, aw, &b, bw, &s);
	*n_found = s.len;
	(json ? print_json : print_text)(&s, to);
	suspects_free(&s);
	world_free(aw);
	world_free(bw);
	trace_free(&a);
	trace_free(&b);
	return true;
}
