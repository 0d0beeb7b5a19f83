/* pair.c: from a command line to two loaded versions and their inputs. */
#include "cli/pair.h"

#include "engine/input/shell.h"
#include "engine/load/bitcode/bitcode.h"
#include "engine/input/world.h"

char *pair_given_flags(const PairJob *job, int side)
{
	const PairCommand *o = &job->o;
	PairWords words = {
		{job->given[OLD], job->given[NEW]}, o->cflags, {o->old_cflags, o->new_cflags}};
	return trees_flags(job->roots, side, &words);
}

static bool load_side(PairJob *job, int side, const char *dir, Err *err)
{
	Session *s = &job->s;
	const char *prog = s->operands.at[side];
	char *given = pair_given_flags(job, side);
	char *flags = pair_flags(given, prog, job->given[NEW]);
	job->flags[side] = session_called(s) ? NULL : given;
	bool good =
		session_call(s, dir, side == OLD ? "old" : "new", flags, &s->operands.at[side], err);
	if (session_called(s)) {
		/* They are in the program that was made. */
		free(given);
		free(flags);
		flags = pair_flags(NULL, s->operands.at[side], s->operands.at[side]);
	}
	job->cflags[side] = flags;
	LoadOptions how = {.cflags = flags,
					   .native = true,
					   .entry = s->prototype.name,
					   .undefined_ok = s->prototype.name || session_called(s)};
	if (!session_called(s)) /* or drift writes the sources, and perhaps again */
		how.compiled = job->o.compiled;
	if (!good || !session_load(s, s->operands.at[side], how, err))
		return false;
	s->subject[side].given = job->flags[side];
	/* A program that goes away in the end has another name each time: results have the user's. */
	if (session_called(s) && !dir)
		s->subject[side].version = job->given[side];
	return true;
}

/* Both programs define a harness for fuzzing and no main: it is called. */
static bool is_fuzzed(const PairJob *job)
{
	for (int side = OLD; side <= NEW; side++) {
		const Program *p = job->s.subject[side].program;
		u32 k;
		if (job->o.entry || p->main != NO_OPERAND || !strmap_get(&p->by_name, HARNESS_NAME, &k) ||
			p->functions.at[k].kind != FN_SUBJECT)
			return false;
	}
	return true;
}

static void unload(PairJob *job)
{
	Session *s = &job->s;
	for (; s->n; s->n--) {
		subject_free(&s->subject[s->n - 1]);
		program_free(s->subject[s->n - 1].program);
		free(job->flags[s->n - 1]);
		free(job->cflags[s->n - 1]);
		job->flags[s->n - 1] = job->cflags[s->n - 1] = NULL;
	}
}

static bool load(PairJob *job, const char *dir, Err *err)
{
	const PairCommand *o = &job->o;
	Session *s = &job->s;
	/* Both versions run under one name. */
	s->name = o->entry ? xstrdup(s->prototype.name) : test_program_name(s->operands.at[NEW]);
	for (int side = OLD; side <= NEW; side++)
		job->given[side] = s->operands.at[side];
	job->roots = xcalloc(1, sizeof *job->roots);
	PairWords words = {
		{job->given[OLD], job->given[NEW]}, o->cflags, {o->old_cflags, o->new_cflags}};
	if (!trees_choose(&words, dir, job->roots, err))
		return false;
	if (o->sequence && !pair_sequence(job, err))
		return false;
	if (!load_side(job, OLD, dir, err) || !load_side(job, NEW, dir, err)) {
		trees_say(job->roots, &words, err);
		return false;
	}
	bool fuzzed = is_fuzzed(job), missing = !job->joins && !fuzzed && session_missing(s);
	bool fields = !job->joins, wraps = session_wraps(s, fields);
	if (fuzzed || wraps || missing) {
		bool good = wraps    ? session_wrap(s, fields, &job->o.entry, err)
					: fuzzed ? session_fuzz(s, err)
							 : true;
		unload(job);
		for (int side = OLD; side <= NEW; side++)
			s->operands.at[side] = job->given[side];
		if (!good || !load_side(job, OLD, dir, err) || !load_side(job, NEW, dir, err))
			return false;
	}
	for (int side = OLD; side <= NEW; side++)
		if (!o->entry && s->subject[side].program->main == NO_OPERAND)
			return err_set(err, "%s: there is no 'main'; name a function with --entry or --call",
						   job->given[side]);
	const Program *const loaded[2] = {s->subject[OLD].program, s->subject[NEW].program};
	if (trees_reads(job->roots, loaded, &job->reads, &job->arena))
		job->config.reads = &job->reads;
	return trees_apart(job->roots, loaded, err);
}

/* The third version, under the name of the others, and called as they are. */
static bool load_golden(PairJob *job, const char *dir, Err *err)
{
	enum { GOLD = NEW + 1 };
	const PairCommand *o = &job->o;
	const char *prog = o->golden;
	if (!o->golden && !o->golden_cmd)
		return true;
	if (o->golden && o->golden_cmd)
		return err_set(err, "--golden and --golden-cmd exclude each other");
	if (o->entry && o->golden_cmd)
		return err_set(err,
					   "--golden-cmd is for programs and for --call: a command has no function "
					   "%s; use --golden",
					   o->entry);
	if (!o->golden)
		return true;
	char *given = trees_flags_of(job->roots, prog, o->golden_cflags ? o->golden_cflags : o->cflags);
	char *flags = pair_flags(given, prog, job->given[NEW]);
	bool good = session_call(&job->s, dir, "golden", flags, &prog, err);
	if (session_called(&job->s)) {
		/* They are in the program that was made. */
		free(given);
		free(flags);
		given = NULL;
		flags = pair_flags(NULL, prog, prog);
	}
	job->flags[GOLD] = given;
	job->cflags[GOLD] = flags;
	LoadOptions how = {.cflags = flags,
					   .native = true,
					   .entry = job->s.prototype.name,
					   .undefined_ok = job->s.prototype.name != NULL};
	if (!good || !session_load(&job->s, prog, how, err))
		return false;
	job->s.subject[GOLD].given = given;
	return o->entry || job->s.subject[GOLD].program->main != NO_OPERAND ||
		   err_set(err, "%s: there is no 'main'", o->golden);
}

/* Reads the world of an accepted test, if it has one. */
static void read_world(Inputs *in, Start *start, const char *test)
{
	char *path = xasprintf("%s/world", test);
	Buf text = {0};
	Err ignored;
	if (inputs_read(in, path, &text, &ignored))
		inputs_world_read(in, start, buf_str(&text));
	buf_free(&text);
	free(path);
}

/* The inputs of accepted tests, in the shape of this search. */
static bool load_accepted(PairJob *job, Err *err)
{
	for (size_t i = 0; i < job->o.accept.len; i++) {
		Inputs *in = &job->s.inputs;
		char *cmd = xasprintf("%s/cmd", job->o.accept.at[i]);
		__typeof__(in->starts) kept = in->starts;
		memset(&in->starts, 0, sizeof in->starts);
		bool good = inputs_seeds(in, cmd, true, 0, err);
		for (size_t k = 0; k < in->starts.len; k++) {
			read_world(in, &in->starts.at[k], job->o.accept.at[i]);
			vec_push(&job->accept, in->starts.at[k]);
			vec_push(&job->accept_names, job->o.accept.at[i]);
		}
		vec_free(&in->starts);
		in->starts = kept;
		free(cmd);
		if (!good)
			return false;
	}
	return true;
}

static bool make_inputs(PairJob *job, Err *err)
{
	Session *s = &job->s;
	return (job->o.entry ? pair_entry_inputs(job, err) : session_main_inputs(s, err)) &&
		   session_world(s, err) && load_accepted(job, err) && session_bind(s, err);
}

static const double SECONDS = 60; /* without --time and --runs */

static double seconds_of(const PairCommand *o)
{
	if (o->time >= 0)
		return o->time;
	return o->runs ? 0 : budget_default(SECONDS);
}

/* A part of a command has so much of its time from now on. */
static double end_of(const PairJob *job)
{
	double seconds = seconds_of(&job->o);
	if (!job->joins)
		return session_until(seconds);
	return seconds > 0 ? now_seconds() + seconds : 0;
}

static bool make_config(PairJob *job, Err *err)
{
	const PairCommand *o = &job->o;
	Session *s = &job->s;
	job->config.search = (SearchConfig){.subject = {&s->subject[OLD], &s->subject[NEW]},
										.inputs = &s->inputs,
										.observe = OBSERVE_ALL,
										.entry = o->entry,
										.bounds = session_bounds(s),
										.entry_type = o->entry ? &s->prototype : NULL,
										.entry_old = o->entry ? &job->old_entry : NULL,
										.interface = o->entry ? &job->interface : NULL,
										.end = end_of(job),
										.given = o->seeds != NULL,
										.runs = (u64)o->runs,
										.memory = session_memory(s),
										.processes.jobs = (u32)o->jobs,
										.ignore = o->ignore,
										.z3_limit = session_z3_limit(s),
										.stop = &session_stop};
	job->config.unseen = &s->call.unseen;
	job->config.stubs = &s->call.stubbed;
	if (session_called(s)) {
		job->call = (ResultCall){.text = &s->o.call, .version = {job->given[OLD], job->given[NEW]}};
		for (int side = OLD; side <= NEW; side++) {
			char *flags = pair_given_flags(job, side);
			job->call.cflags[side] = flags ? arena_strdup(&s->call.arena, flags) : NULL;
			free(flags);
		}
		job->config.call = &job->call;
	}
	job->config.accepts = job->accept.len || (o->baseline && file_exists(o->baseline));
	job->config.status = job->output.text ? status_terminal() : NULL;
	if (o->undefined && strcmp(o->undefined, "note") && strcmp(o->undefined, "count"))
		return err_set(err, "--undefined '%s': must be note or count", o->undefined);
	job->config.count_overflow = o->undefined && !strcmp(o->undefined, "count");
	return !o->output || observe_parse(o->output, &job->config.search.observe, err);
}

static VerdictOptions status_options(const PairCommand *o)
{
	return (VerdictOptions){.strict = o->strict, .require_proof = o->require_proof};
}

/* Sets the content of result.json until something is found. */
static bool watch(const PairJob *job, const char *command, bool results, Err *err)
{
	const PairCommand *o = &job->o;
	bool test = !strcmp(command, "test") || !strcmp(command, "suite");
	bool diff = !strcmp(command, "diff");
	Result nothing = {.command = command,
					  .parts = RESULT_VERSIONS | (test ? RESULT_DIFFERENCES : RESULT_PARTITIONS),
					  .verdict = results && !diff ? VERDICT_NO_DIFFERENCE : VERDICT_NOTHING_KNOWN,
					  .ended = RESULT_RUNNING,
					  .subjects = {{"old", job->s.operands.at[OLD], o->cflags},
								   {"new", job->s.operands.at[NEW], o->cflags}},
					  .n_subjects = 2,
					  .dir = !results ? NULL
							 : o->out ? o->out
									  : "drift-out",
					  .entry = o->entry};
	/* Each search of drift compare has its own limit. */
	bool compare = !strcmp(command, "compare");
	/* Without a directory nothing is left when it has to be ended: not even what was found. drift diff shows
	 * how the versions compare, and has shown nothing. */
	return session_watch(
		&nothing, compare ? 0 : seconds_of(o),
		results ? verdict_status(nothing.verdict, status_options(o)) : EXIT_TROUBLE, err);
}

/* Everything behind the command line. results: it leaves a directory behind. */
static bool load_all(PairJob *job, const char *dir, Err *err)
{
	bool good = load(job, dir, err) && load_golden(job, dir, err);
	session_loaded(&job->s);
	return good;
}

/* True if the search runs mutated inputs. */
static bool mutates(const PairCommand *o)
{
	Strategy s = STRATEGY_AUTO;
	return !o->no_mutate && (!o->strategy || strategy_parse(o->strategy, &s)) &&
		   strategies[s].guides >> GUIDE_MUTATE & 1;
}

/* Options that would do nothing are refused, before anything is loaded. */
static bool options_fit(const PairCommand *o, Err *err)
{
	bool random = o->strategy && !strcmp(o->strategy, "random");
	bool trees = o->old_sources || o->new_sources || o->build || o->program, mutated = mutates(o);
	static const char searches[] = "searches that mutate inputs: --strategy auto or directed, "
								   "without --no-mutate";
	const OptNeed needs[] = {
		{o->keep, "--keep", o->call.len, "--call"},
		{o->golden_cflags, "--golden-cflags", o->golden, "--golden"},
		{o->seed, "--seed", random || mutated, searches},
		{o->dict || o->dict_out, "--dict and --dict-out", mutated, searches},
		{o->builds >= 0, "--builds", o->interactions, "--interactions"},
		{trees, "--old-sources, --new-sources, --build or --program", o->interactions || o->explain,
		 "--interactions and --explain"},
		{o->sequence, "--sequence", o->entry, "functions: --entry"},
		{o->null, "--null", o->entry && !o->sequence, "--entry, without --sequence"},
		{o->confirm_unsafe, "--confirm-unsafe", !o->no_confirm,
		 "native runs, not with --no-confirm"},
	};
	return options_needed(needs, countof(needs), err);
}

/* The same of those that depend on what was loaded. */
static bool bounds_fit(const PairJob *job, Err *err)
{
	const PairCommand *o = &job->o;
	bool function = job->joins || o->entry;
	bool harness = session_called(&job->s) && !o->call.len;
	const OptNeed needs[] = {{o->bound, "--bound", function || harness,
							  "functions: --entry or a harness for fuzzing; placeholders of --call "
							  "have their own bounds"},
							 {o->depth, "--depth", function, "functions: --entry"}};
	return options_needed(needs, countof(needs), err);
}

static bool prepare(PairJob *job, bool results, Err *err)
{
	const char *dir = !results ? NULL : job->o.out ? job->o.out : "drift-out";
	job->results = results;
	job->entry = job->o.entry;
	job->n_words = job->s.words.len;
	job->s.status = status_terminal();
	job->s.messages = stderr;
	return session_begin(&job->s, SESSION_OPTIONS(&job->o), err) &&
		   (job->joins || session_grow_fits(&job->s, err)) && load_all(job, dir, err) &&
		   bounds_fit(job, err) && make_inputs(job, err) && make_config(job, err);
}

bool pair_begin(PairJob *job, const OptCommand *spec, bool results, int argc, char **argv, Err *err)
{
	*job = (PairJob){.o = {.time = -1, .builds = -1, .grow = -1}};
	if (!opt_parse(spec, &job->o, argc, argv, &job->s.operands, &job->s.words, err))
		return false;
	if (job->s.operands.len != 2)
		return err_set(
			err,
			"give two versions of a program, and its arguments after '--'; see 'drift %s --help'",
			spec->name);
	if (job->o.resume && job->o.out)
		return err_set(err, "--resume %s: results go there; leave -o out", job->o.resume);
	job->o.out = job->o.resume ? job->o.resume : job->o.out;
	results |= job->o.out != NULL;
	if (!output_choose(&job->output, job->o.format, job->o.json, job->o.color, &job->o.strip_prefix,
					   err))
		return false;
	if (!watch(job, spec->name, results, err))
		return false;
	job->o.compiled = job->compiled = compiled_new();
	return options_fit(&job->o, err) && prepare(job, results, err);
}

bool pair_begin_filled(PairJob *job, bool results, Err *err)
{
	return prepare(job, results, err);
}

static StrList copied(const StrList *from)
{
	StrList to = {0};
	vec_append(&to, from->at, from->len);
	return to;
}

/* The session and the job own their lists. */
static void own_lists(PairCommand *o)
{
	StrList *lists[] = {&o->env,    &o->file,   &o->assume,       &o->native,
						&o->ignore, &o->accept, &o->strip_prefix, &o->call};
	for (size_t i = 0; i < countof(lists); i++)
		*lists[i] = copied(lists[i]);
}

bool pair_begin_again(PairJob *job, const PairJob *first, const PairCommand *o, Err *err)
{
	*job = (PairJob){.o = *o, .joins = first->joins};
	job->s.inputs.earlier = &first->s.inputs;
	own_lists(&job->o);
	job->o.entry = first->entry;
	for (int side = OLD; side <= NEW; side++)
		vec_push(&job->s.operands, first->given[side]);
	vec_append(&job->s.words, first->s.words.at, first->n_words);
	return prepare(job, first->results, err);
}

bool pair_begin_part(PairJob *job, const PairCommand *o, const StrList *operands,
					 const StrList *words, const char *entry, Err *err)
{
	*job = (PairJob){.o = *o, .joins = true};
	PairCommand *own = &job->o;
	own_lists(own);
	own->entry = entry;
	job->s.operands = copied(operands);
	if (entry) {
		own->input = own->seeds = NULL;
		own->env.len = own->file.len = 0;
	} else {
		job->s.words = copied(words);
	}
	return prepare(job, true, err);
}

int pair_status(const PairJob *job, const Comparison *comparison)
{
	Verdict verdict =
		comparison_vacuous(comparison) ? VERDICT_VACUOUS : comparison_verdict(comparison);
	return verdict_status(verdict, status_options(&job->o));
}

void pair_end(PairJob *job)
{
	output_end(&job->output);
	compiled_free(job->compiled);
	for (size_t i = 0; i < job->accept.len; i++) {
		for (size_t k = 0; k < job->s.inputs.shapes.at[job->accept.at[i].shape].parts.len; k++)
			buf_free(&job->accept.at[i].values[k]);
		free(job->accept.at[i].values);
	}
	dictionary_free(&job->dict);
	vec_free(&job->accept);
	vec_free(&job->accept_names);
	session_end(&job->s);
	entry_free(&job->old_entry);
	entry_free(&job->golden_entry);
	interface_free(&job->interface);
	for (int side = OLD; side < MOST_SUBJECTS; side++) {
		free(job->flags[side]);
		free(job->cflags[side]);
	}
	if (job->roots)
		trees_free(job->roots);
	trees_reads_free(&job->reads);
	free(job->roots);
	arena_free(&job->arena);
	vec_free(&job->o.ignore);
	vec_free(&job->o.accept);
	vec_free(&job->o.strip_prefix);
	vec_free(&job->nullable);
}
