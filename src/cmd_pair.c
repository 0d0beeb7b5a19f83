/* cmd_pair.c: the way from a command line to two loaded versions and their inputs. */
#include "cmd_pair.h"

#include <unistd.h>

#include "input/shell.h"
#include "input/world.h"

static char *join_flags(const char *a, const char *b)
{
	if (!a || !b)
		return a || b ? xstrdup(a ? a : b) : NULL;
	return xasprintf("%s %s", a, b);
}

static bool load(PairJob *job, Err *err)
{
	const PairCommand *o = &job->o;
	Session *s = &job->s;
	const char *own[2] = {o->old_cflags, o->new_cflags};
	/* Both versions run under one name. */
	s->name = o->entry ? xstrdup(s->prototype.name) : test_program_name(s->operands.at[NEW]);
	for (int side = OLD; side <= NEW; side++) {
		const char *prog = s->operands.at[side];
		job->flags[side] = join_flags(o->cflags, own[side]);
		job->cflags[side] = pair_flags(job->flags[side], prog, s->operands.at[NEW]);
		LoadOptions how = {.cflags = job->cflags[side], .native = true, .entry = s->prototype.name};
		if (!session_load(s, prog, how, err))
			return false;
		s->subject[side].given = job->flags[side];
		if (!o->entry && s->subject[side].program->main == NO_OPERAND)
			return err_set(err, "%s: there is no 'main'; name a function with --entry", prog);
	}
	return true;
}

/* The parameters as inputs; what they are must be the same in both versions. */
static bool entry_inputs(PairJob *job, Err *err)
{
	const PairCommand *o = &job->o;
	Session *session = &job->s;
	u32 bound = session_bound(session);
	Inputs old = {0};
	Entry again = {0};
	if (session_shaped(session) || o->seeds || o->accept.len)
		return err_set(
			err,
			"arguments, --stdin, --env, --file, --seeds and --accept are for programs with main");
	bool good = inputs_entry(&session->inputs, &session->prototype, session->subject[NEW].program,
							 bound, err) &&
				entry_parse(o->entry, &again, err) &&
				inputs_entry(&old, &again, session->subject[OLD].program, bound, err);
	if (good && !entry_same_shape(&old.shapes.at[0], &session->inputs.shapes.at[0]))
		good =
			err_set(err, "--entry '%s': its parameters are laid out differently in both versions",
					o->entry);
	for (size_t i = 0; good && i < old.shapes.at[0].parts.len; i++)
		session->inputs.shapes.at[0].parts.at[i].type[OLD] = old.shapes.at[0].parts.at[i].type[OLD];
	for (int side = OLD; good && side <= NEW; side++) {
		const Subject *s = &session->subject[side];
		good = entry_check(&s->program->functions.at[s->entry], &session->prototype,
						   &session->inputs.shapes.at[0], o->entry, err);
	}
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
	return (job->o.entry ? entry_inputs(job, err) : session_main_inputs(s, err)) &&
		   session_world(s, err) && load_accepted(job, err) && session_bind(s, err);
}

static const double SECONDS = 60; /* without --time and --runs */

static double seconds_of(const PairCommand *o)
{
	return o->time >= 0 ? o->time : o->runs ? 0 : SECONDS;
}

static bool make_config(PairJob *job, Err *err)
{
	const PairCommand *o = &job->o;
	Session *s = &job->s;
	job->config.search = (SearchConfig){.subject = {&s->subject[OLD], &s->subject[NEW]},
										.inputs = &s->inputs,
										.see = SEE_ALL,
										.entry = o->entry,
										.bound = session_bound(s),
										.entry_type = o->entry ? &s->prototype : NULL,
										.depth = o->depth ? (u32)o->depth : 3,
										.end = session_until(seconds_of(o)),
										.runs = (u64)o->runs,
										.memory = session_memory(s),
										.jobs = (u32)o->jobs,
										.ignore = o->ignore,
										.z3_limit = session_z3_limit(s),
										.stop = &session_stop};
	job->config.accepts = job->accept.len || (o->baseline && file_exists(o->baseline));
	job->config.live = isatty(STDERR_FILENO) && job->told.text;
	if (o->undefined && strcmp(o->undefined, "note") && strcmp(o->undefined, "count"))
		return err_set(err, "--undefined '%s': must be note or count", o->undefined);
	job->config.count_overflow = o->undefined && !strcmp(o->undefined, "count");
	return !o->output || see_parse(o->output, &job->config.search.see, err);
}

/* What stands in result.json as long as nothing was found. */
static void watch(const PairJob *job, const char *command)
{
	const PairCommand *o = &job->o;
	bool test = !strcmp(command, "test");
	Result nothing = {.command = command,
					  .parts = RESULT_VERSIONS | (test ? RESULT_DIFFERENCES : RESULT_PARTITIONS),
					  .verdict = RESULT_NONE,
					  .ended = RESULT_RUNNING,
					  .subjects = {{"old", job->s.operands.at[OLD], o->cflags},
								   {"new", job->s.operands.at[NEW], o->cflags}},
					  .n_subjects = 2,
					  .dir = !test    ? NULL
							 : o->out ? o->out
									  : "drift-out",
					  .entry = o->entry};
	session_watch(&nothing, seconds_of(o),
				  o->strict                  ? EXIT_UNPROVED
				  : test && o->require_proof ? EXIT_DIFFERENT
											 : EXIT_SAME);
}

bool pair_begin(PairJob *job, const OptCommand *spec, int argc, char **argv, Err *err)
{
	*job = (PairJob){.o = {.time = -1}};
	if (!opt_parse(spec, &job->o, argc, argv, &job->s.operands, &job->s.words, err))
		return false;
	if (job->s.operands.len != 2)
		return err_set(err,
					   "two versions of a program are compared; arguments go after '--'; see "
					   "'drift %s --help'",
					   spec->name);
	watch(job, spec->name);
	return told_choose(&job->told, job->o.format, job->o.json, err) &&
		   session_begin(&job->s, SESSION_OPTIONS(&job->o), err) && load(job, err) &&
		   make_inputs(job, err) && make_config(job, err);
}

int pair_status(const PairJob *job, const Claim *claim)
{
	Verdict verdict = claim_verdict(claim);
	if (verdict == VERDICT_DIFFERENT || verdict == VERDICT_UNCONFIRMED)
		return EXIT_DIFFERENT;
	if (job->o.strict && (verdict == VERDICT_NONE || claim_vacuous(claim)))
		return EXIT_UNPROVED;
	return verdict == VERDICT_NONE && job->o.require_proof ? EXIT_DIFFERENT : EXIT_SAME;
}

void pair_end(PairJob *job)
{
	for (size_t i = 0; i < job->accept.len; i++) {
		for (size_t k = 0; k < job->s.inputs.shapes.at[job->accept.at[i].shape].parts.len; k++)
			buf_free(&job->accept.at[i].values[k]);
		free(job->accept.at[i].values);
	}
	vec_free(&job->accept);
	vec_free(&job->accept_names);
	session_end(&job->s);
	for (int side = OLD; side <= NEW; side++) {
		free(job->flags[side]);
		free(job->cflags[side]);
	}
	vec_free(&job->o.ignore);
	vec_free(&job->o.accept);
	vec_free(&job->o.strip_prefix);
}
