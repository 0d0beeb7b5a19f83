/* report.c: prints findings as text and as JSON. */
#include "env/alone/jtree.h"
#include "env/locate/locate.h"
#include "env/record/head.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>

void finding_free(Finding *f)
{
	env_difference_free(&f->diff);
	buf_free(&f->there);
	buf_free(&f->here);
	buf_free(&f->stack);
	buf_free(&f->missing);
}

void env_findings_free(Findings *list)
{
	for (size_t i = 0; i < list->len; i++)
		finding_free(&list->at[i]);
	vec_free(list);
}

/* ---- the cause behind the call at which the outcome flipped ---- */

bool calls_share(const World *w, u32 x, u32 y)
{
	const CallUse *a = world_use(w, x), *b = world_use(w, y);
	if (a->made && a->made == b->made)
		return true;
	for (u8 i = 0; i < a->n_objects; i++) {
		if (b->made == a->objects[i])
			return true;
		for (u8 k = 0; k < b->n_objects; k++)
			if (a->objects[i] == b->objects[k])
				return true;
	}
	for (u8 i = 0; i < a->n_paths; i++)
		for (u8 k = 0; k < b->n_paths; k++)
			if (a->paths[i] == b->paths[k] && b->path_use[k] & PATH_CHANGED)
				return true;
	return false;
}

/* If a read fails because the file could not be opened here, the open is the cause. So walk back
 * over the calls that this one depends on, as long as one of them failed that worked in the
 * recording. */
static u32 trace_back(const Locator *l, u32 call, const CallObservation *seen)
{
	const World *w = l->script.world;
	for (u32 i = call; i-- > l->trace.head;) {
		bool failed =
			seen[i].executed && is_error(seen[i].ret) && !is_error(l->trace.calls.at[i].ret);
		if (failed && calls_share(w, call, i))
			call = i;
	}
	return call;
}

/* ---- one finding ---- */

/* The same pseudo-call in the head of the failing run. */
static const TraceCall *pseudo_here(const Locator *l, const TraceCall *c)
{
	for (u32 i = 0; l->bad_world && i < l->bad.head; i++) {
		const TraceCall *o = &l->bad.calls.at[i];
		const TraceData *a = call_data(c, 0, 0, DATA_IN), *b = call_data(o, 0, 0, DATA_IN);
		if (o->nr != c->nr)
			continue;
		bool by_name = c->nr == PSEUDO_VAR;
		bool by_number = c->nr == PSEUDO_LIMIT || c->nr == PSEUDO_FDS || c->nr == PSEUDO_AUXV;
		if (by_name && (!a || !b || a->len != b->len || memcmp(a->at, b->at, a->len) != 0))
			continue;
		if (by_number && o->args[0] != c->args[0])
			continue;
		return o;
	}
	return NULL;
}

static void advise_pseudo(const TraceCall *c, EnvDifference *d)
{
	if (c->nr == PSEUDO_VAR)
		buf_addf(&d->advice, c->flags & CALL_ABSENT ? "unset %s" : "set %s as it is there",
				 buf_str(&d->subject));
	else if (c->nr == PSEUDO_LIMIT)
		buf_addf(&d->advice, "raise %s (see 'ulimit -a')", buf_str(&d->subject));
	else if (c->nr == PSEUDO_CWD && !d->advice.len)
		buf_adds(&d->advice, "start it in the directory that it expects");
	else if (c->nr == PSEUDO_UMASK)
		buf_adds(&d->advice, "set the same umask");
	else if (c->nr == PSEUDO_IDS)
		buf_adds(&d->advice, "run it as the same user");
}

static void make_pseudo(const Locator *l, Finding *f)
{
	const TraceCall *c = &l->trace.calls.at[f->call], *here = pseudo_here(l, c);
	pseudo_format(&f->there, c);
	if (here)
		pseudo_format(&f->here, here);
	else
		buf_adds(&f->here, "(not set)");
	f->differs = differ_pseudo(c, here, &f->diff);
	if (f->differs) {
		advise_pseudo(c, &f->diff);
	} else {
		f->diff = (EnvDifference){.kind = DIFF_OTHER};
		buf_addf(&f->diff.summary, "%s: what was there makes it work, though it looks alike here",
				 buf_str(&f->there));
	}
}

/* If the calls load a library, the library is the finding. */
static bool make_library(const Locator *l, Finding *f)
{
	for (size_t i = 0; i < l->libraries.len; i++) {
		const EnvDifference *d = &l->libraries.at[i].diff;
		if (l->libraries.at[i].call != f->call)
			continue;
		f->diff.kind = d->kind;
		buf_adds(&f->diff.subject, buf_str(&d->subject));
		buf_adds(&f->diff.summary, buf_str(&d->summary));
		buf_adds(&f->diff.detail, buf_str(&d->detail));
		buf_adds(&f->diff.advice, buf_str(&d->advice));
		f->differs = true;
		return true;
	}
	return false;
}

/* Reports a signal that came from outside right after the call, there but not here. */
static bool make_signal(const Locator *l, Finding *f)
{
	const Trace *t = &l->trace;
	u32 task = t->calls.at[f->flip].task, position = 0;
	const CallList *list = &l->script.of_task[task];
	while (position < list->len && list->at[position] <= f->flip)
		position++;
	for (size_t i = 0; i < t->signals.len; i++) {
		const TraceSignal *s = &t->signals.at[i];
		if (!s->outer || s->task != task || s->position != position)
			continue;
		f->diff = (EnvDifference){.kind = DIFF_OTHER};
		buf_adds(&f->diff.subject, signal_name(s->signo));
		buf_addf(&f->diff.summary, "%s came from outside there, after this call; here it does not",
				 signal_name(s->signo));
		buf_adds(&f->diff.advice, "find out who sends the signal where it works");
		return true;
	}
	return false;
}

void finding_make(Locator *l, u32 flip, const CallObservation *seen, const CallWatch *watch,
				  Finding *f)
{
	const Trace *t = &l->trace;
	*f = (Finding){.flip = flip, .call = flip};
	if (flip >= t->head)
		f->call = trace_back(l, flip, seen);
	const TraceCall *c = &t->calls.at[f->call];
	if (c->nr >= PSEUDO) {
		make_pseudo(l, f);
		return;
	}
	Decode d = {.fd_name = world_fd_name, .user = l->script.world, .max_bytes = 80};
	call_format(&f->there, &d, c, f->call);
	TraceCall here = *c;
	bool known = false;
	if (f->call == watch->call && watch->happened) {
		here = watch->here;
		known = true;
	} else if (seen[f->call].executed) {
		here.ret = seen[f->call].ret;
		here.n_data = 0;
		known = true;
	}
	const WorldObject *o =
		world_use(l->script.world, f->call)->n_objects
			? world_object(l->script.world, world_use(l->script.world, f->call)->objects[0])
			: NULL;
	if (known && l->rules)
		redactor_call(l->rules, &here, o && redactor_hides(l->rules, o->name));
	if (known)
		env_result_format(&f->here, &here);
	else
		buf_adds(&f->here, "not made here");
	/* The stack was taken at the watched call; it is also valid for its cause. */
	buf_adds(&f->stack, buf_str(&watch->stack));
	if (known && here.ret == -ENOENT && world_use(l->script.world, f->call)->n_paths)
		missing_part(world_path(l->script.world, world_use(l->script.world, f->call)->paths[0]),
					 &f->missing);
	if (make_library(l, f))
		return;
	f->differs = known && differ_calls(l->script.world, f->call, c, &here,
									   read_place(t, l->script.world, f->call), &f->diff);
	if (!f->differs)
		f->differs = make_signal(l, f);
	if (!f->differs) {
		f->diff = (EnvDifference){.kind = DIFF_OTHER};
		call_format_head(&f->diff.summary, &d, c, f->call);
		buf_adds(&f->diff.summary, known ? " returns the same, but the thing it identifies differs"
										 : " is not made here");
	}
}

/* ---- text ---- */

static void print_indented(FILE *to, const char *text, const char *indent, size_t max_lines)
{
	for (size_t n = 0; *text && n < max_lines; n++) {
		int len = (int)strcspn(text, "\n");
		fprintf(to, "%s%.*s\n", indent, len, text);
		text += len + (text[len] != 0);
	}
}

static void print_finding(const Locator *l, const Finding *f, FILE *to)
{
	bool pseudo = l->trace.calls.at[f->call].nr >= PSEUDO;
	fprintf(to, "%s\n", buf_str(&f->diff.summary));
	fprintf(to, "  there  %s\n", buf_str(&f->there));
	fprintf(to, "  here   %s%s\n", pseudo ? "" : "= ", buf_str(&f->here));
	if (f->diff.detail.len) {
		fprintf(to, "  difference\n");
		print_indented(to, buf_str(&f->diff.detail), "    ", 60);
	}
	if (f->stack.len) {
		fprintf(to, "  stack\n");
		print_indented(to, buf_str(&f->stack), "    ", 16);
	}
	if (f->diff.advice.len)
		fprintf(to, "  look   %s\n", buf_str(&f->diff.advice));
	fprintf(to, "  call %u of %zu%s\n", f->call, l->trace.calls.len,
			f->call == f->flip ? "" : ", found through a later call that depends on it");
}

/* Random bytes differ in any two runs: they are tried, but not suspected. */
static bool is_random(const EnvDifference *d)
{
	return d->kind == DIFF_TIME && (!strcmp(buf_str(&d->subject), "getrandom") ||
									!strncmp(buf_str(&d->subject), "/dev/", 5));
}

/* If it works with the answers of others, nothing else is a cause alone: a suspect is what may go
 * together with a slow answer, such as a setting, and no difference that any two runs have. */
static bool is_suspicious(const Locator *l, const Suspect *s)
{
	enum { STRONG = 20 }; /* minimum score */
	if (is_random(&s->diff))
		return false;
	return !l->talk.helps || (s->score >= STRONG && s->call < l->trace.calls.len);
}

static void print_suspects(const Locator *l, const Suspects *s, size_t max, FILE *to)
{
	size_t n = 0;
	for (size_t i = 0; i < s->len && n < max; i++) {
		if (!is_suspicious(l, &s->at[i]))
			continue;
		if (!n)
			fprintf(to, "unconfirmed suspects, most likely first:\n");
		fprintf(to, "  %zu. %s\n", ++n, buf_str(&s->at[i].diff.summary));
		if (s->at[i].diff.advice.len)
			fprintf(to, "     look: %s\n", s->at[i].diff.advice.at);
	}
}

static void print_unconfirmed(const Locator *l, FILE *to)
{
	print_suspects(l, &l->suspects, 10, to);
}

/* Prints what the guard refused, and what the cell shared. */
static void print_world(const Locator *l, Verdict verdict, FILE *to)
{
	const HeldList *held = &l->judge.guard.held;
	enum { MOST = 12 };
	place_print(&l->script.maps, to);
	if (l->shared.len)
		fprintf(to, "shared with the system, since it does not fail otherwise: %s\n", l->shared.at);
	for (size_t i = 0; i < held->len && i < MOST; i++) {
		const Held *h = &held->at[i];
		fprintf(to, "held back: %s", h->what);
		if (h->count > 1)
			fprintf(to, ", %u times", h->count);
		if (h->kind == HELD_FILES)
			fprintf(to, " (--in-place)\n");
		else
			fprintf(to, " (--allow %s)\n", held_kind_name(h->kind));
	}
	if (held->len > MOST)
		fprintf(to, "held back: %zu more\n", held->len - MOST);
	for (size_t i = 0; i < held->len && verdict == VERDICT_LOCATED; i++)
		if (held->at[i].original) {
			fprintf(to,
					"(also when nothing was replayed: this may be why it fails in such a world)\n");
			break;
		}
}

/* It did not fail, but it may have printed something else. */
static void print_other_output(const Locator *l, FILE *to)
{
	Buf there = {0}, here = {0};
	LineDiff d;
	bool shown = !l->n_held && !l->rules && !l->options->fail_on && output_known(&l->script) &&
				 !judge_same_output(&l->judge, &l->script);
	if (shown) {
		output_recorded(&l->script, &there);
		file_read(l->judge.out, &here, NULL);
		fprintf(to, "its output differs from the recorded one; --fail-on output locates why");
		first_line_diff((const u8 *)buf_str(&there), there.len, (const u8 *)buf_str(&here),
						here.len, &d);
		fprintf(to, " (line %u)\n", d.line);
	}
	buf_free(&there);
	buf_free(&here);
}

static void print_not_failing(const Locator *l, FILE *to)
{
	Buf success = {0};
	judge_success_format(&l->judge, &success);
	fprintf(to, "it does not fail here: nothing to locate (success: %s)\n", buf_str(&success));
	print_other_output(l, to);
	if (!l->judge.in_place)
		fprintf(to, "(it was run in a world of its own; if it fails outside, record it there and "
					"compare with 'drift env diff')\n");
	if (l->judge.terminal_input)
		fprintf(to, "(its standard input was empty there, not the terminal; --stdin FILE gives it "
					"something to read)\n");
	buf_free(&success);
}

/* The likeliest suspect that cannot be tried because the trace has only hashes of its contents. */
static const Suspect *suspect_of_hashes(const Locator *l)
{
	bool hashed = trace_hashed(&l->trace) > 0 && !l->trace.held && !l->rules;
	for (size_t i = 0; hashed && i < l->suspects.len; i++) {
		u32 call = l->suspects.at[i].call;
		if (call < l->trace.calls.len && l->held[call])
			return &l->suspects.at[i];
	}
	return NULL;
}

/* Calls `each` with each address whose recorded answers are replayed, if these alone, all else being
 * as it is here, make the program work. */
static void find_peers(const Locator *l, void (*each)(void *user, const char *address), void *user)
{
	static const char connecting[] = "connecting to ";
	const size_t n = sizeof connecting - 1;
	const HeldList *held = &l->judge.guard.held;
	for (size_t i = 0; i < held->len && l->talk.helps; i++)
		if (held->at[i].kind == HELD_SOCKETS && !strncmp(held->at[i].what, connecting, n))
			each(user, held->at[i].what + n);
}

static void peer_text(void *names, const char *address)
{
	buf_addf(names, "%s%s", ((Buf *)names)->len ? ", " : "", address);
}

static void peer_json(void *list, const char *address)
{
	jtree_push(list, jtree_string(address));
}

/* Returns false if nothing is known about peers. */
static bool print_peers(const Locator *l, FILE *to)
{
	Buf peers = {0};
	find_peers(l, peer_text, &peers);
	bool any = peers.len > 0;
	if (any)
		fprintf(to,
				"%s: with the answers recorded there it works, so if it fails here outside the "
				"sandbox, the cause is what is answered here, or how late\n  look   at what runs "
				"there, and at its data; drift does not connect to it (--allow sockets does)\n",
				peers.at);
	buf_free(&peers);
	return any;
}

static void print_held_back(const Locator *l, FILE *to)
{
	const Suspect *s = l->lacks ? suspect_of_hashes(l) : NULL;
	if (s)
		fprintf(to,
				"not confirmed: %s\n(the trace has only hashes of a part of what was read, so this "
				"cannot be replayed; record with a larger --max-contents)\n",
				buf_str(&s->diff.summary));
	else if (l->lacks)
		fprintf(to,
				"held back: %u calls cannot be replayed, because the trace lacks bytes of "
				"their results (--no-contents, --redact, --max-contents); the cause may be among "
				"them\n",
				l->n_held);
	else if (!print_peers(l, to))
		fprintf(to,
				"in the sandbox it fails because of calls that drift held back; whether it fails "
				"otherwise is not known\n");
}

static void print_not_replayed(const Locator *l, FILE *to)
{
	Buf limits = {0};
	limits_not_lifted(l, &limits);
	if (limits.len)
		fprintf(to,
				"%sit fails here even when every call gets its recorded answer, and this limit "
				"may be why (not confirmed)\n",
				limits.at);
	else
		fprintf(to,
				"it fails here even when every call gets its recorded answer: the cause is not "
				"known (one of the suspects that cannot be made up here, another program, shared "
				"memory, hardware, how long things take)\n");
	buf_free(&limits);
	if (l->last_parted == UINT32_MAX)
		return;
	Decode d = {.fd_name = world_fd_name, .user = l->script.world, .max_bytes = 48};
	Buf b = {0};
	call_format(&b, &d, &l->trace.calls.at[l->last_parted], l->last_parted);
	fprintf(to, "the run leaves the recording at call %u: %s\n", l->last_parted, b.at);
	buf_free(&b);
}

static void print_not_rerun(const Locator *l, FILE *to)
{
	if (own_files_suffice(NULL))
		fprintf(to,
				"nothing is rerun: drift cannot make a sandbox here (%s), and the rerun could do "
				"harm here; --in-place reruns it without a sandbox\n",
				buf_str(&l->no_world));
	else
		fprintf(to, "nothing is rerun: %s\n", buf_str(&l->no_world));
}

void report_text(const Locator *l, Verdict verdict, FILE *to)
{
	switch (verdict) {
	case VERDICT_NOT_FAILING: print_not_failing(l, to); break;
	case VERDICT_UNSTABLE:
		fprintf(to, "it does not behave the same in each run here: the cause cannot be located by "
					"rerunning it\n");
		break;
	case VERDICT_NOT_REPLAYED:
		print_not_replayed(l, to);
		print_unconfirmed(l, to);
		break;
	case VERDICT_NOT_RERUN:
		print_not_rerun(l, to);
		print_unconfirmed(l, to);
		break;
	case VERDICT_HELD_BACK:
		print_held_back(l, to);
		print_unconfirmed(l, to);
		break;
	case VERDICT_STOPPED:
		fprintf(to, "%s: no cause was confirmed so far\n", judge_over(&l->judge));
		print_unconfirmed(l, to);
		break;
	default: break; /* located: printed below */
	}
	for (size_t i = 0; i < l->libraries.len && verdict == VERDICT_LOCATED; i++)
		fprintf(to, "%s\n", buf_str(&l->libraries.at[i].diff.summary));
	for (size_t i = 0; i < l->findings.len && verdict == VERDICT_LOCATED; i++) {
		if (l->findings.len > 1)
			fprintf(to, "cause %zu of %zu: ", i + 1, l->findings.len);
		print_finding(l, &l->findings.at[i], to);
	}
	if (l->note.len)
		fprintf(to, "note: %s\n", l->note.at);
	print_world(l, verdict, to);
	/* Where only answers of others are missing, it says that drift refused to connect. */
	if (l->last_words.len && verdict != VERDICT_NOT_FAILING && !l->talk.helps)
		fprintf(to, "it said: %s\n", l->last_words.at);
	fprintf(to, "%u reruns, %zu calls, %.1f s\n", l->reruns, l->trace.calls.len,
			now_seconds() - l->start);
}

/* ---- JSON ---- */

static JTree *difference_json(const EnvDifference *d)
{
	JTree *o = jtree_object();
	jtree_add_string(o, "kind", diff_kind_name(d->kind));
	jtree_add_string(o, "subject", buf_str(&d->subject));
	jtree_add_string(o, "summary", buf_str(&d->summary));
	jtree_add_string(o, "detail", buf_str(&d->detail));
	jtree_add_string(o, "advice", buf_str(&d->advice));
	return o;
}

static JTree *finding_json(const Locator *l, const Finding *f)
{
	JTree *o = difference_json(&f->diff);
	jtree_add_number(o, "call", f->call);
	jtree_add_number(o, "found_at", f->flip);
	jtree_add_string(o, "name", call_name(l->trace.calls.at[f->call].nr));
	jtree_add_string(o, "there", buf_str(&f->there));
	jtree_add_string(o, "here", buf_str(&f->here));
	beside_json(l, f, o);
	JTree *stack = jtree_add_array(o, "stack");
	for (const char *p = buf_str(&f->stack); *p;) {
		size_t n = strcspn(p, "\n");
		char *line = xstrndup(p, n);
		jtree_push(stack, jtree_string(line));
		free(line);
		p += n + (p[n] != 0);
	}
	return o;
}

static void add_world(const Locator *l, JTree *o)
{
	const HeldList *held = &l->judge.guard.held;
	const char *world = l->no_world.len ? "none" : l->judge.in_place ? "in place" : "own";
	jtree_add_string(o, "world", world);
	jtree_add_string(o, "shared", buf_str(&l->shared));
	JTree *mapped = jtree_add_array(o, "mapped");
	for (size_t i = 0; i < l->script.maps.len; i++) {
		JTree *pair = jtree_object();
		jtree_add_string(pair, "there", l->script.maps.at[i].there);
		jtree_add_string(pair, "here", l->script.maps.at[i].here);
		jtree_push(mapped, pair);
	}
	JTree *list = jtree_add_array(o, "held_back");
	for (size_t i = 0; i < held->len; i++) {
		JTree *h = jtree_object();
		jtree_add_string(h, "kind", held_kind_name(held->at[i].kind));
		jtree_add_string(h, "what", held->at[i].what);
		jtree_add_number(h, "count", held->at[i].count);
		jtree_add_bool(h, "original", held->at[i].original);
		jtree_push(list, h);
	}
}

void report_json(const Locator *l, Verdict verdict, FILE *to)
{
	JTree *o = jtree_object();
	jtree_add_string(o, "command", "env locate");
	jtree_add_string(o, "verdict", verdict_name(verdict));
	jtree_add_bool(o, "exhaustive", verdict == VERDICT_LOCATED && !l->note.len);
	JTree *findings = jtree_add_array(o, "findings");
	for (size_t i = 0; i < l->findings.len && verdict != VERDICT_STOPPED; i++)
		jtree_push(findings, finding_json(l, &l->findings.at[i]));
	JTree *libraries = jtree_add_array(o, "libraries");
	for (size_t i = 0; i < l->libraries.len; i++)
		jtree_push(libraries, difference_json(&l->libraries.at[i].diff));
	JTree *suspects = jtree_add_array(o, "suspects");
	for (size_t i = 0; i < l->suspects.len; i++)
		if (!l->talk.helps || is_suspicious(l, &l->suspects.at[i]))
			jtree_push(suspects, difference_json(&l->suspects.at[i].diff));
	find_peers(l, peer_json, jtree_add_array(o, "peers"));
	add_world(l, o);
	JTree *stats = jtree_add_object(o, "stats");
	jtree_add_number(stats, "seconds", now_seconds() - l->start);
	jtree_add_number(stats, "runs", l->reruns);
	jtree_add_number(stats, "calls", (double)l->trace.calls.len);
	jtree_add_number(stats, "runs_per_second", l->reruns / (now_seconds() - l->start));
	JTree *notes = jtree_add_array(o, "notes");
	if (l->note.len) {
		JTree *note = jtree_object();
		jtree_add_string(note, "kind", "incomplete");
		jtree_add_string(note, "what", l->note.at);
		jtree_add_string(note, "where", "");
		jtree_add_number(note, "count", 1);
		jtree_push(notes, note);
	}
	jtree_add_string(o, "said", buf_str(&l->last_words));
	held_json(l, o);
	jtree_write(o, to);
	jtree_free(o);
}
