/* locate.c: the search. It records the failing run and tries the hypotheses that it suggests
 * (causes.c). If these do not help, it does a binary search over semi-replays (algorithm 7.1 of the
 * thesis), then confirms the call and looks for further guilty calls. */
#include "env/record/head.h"
#include "env/locate/locate.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;

static void tell_rerun(const Locator *l, const char *what, const RunVerdict *v)
{
	if (l->options->verbose)
		fprintf(stderr, "drift: rerun %u: %s: %s%s, %u calls replayed%s\n", l->reruns, what,
				v->passed ? "passes" : "fails", v->timed_out ? " (time is up)" : "", v->replayed,
				v->parted == UINT32_MAX ? "" : ", parted from the recording");
}

/* Adds the calls that the guard refuses in this cell: they are always replayed. */
static const bool *with_base(Locator *l, const bool *replay)
{
	for (u32 i = 0; i < l->trace.calls.len; i++)
		l->with_base[i] = (replay[i] || l->base[i]) && !l->held[i];
	return l->with_base;
}

/* One rerun. Sets *more if it has to be repeated, because drift refused something that belongs to
 * a conversation of the recording and is now in the base. */
static bool run_once(Locator *l, const bool *replay, CallObservation *seen, CallWatch *watch,
					 Recorder *rec, const char *what, RunVerdict *v, bool *more, Err *err)
{
	memset(seen, 0, l->trace.calls.len * sizeof *seen);
	if (!judge_run(&l->judge, &l->script, with_base(l, replay), seen, watch, rec, l->argv, v, err))
		return false;
	l->reruns++;
	l->talk.differed |= v->differed;
	tell_rerun(l, what, v);
	*more = l->talk.searching && !v->passed && plan_base(l, seen);
	if (*more)
		l->judge.strict = true;
	return true;
}

enum { ROUNDS = 4 }; /* how often a rerun is repeated with a larger base */

bool locator_try(Locator *l, const bool *replay, CallObservation *seen, CallWatch *watch,
				 const char *what, bool *passed, Err *err)
{
	RunVerdict v = {0};
	CallObservation *own = seen ? NULL : xcalloc(l->trace.calls.len, sizeof *own);
	bool more = true, ok = true;
	for (int round = 0; round < ROUNDS && more && ok; round++) {
		if (watch) {
			watch->happened = false;
			buf_reset(&watch->stack);
		}
		ok = run_once(l, replay, seen ? seen : own, watch, NULL, what, &v, &more, err);
	}
	free(own);
	l->last_parted = v.parted;
	l->timed_out = v.timed_out;
	*passed = v.passed;
	return ok;
}

/* Replays the first k calls. */
static bool try_prefix(Locator *l, u32 k, CallObservation *seen, CallWatch *watch, bool *passed,
					   Err *err)
{
	char what[64];
	snprintf(what, sizeof what, "first %u of %zu calls", k, l->trace.calls.len);
	for (u32 i = 0; i < l->trace.calls.len; i++)
		l->replay[i] = l->unit_end[i] < k;
	return locator_try(l, l->replay, seen, watch, what, passed, err);
}

/* ---- cuts ---- */

static bool is_inert(const TraceCall *c)
{
	u8 class = call_spec(c->nr)->class;
	return class == CLASS_ALWAYS || class == CLASS_UNKNOWN;
}

/* True for calls that become replayed when the prefix grows by one cut: a call that matters, or a
 * library. */
static bool in_step(const Locator *l, size_t cut, u32 call)
{
	u32 end = l->unit_end[call];
	return end >= l->cuts.at[cut] && end < l->cuts.at[cut + 1];
}

/* The call that represents the step after a cut: its first that can be replayed. */
static u32 step_head(const Locator *l, size_t cut)
{
	for (u32 i = 0; i < l->cuts.at[cut + 1]; i++)
		if (in_step(l, cut, i) && !is_inert(&l->trace.calls.at[i]) && !l->held[i])
			return i;
	return l->cuts.at[cut];
}

static void add_step(const Locator *l, bool *set, size_t cut)
{
	for (u32 i = 0; i < l->cuts.at[cut + 1]; i++)
		if (in_step(l, cut, i))
			set[i] = true;
}

/* Loading a library takes about ten calls. A mixture of two versions exists nowhere, so such a unit
 * is replayed as a whole or not at all. It counts at its last call. */
static void find_units(Locator *l)
{
	const Trace *t = &l->trace;
	const World *w = l->script.world;
	l->unit_end = xcalloc(t->calls.len, sizeof *l->unit_end);
	for (u32 i = 0; i < t->calls.len; i++)
		l->unit_end[i] = i;
	for (u32 i = t->head; i < t->calls.len; i++) {
		const TraceCall *c = &t->calls.at[i];
		const CallUse *use = world_use(w, i);
		if (c->nr != SYS_mmap || !(c->args[2] & PROT_EXEC) || !use->n_objects)
			continue;
		u32 object = use->objects[0];
		const WorldObject *o = world_object(w, object);
		u32 last = o->death < t->calls.len ? o->death : i;
		for (u32 k = o->maker; k <= last; k++) {
			const CallUse *other = world_use(w, k);
			if (other->made == object || (other->n_objects && other->objects[0] == object))
				l->unit_end[k] = last;
		}
	}
}

/* Sets a cut after each unit, but not after calls that are always executed and cannot be guilty. */
static void find_cuts(Locator *l)
{
	const Trace *t = &l->trace;
	find_units(l);
	for (u32 k = 0; k <= t->calls.len; k++) {
		bool matters = k && l->unit_end[k - 1] == k - 1 && !is_inert(&t->calls.at[k - 1]);
		if (k == 0 || k == t->calls.len || matters)
			vec_push(&l->cuts, k);
	}
}

/* ---- the search ---- */

/* Finds cut numbers a and b = a + 1: replaying up to a fails, up to b passes. */
static bool search_prefix(Locator *l, size_t *lo, size_t *hi, Err *err)
{
	*lo = 0;
	*hi = l->cuts.len - 1;
	while (*hi - *lo > 1) {
		size_t mid = (*lo + *hi) / 2;
		bool passed;
		if (!try_prefix(l, l->cuts.at[mid], NULL, NULL, &passed, err))
			return false;
		*(passed ? hi : lo) = mid;
	}
	return true;
}

/* Repeats both sides of the boundary twice, since a program that fails by chance may have come this
 * far. The failing side is run with the guilty call watched. */
static bool confirm(Locator *l, size_t cut, bool *sure, Finding *finding, Err *err)
{
	Arena arena = {0};
	CallWatch watch = {.call = step_head(l, cut), .arena = &arena};
	CallObservation *seen = xcalloc(l->trace.calls.len, sizeof *seen);
	bool below = true, above = false;
	bool ok = try_prefix(l, l->cuts.at[cut + 1], NULL, NULL, &above, err) &&
			  try_prefix(l, l->cuts.at[cut], seen, &watch, &below, err);
	*sure = ok && above && !below;
	if (*sure) {
		ok = try_prefix(l, l->cuts.at[cut + 1], NULL, NULL, &above, err) &&
			 try_prefix(l, l->cuts.at[cut], NULL, NULL, &below, err);
		*sure = ok && above && !below;
	}
	if (ok) {
		finding_make(l, watch.call, seen, &watch, finding);
		finding_name_limit(l, seen, finding);
	}
	buf_free(&watch.stack);
	free(seen);
	arena_free(&arena);
	return ok;
}

/* Adds a call to the guilty set: the last one before `end` (a cut number) without which the set and
 * everything between does not pass. Replaying cuts [0, end) with the set passes, [end, end)
 * fails. */
static bool search_further(Locator *l, bool *guilty, size_t end, size_t *found, Err *err)
{
	size_t lo = 0, hi = end; /* passes from lo on, fails from hi on */
	while (hi - lo > 1) {
		size_t mid = (lo + hi) / 2;
		bool passed;
		char what[64];
		snprintf(what, sizeof what, "calls from %u and the guilty ones", l->cuts.at[mid]);
		memcpy(l->replay, guilty, l->trace.calls.len);
		for (size_t c = mid; c < end; c++)
			add_step(l, l->replay, c);
		if (!locator_try(l, l->replay, NULL, NULL, what, &passed, err))
			return false;
		*(passed ? &lo : &hi) = mid;
	}
	*found = lo;
	return true;
}

/* Observes what the further guilty call returns here: everything after it is replayed, the call is
 * executed. */
static bool watch_further(Locator *l, const bool *guilty, size_t cut, size_t end, Err *err)
{
	Arena arena = {0};
	CallWatch watch = {.call = step_head(l, cut), .arena = &arena};
	CallObservation *seen = xcalloc(l->trace.calls.len, sizeof *seen);
	bool passed;
	memcpy(l->replay, guilty, l->trace.calls.len);
	for (size_t c = cut + 1; c < end; c++)
		add_step(l, l->replay, c);
	for (u32 i = 0; i < l->cuts.at[cut + 1]; i++)
		if (in_step(l, cut, i))
			l->replay[i] = false;
	bool ok = locator_try(l, l->replay, seen, &watch, "watching a further call", &passed, err);
	if (ok) {
		Finding f = {0};
		finding_make(l, watch.call, seen, &watch, &f);
		vec_push(&l->findings, f);
	}
	buf_free(&watch.stack);
	free(seen);
	arena_free(&arena);
	return ok;
}

/* Adds the calls that belong to a finding: those on the same open file, since its size, contents
 * and position belong together, and those between the cause and the call where it was found. */
static void add_finding(const Locator *l, const Finding *f, bool *set)
{
	const World *w = l->script.world;
	const CallUse *use = world_use(w, f->flip);
	u32 object = use->n_objects ? use->objects[0] : 0;
	if (f->flip < l->trace.head)
		return;
	for (u32 i = l->trace.head; i < l->trace.calls.len; i++) {
		const CallUse *other = world_use(w, i);
		bool on_it = object && !world_object(w, object)->inherited &&
					 (other->made == object || (other->n_objects && other->objects[0] == object));
		bool between = i >= f->call && i <= f->flip &&
					   (calls_share(w, i, f->flip) || calls_share(w, i, f->call));
		if (on_it || between)
			set[i] = true;
	}
}

/* Adds everything below the path that the finding names as missing: it is one cause, however many
 * calls. */
static void add_below(const Locator *l, const Finding *f, bool *set)
{
	const World *w = l->script.world;
	const char *dir = buf_str(&f->missing);
	size_t n = f->missing.len;
	for (u32 i = l->trace.head; n && i < l->trace.calls.len; i++) {
		const CallUse *use = world_use(w, i);
		for (u8 k = 0; k < use->n_paths + use->n_objects; k++) {
			u32 path = k < use->n_paths ? use->paths[k]
										: world_object(w, use->objects[k - use->n_paths])->path;
			const char *name = world_path(w, path);
			if (!strncmp(name, dir, n) && (!name[n] || name[n] == '/'))
				set[i] = true;
		}
	}
}

/* Looks for more guilty calls if the first alone does not help. */
static bool find_others(Locator *l, size_t first, Err *err)
{
	bool *guilty = xcalloc(l->trace.calls.len, 1), ok = true, passed = false;
	size_t end = first;
	add_step(l, guilty, first);
	add_finding(l, &l->findings.at[0], guilty);
	add_below(l, &l->findings.at[0], guilty);
	for (i64 n = 1; ok; n++) {
		memcpy(l->replay, guilty, l->trace.calls.len);
		ok = locator_try(l, l->replay, NULL, NULL, "the guilty calls alone", &passed, err);
		if (!ok || passed || end == 0 || n >= l->options->max_causes)
			break;
		size_t found = 0;
		ok = search_further(l, guilty, end, &found, err) &&
			 watch_further(l, guilty, found, end, err);
		if (ok && !vec_last(&l->findings).differs) {
			finding_free(&vec_pop(&l->findings));
			break;
		}
		if (ok) {
			add_step(l, guilty, found);
			add_finding(l, &vec_last(&l->findings), guilty);
			add_below(l, &vec_last(&l->findings), guilty);
		}
		end = found;
	}
	if (ok && !passed)
		buf_adds(&l->note, "the calls named here are not enough by themselves: others before them "
						   "differ as well");
	free(guilty);
	return ok;
}

/* ---- the failing run ---- */

/* One recorded rerun; *written is false if there is no trace of it. */
static bool record_once(Locator *l, const char *path, const char *what, RunVerdict *v, bool *more,
						bool *written, Err *err)
{
	TraceWriter *out = trace_create(path, err);
	if (!out)
		return false;
	CallObservation *seen = xcalloc(l->trace.calls.len, sizeof *seen);
	Recorder rec;
	recorder_init(&rec, out, 64 << 20);
	rec.light = true;
	rec.own = &l->judge.limits;
	if (trace_hashed(&l->trace))
		rec.max_contents = 1 << 20; /* the rest can only be compared by hash */
	rec.regions->whole = l->rules != NULL;
	bool ok = run_once(l, l->replay, seen, NULL, &rec, what, v, more, err);
	trace_put_end(out, v->status, v->alive, 0);
	*written = trace_close(out, NULL);
	recorder_free(&rec);
	free(seen);
	return ok;
}

bool locator_record(Locator *l, const char *what, bool *passed, Trace *trace, World **world,
					Err *err)
{
	char *path = xasprintf("%s/bad.trace", l->judge.scratch.dir);
	RunVerdict v = {0};
	bool ok = true, written = false, more = true;
	*world = NULL;
	for (int round = 0; round < ROUNDS && more && ok; round++)
		ok = record_once(l, path, what, &v, &more, &written, err);
	*passed = v.passed;
	/* Without a trace nothing can be compared, but the search is still possible. */
	if (ok && written && trace_read(path, trace, NULL)) {
		if (l->rules)
			redactor_apply(l->rules, trace);
		*world = world_of_trace(trace);
	}
	free(path);
	return ok;
}

static void drop_bad(Locator *l)
{
	if (!l->bad_world)
		return;
	env_world_free(l->bad_world);
	env_trace_free(&l->bad);
	l->bad_world = NULL;
}

/* Runs the program unchanged, recorded, and once more: it must fail both times. */
static bool check_failing(Locator *l, CallObservation *seen, Verdict *verdict, Err *err)
{
	bool passed[2] = {false, false};
	memset(l->replay, 0, l->trace.calls.len);
	drop_bad(l);
	buf_reset(&l->last_words);
	bool ok = locator_record(l, "nothing replayed", &passed[0], &l->bad, &l->bad_world, err);
	/* Without rules of its own, drift cannot tell what to hold back of the output here. */
	if (ok && (l->rules || !l->n_held))
		judge_last_words(&l->judge, l->rules, &l->last_words);
	ok = ok && locator_try(l, l->replay, seen, NULL, "nothing replayed", &passed[1], err);
	if (passed[0] != passed[1])
		*verdict = VERDICT_UNSTABLE;
	else if (passed[0])
		*verdict = VERDICT_NOT_FAILING;
	return ok;
}

/* Checks whether the program fails because of refused calls. */
static bool try_base(Locator *l, Verdict *verdict, Err *err)
{
	Guard *g = &l->judge.guard;
	bool passed = false, waited = l->timed_out;
	for (size_t i = 0; i < g->held.len; i++)
		g->held.at[i].original = false;
	memset(l->replay, 0, l->trace.calls.len);
	g->baseline = true;
	bool ok = locator_try(l, l->replay, NULL, NULL, "what is held back replayed", &passed, err);
	g->baseline = false;
	/* If the program then says something else to others, the answers are not about that. Without
	 * them it must fail; something that it says because of its own environment may be the cause. */
	if (ok && passed && l->talk.differed) {
		l->judge.strict = true;
		ok = locator_try(l, l->replay, NULL, NULL, "the same, as long as it says the same", &passed,
						 err);
	}
	l->talk.helps = ok && passed;
	if (l->talk.helps)
		*verdict = VERDICT_HELD_BACK;
	l->talk.unreached = ok && !passed && l->judge.strict;
	/* The program waited for answers in vain (for example, its queries have unique numbers): the
	 * recorded conversation does not fit and does not help. */
	if (ok && !passed && l->timed_out && !waited && !l->judge.strict)
		plan_no_base(l);
	return ok;
}

/* The program must also fail in the cell, and not because of refused calls. */
static bool reproduce(Locator *l, Verdict *verdict, Err *err)
{
	CallObservation *seen = xcalloc(l->trace.calls.len, sizeof *seen);
	bool failing = false;
	*verdict = VERDICT_LOCATED;
	bool ok = check_failing(l, seen, verdict, err);
	if (ok && *verdict == VERDICT_NOT_FAILING && !l->judge.in_place) {
		ok = plan_share(l, &failing, err);
		if (ok && failing) {
			*verdict = VERDICT_LOCATED;
			memset(seen, 0, l->trace.calls.len * sizeof *seen);
			ok = check_failing(l, seen, verdict, err);
		}
	}
	if (ok && *verdict == VERDICT_LOCATED && plan_base(l, seen))
		ok = try_base(l, verdict, err);
	free(seen);
	return ok;
}

static void compare_libraries(Locator *l)
{
	EnvLibraries there = {0}, here = {0};
	if (!l->bad_world)
		return;
	libraries_of(&l->trace, l->script.world, &there);
	libraries_of(&l->bad, l->bad_world, &here);
	libraries_differ(&there, &here, &l->libraries);
	vec_free(&there);
	vec_free(&here);
}

/* Notes what of this trace cannot be replayed. */
static void note_limits(Locator *l)
{
	const Trace *t = &l->trace;
	u32 rings = 0, shared = 0, large = 0, compat = 0;
	for (u32 i = t->head; i < t->calls.len; i++) {
		const TraceCall *c = &t->calls.at[i];
		bool maps = c->nr == SYS_mmap && call_data(c, 4, SUB_IDENTITY, DATA_OUT);
		bool executes = call_spec(c->nr)->class == CLASS_EXEC && c->ret == 0;
		compat += (c->flags & CALL_COMPAT) != 0;
		if (c->flags & (CALL_COMPAT | CALL_UNFINISHED))
			continue;
		rings += c->nr == SYS_io_uring_setup && !is_error(c->ret);
		shared += maps && maps_shared(c->args);
		large += (maps && !call_data(c, 4, SUB_MAPPING, DATA_OUT)) ||
				 (executes && !call_data(c, program_arg(c), SUB_MAPPING, DATA_OUT));
	}
	if (!rings && !shared && !large && !compat && !t->lost)
		return;
	buf_adds(&l->note, "of this trace cannot be replayed:");
	if (rings)
		buf_addf(&l->note, " input through io_uring (%u);", rings);
	if (shared)
		buf_addf(&l->note, " writable shared mappings (%u);", shared);
	if (large)
		buf_addf(&l->note, " files mapped or executed whose contents were not recorded (%u);",
				 large);
	if (compat)
		buf_addf(&l->note, " calls of 32-bit programs (%u);", compat);
	if (t->lost)
		buf_addf(&l->note, " contents lost when the trace was cut (%u);", t->lost);
	l->note.at[--l->note.len] = 0;
}

void locator_suspects(const Locator *l, const Trace *bad, const World *world, Suspects *out)
{
	Suspects all = {0};
	if (!world)
		return;
	suspects_find(&l->trace, l->script.world, bad, world, &all);
	for (size_t i = 0; i < all.len; i++) {
		u32 call = all.at[i].call;
		if (call < l->trace.calls.len && l->base[call])
			env_difference_free(&all.at[i].diff);
		else
			vec_push(out, all.at[i]);
	}
	vec_free(&all);
}

/* There was no time for the failing run: reports what can be seen without it. */
static void look_instead(Locator *l)
{
	if (l->bad_world)
		return;
	look_here(&l->trace, l->script.world, environ, &l->bad);
	l->bad_world = world_of_trace(&l->bad);
	locator_suspects(l, &l->bad, l->bad_world, &l->suspects);
}

/* True if a finding is a call that the sandbox could not let happen: its failure says nothing about
 * this system. */
static bool names_a_held_change(const Locator *l)
{
	for (size_t i = 0; i < l->findings.len; i++) {
		u32 call = l->findings.at[i].call;
		if (l->base[call] && call_spec(l->trace.calls.at[call].nr)->class == CLASS_PATH)
			return true;
	}
	return false;
}

static bool search(Locator *l, Verdict *verdict, Err *err)
{
	bool passed, sure, located;
	size_t lo, hi;
	*verdict = VERDICT_LOCATED;
	if (start_fails(l))
		return true;
	if (!plan_world(l)) {
		*verdict = VERDICT_NOT_RERUN;
		look_instead(l);
		return true;
	}
	if (!reproduce(l, verdict, err))
		return false;
	if (*verdict == VERDICT_HELD_BACK || *verdict == VERDICT_LOCATED)
		locator_suspects(l, &l->bad, l->bad_world, &l->suspects);
	if (*verdict != VERDICT_LOCATED)
		return true;
	l->talk.searching = true;
	compare_libraries(l);
	if (!search_hypotheses(l, &located, &sure, err))
		return false;
	if (located) {
		*verdict = !sure                    ? VERDICT_UNSTABLE
				   : names_a_held_change(l) ? VERDICT_HELD_BACK
											: VERDICT_LOCATED;
		return true;
	}
	if (!try_prefix(l, (u32)l->trace.calls.len, NULL, NULL, &passed, err))
		return false;
	if (!passed) {
		l->lacks = l->n_held > 0;
		*verdict = l->lacks || l->talk.differed || l->talk.unreached ? VERDICT_HELD_BACK
																	 : VERDICT_NOT_REPLAYED;
		note_limits(l);
		return true;
	}
	Finding first = {0};
	if (!search_prefix(l, &lo, &hi, err) || !confirm(l, lo, &sure, &first, err))
		return false;
	vec_push(&l->findings, first);
	if (!sure) {
		*verdict = VERDICT_UNSTABLE;
		return true;
	}
	if (find_others(l, lo, err)) {
		*verdict = names_a_held_change(l) ? VERDICT_HELD_BACK : *verdict;
		return true;
	}
	if (!judge_over(&l->judge))
		return false;
	buf_addf(&l->note, "%s before drift knew whether this alone is enough", judge_over(&l->judge));
	return true;
}

/* The recorded command, if none was given. */
static char *const *recorded_argv(Trace *t)
{
	char **argv = arena_array(&t->arena, char *, 252);
	for (u32 i = 0; i < t->head; i++) {
		const TraceCall *c = &t->calls.at[i];
		for (int k = 0; c->nr == PSEUDO_PROGRAM && k < 250; k++) {
			const TraceData *d = call_data(c, 0, k, DATA_IN);
			if (!d)
				break;
			argv[k] = (char *)(uintptr_t)d->at;
		}
	}
	return argv;
}

static void locator_free(Locator *l)
{
	env_findings_free(&l->findings);
	suspects_free(&l->libraries);
	suspects_free(&l->suspects);
	buf_free(&l->note);
	buf_free(&l->last_words);
	vec_free(&l->cuts);
	free(l->replay);
	free(l->unit_end);
	drop_bad(l);
	for (size_t i = 0; i < l->changed.len; i++)
		free(l->changed.at[i]);
	vec_free(&l->changed);
	buf_free(&l->no_world);
	buf_free(&l->shared);
	free(l->base);
	free(l->talk.calls);
	free(l->held);
	redactor_free(l->rules);
	free(l->with_base);
	judge_free(&l->judge);
	script_free(&l->script);
	env_trace_free(&l->trace);
}

/* Reads a trace from which a rerun can begin. */
static bool read_recording(const char *path, Trace *t, Err *err)
{
	if (!trace_read(path, t, err))
		return false;
	if (!trace_is_attached(t))
		return true;
	env_trace_free(t);
	return err_set(
		err,
		"%s: recorded from a process that was running (record -p), so the trace lacks its "
		"start, from which a rerun begins; use 'drift env check', 'diff' or 'show'",
		path);
}

/* One search. *place: a pair of paths for another one, if the only cause is the working directory or
 * HOME; else unchanged. *inside: true if the first cause is what a file contains, or that it is
 * missing. */
static bool locate_once(const EnvLocate *options, FILE *to, Verdict *verdict, char **place,
						bool *inside, Err *err)
{
	Locator l = {.options = options, .start = now_seconds()};
	if (!redactor_new(options->no_contents, options->redact, &l.rules, err))
		return false;
	if (!read_recording(options->trace, &l.trace, err)) {
		redactor_free(l.rules);
		return false;
	}
	if (l.rules)
		redactor_apply(l.rules, &l.trace);
	PathMaps maps = {0};
	if (!place_find(options, &l.trace, &maps, err)) {
		remap_free(&maps);
		env_trace_free(&l.trace);
		redactor_free(l.rules);
		return false;
	}
	remap_trace(&l.trace, &maps);
	head_add_absent(&l.trace, environ);
	script_init(&l.script, &l.trace);
	l.script.maps = maps;
	l.replay = xcalloc(l.trace.calls.len, 1);
	l.base = xcalloc(l.trace.calls.len, 1);
	l.talk.calls = xcalloc(l.trace.calls.len, 1);
	l.with_base = xcalloc(l.trace.calls.len, 1);
	held_find(&l);
	l.argv = options->argv ? options->argv : recorded_argv(&l.trace);
	find_cuts(&l);
	Err why = {0};
	bool ok = l.argv[0] != NULL || err_set(&why, "%s: no command in the trace", options->trace);
	if (ok && !options->argv && held_command(&l.trace))
		ok = err_set(&why, "%s: the recorded command is held back in part; give it after '--'",
					 options->trace);
	ok = ok && judge_init(&l.judge, options, &l.trace, &why);
	l.script.dir = l.judge.dir;
	l.judge.foreign = l.talk.calls;
	bool begun = ok;
	ok = ok && search(&l, verdict, &why);
	if (begun && !ok && judge_over(&l.judge)) {
		*verdict = VERDICT_STOPPED;
		look_instead(&l);
		ok = true;
	}
	const EnvDifference *cause = l.findings.len ? &l.findings.at[0].diff : NULL;
	/* A name of a user that is in no path here may not be meant, a directory that exists is. */
	bool directory = options->map && options->map->len && *vec_last(options->map) == '/';
	*inside = ok && *verdict == VERDICT_LOCATED && cause &&
			  (cause->inside || (cause->fatal && directory));
	if (ok && *verdict == VERDICT_LOCATED && l.findings.len == 1)
		*place = place_of_cause(&l.trace, l.findings.at[0].call);
	if (ok)
		(options->json ? report_json : held_text)(&l, *verdict, to);
	else
		err_set(err, "%s", why.text);
	locator_free(&l);
	return ok;
}

/* If the only cause is another directory or home, which exists in both places, what the program finds
 * there may differ: a search with the two mapped knows. Without a better answer, the first one
 * stands. */
static bool search_in_place(const EnvLocate *options, char *place, Verdict *verdict, FILE *to)
{
	StrList map = {0};
	EnvLocate again = *options;
	bool inside = false;
	char *none = NULL;
	for (size_t i = 0; options->map && i < options->map->len; i++)
		vec_push(&map, options->map->at[i]);
	vec_push(&map, place);
	again.map = &map;
	bool ok = locate_once(&again, to, verdict, &none, &inside, NULL);
	vec_free(&map);
	free(none);
	return ok && inside;
}

/* Prints a report, and below its first line that of another one: the directory or name, which is a
 * cause, too. */
static void print_both(const char *report, const char *other, FILE *to)
{
	size_t n = strcspn(report, "\n");
	fprintf(to, "%.*s\n  or     %.*s\n", (int)n, report, (int)strcspn(other, "\n"), other);
	fputs(report + n + (report[n] != 0), to);
}

bool env_locate(const EnvLocate *options, FILE *to, Verdict *verdict, Err *err)
{
	double start = now_seconds();
	char *first = NULL, *second = NULL, *place = NULL;
	size_t n_first = 0, n_second = 0;
	bool inside = false, better = false;
	FILE *text = open_memstream(&first, &n_first);
	bool ok = text && locate_once(options, text, verdict, &place, &inside, err);
	if (text)
		fclose(text);
	EnvLocate again = *options;
	if (options->time > 0)
		again.time -= now_seconds() - start;
	bool more = !options->no_map && again.time >= 0;
	text = ok && place && more ? open_memstream(&second, &n_second) : NULL;
	if (text) {
		Verdict other;
		better = search_in_place(&again, place, &other, text);
		fclose(text);
	}
	if (ok && better && !options->json)
		print_both(second, first, to);
	else if (ok)
		fputs(better ? second : first, to);
	free(first);
	free(second);
	free(place);
	return ok;
}
