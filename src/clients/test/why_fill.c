/* why_fill.c: fills a result with explanations of why an effect does not show. */
#include "versions/align/effect.h"
#include "engine/explore/fill.h"
#include "clients/test/tester.h"

static const char *const end_names[] = {"masked",   "branch",   "given",   "overwritten",
										"not read", "not used", "returned"};

/* ---- parts of a line ---- */

static void add_location(const Tester *t, int side, const AlignedStep *s, Buf *to)
{
	program_location(search_program(t->search, side), align_loc(search_aligner(t->search), side, s),
					 to);
}

/* "24 | 25", or what the only version has that executed it. */
static void add_values(const Tester *t, const Alignment *w, int side, u32 step, Buf *to)
{
	const AlignedStep *s = &w->run[side].steps.at[step];
	if (s->other == NO_STEP) {
		align_value(search_aligner(t->search), side, s, to);
		buf_adds(to, side == OLD ? " only in old" : " only in new");
		return;
	}
	for (int i = OLD; i <= NEW; i++) {
		if (i == NEW)
			buf_adds(to, " | ");
		align_value(search_aligner(t->search), i, i == side ? s : &w->run[i].steps.at[s->other],
					to);
	}
}

/* What was done, as C writes it. */
static void add_what(const Tester *t, int side, const AlignedStep *s, Buf *to)
{
	const Program *p = search_program(t->search, side);
	const Function *f = &p->functions.at[s->function];
	const Ins *in = align_ins(search_aligner(t->search), side, s);
	switch (in->op) {
	case I_CALL: {
		u32 callee = f->calls[in->extra].callee;
		buf_addf(to, "%s()", callee == NO_OPERAND ? "*" : p->functions.at[callee].source_name);
		return;
	}
	case I_CBR:
	case I_SWITCH:
	case I_IBR: buf_adds(to, "branch"); return;
	case I_MOV:
	case I_STORE: buf_adds(to, "="); return;
	case I_LOAD: buf_adds(to, "read"); return;
	case I_PHI: buf_adds(to, "join"); return;
	case I_RET: buf_adds(to, "return"); return;
	case I_TRUNC ... I_BITCAST: buf_addf(to, "to %u bits", type_bits(in->type2)); return;
	default: buf_adds(to, ins_sign(in)); return;
	}
}

/* ---- ends ---- */

static void end_text(const Tester *t, const Alignment *w, const AlignedEnd *e, Buf *to)
{
	const AlignedStep *s = &w->run[e->side].steps.at[e->step];
	const AlignedStep *at = e->at == NO_STEP ? NULL : &w->run[e->side].steps.at[e->at];
	add_location(t, e->side, at && e->kind != END_OVERWRITTEN ? at : s, to);
	buf_adds(to, ": ");
	switch (e->kind) {
	case END_MASKED:
		buf_addc(to, '\'');
		add_what(t, e->side, at, to);
		buf_adds(to, "' has the result ");
		align_value(search_aligner(t->search), e->side, at, to);
		buf_adds(to, " in both");
		break;
	case END_BRANCH:
		buf_adds(to, "both go ");
		align_value(search_aligner(t->search), e->side, at, to);
		break;
	case END_GIVEN:
		add_what(t, e->side, at, to);
		buf_adds(to, " printed it, and the output is the same");
		break;
	case END_RETURNED: buf_adds(to, "it is returned from main"); break;
	case END_OVERWRITTEN:
		buf_adds(to, "the stored value is overwritten before it is read, at ");
		add_location(t, e->side, at, to);
		break;
	case END_UNREAD: buf_adds(to, "the stored value is not read again"); break;
	case END_UNUSED: buf_adds(to, "the value is not used"); break;
	}
	buf_adds(to, " (");
	add_values(t, w, e->side, e->step, to);
	if (at && e->kind != END_OVERWRITTEN) {
		buf_adds(to, " from ");
		add_location(t, e->side, s, to);
	}
	buf_addc(to, ')');
	if (e->count > 1)
		buf_addf(to, ", %llu times", (unsigned long long)e->count);
}

/* ---- the model ---- */

static void fill_infected(Tester *t, const Alignment *w, Result *r, ResultWhy *to)
{
	Buf text = {0};
	for (size_t i = 0; i < w->infected.len; i++) {
		const AlignedValue *v = &w->infected.at[i];
		const AlignedStep *s = &w->run[v->side].steps.at[v->step];
		ResultInfected one = {.count = v->count};
		const Program *p = search_program(t->search, v->side);
		one.where = fill_location(r, p, align_loc(search_aligner(t->search), v->side, s));
		add_what(t, v->side, s, &text);
		one.what = result_take(r, &text);
		for (int side = OLD; side <= NEW; side++) {
			align_value(search_aligner(t->search), side,
						&w->run[side].steps.at[v->side == side ? v->step : s->other], &text);
			one.value[side] = result_take(r, &text);
		}
		if (v->from != NO_STEP) {
			add_location(t, v->side, &w->run[v->side].steps.at[v->from], &text);
			one.from = result_take(r, &text);
		}
		align_source(search_aligner(t->search), v->side, s, &text);
		one.source = result_take(r, &text);
		vec_push(&to->infected, one);
	}
	buf_free(&text);
}

/* Lines that one version executed alone, each once; NULL: none. */
static const char *alone_at(Tester *t, const Alignment *w, int side, Result *r)
{
	const Program *p = search_program(t->search, side);
	Buf all = {0};
	u32 file = 0, line = 0;
	for (size_t i = 0; i < w->alone.len; i++) {
		if (w->alone.at[i].side != side)
			continue;
		const AlignedStep *s = &w->run[side].steps.at[w->alone.at[i].step];
		const Loc *loc = &p->locs.at[align_ins(search_aligner(t->search), side, s)->loc];
		if (!loc->line || (loc->line == line && loc->file == file))
			continue;
		buf_addf(&all, "%s%s:%u", all.len ? ", " : "", p->files.at[loc->file], loc->line);
		line = loc->line;
		file = loc->file;
	}
	const char *text = all.len ? result_take(r, &all) : NULL;
	buf_free(&all);
	return text;
}

static void fill_ends(Tester *t, const Alignment *w, Result *r, ResultWhy *to)
{
	Buf text = {0};
	for (size_t i = 0; i < w->ends.len; i++) {
		const AlignedEnd *e = &w->ends.at[i];
		end_text(t, w, e, &text);
		vec_push(&to->ends, ((ResultEnding){end_names[e->kind], result_take(r, &text), e->count}));
	}
	buf_free(&text);
}

void why_fill(void *ctx, Tester *t, u32 change, const Alignment *w)
{
	Result *r = ctx;
	ResultWhy one = {.change = change + 1, .shows = search_change(t->search, change)->propagated};
	if (w) {
		one.input = result_text(r, w->input);
		one.alone = w->alone.len;
		one.maybe = w->maybe;
		one.cut = w->run[OLD].cut || w->run[NEW].cut;
		fill_infected(t, w, r, &one);
		fill_ends(t, w, r, &one);
		for (int side = OLD; side <= NEW; side++)
			one.alone_at[side] = alone_at(t, w, side, r);
	}
	vec_push(&r->versions.why, one);
}
