/* cases.c: collects paths, outcomes and errors. */
#include "clients/paths/impl.h"

#include "base/digest.h"

#include <signal.h>
#include <unistd.h>

enum {
	OUTPUT_LIMIT = 4000, /* characters of an output kept for result.json */
	FEW = 20,            /* paths that have a test each, whatever they are */
	MOST_TESTS = 100,    /* of partitions, and of paths without an error of their own */
	TOLD = 1000,         /* paths that are listed without a test */
	MOST_BYTES = 8 << 20 /* of texts of cases */
};
static const double PERIOD = 5; /* seconds between two writings of it, at least */

Cases *cases_new(const CasesConfig *config, Err *err)
{
	Cases *r = xcalloc(1, sizeof *r);
	r->config = *config;
	r->location = (TestRoot){.fd = -1, .dir = config->dir, .inputs = config->inputs, .old_fd = -1};
	r->file = (ResultFile){.dir = config->dir, .period = PERIOD, .written = now_seconds()};
	bool good = dir_make(config->dir, err);
	if (good && config->tests != TESTS_NONE)
		good = tests_open(r, err);
	if (!good) {
		cases_free(r);
		return NULL;
	}
	return r;
}

void cases_free(Cases *r)
{
	if (!r)
		return;
	vec_free(&r->cases);
	vec_free(&r->failures);
	keymap_free(&r->outcomes);
	keymap_free(&r->endings);
	recycle_end(&r->location);
	if (r->location.fd >= 0)
		close(r->location.fd);
	outcome_free(&r->now);
	buf_free(&r->text);
	vec_free(&r->items);
	vec_free(&r->known);
	expr_identities_free(&r->identities);
	arena_free(&r->arena);
	free(r);
}

void cases_set_explorer(Cases *r, Explorer *x)
{
	r->config.explorer = x;
}

u64 cases_errors(const Cases *r)
{
	return r->failures.len;
}

static const char *signal_name(int number)
{
	switch (number) {
	case SIGABRT: return "SIGABRT";
	case SIGSEGV: return "SIGSEGV";
	case SIGFPE: return "SIGFPE";
	case SIGBUS: return "SIGBUS";
	case SIGILL: return "SIGILL";
	case SIGTRAP: return "SIGTRAP";
	case SIGPIPE: return "SIGPIPE";
	case SIGALRM: return "SIGALRM";
	case SIGTERM: return "SIGTERM";
	case SIGKILL: return "SIGKILL";
	}
	return "signal";
}

/* A long key is kept as its digest: a path may print much. */
static bool is_new(KeyMap *seen, Buf *key)
{
	enum { LONG = 4096 };
	size_t before = seen->len;
	bool is_long = key->len > LONG;
	if (is_long) {
		Digest digest = digest_of(key->at, key->len);
		buf_reset(key);
		buf_add(key, digest.at, sizeof digest.at);
	}
	buf_addc(key, is_long);
	keymap_put(seen, buf_key(key), 1);
	return seen->len > before;
}

/* Adds the kind of ending to a key: status, signal, or kind and location of the error. */
static void ending_key(const RunResult *result, Buf *to)
{
	key_number(to, (u64)result->outcome << 32 | (u32)result->status);
	key_number(to, (u64)result->error << 32 | (result->outcome > RAN_SIGNAL ? result->loc : 0));
}

static bool ending_is_new(Cases *r, const RunResult *result)
{
	Buf key = {0};
	ending_key(result, &key);
	bool is = is_new(&r->endings, &key);
	buf_free(&key);
	return is;
}

bool ending_known(const Cases *r, const RunResult *result)
{
	Buf key = {0};
	u64 one;
	ending_key(result, &key);
	buf_addc(&key, false);
	bool is = keymap_get(&r->endings, buf_key(&key), &one);
	buf_free(&key);
	return is;
}

/* The key of an outcome by its identity, as is_new makes it. */
static Buf identity_key(const RunResult *result, const u8 *identity)
{
	Buf key = {0};
	ending_key(result, &key);
	buf_add(&key, identity, sizeof(Digest));
	buf_addc(&key, false);
	return key;
}

bool outcome_known(const Cases *r, const RunResult *result, const u8 *identity)
{
	u64 one;
	Buf key = identity_key(result, identity);
	bool is = keymap_get(&r->outcomes, buf_key(&key), &one);
	buf_free(&key);
	return is;
}

void outcome_count(Cases *r, const RunResult *result, const u8 *identity)
{
	Buf key = identity_key(result, identity);
	keymap_put(&r->outcomes, buf_key(&key), 1);
	buf_free(&key);
}

/* With several processes: by identities, because numbers of expressions mean nothing to the others. */
static bool outcome_is_new_to_all(Cases *r, const PathRun *run, const Assignment *input)
{
	Buf key = {0};
	ending_key(&run->result, &key);
	if (r->repeated) {
		buf_add(&key, r->repeated, sizeof(Digest));
		r->items.len = 0;
		outcome_items(r->config.inputs->pool, r->config.machine, 1, input, &r->items);
	} else {
		outcome_identity(r, run, input, &key);
	}
	r->repeated = NULL;
	bool is = is_new(&r->outcomes, &key);
	buf_free(&key);
	return is;
}

/* True if no earlier path ended in the same way with the same output. Outputs are compared as
 * expressions, so the number of outcomes does not depend on which inputs were found. */
static bool outcome_is_new(Cases *r, const PathRun *run, const Assignment *input)
{
	ExprPool *pool = r->config.inputs->pool;
	Buf key = {0};
	if (r->config.several)
		return outcome_is_new_to_all(r, run, input);
	ending_key(&run->result, &key);
	for (int stream = 2; stream >= 1; stream--) {
		r->items.len = 0;
		outcome_items(pool, r->config.machine, stream, input, &r->items);
		items_key(&r->items, &key);
	}
	if (run->value.returned) {
		Expr e = (Expr)run->value.tag;
		key_number(&key, e);
		key_number(&key, e ? 0 : run->value.lo);
	}
	bool is = is_new(&r->outcomes, &key);
	buf_free(&key);
	return is;
}

/* What to say of an error: the machine's report, or what the program itself said. */
static const char *failure_text(Cases *r, const RunResult *result)
{
	if (result->report && *result->report)
		return arena_strdup(&r->arena, result->report);
	const char *said = buf_str(&r->now.err);
	return arena_strndup(&r->arena, said, strnlen(said, 1000));
}

static const char *failure_kind(const RunResult *result)
{
	return result->outcome == RAN_ERROR ? error_kind_name(result->error)
										: signal_name(result->status);
}

bool failure_is(const Failure *f, const RunResult *result)
{
	return !strcmp(f->shown.kind, failure_kind(result)) && f->loc == result->loc;
}

/* The failure that this run is an instance of, made when it is the first. */
static Failure *failure_for(Cases *r, const RunResult *result)
{
	const char *kind = failure_kind(result);
	for (size_t i = 0; i < r->failures.len; i++) {
		Failure *f = &r->failures.at[i];
		if (!failure_is(f, result))
			continue;
		/* Signals without a location are distinguished by the program's messages. */
		const char *report = f->shown.report;
		if (result->loc || !strncmp(report, buf_str(&r->now.err), strlen(report)))
			return f;
	}
	Failure f = {.shown = {.kind = kind, .report = failure_text(r, result)}, .loc = result->loc};
	vec_push(&r->failures, f);
	r->file.news = true;
	return &vec_last(&r->failures);
}

/* By default somebody can look at all of them: the first ones, then those that add something, up to
 * a bound. An error has a test whatever came before. Partitions add something each. */
static bool wants_one_of_few(const Cases *r, const Path *path, const News *news)
{
	bool adds = path->run->fresh || news->ending || r->config.by != BY_PATH;
	return news->error || r->tests < FEW || (adds && r->tests < MOST_TESTS);
}

bool wants_test(const Cases *r, const Path *path, const News *news)
{
	switch (r->location.fd < 0 ? TESTS_NONE : r->config.tests) {
	case TESTS_FEW: return wants_one_of_few(r, path, news);
	case TESTS_ALL: return true;
	case TESTS_COVERING: return path->run->fresh || news->error;
	case TESTS_OUTCOMES: return news->outcome;
	case TESTS_NONE: break;
	}
	return false;
}

/* Of very many paths most are only counted: nobody looks at all of them. Partitions together are
 * the answer, as long as it can be read. */
bool is_told(const Cases *r, const ResultCase *c)
{
	return r->bytes < MOST_BYTES && (r->config.by != BY_PATH || r->cases.len < TOLD || c->test);
}

/* Characters that a case takes in result.json, about. */
static size_t told_bytes(const ResultCase *c)
{
	size_t n = strlen(c->output) + (c->condition ? strlen(c->condition) : CONDITION_LIMIT / 4);
	n += c->signature ? strlen(c->signature) : 0;
	n += c->condition_smt ? strlen(c->condition_smt) : 0;
	for (size_t i = 0; i < c->n_terms; i++)
		n += c->terms[i].text ? strlen(c->terms[i].text) : 0;
	return n;
}

/* The targets that the run executed, kept for the result. */
static void take_targets(Cases *r, ResultCase *c)
{
	const CaseTargets *t = r->config.targets;
	u32 *list = arena_array(&r->arena, u32, t->executed.len + 1);
	for (size_t i = 0; i < t->executed.len; i++)
		list[i] = t->executed.at[i] + 1;
	c->targets = list;
	c->n_targets = t->executed.len;
}

/* What only partitions have, and the status where the input decides it. */
static void take_signature(Cases *r, const Path *path, ResultCase *c)
{
	const RunResult *result = &path->run->result;
	r->constraints += path->set ? path->n_set : path->run->n;
	if (result->outcome == RAN_EXIT && (Expr)result->status_tag) {
		buf_reset(&r->text);
		status_text(r->config.inputs->pool, (Expr)result->status_tag, OUTPUT_LIMIT, &r->text);
		c->status_expr = arena_strdup(&r->arena, buf_str(&r->text));
	}
	if (r->config.by == BY_PATH)
		return;
	if (r->config.targets)
		take_targets(r, c);
	c->signature = signature_text(r, path);
	c->condition = signature_condition(r, path);
	c->condition_smt = signature_condition_smt(r, path);
	signature_terms(r, path, c);
}

static void take_set(Cases *r, const Path *path, PathCase *c)
{
	Expr *set = arena_array(&r->arena, Expr, path->n_set + 1);
	for (size_t i = 0; i < path->n_set; i++)
		set[c->n_set++] = path->set[i].cond;
	c->set = set;
}

/* Also of partitions that are only counted. */
static void count_targets(CaseTargets *t, const Machine *m)
{
	targets_executed(t, m);
	for (size_t i = 0; i < t->executed.len; i++)
		t->list.at[t->executed.at[i]].cases++;
}

void cases_path(Cases *r, const Path *path)
{
	const RunResult *result = &path->run->result;
	PathCase c = {.leaf = path->leaf};
	ResultCase *shown = &c.shown;
	if (path->set)
		take_set(r, path, &c);
	outcome_take(&r->now, r->config.machine, result);
	if (r->config.targets)
		count_targets(r->config.targets, r->config.machine);
	News news = {.outcome = outcome_is_new(r, path->run, path->input),
				 .ending = ending_is_new(r, result)};
	bool error = result->outcome == RAN_ERROR || result->outcome == RAN_SIGNAL;
	ResultError *failure = error ? &failure_for(r, result)->shown : NULL;
	news.error = error && !failure->count;
	if (wants_test(r, path, &news) && test_write(r, path, r->tests + 1, &r->trouble))
		shown->test = ++r->tests;
	if (shown->test)
		r->shown += news.outcome;
	else
		r->covering += path->run->fresh > 0;
	if (error) {
		failure->count++;
		if (!failure->test)
			failure->test = shown->test;
	}
	if (!is_told(r, shown)) {
		r->constraints += path->set ? path->n_set : path->run->n;
		r->left_out++;
		return;
	}
	shown->outcome = outcome_name(result->outcome);
	shown->status = result->outcome == RAN_EXIT     ? result->status
					: result->outcome == RAN_SIGNAL ? 128 + result->status
													: -1;
	buf_reset(&r->text);
	items_text(r->config.inputs->pool, &r->items, OUTPUT_LIMIT, &r->text);
	shown->output = arena_strdup(&r->arena, buf_str(&r->text));
	take_signature(r, path, shown);
	r->bytes += told_bytes(shown);
	vec_push(&r->cases, c);
}

void cases_status(Cases *r, Buf *line)
{
	const ExploreStats *s = explorer_stats(r->config.explorer);
	double seconds = s->seconds > 0 ? s->seconds : 1e-9;
	const char *noun = r->config.by == BY_PATH ? "path" : "partition";
	buf_addf(line,
			 "%.0f s  %llu %ss  %zu outcomes  %zu errors  %.0f runs/s  %zu waiting  solver %.0f %%",
			 s->seconds, (unsigned long long)s->paths, noun, r->outcomes.len, r->failures.len,
			 (double)s->runs / seconds, explorer_waiting(r->config.explorer),
			 100 * s->solve.total_seconds / seconds);
}
