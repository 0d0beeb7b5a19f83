/* test.c: drift test: finds inputs on which two versions of a program differ, as tests. */
#include "cli/kept/kept.h"
#include "cli/pair.h"
#include "cli/worlds/worlds.h"
#include "cli/certificate/certify.h"
#include "cli/test_explain.h"
#include "cli/between.h"
#include "cli/suggest/forgotten.h"

#include <errno.h>

#include "clients/test/test.h"
#include "versions/suggest/suggest.h"

#define OPT_STRUCT PairCommand
static const OptSpec test_specs[] = {TEST_OPTIONS(OPT_ROW)};

const OptCommand test_command_spec = {
	.name = "test",
	.args = "OLD NEW [options] [-- ARG...]",
	.summary =
		"Find inputs on which two versions of a program behave differently, or prove that there\n"
		"are none. drift writes a test for each difference, and runs it on native builds of both\n"
		"versions before it reports the difference.\n"
		"\n"
		"OLD and NEW are .c files, directories of .c files, bitcode (.bc, .ll), or binaries built\n"
		"by drift-cc. The program is run with the arguments ARG. A placeholder is an argument "
		"that\n"
		"varies. The search begins with the value after '=':\n"
		"  @int, @int=958           any 32-bit integer in decimal\n"
		"  @double, @double=2.5     any number in decimal; also @float\n"
		"  @str:8, @str:8=abc       any text of up to 8 bytes\n"
		"  @file:64=seed.png        the name of a file with any contents of up to 64 bytes; the\n"
		"                           search begins with those of seed.png\n"
		"  @@                       the name of a file with any contents of up to 64 bytes\n"
		"\n"
		"Exit status:\n"
		"  0  no difference found; the verdict 'equivalent' says that drift proved that there is "
		"none\n"
		"  1  difference found; 'unconfirmed' says that drift could not run it natively. See also\n"
		"     --require-proof\n"
		"  2  the command failed, or drift compared only one input and found no difference\n"
		"  3  see --strict",
	.example = "  drift test old.c new.c -- @int @int\n"
			   "  drift test --output stdout,status --stdin @text:16 v1/calc v2/calc -- -q",
	.specs = test_specs,
	.n_specs = countof(test_specs),
};

static bool parse_stop_after(const char *text, u64 *n, Err *err)
{
	char *end;
	*n = 0;
	if (!text || !strcmp(text, "all"))
		return true;
	if (!strcmp(text, "first")) {
		*n = 1;
		return true;
	}
	errno = 0;
	*n = strtoull(text, &end, 10);
	if (*end || !*n || errno || *text == '-')
		return err_set(err, "--stop-after '%s': must be first, all, or a number", text);
	return true;
}

/* The engine of our own tests (mk/tests.mk) can be made unsound: the attempts to refute a proof must notice it. */
static u32 wrong_cut(void)
{
#ifdef DRIFT_TEST_ENGINE
	const char *kept = getenv("DRIFT_WRONG_CUT");
	return kept ? (u32)atoi(kept) + 1 : 0;
#else
	return 0;
#endif
}

static bool choose_order(const char *text, SearchConfig *c, Err *err)
{
	static const Order orders[] = {ORDER_NEWEST, ORDER_OLDEST, ORDER_COVERAGE};
	Order order;
	if (!text)
		return true;
	if (!order_parse(text, &order))
		return err_set(err, "--order '%s': must be newest, oldest or coverage", text);
	if (strategies[c->strategy].one_order)
		return err_set(err,
					   "--order is only for --strategy path, output, signature and new; --strategy "
					   "%s has its own order",
					   strategies[c->strategy].name);
	c->order = &orders[order];
	return true;
}

static bool wrong_sides(void)
{
#ifdef DRIFT_TEST_ENGINE
	return getenv("DRIFT_WRONG_SIDES");
#else
	return false;
#endif
}

static bool choose_search(const PairCommand *o, SearchConfig *c, Err *err)
{
	c->seed = (u64)o->seed;
	c->propagate = !o->no_propagate;
	c->interactions = o->interactions;
	c->no_sequences = o->no_sequences;
	c->no_mutate = o->no_mutate;
	c->prove = o->prove;
	c->prune = o->no_prune ? 0 : (1u << N_PRUNES) - 1;
	c->wrong.cut = wrong_cut();
	c->wrong.sides = wrong_sides();
	if (o->strategy && !strategy_parse(o->strategy, &c->strategy))
		return err_set(err,
					   "--strategy '%s': must be auto, directed, sequence, reach, path, random, "
					   "output, signature or new",
					   o->strategy);
	if (!choose_order(o->order, c, err))
		return false;
	if ((c->strategy == STRATEGY_OUTPUT || c->strategy == STRATEGY_SIGNATURE ||
		 c->strategy == STRATEGY_RANDOM) &&
		(!one_process(o->jobs, "--strategy output, signature or random", "another", err) ||
		 ((o->shard || o->resume) &&
		  !err_set(err, "--shard and --resume: not with --strategy output, signature or random"))))
		return false;
	if (o->prove && (o->certificate || o->undefined))
		return err_set(err, "--prove excludes --certificate and --undefined");
	if (o->prune && o->no_prune)
		return err_set(err, "--prune and --no-prune exclude each other");
	return !o->prune || prune_parse(o->prune, &c->prune, err);
}

/* Experiments on what was found have their share of the time. */
static const double AFTERWARDS = 1.0 / 3;

static void share_time(const PairJob *job, TestConfig *c)
{
	c->until = job->config.search.end;
	if (c->until > 0 && (job->o.interactions || job->o.explain))
		c->comparison.search.end -= (c->until - now_seconds()) * AFTERWARDS;
}

/* How experiments call the function under --entry; all belongs to the job. */
static const TestBetween *find_between(PairJob *job)
{
	if (!job->o.entry || !job->o.interactions)
		return NULL;
	Between *b = arena_array(&job->arena, Between, 1);
	TestBetween *to = arena_array(&job->arena, TestBetween, 1);
	ExplainSources from = {0};
	between_begin(b, job, &from);
	*to = (TestBetween){.target = from.target,
						.given = from.given ? arena_strdup(&job->arena, from.given) : NULL};
	for (int side = OLD; side <= NEW; side++) {
		const char *flags = from.cflags[side];
		to->version[side] = from.version[side];
		to->cflags[side] = flags ? arena_strdup(&job->arena, flags) : NULL;
	}
	between_end(b);
	return to;
}

/* Reads --dict, and writes --dict-out. */
static bool find_words(PairJob *job, SearchConfig *c, Err *err)
{
	const PairCommand *o = &job->o;
	if (o->dict && !job->dict.words.len && !dictionary_read(&job->dict, o->dict, err))
		return false;
	c->dict = &job->dict;
	if (!o->dict_out)
		return true;
	Dictionary all = {0};
	dictionary_join(&all, &job->dict);
	for (int side = NEW; side >= OLD; side--)
		dictionary_find(&all, job->s.subject[side].program);
	bool good = dictionary_write(&all, o->dict_out, err);
	dictionary_free(&all);
	return good;
}

/* again: it is the second search, in other worlds. */
static Tester *make_tester(PairJob *job, const ResultOutput *output, bool again, Err *err)
{
	const PairCommand *o = &job->o;
	TestConfig c = {.comparison = job->config,
					.dir = o->out ? o->out : "drift-out",
					.all = o->all,
					.unsafe = o->confirm_unsafe,
					.unconfirmed = o->no_confirm,
					.accept = job->accept.at,
					.accept_names = job->accept_names.at,
					.n_accept = job->accept.len,
					.baseline = o->baseline,
					.again = again,
					.why = o->why,
					.interactions = o->interactions,
					.golden = o->golden ? &job->s.subject[NEW + 1] : NULL,
					.golden_entry = &job->golden_entry,
					.between = find_between(job),
					.golden_cmd = o->golden_cmd,
					.path_conditions = o->path_conditions,
					.builds = o->builds < 0 ? 250 : (u32)o->builds,
					.progress = output->text ? output->to : NULL};
	SourceTrees given = {{o->old_sources, o->new_sources}, o->build, o->program};
	if (!source_trees(&given, job->s.operands.at[NEW], &job->trees, &job->arena, err))
		return NULL;
	c.trees = &job->trees;
	if (!choose_search(o, &c.comparison.search, err) ||
		!find_words(job, &c.comparison.search, err) ||
		!parse_stop_after(o->stop_after, &c.stop_after, err))
		return NULL;
	share_time(job, &c);
	bool worlds;
	if (!worlds_parse(o, &worlds, err))
		return NULL;
	c.comparison.reserve = worlds && !again ? WORLDS_SHARE : 0;
	c.comparison.certify = o->certificate && !again;
	return tester_new(&c, err);
}

static bool is_unexecuted(void *ctx, u32 change)
{
	const Search *search = ctx;
	return !search_change(search, change)->reached;
}

/* A library of which nothing that changed was executed: what to call instead. */
static void suggest(const PairJob *job, const Comparison *comparison)
{
	if (!job->output.text || !(job->o.entry || session_called(&job->s)) ||
		!comparison_vacuous(comparison))
		return;
	Buf words = {0};
	pair_words(&(PairWords){{job->given[OLD], job->given[NEW]},
							job->o.cflags,
							{job->o.old_cflags, job->o.new_cflags}},
			   &words);
	Search *search = comparison_search(comparison);
	suggest_reached(job->s.subject[NEW].program, search_map(search), is_unexecuted, search,
					buf_str(&words), stdout);
	buf_free(&words);
}

/* ---- other worlds ---- */

/* For WorldsClient. */
typedef struct TestWorld {
	const ResultOutput *output;
	Tester *latest;
} TestWorld;

static const Comparison *search_world(void *ctx, PairJob *job, Err *err)
{
	TestWorld *w = ctx;
	w->latest = make_tester(job, w->output, true, err);
	return w->latest && tester_run(w->latest, err) ? tester_comparison(w->latest) : NULL;
}

static void fill_world_result(void *ctx, Result *own)
{
	const TestWorld *w = ctx;
	Err ignored;
	tester_fill(w->latest, own, &ignored);
}

static void end_world(void *ctx)
{
	TestWorld *w = ctx;
	tester_free(w->latest);
	w->latest = NULL;
}

/* ---- the command ---- */

/* Writes the certificate that was asked for. Without a proof there is none; what the result is does not
 * change. Returns false if there is a proof and it could not be written. */
static bool certify(const PairJob *job, Tester *t)
{
	Comparison *comparison = tester_comparison(t);
	Err err = {0};
	if (comparison_verdict(comparison) != VERDICT_EQUIVALENT) {
		fprintf(stderr, "drift: %s: not written: a certificate is for the verdict 'equivalent'\n",
				job->o.certificate);
		return true;
	}
	if (certify_save(job, comparison, &err))
		return true;
	fprintf(stderr, "drift: %s: not written: %s\n", job->o.certificate, err.text);
	return false;
}

/* Fills the result after the search, and searches other worlds if w is given. *second: the tester of these, if
 * the versions differ there; then the result is its own. */
static bool fill(PairJob *job, Tester *t, Worlds **w, Tester **second, Result *result, Err *why)
{
	Err err = {0};
	bool explained = tester_fill(t, result, why), wanted;
	if (!w || !worlds_parse(&job->o, &wanted, &err) || !wanted)
		return explained;
	if (kept_part(job))
		return explained; /* whoever merges searches other worlds */
	*w = worlds_new(job, result);
	/* Whatever happens in other worlds, this result is not lost. */
	TestWorld own = {&job->output, NULL};
	WorldsClient client = {&own, search_world, fill_world_result, end_world};
	if (*w)
		tester_save(t, result, &err);
	if (!*w || !worlds_search(*w, &client, result))
		return explained;
	*second = own.latest;
	result_free(result);
	return tester_fill(*second, result, why);
}

/* Progress alone is no reason to fail. */
static int status_of(const PairJob *job, const Tester *t)
{
	const Comparison *comparison = tester_comparison(t);
	if (tester_all_progress(t) && comparison_verdict(comparison) == VERDICT_DIFFERENT)
		return EXIT_SAME;
	return pair_status(job, comparison);
}

static bool is_forgotten(const PairJob *job, const Tester *t)
{
	const Comparison *c = tester_comparison(t);
	return !job->o.one_input && comparison_one_input(c) && !search_proved(comparison_search(c));
}

/* Saves and prints the result of a tester, whose inputs are those of `of`. */
static int report(PairJob *job, PairJob *of, Tester *t, Result *result, Err *err)
{
	Explained *all = job->o.explain ? explain_differences(of, t, result) : NULL;
	bool one = is_forgotten(job, t);
	if (one)
		forgotten_mark(job, search_map(comparison_search(tester_comparison(t))), result);
	bool good = tester_save(t, result, err) && !*err->text;
	int status = one ? EXIT_TROUBLE : status_of(job, t);
	if (good)
		output_report(&job->output, result, &job->o.strip_prefix, status);
	explained_end(all);
	if (!good)
		return complain(err);
	suggest(job, tester_comparison(t));
	if (one && !job->output.text)
		fprintf(stderr, "drift: %s\n", result->versions.sentence);
	return status;
}

static int test(PairJob *job, Tester *t)
{
	Err err = {0}, why = {0};
	Result result;
	Worlds *worlds = NULL;
	Tester *second = NULL;
	session_catch_signals();
	if (job->output.text)
		tester_changes(t, job->output.to);
	bool good = tester_run(t, &err);
	bool explained = fill(job, t, good ? &worlds : NULL, &second, &result, &why);
	int status = report(job, second ? worlds_job(worlds) : job, second ? second : t, &result, &err);
	if (good && job->o.certificate && !certify(job, second ? second : t))
		status = EXIT_TROUBLE;
	result_free(&result);
	tester_free(second);
	worlds_free(worlds);
	return !*err.text && !explained && job->output.text ? complain(&why) : status;
}

static bool shards_fit(const PairJob *job, Err *err)
{
	const char *option = job->o.shard ? "--shard" : "--resume";
	bool kept = job->o.shard || job->o.resume;
	const OptNeed needs[] = {
		{kept, option, !job->o.interactions, "a search without --interactions"},
		{kept, option, !job->o.explain, "a search without --explain"}};
	return options_needed(needs, countof(needs), err);
}

int test_shards(int argc, char **argv, const SearchShard *shards)
{
	PairJob job;
	Err err = {0};
	Tester *t = NULL;
	KeptSearch kept = {.merged = shards};
	bool good = pair_begin(&job, &test_command_spec, true, argc, argv, &err) &&
				shards_fit(&job, &err) && kept_pair(&kept, &job, argc, argv, &err) &&
				certify_fits(&job, &err) && (t = make_tester(&job, &job.output, false, &err));
	int status = good ? test(&job, t) : complain(&err);
	tester_free(t);
	pair_end(&job);
	kept_free(&kept);
	return status;
}

int cmd_test(int argc, char **argv)
{
	return test_shards(argc, argv, NULL);
}
