/* cmd_test.c: drift test: inputs on which two versions of a program differ, as tests. */
#include "cmd_pair.h"
#include "cmd_test_explain.h"

#include <errno.h>

#include "test/test.h"

#define OPT_STRUCT PairCommand
static const OptSpec test_specs[] = {TEST_OPTIONS(OPT_ROW)};

const OptCommand test_command_spec = {
	.name = "test",
	.args = "OLD NEW [options] -- ARG...",
	.summary =
		"Find inputs on which two versions of a program behave differently, one for each semantic\n"
		"change, confirmed natively; or prove that there are none.\n"
		"Arguments after -- are themselves, or placeholders for what may vary:\n"
		"  @int, @int=958           a 32-bit integer in decimal\n"
		"  @str:8, @str:8=abc       text of up to 8 bytes\n"
		"  @file:64=seed.png, @@    the name of a file with up to 64 (@@: 64) bytes\n"
		"OLD and NEW are .c files, directories of .c files, .bc or .ll files, or binaries built\n"
		"by drift-cc. Exit status 0: equivalent or no difference found, 1: different, 2: trouble,\n"
		"3 with --strict: no difference found, or equivalent for a reason that says nothing.\n"
		"With --golden or --golden-cmd: 0 if all differences are progress, 1 if one is not.",
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

static bool choose_search(const PairCommand *o, SearchConfig *c, Err *err)
{
	c->seed = (u64)o->seed;
	c->propagate = !o->no_propagate;
	c->interactions = o->interactions;
	c->no_sequences = o->no_sequences;
	c->prune = o->no_prune ? 0 : (1u << N_PRUNES) - 1;
	/* A defect on purpose, for our own tests: a second opinion must find it. */
	const char *wrong = getenv("DRIFT_WRONG_CUT");
	c->wrong_cut = wrong ? (u32)atoi(wrong) + 1 : 0;
	if (o->strategy && !strategy_parse(o->strategy, &c->strategy))
		return err_set(err,
					   "--strategy '%s': must be auto, directed, sequence, reach, path, random, "
					   "output or signature",
					   o->strategy);
	/* What a function leaves behind pointers is no output that dependences are known of. */
	if (o->entry && (c->strategy == STRATEGY_OUTPUT || c->strategy == STRATEGY_SIGNATURE))
		return err_set(err, "--strategy %s is for programs with main", o->strategy);
	if ((c->strategy == STRATEGY_OUTPUT || c->strategy == STRATEGY_SIGNATURE ||
		 c->strategy == STRATEGY_RANDOM) &&
		!one_process(o->jobs, "--strategy output, signature or random", "another", err))
		return false;
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
		c->claim.search.end -= (c->until - now_seconds()) * AFTERWARDS;
}

static Tester *make_tester(PairJob *job, Err *err)
{
	const PairCommand *o = &job->o;
	TestConfig c = {.claim = job->config,
					.dir = o->out ? o->out : "drift-out",
					.all = o->all,
					.unsafe = o->confirm_unsafe,
					.unconfirmed = o->no_confirm,
					.accept = job->accept.at,
					.accept_names = job->accept_names.at,
					.n_accept = job->accept.len,
					.baseline = o->baseline,
					.why = o->why,
					.interactions = o->interactions,
					.golden = o->golden ? &job->s.subject[NEW + 1] : NULL,
					.golden_cmd = o->golden_cmd,
					.builds = o->builds < 0 ? 250 : (u32)o->builds,
					.progress = job->told.text ? job->told.to : NULL};
	SourceTrees given = {{o->old_sources, o->new_sources}, o->build, o->program};
	if (!source_trees(&given, job->s.operands.at[NEW], &job->trees, &job->arena, err))
		return NULL;
	c.trees = &job->trees;
	if (!choose_search(o, &c.claim.search, err) ||
		!parse_stop_after(o->stop_after, &c.stop_after, err))
		return NULL;
	share_time(job, &c);
	return tester_new(&c, err);
}

static bool is_unexecuted(void *ctx, u32 change)
{
	return !((Claim *)ctx)->search->changes.list.at[change].reached;
}

/* A library of which nothing that changed was executed: what to call instead. */
static void suggest(const PairJob *job, const Claim *claim)
{
	if (!job->told.text || !(job->o.entry || session_called(&job->s)) || !claim_vacuous(claim))
		return;
	Buf words = {0};
	pair_words(&(PairWords){{job->given[OLD], job->given[NEW]},
							job->o.cflags,
							{job->o.old_cflags, job->o.new_cflags}},
			   &words);
	change_map_suggest(claim->search->changes.map, is_unexecuted, (void *)(uintptr_t)claim,
					   buf_str(&words), stdout);
	buf_free(&words);
}

/* ---- the command ---- */

static int test(PairJob *job, Tester *t)
{
	Err err = {0};
	session_catch_signals();
	if (job->told.text)
		tester_changes(t, job->told.to);
	bool good = tester_run(t, &err);
	Result result;
	Err why = {0};
	bool explained = tester_fill(t, &result, &why);
	Explained *all = job->o.explain ? explain_differences(job, t, &result) : NULL;
	good = tester_save(t, &result, &err) && good;
	if (good)
		told_write(&job->told, &result, &job->o.strip_prefix);
	result_free(&result);
	explained_end(all);
	if (!good)
		return complain(&err);
	if (!explained && job->told.text)
		return complain(&why);
	/* What is only better than before is no reason to stop. */
	if (tester_all_progress(t) && claim_verdict(tester_claim(t)) == VERDICT_DIFFERENT)
		return EXIT_SAME;
	suggest(job, tester_claim(t));
	return pair_status(job, tester_claim(t));
}

int cmd_test(int argc, char **argv)
{
	PairJob job;
	Err err = {0};
	Tester *t = NULL;
	bool good = pair_begin(&job, &test_command_spec, true, argc, argv, &err) &&
				(t = make_tester(&job, &err));
	int status = good ? test(&job, t) : complain(&err);
	tester_free(t);
	pair_end(&job);
	return status;
}
