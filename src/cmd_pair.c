/* cmd_pair.c: the way from a command line to two loaded versions and their inputs. */
#include "cmd_pair.h"

#include <signal.h>
#include <unistd.h>

#include "input/world.h"

/* Set by SIGINT and SIGTERM from pair_catch_signals on. */
static volatile sig_atomic_t pair_stop;

static void on_signal(int number)
{
	(void)number;
	pair_stop = 1;
}

void pair_catch_signals(void)
{
	struct sigaction act = {.sa_handler = on_signal};
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
	signal(SIGPIPE, SIG_IGN);
}

static char *join_flags(const char *a, const char *b)
{
	if (!a || !b)
		return a || b ? xstrdup(a ? a : b) : NULL;
	return xasprintf("%s %s", a, b);
}

static bool load(PairJob *job, Err *err)
{
	const PairCommand *o = &job->o;
	const char *own[2] = {o->old_cflags, o->new_cflags};
	for (int side = OLD; side <= NEW; side++) {
		char *flags = join_flags(o->cflags, own[side]);
		job->cflags[side] = pair_flags(flags, job->operands.at[side], job->operands.at[NEW]);
		free(flags);
		LoadOptions options = {.cflags = job->cflags[side],
							   .fold = o->fold && !o->no_fold,
							   .native = o->entry,
							   .entry = job->prototype.name};
		const char *prog = job->operands.at[side];
		job->entry[side] = NO_OPERAND;
		job->program[side] = program_load(prog, &options, err);
		if (!job->program[side])
			return false;
		if (o->entry &&
			!entry_find(job->program[side], prog, job->prototype.name, &job->entry[side], err))
			return false;
		if (!o->entry && job->program[side]->main == NO_OPERAND)
			return err_set(err, "%s: there is no 'main'; name a function with --entry", prog);
	}
	return true;
}

/* The parameters as inputs; what they are must be the same in both versions. */
static bool entry_inputs(PairJob *job, Err *err)
{
	const PairCommand *o = &job->o;
	u32 bound = o->bound ? (u32)o->bound : 16;
	Inputs old = {0};
	Entry again = {0};
	if (job->words.len || o->input || o->env.len || o->file.len || o->seeds || o->accept.len)
		return err_set(
			err,
			"arguments, --stdin, --env, --file, --seeds and --accept are for programs with main");
	bool good = inputs_entry(&job->inputs, &job->prototype, job->program[NEW], bound, err) &&
				entry_parse(o->entry, &again, err) &&
				inputs_entry(&old, &again, job->program[OLD], bound, err);
	if (good && !entry_same_shape(&old.shapes.at[0], &job->inputs.shapes.at[0]))
		good =
			err_set(err, "--entry '%s': its parameters are laid out differently in both versions",
					o->entry);
	for (size_t i = 0; good && i < old.shapes.at[0].parts.len; i++)
		job->inputs.shapes.at[0].parts.at[i].type[OLD] = old.shapes.at[0].parts.at[i].type[OLD];
	for (int side = OLD; good && side <= NEW; side++)
		good = entry_check(&job->program[side]->functions.at[job->entry[side]], &job->prototype,
						   &job->inputs.shapes.at[0], o->entry, err);
	inputs_free(&old);
	entry_free(&again);
	return good;
}

/* What of the world an accepted test had, if anything. */
static void read_world(const Inputs *in, Start *start, const char *test)
{
	char *path = xasprintf("%s/world", test);
	Buf text = {0};
	Err ignored;
	if (file_exists(path) && file_read(path, &text, &ignored))
		inputs_world_read(in, start, buf_str(&text));
	buf_free(&text);
	free(path);
}

/* The inputs of accepted tests, in the shape of this search. */
static bool load_accepted(PairJob *job, Err *err)
{
	for (size_t i = 0; i < job->o.accept.len; i++) {
		Inputs *in = &job->inputs;
		char *cmd = xasprintf("%s/cmd", job->o.accept.at[i]);
		__typeof__(in->starts) kept = in->starts;
		memset(&in->starts, 0, sizeof in->starts);
		bool good = inputs_seeds(in, cmd, true, 0, err);
		for (size_t k = 0; k < in->starts.len; k++) {
			read_world(in, &in->starts.at[k], job->o.accept.at[i]);
			vec_push(&job->accept, in->starts.at[k]);
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
	const PairCommand *o = &job->o;
	bool shaped = job->words.len || o->input || o->env.len || o->file.len;
	InputWords from = {&job->words, o->input, &o->env, &o->file};
	if (o->entry && !entry_inputs(job, err))
		return false;
	if (!o->entry && !inputs_words(&job->inputs, &from, err))
		return false;
	if (o->seeds && !inputs_seeds(&job->inputs, o->seeds, shaped, o->grow ? (u32)o->grow : 16, err))
		return false;
	if (!inputs_world(&job->inputs, o->vary, o->faults, err) || !load_accepted(job, err))
		return false;
	job->pool = expr_pool_new();
	inputs_bind(&job->inputs, job->pool);
	for (size_t i = 0; i < o->assume.len; i++)
		if (!inputs_assume(&job->inputs, o->assume.at[i], err))
			return false;
	return true;
}

/* Z3 counts work, not time; this many units are about a second on a present computer. */
static const double Z3_UNITS = 5e6;
static const double SECONDS = 60; /* without --time and --runs */

static bool make_config(PairJob *job, Err *err)
{
	const PairCommand *o = &job->o;
	double units = o->solver_timeout * Z3_UNITS;
	for (size_t i = 0; i < o->native.len; i++)
		vec_push(&job->native, o->native.at[i]);
	vec_push(&job->native, NULL);
	job->config = (TestConfig){.inputs = &job->inputs,
							   .see = SEE_ALL,
							   .entry = o->entry,
							   .entry_type = o->entry ? &job->prototype : NULL,
							   .seconds = o->time >= 0 ? o->time
										  : o->runs    ? 0
													   : SECONDS,
							   .runs = (u64)o->runs,
							   .depth = o->depth ? (u32)o->depth : 3,
							   .memory = o->memory ? (u64)o->memory : memory_default(),
							   .jobs = (u32)o->jobs,
							   .ignore = o->ignore,
							   .accept = job->accept.at,
							   .n_accept = job->accept.len,
							   .limit_insns = (u64)o->limit_insns,
							   .limit_mem = (u64)o->limit_mem,
							   .native = job->native.at,
							   .z3_limit = units > UINT32_MAX ? UINT32_MAX : (u32)units,
							   .stop = &pair_stop,
							   .live = isatty(STDERR_FILENO) && !o->json};
	for (int side = OLD; side <= NEW; side++) {
		job->config.version[side] = job->operands.at[side];
		job->config.cflags[side] = job->cflags[side];
		job->config.program[side] = job->program[side];
		job->config.function[side] = job->entry[side];
	}
	if (o->undefined && strcmp(o->undefined, "note") && strcmp(o->undefined, "count"))
		return err_set(err, "--undefined '%s': must be note or count", o->undefined);
	job->config.count_overflow = o->undefined && !strcmp(o->undefined, "count");
	return !o->output || see_parse(o->output, &job->config.see, err);
}

bool pair_begin(PairJob *job, const OptCommand *spec, int argc, char **argv, Err *err)
{
	*job = (PairJob){.o = {.time = -1}};
	if (!opt_parse(spec, &job->o, argc, argv, &job->operands, &job->words, err))
		return false;
	if (job->operands.len != 2)
		return err_set(err,
					   "two versions of a program are compared; arguments go after '--'; see "
					   "'drift %s --help'",
					   spec->name);
	if (job->o.entry && !entry_parse(job->o.entry, &job->prototype, err))
		return false;
	return load(job, err) && make_inputs(job, err) && make_config(job, err);
}

int pair_status(const PairJob *job, Verdict verdict, bool vacuous)
{
	if (verdict == VERDICT_DIFFERENT || verdict == VERDICT_UNCONFIRMED)
		return EXIT_DIFFERENT;
	if (job->o.strict && (verdict == VERDICT_NONE || vacuous))
		return EXIT_UNPROVED;
	return verdict == VERDICT_NONE && job->o.require_proof ? EXIT_DIFFERENT : EXIT_SAME;
}

void pair_end(PairJob *job)
{
	tester_free(job->tester);
	for (size_t i = 0; i < job->accept.len; i++) {
		for (size_t k = 0; k < job->inputs.shapes.at[job->accept.at[i].shape].parts.len; k++)
			buf_free(&job->accept.at[i].values[k]);
		free(job->accept.at[i].values);
	}
	vec_free(&job->accept);
	for (int side = OLD; side <= NEW; side++) {
		program_free(job->program[side]);
		free(job->cflags[side]);
	}
	inputs_free(&job->inputs);
	entry_free(&job->prototype);
	if (job->pool)
		expr_pool_free(job->pool);
	vec_free(&job->operands);
	vec_free(&job->words);
	vec_free(&job->native);
	vec_free(&job->o.native);
	vec_free(&job->o.env);
	vec_free(&job->o.file);
	vec_free(&job->o.assume);
	vec_free(&job->o.ignore);
	vec_free(&job->o.accept);
}
