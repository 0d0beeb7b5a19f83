/* runs.c: both programs on one input, and what differs. */
#include "explain/impl.h"

static bool make_run(Explanation *x, int side, Err *err)
{
	const ExplainConfig *c = &x->config;
	MachineWish wish = {.purpose = c->by == BY_PATH ? MACHINE_PLAIN : MACHINE_TRACKING,
						.tracked = STATIC_CAREFUL,
						.budget = c->budget};
	ExplainRun *w = &x->of[side];
	if (!subject_start(c->subject[side], c->inputs, &wish, &w->version, err))
		return false;
	w->machine = w->version.m;
	machine_runner(&w->version, &w->runner);
	return true;
}

Explanation *explain_new(const ExplainConfig *config, Err *err)
{
	Explanation *x = xcalloc(1, sizeof *x);
	SolveOptions solve = {.z3_limit = config->z3_limit};
	x->config = *config;
	x->pool = config->inputs->pool;
	x->solver = solver_new(x->pool, &solve);
	solver_until(x->solver, config->budget);
	assignment_init(&x->start, x->pool);
	assignment_init(&x->passing, x->pool);
	assignment_init(&x->scratch, x->pool);
	assignment_copy(&x->start, config->start);
	aligner_init(&x->align, config->subject, config->map, config->inputs);
	if (config->ok && !(x->ok_dir = temp_dir(err))) {
		explain_free(x);
		return NULL;
	}
	for (int side = OLD; side <= NEW; side++)
		if (!make_run(x, side, err)) {
			explain_free(x);
			return NULL;
		}
	return x;
}

void explain_free(Explanation *x)
{
	Err ignored;
	if (!x)
		return;
	for (int side = OLD; side <= NEW; side++) {
		ExplainRun *w = &x->of[side];
		subject_stop(&w->version);
		behaviour_free(&w->behaviour);
		vec_free(&x->condition[side].list);
		intmap_free(&x->condition[side].has);
		buf_free(&x->said[side]);
	}
	for (size_t i = 0; i < x->suspects.len; i++) {
		assignment_free(&x->suspects.at[i].input);
		free(x->suspects.at[i].is[OLD]);
		free(x->suspects.at[i].is[NEW]);
	}
	vec_free(&x->suspects);
	vec_free(&x->prefix);
	if (x->blamed)
		blame_free(&x->blame);
	assignment_free(&x->start);
	assignment_free(&x->passing);
	assignment_free(&x->scratch);
	solver_free(x->solver);
	aligner_free(&x->align);
	effect_free(&x->effect);
	if (x->ok_dir)
		tree_remove(x->ok_dir, &ignored);
	free(x->ok_dir);
	free(x);
}

void explain_run(Explanation *x, const Assignment *a)
{
	inputs_load(x->config.inputs, x->config.shape, a);
	x->stats.runs++;
	for (int side = OLD; side <= NEW; side++) {
		ExplainRun *w = &x->of[side];
		w->runner.run(w->runner.ctx, x->config.shape, a, &w->run);
		behaviour_take(&w->behaviour, x->pool, w->machine, &w->run.result, a, x->config.see);
	}
}

/* ---- what differs ---- */

static bool same_ending(const Behaviour *a, const Behaviour *b)
{
	return a->outcome == b->outcome &&
		   (a->outcome == RAN_ERROR ? a->error == b->error : a->status == b->status);
}

bool explain_fails(const Behaviour *b)
{
	return b->outcome == RAN_ERROR || b->outcome == RAN_SIGNAL || b->outcome == RAN_LIMIT;
}

static bool same_text(const Buf *a, const Buf *b, u64 *at)
{
	for (*at = 0; *at < a->len && *at < b->len; ++*at)
		if (a->at[*at] != b->at[*at])
			return false;
	return a->len == b->len;
}

static void render(const FileLeft *f, Buf *to)
{
	for (size_t i = 0; i < f->items.len; i++)
		if (f->items.at[i].kind == OUT_BYTE)
			buf_addc(to, (char)f->items.at[i].byte);
}

static bool same_files(const Behaviour *a, const Behaviour *b)
{
	bool same = a->files.len == b->files.len;
	for (size_t i = 0; same && i < a->files.len; i++) {
		const FileLeft *f = &a->files.at[i], *g = &b->files.at[i];
		Buf text[2] = {{0}};
		u64 at;
		render(f, &text[0]);
		render(g, &text[1]);
		same = !strcmp(f->path, g->path) && f->gone == g->gone && f->mode == g->mode &&
			   same_text(&text[0], &text[1], &at);
		buf_free(&text[0]);
		buf_free(&text[1]);
	}
	return same;
}

DifferKind explain_differ(const Explanation *x, u64 *at)
{
	const Behaviour *a = &x->of[OLD].behaviour, *b = &x->of[NEW].behaviour;
	u32 see = x->config.see;
	*at = 0;
	/* What a run that failed would have put out is not known. */
	if (see & SEE_STATUS && !same_ending(a, b) && explain_fails(b))
		return DIFFER_ENDING;
	if (see & SEE_STDOUT && !same_text(&a->text[0], &b->text[0], at))
		return DIFFER_STDOUT;
	if (see & SEE_STDERR && !same_text(&a->text[1], &b->text[1], at))
		return DIFFER_STDERR;
	if (see & SEE_STATUS && !same_ending(a, b))
		return DIFFER_ENDING;
	if (see & SEE_FILES && !same_files(a, b))
		return DIFFER_FILES;
	return b->uninitialised && !a->uninitialised ? DIFFER_UNSET : DIFFER_NOTHING;
}

u32 explain_edits(const Explanation *x, const Assignment *a)
{
	const Shape *s = &x->config.inputs->shapes.at[x->config.shape];
	u32 n = 0;
	for (size_t i = 0; i < s->parts.len; i++) {
		Buf was = {0}, is = {0};
		inputs_bytes(x->config.inputs, &s->parts.at[i], &x->start, &was);
		inputs_bytes(x->config.inputs, &s->parts.at[i], a, &is);
		size_t longer = was.len > is.len ? was.len : is.len;
		for (size_t k = 0; k < longer; k++)
			n += k >= was.len || k >= is.len || was.at[k] != is.at[k];
		buf_free(&was);
		buf_free(&is);
	}
	return n;
}

/* The line of a text that holds a byte, quoted; "(nothing)" behind its end. */
static void say_line(const Buf *text, u64 at, Buf *to)
{
	size_t from = at < text->len ? at : text->len;
	while (from > 0 && text->at[from - 1] != '\n')
		from--;
	if (from == text->len) {
		buf_adds(to, "(nothing)");
		return;
	}
	size_t n = strcspn(text->at + from, "\n");
	buf_addc(to, '\'');
	buf_add_escaped(to, text->at + from, n < 60 ? n : 60);
	buf_adds(to, n < 60 ? "'" : "...'");
}

static void say(const Explanation *x, DifferKind differs, u64 at, Buf said[2])
{
	for (int side = OLD; side <= NEW; side++) {
		const Behaviour *b = &x->of[side].behaviour;
		const Program *p = x->config.subject[side]->program;
		if (differs == DIFFER_ENDING)
			behaviour_ending(b, p, &said[side]);
		else if (differs == DIFFER_UNSET && side == OLD)
			buf_adds(&said[side], "all that is used was set");
		else if (differs == DIFFER_UNSET)
			buf_adds(&said[side], buf_str(&b->undefined_what));
		else if (differs != DIFFER_FILES)
			say_line(&b->text[differs == DIFFER_STDERR], at, &said[side]);
		else
			for (size_t i = 0; i < b->files.len; i++)
				buf_addf(&said[side], "%s%s%s", i ? ", " : "", b->files.at[i].gone ? "no " : "",
						 b->files.at[i].path);
	}
}

bool explain_differs_as_before(const Explanation *x)
{
	Buf said[2] = {{0}};
	u64 at;
	DifferKind differs = explain_differ(x, &at);
	bool same = differs == x->differs;
	if (same)
		say(x, differs, at, said);
	for (int side = OLD; side <= NEW; side++) {
		same = same && !strcmp(buf_str(&said[side]), buf_str(&x->said[side]));
		buf_free(&said[side]);
	}
	return same;
}

static u32 line_of(const Buf *text, u64 at)
{
	u32 line = 1;
	for (u64 i = 0; i < at && i < text->len; i++)
		line += text->at[i] == '\n';
	return line;
}

/* Whether a run is known up to its end. */
static bool is_followed(const Explanation *x, int side, Err *why)
{
	const RunResult *r = &x->of[side].run.result;
	if (r->outcome != RAN_UNSUPPORTED && !r->cut)
		return true;
	return err_set(why, "%s cannot be followed to its end: %s", x->config.subject[side]->version,
				   r->cut ? "the time is up (--time)" : r->report);
}

bool explain_look(Explanation *x, bool *same, Err *why)
{
	const Behaviour *old = &x->of[OLD].behaviour, *new = &x->of[NEW].behaviour;
	*same = false;
	explain_run(x, &x->start);
	if (!is_followed(x, OLD, why) || !is_followed(x, NEW, why))
		return false;
	x->differs = explain_differ(x, &x->differs_at);
	*same = x->differs == DIFFER_NOTHING;
	x->crash = explain_fails(new) && !explain_fails(old);
	if (x->differs != DIFFER_NOTHING)
		say(x, x->differs, x->differs_at, x->said);
	if (explain_fails(old) && explain_fails(new)) {
		*same = false;
		return err_set(why, "both fail on this input: there is no right run to hold NEW's against");
	}
	if (*same)
		return err_set(why, "both do the same on this input");
	if (x->config.ok && explain_passes(x))
		return err_set(why, "--ok says that NEW is right on this input");
	if (x->differs == DIFFER_STDOUT || x->differs == DIFFER_STDERR)
		x->differs_line = line_of(&new->text[x->differs == DIFFER_STDERR], x->differs_at);
	explain_conditions(x);
	return true;
}
