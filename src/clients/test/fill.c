/* fill.c: fills a result from the differences of a tester. */
#include "clients/test/golden.h"

enum { GIVEN_KEPT = 4096 };     /* bytes of standard input and of files that are reported */
static const double PERIOD = 2; /* seconds between two writings of result.json, at least */

/* What keeps the result from being complete, unless count is 0. */
static void doubt(Result *r, const char *what, u64 count)
{
	if (count)
		result_note(r, "unconfirmed", what, result_nowhere, count, true);
}

void tester_notes(void *ctx, Result *r)
{
	const Tester *t = ctx;
	const WitnessCounts *n = evidence_counts(t->evidence);
	doubt(r,
		  "differences in drift's machine that native runs do not show; native programs can write "
		  "only to their own directory",
		  n->refuted - n->same_signal);
	doubt(r, "differences in drift's machine for which both native programs end by the same signal",
		  n->same_signal);
	doubt(r, n->why.text, n->unconfirmable);
	if (t->nans)
		result_note(r, "nan",
					"differences only in the sign or payload of a NaN, which C leaves open",
					result_nowhere, t->nans, true);
	doubt(r, "differences that drift had no time to confirm natively", t->postponed.len);
	if (t->golden && t->golden->doubts)
		result_note(r, "golden",
					"the golden version behaves differently natively and in drift's machine",
					result_nowhere, t->golden->doubts, false);
}

/* ---- differences ---- */

static ResultSide side_of(const Difference *d, int side)
{
	return (ResultSide){.output = d->output[side],
						.ends = d->seen.ending[side],
						.status = d->seen.status[side],
						.returned = d->seen.returned[side],
						.printed = result_printed(d->seen.text[side])};
}

/* The contents of a file of the test. */
static void add_given(const Tester *t, Result *r, ResultDifference *d, const char *name, Buf *file)
{
	Err ignored;
	Buf bytes = {0}, text = {0};
	char *path = xasprintf("%s/tests/%04u/%s", t->config.dir, d->test, buf_str(file));
	if (file_exists(path) && file_read(path, &bytes, &ignored)) {
		bool whole = bytes.len <= GIVEN_KEPT;
		ResultGiven g = {.name = name, .bytes = bytes.len, .whole = whole};
		buf_add_escaped(&text, buf_str(&bytes), whole ? bytes.len : GIVEN_KEPT);
		g.text = text.len ? result_take(r, &text) : "";
		g.file = result_take(r, file);
		vec_push(&d->given, g);
	}
	buf_reset(file);
	buf_free(&bytes);
	buf_free(&text);
	free(path);
}

/* What the command line does not show: files that vary, by the names that conditions have, and
 * standard input. */
static void fill_given(const Tester *t, Result *r, const Difference *from, ResultDifference *d)
{
	Buf name = {0};
	const Shape *s = search_shape(t->search, from->shape);
	for (size_t i = 0; i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		if (part->kind != PART_FILE || !part->path ||
			(part->role != ROLE_FILE && part->role != ROLE_ARG))
			continue;
		buf_addf(&name, "files/%s", part->path);
		add_given(t, r, d, part->name, &name);
	}
	buf_adds(&name, "stdin");
	add_given(t, r, d, "stdin", &name);
	buf_free(&name);
}

/* The variables that are set, as a command line has them. */
static const char *variables_of(const Tester *t, Result *r, const Difference *d)
{
	Buf text = {0};
	Assignment a = {0};
	assignment_init(&a, search_pool(t->search));
	inputs_recall(search_inputs(t->search), &d->kept, &a);
	test_variables(search_inputs(t->search), search_shape(t->search, d->shape), &a, &text);
	const char *kept = arena_strdup(&r->arena, buf_str(&text));
	assignment_free(&a);
	buf_free(&text);
	return kept;
}

static ResultDifference difference_of(const Tester *t, Result *r, const Difference *d)
{
	ResultDifference one = {.test = d->seen.test,
							.group = d->group,
							.confirmed = !t->config.unconfirmed && !d->seen.unconfirmed,
							.unconfirmed = d->seen.unconfirmed,
							.input = d->seen.input,
							.variables = variables_of(t, r, d),
							.side = {side_of(d, OLD), side_of(d, NEW)},
							.condition = d->condition,
							.when = d->when,
							.path_condition = d->path_condition,
							.joined = d->joined,
							.undefined = d->undefined,
							.stub = d->stub,
							.id = d->id,
							.files = d->files,
							.like = d->like,
							.brief = d->brief,
							.late = d->late,
							.runs = d->runs,
							.seconds = d->seconds};
	for (size_t i = 0; i < d->changes.len; i++)
		vec_push(&one.changes, d->changes.at[i] + 1);
	effect_fill(search_aligner(t->search), &d->effect, &one.effect);
	interactions_fill_one(d, &one);
	golden_fill_one(t, d, &one);
	fill_given(t, r, d, &one);
	return one;
}

static void fill_accepted(const Tester *t, Result *r)
{
	for (size_t i = 0; i < t->accepted.len; i++) {
		u32 group = t->accepted.at[i];
		bool differs = group != NO_OPERAND;
		ResultAccepted one = {.test = t->config.accept_names[i],
							  .differs = differs,
							  .pairs = differs ? t->groups.at[group].pairs : 0};
		vec_push(&r->versions.accepted, one);
	}
}

bool tester_fill(Tester *t, Result *r, Err *err)
{
	comparison_fill(t->comparison, "test", r);
	r->dir = t->config.dir;
	r->versions.trouble = evidence_counts(t->evidence)->why.text;
	r->versions.open_both = t->open_both;
	r->versions.open_alike = t->open_alike;
	r->parts |= RESULT_DIFFERENCES;
	for (size_t i = 0; i < t->differences.len; i++)
		vec_push(&r->versions.differences, difference_of(t, r, &t->differences.at[i]));
	fill_accepted(t, r);
	baseline_fill(t, r);
	r->versions.baseline = t->config.baseline;
	interactions_fill(t, r);
	if (t->golden) {
		r->parts |= RESULT_GOLDEN;
		r->versions.golden = t->config.golden ? t->config.golden->version : t->config.golden_cmd;
	}
	if (t->config.more.add)
		t->config.more.add(t->config.more.ctx, r);
	if (!t->config.why || !comparison_ended(t->comparison))
		return true;
	r->parts |= RESULT_WHY;
	stopped_fill(t, r);
	return why_each(t, r, why_fill, err);
}

u32 tester_input(const Tester *t, size_t difference, Assignment *a)
{
	const KeptInput *kept = &t->differences.at[difference].kept;
	inputs_recall(search_inputs(t->search), kept, a);
	return kept->shape;
}

void tester_tick(Tester *t)
{
	Result now;
	Err ignored;
	if ((t->config.again && !t->differences.len) || !result_due(&t->file, true))
		return;
	tester_fill(t, &now, &ignored);
	result_save(&t->file, &now, &ignored);
	result_free(&now);
}

bool tester_save(Tester *t, const Result *r, Err *err)
{
	return !t->file.dir || result_save(&t->file, r, err);
}

void tester_begin_file(Tester *t)
{
	t->file = (ResultFile){.dir = t->config.dir, .period = PERIOD, .written = now_seconds()};
}

/* ---- while it goes on ---- */

void tester_changes(Tester *t, FILE *to)
{
	enum { SHOWN = 8 }; /* more of them would push the answer off the screen */
	if (!search_unchanged(t->search))
		change_map_print_few(search_map(t->search), SHOWN, to);
	fflush(to);
}

void difference_print(const Tester *t, const Difference *d, FILE *to)
{
	Result r;
	comparison_fill_head(t->comparison, "test", &r);
	r.dir = t->config.dir;
	r.versions.baseline = t->config.baseline;
	comparison_fill_changes(t->comparison, &r);
	vec_push(&r.versions.differences, difference_of(t, &r, d));
	result_write_difference(&r, &vec_last(&r.versions.differences), to);
	result_free(&r);
}
