/* session.c: from options to loaded subjects and their inputs. */
#include "cli/session/session.h"

#include <unistd.h>

#include "base/watch.h"
#include "cli/session/claim.h"
#include "engine/input/world.h"

enum { GROW = 16, BOUND = 16, DEPTH = 3 }; /* without --grow, --bound and --depth */

volatile sig_atomic_t session_stop;
static Watch *watch; /* of this process; NULL: not asked for so far */

static void on_signal(int number)
{
	(void)number;
	session_stop = 1;
}

void session_catch_signals(void)
{
	struct sigaction act = {.sa_handler = on_signal};
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
	signal(SIGPIPE, SIG_IGN);
	if (watch)
		watch->searching = 1;
}

double session_until(double seconds)
{
	if (!watch)
		watch = watch_take();
	return seconds > 0 ? watch->begin + seconds : 0;
}

bool session_leave(const char *const text[], Verdict verdict)
{
	if (watch)
		watch_leave(watch, text, verdict);
	return watch && watch->left;
}

void session_tell(int status)
{
	if (!watch)
		return;
	watch->report_status = status;
	while (!watch_claim(watch, WATCH_BEGUN))
		pause();
}

void session_reported(void)
{
	if (watch)
		watch->reported = WATCH_REPORTED;
}

bool session_watch(const Result *nothing, double seconds, int status, Err *err)
{
	if (nothing->dir && !claim_dir(nothing->dir, err))
		return false;
	double end = session_until(seconds);
	char *text = result_json(nothing);
	watch->end = end;
	watch->status = status;
	if (nothing->dir && strlen(nothing->dir) < sizeof watch->dir &&
		strlen(text) < sizeof watch->result) {
		ResultStamp older = result_stamp(nothing->dir);
		strcpy(watch->dir, nothing->dir);
		strcpy(watch->result, text);
		watch->older[0] = older.inode;
		watch->older[1] = older.changed;
	}
	free(text);
	result_show(nothing);
	watch->armed = 1;
	return true;
}

bool session_begin(Session *s, SessionOptions o, Err *err)
{
	s->o = o;
	vec_push(&s->o.native, NULL); /* ends the list */
	if (o.fold && o.no_fold)
		return err_set(err, "--fold and --no-fold exclude each other");
	if (o.entry && o.call.len)
		return err_set(err, "--entry and --call exclude each other");
	return world_clock(o.clock, &s->inputs.clock, err) &&
		   (!o.entry || entry_parse(o.entry, &s->prototype, err)) &&
		   (!o.call.len || call_parse(&o.call, &s->call, err));
}

void session_loaded(Session *s)
{
	library_close(s->library);
	s->library = NULL;
}

void session_end(Session *s)
{
	session_loaded(s);
	for (u32 i = 0; i < s->n; i++) {
		subject_free(&s->subject[i]);
		program_free(s->subject[i].program);
	}
	native_code_free(s->native_code);
	inputs_free(&s->inputs);
	entry_free(&s->prototype);
	session_call_end(s);
	if (s->pool)
		expr_pool_free(s->pool);
	free(s->name);
	vec_free(&s->operands);
	vec_free(&s->words);
	vec_free(&s->o.env);
	vec_free(&s->o.file);
	vec_free(&s->o.assume);
	vec_free(&s->o.native);
	vec_free(&s->o.call);
}

bool session_load(Session *s, const char *prog, LoadOptions how, Err *err)
{
	const SessionOptions *o = &s->o;
	if (!s->native_code)
		s->native_code = native_code_new();
	Subject *one = &s->subject[s->n++];
	*one = (Subject){.version = prog,
					 .cflags = how.cflags,
					 .name = s->name,
					 .entry = NO_OPERAND,
					 .streams = OS_STREAM_CAPTURE,
					 .clock = s->inputs.clock,
					 .limit_insns = o->limit_insns ? (u64)o->limit_insns : SUBJECT_INSNS,
					 .start_insns = o->limit_insns ? 0 : SUBJECT_START,
					 .limit_mem = o->limit_mem ? (u64)o->limit_mem : SUBJECT_MEM,
					 .from_start = o->no_snapshot,
					 .compile = o->no_compile ? COMPILE_NONE : COMPILE_SEARCH,
					 .native_code = s->native_code,
					 .native = o->native.at};
	how.fold = o->fold;
	how.cache = !o->no_cache;
	how.library = &s->library;
	if (s->status)
		fprintf(s->status, "\r\033[Kloading %s", prog);
	one->program = program_load(prog, &how, err);
	if (s->status)
		fprintf(s->status, "\r\033[K");
	return one->program &&
		   (!o->entry || entry_find(one->program, prog, s->prototype.name, &one->entry, err));
}

bool session_shaped(const Session *s)
{
	return s->words.len || s->o.input || s->o.env.len || s->o.file.len;
}

bool session_grow_fits(const Session *s, Err *err)
{
	const SessionOptions *o = &s->o;
	bool grows =
		o->seeds && !is_directory(o->seeds) && !o->call.len && !o->entry && !session_shaped(s);
	return o->grow < 0 || grows ||
		   err_set(err,
				   "--grow is only for --seeds FILE without placeholders; these have bounds of "
				   "their own, as in @str:8");
}

EntryBounds session_bounds(const Session *s)
{
	return (EntryBounds){.bytes = s->o.bound ? (u32)s->o.bound : BOUND,
						 .depth = s->o.depth ? (u32)s->o.depth : DEPTH,
						 .given = &s->call.wrap.given};
}

bool session_main_inputs(Session *s, Err *err)
{
	const SessionOptions *o = &s->o;
	InputWords from = {&s->words, o->input, &o->env, &o->file};
	return session_call_words(s, err) && inputs_words(&s->inputs, &from, err) &&
		   (!o->seeds || session_seeds(s, err));
}

bool session_seeds(Session *s, Err *err)
{
	const SessionOptions *o = &s->o;
	if (is_directory(o->seeds))
		return inputs_seed_dir(&s->inputs, o->seeds, err);
	return inputs_seeds(&s->inputs, o->seeds, session_shaped(s), o->grow >= 0 ? (u32)o->grow : GROW,
						err);
}

bool session_entry_seeds(Session *s, Err *err)
{
	return entry_seeds(&s->inputs, &s->prototype, s->call.wrap.function, s->o.seeds, err);
}

bool session_world(Session *s, Err *err)
{
	return inputs_world(&s->inputs, s->o.vary, s->o.faults, err);
}

bool session_bind(Session *s, Err *err)
{
	s->pool = expr_pool_new();
	for (u32 i = 0; i < s->n; i++)
		s->subject[i].pool = s->pool;
	inputs_bind(&s->inputs, s->pool);
	for (size_t i = 0; i < s->inputs.assumes.len; i++)
		if (!inputs_assume(&s->inputs, s->inputs.assumes.at[i], err))
			return false;
	for (size_t i = 0; i < s->o.assume.len; i++)
		if (!inputs_assume(&s->inputs, s->o.assume.at[i], err))
			return false;
	return true;
}

u32 session_z3_limit(const Session *s)
{
	return solve_units(s->o.solver_timeout);
}

u64 session_memory(const Session *s)
{
	return s->o.memory ? (u64)s->o.memory : memory_default();
}
