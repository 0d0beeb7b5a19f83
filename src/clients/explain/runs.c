/* runs.c: runs both programs on one input, and finds the difference. */
#include "clients/explain/impl.h"

static ReturnTypes result_types(const ExplainConfig *c, int side)
{
	const EntryType *newer = &c->entry.type->result;
	const EntryType *old = c->entry.old ? &c->entry.old->result : newer;
	return (ReturnTypes){side == OLD ? old : newer, side == OLD ? newer : old};
}

/* With --entry, every run is followed by a look at what it left behind. */
static void make_units(Explanation *x)
{
	const ExplainConfig *c = &x->config;
	PostStatesConfig units = {.pair = &x->pair.product,
							  .subject = {c->subject[OLD], c->subject[NEW]},
							  .map = c->entry.map,
							  .inputs = c->inputs,
							  .depth = c->entry.depth,
							  .looks = c->observe & OBSERVE_STATUS};
	if (!c->entry.name)
		return;
	for (int side = OLD; side <= NEW; side++)
		units.result[side] = result_types(c, side).own;
	x->pair.units = post_states_new(&units);
}

static bool make_pair(Explanation *x, Err *err)
{
	const ExplainConfig *c = &x->config;
	MachineOptions options = {.purpose = c->by == BY_PATH ? MACHINE_PLAIN : MACHINE_TRACKING,
							  .tracked = STATIC_CAREFUL,
							  .arguments = true,
							  .budget = c->budget};
	ProductRunner *product = &x->pair.product;
	x->pair.eval = expr_eval_new(x->pool);
	product->one_limit = true;
	if (!product_start(product, c->subject, 2, c->inputs, &options, err))
		return false;
	for (int side = OLD; side <= NEW; side++)
		x->of[side].machine = product->version[side].m;
	make_units(x);
	return true;
}

Explanation *explain_new(const ExplainConfig *config, Err *err)
{
	Explanation *x = xcalloc(1, sizeof *x);
	SolveOptions solve = {.z3_limit = config->z3_limit};
	x->config = *config;
	x->pool = x->seen.pool = config->inputs->pool;
	x->seen.observe = config->observe;
	x->solver = solver_new(x->pool, &solve);
	solver_until(x->solver, config->budget);
	assignment_init(&x->start, x->pool);
	assignment_init(&x->passing, x->pool);
	assignment_init(&x->scratch, x->pool);
	assignment_copy(&x->start, config->start);
	aligner_init(&x->align, config->subject, config->map, config->inputs);
	x->align.budget = config->budget;
	if (config->ok && !(x->ok_dir = temp_dir(err))) {
		explain_free(x);
		return NULL;
	}
	if (!make_pair(x, err)) {
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
		behaviour_free(&x->seen.now[side]);
		vec_free(&x->condition[side].list);
		intmap_free(&x->condition[side].has);
		intmap_free(&x->condition[side].implied);
		intmap_free(&x->condition[side].path);
		buf_free(&x->said[side]);
	}
	for (size_t i = 0; i < x->suspects.len; i++) {
		assignment_free(&x->suspects.at[i].input);
		free(x->suspects.at[i].is[OLD]);
		free(x->suspects.at[i].is[NEW]);
	}
	post_states_end(x->pair.units);
	product_runner_free(&x->pair.product);
	expr_eval_free(x->pair.eval);
	vec_free(&x->pair.fixed);
	vec_free(&x->suspects);
	vec_free(&x->prefix);
	if (x->blamed)
		blame_free(&x->blame);
	assignment_free(&x->start);
	assignment_free(&x->passing);
	assignment_free(&x->scratch);
	solver_free(x->solver);
	aligner_free(&x->align);
	edits_free(&x->edits);
	effect_free(&x->effect);
	if (x->ok_dir)
		tree_remove(x->ok_dir, &ignored);
	free(x->ok_dir);
	free(x);
}

void explain_run(Explanation *x, const Assignment *a)
{
	const ExplainConfig *c = &x->config;
	x->stats.runs++;
	product_observe(&x->pair.product, c->shape, a);
	expr_eval_next(x->pair.eval, a);
	for (int side = OLD; side <= NEW; side++) {
		ExplainRun *w = &x->of[side];
		w->result = x->pair.product.result[side];
		behaviour_take(&x->seen.now[side], x->pool, w->machine, &w->result, a, c->observe);
		if (c->entry.name)
			behaviour_returned(&x->seen.now[side], result_types(c, side),
							   &x->pair.product.value[side], post_states_latest(x->pair.units),
							   x->pool, side);
	}
}

/* ---- what differs ---- */

bool explain_fails(const Behaviour *b)
{
	return b->outcome == RAN_ERROR || b->outcome == RAN_SIGNAL || b->outcome == RAN_LIMIT;
}

/* The first byte in which two texts differ. */
static u64 first_byte(const Buf *a, const Buf *b)
{
	u64 at = 0;
	while (at < a->len && at < b->len && a->at[at] == b->at[at])
		at++;
	return at;
}

static bool same(const Explanation *x, u32 observe)
{
	return behaviour_same(x->pool, x->pair.eval, &x->seen.now[OLD], &x->seen.now[NEW],
						  x->config.observe & observe);
}

/* How the runs ended: by something else than what the function left behind? */
static DifferKind differ_ending(const Behaviour *a, const Behaviour *b)
{
	bool alike = a->outcome == b->outcome && a->error == b->error && a->status == b->status &&
				 !a->type == !b->type && behaviour_same_value(a, b);
	return alike ? DIFFER_POST_STATE : DIFFER_ENDING;
}

DifferKind explain_differ(const Explanation *x, u64 *at)
{
	const Behaviour *a = &x->seen.now[OLD], *b = &x->seen.now[NEW];
	bool ending = !same(x, OBSERVE_STATUS);
	*at = 0;
	/* The output that a failed run would have produced is unknown. */
	if (ending && explain_fails(b))
		return DIFFER_ENDING;
	for (int i = 0; i < 2; i++)
		if (!same(x, i ? OBSERVE_STDERR : OBSERVE_STDOUT)) {
			*at = first_byte(&a->text[i], &b->text[i]);
			return i ? DIFFER_STDERR : DIFFER_STDOUT;
		}
	if (ending)
		return differ_ending(a, b);
	if (!same(x, OBSERVE_FILES))
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
		const Behaviour *b = &x->seen.now[side];
		const Program *p = x->config.subject[side]->program;
		if (differs == DIFFER_ENDING || differs == DIFFER_POST_STATE) {
			behaviour_ending(b, p, &said[side]);
			post_text(NULL, b->left, side, (bool[2]){false}, 0, &said[side]);
			continue;
		}
		if (differs == DIFFER_UNSET && side == OLD)
			buf_adds(&said[side], "no uninitialised memory is used");
		else if (differs == DIFFER_UNSET)
			buf_adds(&said[side], buf_str(&b->undefined_what));
		else if (differs != DIFFER_FILES)
			say_line(&b->text[differs == DIFFER_STDERR], at, &said[side]);
		else
			for (size_t i = 0; i < b->files.len; i++)
				buf_addf(&said[side], "%s%s%s", i ? ", " : "",
						 b->files.at[i].kind == OS_REMOVED ? "no " : "", b->files.at[i].path);
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

ResultEnd explain_ended(const Explanation *x)
{
	const Budget *b = x->config.budget;
	if (b->stop && *b->stop)
		return RESULT_STOPPED;
	if (b->full)
		return RESULT_MEMORY;
	return b->end > 0 && now_seconds() >= b->end ? RESULT_TIME : RESULT_DONE;
}

/* True if a run is known up to its end. */
static bool is_followed(const Explanation *x, int side, Err *why)
{
	const RunResult *r = &x->of[side].result;
	if (r->outcome != RAN_UNSUPPORTED && !r->cut)
		return true;
	return err_set(why, "drift could not run %s to its end: %s", x->config.subject[side]->version,
				   r->cut ? result_end_words(explain_ended(x)) : r->report);
}

bool explain_look(Explanation *x, bool *same, Err *why)
{
	const Behaviour *old = &x->seen.now[OLD], *new = &x->seen.now[NEW];
	*same = false;
	explain_run(x, &x->start);
	if (!is_followed(x, OLD, why) || !is_followed(x, NEW, why))
		return false;
	x->differs = explain_differ(x, &x->place.at);
	*same = x->differs == DIFFER_NOTHING;
	x->crash = explain_fails(new) && !explain_fails(old);
	if (x->differs != DIFFER_NOTHING)
		say(x, x->differs, x->place.at, x->said);
	if (explain_fails(old) && explain_fails(new)) {
		*same = false;
		return err_set(
			why,
			"both versions fail on this input, so there is no correct run to compare NEW with");
	}
	if (*same)
		return err_set(why, "both versions do the same on this input");
	if (x->config.ok && explain_passes(x))
		return err_set(why, "--ok says that NEW is right on this input");
	if (x->differs == DIFFER_STDOUT || x->differs == DIFFER_STDERR)
		x->place.line = line_of(&new->text[x->differs == DIFFER_STDERR], x->place.at);
	explain_conditions(x, true);
	return true;
}
