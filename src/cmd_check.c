/* cmd_check.c: drift check: does a change do what was meant, and nothing else?
 *
 * Both versions are loaded once to see what changed, and then once for each function that is
 * checked, since a function is called alone.
 */
#include <dirent.h>
#include <errno.h>

#include "check/check.h"
#include "check/suggest.h"
#include "cmd_pair.h"
#include "native/testdir.h"
#include "version/version.h"

#define CHECK_RESULT_OPTIONS(X)                                       \
	X(GROUP, native_runs, 0, NULL, NULL, 0, 0, "native confirmation") \
	X(FLAG, confirm_unsafe, 0, "confirm-unsafe", NULL, 0, 0,          \
	  "run tests natively even where there is no sandbox for them")   \
	X(FLAG, no_confirm, 0, "no-confirm", NULL, 0, 0,                  \
	  "report what the machine says without running it natively")     \
	X(GROUP, results, 0, NULL, NULL, 0, 0, "results")                 \
	X(TEXT, out, 'o', "dir", "DIR", 0, 0,                             \
	  "directory for result.json and tests (default drift-out)")      \
	FORMAT_OPTIONS(X)

#define CHECK_OPTIONS(X)                                                                   \
	CHECK_OPTIONS_OWN(X)                                                                   \
	SESSION_INPUT_OPTIONS(X)                                                               \
	X(NUM, bound, 0, "bound", "N", 1, 65536, "bytes of objects for pointers (default 16)") \
	X(NUM, depth, 0, "depth", "N", 1, 64,                                                  \
	  "pointers that are followed from what is returned and left behind (default 3)")      \
	PAIR_WHAT_OPTIONS(X)                                                                   \
	PAIR_BUDGET_OPTIONS(X)                                                                 \
	CHECK_RESULT_OPTIONS(X)                                                                \
	PAIR_SOURCE_OPTIONS(X)

#define OPT_STRUCT PairCommand
static const OptSpec check_specs[] = {CHECK_OPTIONS(OPT_ROW)};

const OptCommand check_command_spec = {
	.name = "check",
	.args = "OLD NEW [options] [-- ARG...]",
	.summary =
		"Check that every changed function does what its change contract says, and nothing else.\n"
		"A contract is a comment above the function in NEW; a changed function without one must\n"
		"do as before. With arguments after --, as for drift test, the program is checked, too.\n"
		"Exit status 0: nothing is violated, 1: something is, 2: trouble, 3 with --strict:\n"
		"nothing is violated, and something was not shown.",
	.example = "  drift check old.c new.c\n"
			   "  drift check --contract meant.txt old.c new.c -- @int",
	.specs = check_specs,
	.n_specs = countof(check_specs),
};

/* Something to check. */
typedef struct CheckTarget {
	char *function; /* main: the program */
	const Contract *contract;
	bool changed;
} CheckTarget;

/* A check on its way. */
typedef struct CheckJob {
	PairCommand o;
	StrList operands, words;
	Told told;
	char *cflags[2];
	Program *program[2]; /* to see what changed */
	ChangeMap *map;
	ContractSet contracts;
	VEC(CheckTarget) targets;
	/* What a result borrows from until it is written. */
	VEC(PairJob *) jobs;
	VEC(Checker *) checkers;
	VEC(char *) names;
	Result result;
	double end;    /* when the time is up, as now_seconds has it; 0: no limit */
	Budget native; /* the same, and signals: for builds and native runs */
} CheckJob;

/* ---- what there is to check ---- */

static bool load_both(CheckJob *job, Err *err)
{
	const PairCommand *o = &job->o;
	const char *own[2] = {o->old_cflags, o->new_cflags};
	Library *library = NULL;
	for (int side = OLD; side <= NEW; side++) {
		char *flags = o->cflags && own[side] ? xasprintf("%s %s", o->cflags, own[side])
											 : xstrdup(o->cflags   ? o->cflags
													   : own[side] ? own[side]
																   : "");
		job->cflags[side] =
			pair_flags(*flags ? flags : NULL, job->operands.at[side], job->operands.at[NEW]);
		free(flags);
		LoadOptions how = {.cflags = job->cflags[side],
						   .undefined_ok = true,
						   .cache = !o->no_cache,
						   .library = &library};
		job->program[side] = program_load(job->operands.at[side], &how, err);
		if (!job->program[side])
			break;
	}
	library_close(library);
	if (!job->program[OLD] || !job->program[NEW])
		return false;
	job->map = change_map(job->program[OLD], job->program[NEW], NULL, err);
	return job->map != NULL;
}

static bool defines(const Program *p, const char *name)
{
	for (size_t i = 0; i < p->functions.len; i++)
		if (p->functions.at[i].kind == FN_SUBJECT && !strcmp(p->functions.at[i].source_name, name))
			return true;
	return false;
}

/* For ContractNames. */
static bool is_function(void *ctx, const char *name)
{
	return defines(ctx, name);
}

/* Sources of NEW that code comes from. */
static bool read_sources(CheckJob *job, Err *err)
{
	const Program *p = job->program[NEW];
	ContractNames names = {job->program[NEW], is_function};
	Err ignored;
	for (size_t i = 1; i < p->files.len; i++) {
		bool own = false;
		for (size_t k = 0; k < p->functions.len && !own; k++)
			own = p->functions.at[k].kind == FN_SUBJECT &&
				  p->locs.at[p->functions.at[k].loc].file == i;
		Buf text = {0};
		char *path = program_path(p, (u32)i);
		bool good = !own || !file_read(path, &text, &ignored) ||
					contracts_read(&job->contracts, p->files.at[i], buf_str(&text), text.len, false,
								   &names, err);
		buf_free(&text);
		free(path);
		if (!good)
			return false;
	}
	return true;
}

static bool read_contracts(CheckJob *job, Err *err)
{
	ContractNames names = {job->program[NEW], is_function};
	Buf text = {0};
	bool good = true;
	if (job->o.contract)
		good = file_read(job->o.contract, &text, err) &&
			   contracts_read(&job->contracts, job->o.contract, buf_str(&text), text.len, true,
							  &names, err);
	buf_free(&text);
	return good && read_sources(job, err);
}

static CheckTarget *find_target(CheckJob *job, const char *function)
{
	for (size_t i = 0; i < job->targets.len; i++)
		if (!strcmp(job->targets.at[i].function, function))
			return &job->targets.at[i];
	return NULL;
}

static CheckTarget *add_target(CheckJob *job, const char *function)
{
	CheckTarget *t = find_target(job, function);
	if (t)
		return t;
	vec_push(&job->targets, ((CheckTarget){.function = xstrdup(function)}));
	return &vec_last(&job->targets);
}

/* Functions that both versions have and in which something changed. */
static void add_changed(CheckJob *job)
{
	for (u32 i = 0; i < change_map_count(job->map); i++)
		for (int side = NEW; side >= OLD; side--) {
			const ChangePart *part = &change_map_at(job->map, i)->part[side];
			const Program *p = job->program[side];
			for (u32 k = 0; k < part->n_points; k++) {
				const Function *f = &p->functions.at[part->points[k].function];
				if (f->kind == FN_SUBJECT && defines(job->program[!side], f->source_name))
					add_target(job, f->source_name)->changed = true;
			}
		}
}

static bool add_contracts(CheckJob *job, Err *err)
{
	for (size_t i = 0; i < job->contracts.list.len; i++) {
		const Contract *c = job->contracts.list.at[i];
		if (!defines(job->program[NEW], c->function))
			return contract_complain(c->source, c->at, err, "NEW has no function '%s'",
									 c->function);
		CheckTarget *t = add_target(job, c->function);
		if (t->contract)
			return contract_complain(c->source, c->at, err, "'%s' has a contract already",
									 c->function);
		t->contract = c;
	}
	return true;
}

static bool is_chosen(const CheckJob *job, const char *function)
{
	for (size_t i = 0; i < job->o.function.len; i++)
		if (!strcmp(job->o.function.at[i], function))
			return true;
	return !job->o.function.len;
}

static bool find_targets(CheckJob *job, Err *err)
{
	if (!add_contracts(job, err))
		return false;
	add_changed(job);
	for (size_t i = 0; i < job->o.function.len; i++) {
		if (!defines(job->program[NEW], job->o.function.at[i]))
			return err_set(err, "--function %s: NEW has no such function", job->o.function.at[i]);
		add_target(job, job->o.function.at[i]);
	}
	return true;
}

/* ---- one of them ---- */

/* What --entry is told: a prototype of --shape, or the name. */
static const char *entry_of(const CheckJob *job, const char *function)
{
	for (size_t i = 0; i < job->o.prototypes.len; i++) {
		Entry e = {0};
		Err ignored;
		bool same = entry_parse(job->o.prototypes.at[i], &e, &ignored) && !strcmp(e.name, function);
		entry_free(&e);
		if (same)
			return job->o.prototypes.at[i];
	}
	return function;
}

static const char *given_of(const CheckTarget *t)
{
	return t->contract ? "written" : "equal by default";
}

/* Time for all of them; 0: no limit. */
static double seconds_of(const PairCommand *o)
{
	return o->time >= 0 ? o->time : o->runs ? 0 : 60;
}

/* What is left of it, and the share of the next of so many; not above 0: it is up. */
static double share(const CheckJob *job, size_t left)
{
	return (job->end - now_seconds()) / (double)left;
}

static CheckConfig config_of(CheckJob *job, const PairJob *pair, const CheckTarget *t)
{
	const PairCommand *o = &job->o;
	char *below = xstrdup(t->function);
	char *dir = xasprintf("%s/%s", o->out ? o->out : "drift-out", below);
	vec_push(&job->names, below);
	vec_push(&job->names, dir);
	CheckConfig c = {.claim = pair->config,
					 .contract = t->contract,
					 .given = given_of(t),
					 .function = t->function,
					 .dir = dir,
					 .below = below,
					 .unsafe = o->confirm_unsafe,
					 .unconfirmed = o->no_confirm,
					 .native = &job->native};
	c.claim.search.prune = (1u << N_PRUNES) - 1;
	c.claim.search.propagate = true;
	return c;
}

static bool run_one(CheckJob *job, PairJob *pair, const CheckTarget *t, Err *err)
{
	CheckConfig c = config_of(job, pair, t);
	Checker *checker = checker_new(&c, err);
	if (!checker)
		return false;
	vec_push(&job->checkers, checker);
	if (!checker_run(checker, err))
		return false;
	checker_fill(checker, &job->result);
	return true;
}

/* ---- proposals ---- */

/* A proposal for the function of a pair, as one of the contracts; NULL with why there is none. */
static const Contract *propose(CheckJob *job, Suggester *s, const char *function, SuggestHow how,
							   const char **source, Err *err)
{
	Buf text = {0}, file = {0};
	const Contract *found = NULL;
	if (suggester_text(s, how, &text, err)) {
		buf_addf(&file, "%sint %s(void);\n", buf_str(&text), function);
		if (contracts_read(&job->contracts, "(suggested)", buf_str(&file), file.len, true, NULL,
						   err))
			found = vec_last(&job->contracts.list);
		char *kept = xstrdup(buf_str(&text));
		vec_push(&job->names, kept);
		*source = kept;
	}
	buf_free(&text);
	buf_free(&file);
	return found;
}

/* Checks a proposal as if it had been written. False: it is none. */
static bool try_proposal(CheckJob *job, PairJob *pair, const CheckTarget *t,
						 const Contract *contract, const char *source, Err *err)
{
	CheckConfig c = {.claim = pair->config,
					 .contract = contract,
					 .given = "suggested",
					 .function = t->function,
					 .source = source};
	Checker *checker = checker_new(&c, err);
	if (!checker)
		return false;
	bool good = checker_run(checker, err) && checker_all_hold(checker);
	if (!good) {
		checker_free(checker);
		return false;
	}
	vec_push(&job->checkers, checker);
	checker_fill(checker, &job->result);
	return true;
}

static bool suggest_one(CheckJob *job, PairJob *pair, const CheckTarget *t, Err *err)
{
	ClaimConfig config = pair->config;
	config.search.prune = (1u << N_PRUNES) - 1;
	config.search.propagate = true;
	Suggester *s = suggester_new(&config, err);
	if (!s || !suggester_run(s, err)) {
		suggester_free(s);
		return false;
	}
	bool done = false;
	Err why = {0};
	for (int how = 0; how < N_SUGGEST_HOWS && !done; how++) {
		const char *source = NULL;
		const Contract *c = propose(job, s, t->function, (SuggestHow)how, &source, &why);
		done = c && try_proposal(job, pair, t, c, source, &why);
	}
	if (!done)
		check_fill_unsearched(NULL, "suggested", t->function,
							  why.text[0] ? why.text : "no proposal was found that holds",
							  &job->result);
	suggester_free(s);
	return true;
}

/* ---- on runs ---- */

/* A test's command line, with the whole name of its standard input, for a file of seeds. */
static void add_seed(const char *dir, const char *cmd, Buf *to)
{
	char *full = realpath(dir, NULL);
	const char *from = strrchr(cmd, '<');
	const char *plain = !strncmp(cmd, "cd files && ", 12) ? cmd + 12 : cmd;
	size_t n = from ? (size_t)(from - plain) : strcspn(plain, "\n#");
	buf_add(to, plain, n);
	if (from && strstr(from, "stdin") && full) {
		buf_addc(to, '<');
		buf_add_shell(to, full);
		buf_adds(to, "/stdin");
	}
	buf_addc(to, '\n');
	free(full);
}

/* All tests below a directory become one file of seeds. */
static bool tests_as_seeds(CheckJob *job, Err *err)
{
	struct dirent **names;
	int n = scandir(job->o.tests, &names, NULL, alphasort);
	Buf all = {0}, cmd = {0};
	Err ignored;
	if (n < 0)
		return err_set(err, "--tests %s: %s", job->o.tests, strerror(errno));
	for (int i = 0; i < n; i++) {
		char *dir = xasprintf("%s/%s", job->o.tests, names[i]->d_name);
		char *path = xasprintf("%s/cmd", dir);
		buf_reset(&cmd);
		if (names[i]->d_name[0] != '.' && file_exists(path) && file_read(path, &cmd, &ignored))
			add_seed(dir, buf_str(&cmd), &all);
		free(path);
		free(dir);
		free(names[i]);
	}
	free(names);
	char *seeds = xasprintf("%s/seeds", job->result.dir);
	vec_push(&job->names, seeds);
	bool good = all.len ? dir_make(job->result.dir, err) && file_write(seeds, all.at, all.len, err)
						: err_set(err, "--tests %s: there are no tests in it", job->o.tests);
	job->o.seeds = seeds;
	buf_free(&all);
	buf_free(&cmd);
	return good;
}

static bool is_on_runs(const CheckJob *job)
{
	return job->o.tests || job->o.seeds || job->words.len || job->o.input;
}

/* A checker for the calls of one function; what cannot be called is not shown. */
static bool watch_one(CheckJob *job, const CheckTarget *t, Err *err)
{
	PairJob *pair = xcalloc(1, sizeof *pair);
	vec_push(&job->jobs, pair);
	Err why = {0};
	if (!pair_begin_part(pair, &job->o, &job->operands, &job->words, entry_of(job, t->function),
						 &why)) {
		check_fill_unsearched(t->contract, given_of(t), t->function, why.text, &job->result);
		return true;
	}
	CheckConfig c = config_of(job, pair, t);
	Checker *checker = checker_new(&c, err);
	if (checker)
		vec_push(&job->checkers, checker);
	return checker;
}

/* Runs NEW on all inputs that were given. */
static bool run_all(CheckJob *job, PairJob *pair, Err *err)
{
	Session *s = &pair->s;
	MachineWish wish = {.purpose = MACHINE_LOOKING};
	MachineRunner r = {0};
	if (!subject_start(&s->subject[NEW], &s->inputs, &wish, &r, err))
		return false;
	r.plain = true;
	CheckCalls *calls = check_calls_new(r.m, s->subject[NEW].program);
	for (size_t i = 0; i < job->checkers.len; i++)
		check_calls_add(calls, job->checkers.at[i]);
	Assignment a = {0};
	assignment_init(&a, s->pool);
	for (size_t i = 0; i < s->inputs.starts.len && !session_stop; i++) {
		PathRun out = {0};
		inputs_start(&s->inputs, &s->inputs.starts.at[i], &a);
		Buf line = {0};
		test_shown(&s->inputs, &s->inputs.shapes.at[s->inputs.starts.at[i].shape], &a, &line);
		check_calls_run(calls, line.len ? line.at + 1 : "the program without arguments");
		machine_runner_run(&r, s->inputs.starts.at[i].shape, &a, &out);
		buf_free(&line);
		for (size_t k = 0; k < job->checkers.len; k++)
			checker_ran(job->checkers.at[k]);
	}
	assignment_free(&a);
	check_calls_free(calls);
	subject_stop(&r);
	return true;
}

static bool check_on_runs(CheckJob *job, Err *err)
{
	if (job->o.tests && !tests_as_seeds(job, err))
		return false;
	for (size_t i = 0; i < job->targets.len; i++) {
		const CheckTarget *t = &job->targets.at[i];
		if (is_chosen(job, t->function) && strcmp(t->function, "main") && !watch_one(job, t, err))
			return false;
	}
	PairJob *pair = xcalloc(1, sizeof *pair);
	vec_push(&job->jobs, pair);
	if (!pair_begin_part(pair, &job->o, &job->operands, &job->words, NULL, err) ||
		!run_all(job, pair, err))
		return false;
	for (size_t i = 0; i < job->checkers.len; i++) {
		checker_end(job->checkers.at[i]);
		checker_fill(job->checkers.at[i], &job->result);
	}
	return true;
}

/* A mistake of the contract ends everything; what cannot be called is not shown. */
static bool check_one(CheckJob *job, const CheckTarget *t, double seconds, Err *err)
{
	bool program = !strcmp(t->function, "main");
	PairJob *pair = xcalloc(1, sizeof *pair);
	vec_push(&job->jobs, pair);
	Err why = {0};
	if (program && !job->words.len && !job->o.input && !job->o.seeds && !job->o.env.len) {
		check_fill_unsearched(t->contract, given_of(t), t->function,
							  "no arguments are given to run the program with; put them after --",
							  &job->result);
		return true;
	}
	PairCommand o = job->o;
	o.time = seconds;
	ContractUse use = {0};
	if (t->contract)
		contract_use(t->contract, &use);
	o.names = use.names;
	o.nulls = use.nulls;
	bool good = pair_begin_part(pair, &o, &job->operands, &job->words,
								program ? NULL : entry_of(job, t->function), &why);
	pair->o.names = pair->o.nulls = (StrList){0};
	contract_use_free(&use);
	if (!good) {
		check_fill_unsearched(t->contract, given_of(t), t->function, why.text, &job->result);
		return true;
	}
	return job->o.suggest && !program ? suggest_one(job, pair, t, err) : run_one(job, pair, t, err);
}

/* ---- all of them ---- */

static ResultVerdict verdict_of(const Result *r)
{
	ResultVerdict v = RESULT_HOLDS;
	for (size_t i = 0; i < r->versions.contracts.len; i++)
		for (size_t k = 0; k < r->versions.contracts.at[i].clauses.len; k++) {
			ResultVerdict one = r->versions.contracts.at[i].clauses.at[k].verdict;
			if (one == RESULT_VIOLATED || (one == RESULT_NOT_SHOWN && v == RESULT_HOLDS))
				v = one;
		}
	return v;
}

/* A function that only OLD has is held against nothing: who calls it from elsewhere misses it. */
static void note_gone(CheckJob *job)
{
	const Program *old = job->program[OLD];
	for (size_t i = 0; i < old->functions.len; i++) {
		const Function *f = &old->functions.at[i];
		if (f->kind != FN_SUBJECT || defines(job->program[NEW], f->source_name))
			continue;
		char *text =
			xasprintf("%s: NEW does not have it, so nothing is checked of it", f->source_name);
		result_note(&job->result, "gone", text, result_nowhere, 1, true);
		free(text);
	}
}

/* One of so many that are left; none is begun when the time is up. */
static bool check_next(CheckJob *job, const CheckTarget *t, size_t left, Err *err)
{
	double seconds = job->end > 0 ? share(job, left) : 0;
	if (session_stop || (job->end > 0 && seconds <= 0)) {
		check_fill_unsearched(t->contract, given_of(t), t->function,
							  session_stop ? "it was stopped before this one's turn"
										   : "the time was up before this one's turn",
							  &job->result);
		if (job->result.ended == RESULT_DONE)
			job->result.ended = session_stop ? RESULT_STOPPED : RESULT_TIME;
		return true;
	}
	return check_one(job, t, seconds, err);
}

/* What was found so far, for whoever ends this command. */
static bool save(CheckJob *job, Err *err)
{
	Result now = job->result;
	ResultFile file = {.dir = now.dir};
	now.ended = RESULT_RUNNING;
	now.exhaustive = false;
	now.verdict = verdict_of(&now) == RESULT_VIOLATED ? RESULT_VIOLATED : RESULT_NOT_SHOWN;
	return dir_make(now.dir, err) && result_save(&file, &now, err);
}

static bool check_all(CheckJob *job, Err *err)
{
	Result *r = &job->result;
	size_t left = 0;
	for (size_t i = 0; i < job->targets.len; i++)
		left += is_chosen(job, job->targets.at[i].function);
	bool runs = is_on_runs(job);
	if (runs && !check_on_runs(job, err))
		return false;
	for (size_t i = 0; i < job->targets.len; i++) {
		const CheckTarget *t = &job->targets.at[i];
		if (!is_chosen(job, t->function) || (runs && strcmp(t->function, "main") != 0))
			continue;
		/* What is only named is in the last result: to write all of them each time takes long. */
		bool over = session_stop || (job->end > 0 && now_seconds() >= job->end);
		if (!check_next(job, t, runs ? 1 : left--, err) || (!over && !save(job, err)))
			return false;
	}
	note_gone(job);
	r->verdict = verdict_of(r);
	return true;
}

static int tell(CheckJob *job)
{
	Err err = {0};
	ResultFile file = {.dir = job->result.dir};
	if (!dir_make(job->result.dir, &err) || !result_save(&file, &job->result, &err))
		return complain(&err);
	told_write(&job->told, &job->result, &job->o.strip_prefix);
	if (job->result.verdict == RESULT_VIOLATED)
		return EXIT_DIFFERENT;
	return job->o.strict && job->result.verdict == RESULT_NOT_SHOWN ? EXIT_UNPROVED : EXIT_SAME;
}

static void job_free(CheckJob *job)
{
	told_end(&job->told);
	result_free(&job->result);
	for (size_t i = 0; i < job->checkers.len; i++)
		checker_free(job->checkers.at[i]);
	vec_free(&job->checkers);
	for (size_t i = 0; i < job->jobs.len; i++) {
		pair_end(job->jobs.at[i]);
		free(job->jobs.at[i]);
	}
	vec_free(&job->jobs);
	for (size_t i = 0; i < job->names.len; i++)
		free(job->names.at[i]);
	vec_free(&job->names);
	for (size_t i = 0; i < job->targets.len; i++)
		free(job->targets.at[i].function);
	vec_free(&job->targets);
	if (job->map)
		change_map_free(job->map);
	for (int side = OLD; side <= NEW; side++) {
		if (job->program[side])
			program_free(job->program[side]);
		free(job->cflags[side]);
	}
	contracts_free(&job->contracts);
	StrList *lists[] = {&job->operands,     &job->words,     &job->o.env,    &job->o.file,
						&job->o.assume,     &job->o.native,  &job->o.ignore, &job->o.strip_prefix,
						&job->o.prototypes, &job->o.function};
	for (size_t i = 0; i < countof(lists); i++)
		vec_free(lists[i]);
}

static void begin_result(CheckJob *job)
{
	job->result = (Result){.command = "check",
						   .parts = RESULT_CONTRACTS,
						   .exhaustive = true,
						   .subjects = {{"old", job->operands.at[OLD], job->o.cflags},
										{"new", job->operands.at[NEW], job->o.cflags}},
						   .n_subjects = 2,
						   .name = job->operands.at[NEW],
						   .dir = job->o.out ? job->o.out : "drift-out"};
}

static bool begin(CheckJob *job, int argc, char **argv, Err *err)
{
	if (!opt_parse(&check_command_spec, &job->o, argc, argv, &job->operands, &job->words, err))
		return false;
	if (job->operands.len != 2)
		return err_set(err, "two versions of a program are compared; arguments go after '--'; see "
							"'drift check --help'");
	begin_result(job);
	job->result.ended = RESULT_RUNNING;
	job->result.verdict = RESULT_NOT_SHOWN;
	job->result.exhaustive = false;
	session_watch(&job->result, seconds_of(&job->o), job->o.strict ? EXIT_UNPROVED : EXIT_SAME);
	job->result.verdict = RESULT_NONE;
	job->result.ended = RESULT_DONE;
	job->result.exhaustive = true;
	job->end = session_until(seconds_of(&job->o));
	job->native = (Budget){.stop = &session_stop, .end = job->end};
	return pair_entry_options(&job->o, err) &&
		   told_choose(&job->told, job->o.format, job->o.json, job->o.color, &job->o.strip_prefix,
					   err) &&
		   load_both(job, err) && read_contracts(job, err) && find_targets(job, err);
}

int cmd_check(int argc, char **argv)
{
	CheckJob job = {.o = {.time = -1}};
	Err err = {0};
	bool good = begin(&job, argc, argv, &err);
	if (good)
		session_catch_signals();
	good = good && check_all(&job, &err);
	int status = good ? tell(&job) : complain(&err);
	job_free(&job);
	return status;
}
