/* fill.c: fills a result from a checker. */
#include "clients/check/checker.h"
#include "engine/explore/fill.h"

enum { MOST_WHY = 400 }; /* characters of why something is not shown */

/* ---- verdicts ---- */

/* If lines were ignored, equality is not reported. */
static bool ignores(const Checker *c, const Rule *r)
{
	return r->kind >= RULE_FRAME && search_config(c->search)->ignore.len &&
		   !search_unchanged(c->search);
}

static const char NEVER_MET[] = "no input of this shape satisfies the premise";

static bool is_known(const Checker *c, const Rule *r)
{
	return !c->on_runs && !ignores(c, r) && comparison_ended(c->comparison) && !r->unknown &&
		   !r->tries && comparison_exhaustive(c->comparison);
}

static Verdict verdict_of(const Checker *c, const Rule *r)
{
	if (r->violated)
		return VERDICT_VIOLATED;
	if (!is_known(c, r))
		return VERDICT_NOT_SHOWN;
	bool of_case = r->kind != RULE_DEFAULT;
	return of_case && !c->cases.at[r->of].met ? VERDICT_VACUOUS : VERDICT_HOLDS;
}

bool checker_all_hold(const Checker *c)
{
	for (size_t i = 0; i < c->rules.len; i++)
		if (verdict_of(c, &c->rules.at[i]) != VERDICT_HOLDS)
			return false;
	return true;
}

/* ---- why ---- */

/* Says how far the search got, and what kept it from completing. */
static const char *how_far(const Checker *c, const Rule *rule, const Result *own, Result *r)
{
	Buf text = {0};
	const CaseState *s = rule->kind != RULE_DEFAULT ? &c->cases.at[rule->of] : NULL;
	double pairs = result_value(own, "", "pairs");
	buf_addf(&text, "%.0f pair%s of paths searched", pairs, pairs == 1 ? "" : "s");
	if (s && !s->met)
		buf_adds(&text, ", and no input found that satisfies the premise");
	if (own->over)
		buf_addf(&text, "; %s", result_end_words(own->ended));
	if (ignores(c, rule))
		buf_adds(&text, "; lines that match --ignore were not compared");
	if (rule->tries)
		buf_addf(&text, "; %u violation%s in drift's machine did not show natively", rule->tries,
				 rule->tries == 1 ? "" : "s");
	for (size_t i = 0; i < own->notes.len && text.len < MOST_WHY; i++) {
		const ResultNote *n = &own->notes.at[i];
		if (!n->incomplete)
			continue;
		buf_addf(&text, "; %s", n->what);
		if (result_somewhere(&n->where))
			buf_addf(&text, " (%s)", n->where.text);
	}
	const char *all = result_take(r, &text);
	buf_free(&text);
	return all;
}

/* Says what runs have shown. */
static const char *on_runs(const Checker *c, const Rule *rule, Result *r)
{
	Buf text = {0};
	if (c->calls)
		buf_addf(&text, "held in %llu call%s of %llu run%s", (unsigned long long)c->calls,
				 c->calls == 1 ? "" : "s", (unsigned long long)c->runs, c->runs == 1 ? "" : "s");
	else
		buf_addf(&text, "%s in %llu run%s", c->lost ? "no call that can be compared" : "no call",
				 (unsigned long long)c->runs, c->runs == 1 ? "" : "s");
	if (c->calls && rule->kind != RULE_DEFAULT && !c->cases.at[rule->of].met)
		buf_adds(&text, ", and none of them satisfies the premise");
	if (c->lost)
		buf_addf(&text, "; calls that could not be compared: %llu, %s", (unsigned long long)c->lost,
				 c->lost_why);
	if (c->open + c->unknown + rule->unknown)
		buf_addf(&text, "; calls that drift could not decide: %llu",
				 (unsigned long long)(c->open + c->unknown + rule->unknown));
	const char *all = result_take(r, &text);
	buf_free(&text);
	return all;
}

static const char *why_of(Checker *c, const Rule *rule, const Result *own, Result *r)
{
	if (c->on_runs && !rule->violated)
		return on_runs(c, rule, r);
	switch (verdict_of(c, rule)) {
	case VERDICT_VACUOUS: return NEVER_MET;
	case VERDICT_NOT_SHOWN: return how_far(c, rule, own, r);
	case VERDICT_HOLDS:
		if (rule->kind == RULE_DEFAULT && c->cases.len && !c->outside)
			return "the contract covers every input";
		return rule->kind == RULE_DEFAULT && own->versions.vacuous
				   ? result_text(r, own->versions.vacuous)
				   : NULL;
	default: return NULL;
	}
}

/* ---- clauses ---- */

static ResultSide side_of(const Violation *v, int side)
{
	return (ResultSide){.output = v->output[side],
						.ends = v->seen.ending[side],
						.status = v->seen.status[side],
						.returned = v->seen.returned[side],
						.printed = result_printed(v->seen.text[side])};
}

static const char *test_name(const Checker *c, u32 test, Result *r)
{
	Buf text = {0};
	if (!test)
		return NULL;
	if (c->config.below)
		buf_addf(&text, "%s/", c->config.below);
	buf_addf(&text, "tests/%04u", test);
	const char *name = result_take(r, &text);
	buf_free(&text);
	return name;
}

static ResultClause clause_of(Checker *c, const Rule *rule, const Result *own, Result *r)
{
	ResultClause one = {.text = rule->text,
						.of = rule->kind == RULE_DEFAULT ? 0 : rule->of + 1,
						.verdict = verdict_of(c, rule),
						.why = why_of(c, rule, own, r)};
	const Violation *v = &rule->violation;
	one.test = test_name(c, rule->violated ? v->seen.test : rule->exercise.test, r);
	if (!rule->violated)
		return one;
	one.input = v->seen.input;
	one.condition = v->condition;
	one.confirmed = v->seen.proved;
	one.unconfirmed = v->seen.unconfirmed;
	one.side[OLD] = side_of(v, OLD);
	one.side[NEW] = side_of(v, NEW);
	return one;
}

static ResultLocation location_of(const Checker *c, Result *r)
{
	const Contract *k = c->config.contract;
	if (k && !c->config.source) {
		u32 line = contract_line(k->source, k->at);
		Buf text = {0};
		buf_addf(&text, "%s:%u", k->source->path, line);
		ResultLocation p = {result_take(r, &text), {k->source->path, line, line}};
		buf_free(&text);
		return p;
	}
	const Subject *s = search_subject(c->search, NEW);
	u32 function = s->entry != NO_OPERAND ? s->entry : s->program->main;
	return function == NO_OPERAND
			   ? result_nowhere
			   : fill_location(r, s->program, s->program->functions.at[function].loc);
}

/* ---- the whole ---- */

static void add_figure(Result *r, const ResultFigure *f)
{
	for (size_t i = 0; i < r->figures.len; i++)
		if (!strcmp(r->figures.at[i].group, f->group) && !strcmp(r->figures.at[i].name, f->name)) {
			r->figures.at[i].value += f->value;
			return;
		}
	vec_push(&r->figures, *f);
}

static ResultLocation copy_location(Result *r, ResultLocation p)
{
	p.text = result_text(r, p.text);
	if (p.lines.file)
		p.lines.file = result_text(r, p.lines.file);
	return p;
}

/* Notes, what was asked of the world, and overflows, of all functions together. */
static void add_rest(Result *r, const Result *own)
{
	for (size_t i = 0; i < own->notes.len; i++) {
		const ResultNote *n = &own->notes.at[i];
		bool known = false;
		for (size_t k = 0; k < r->notes.len && !known; k++) {
			known = !strcmp(r->notes.at[k].what, n->what) &&
					!strcmp(r->notes.at[k].where.text, n->where.text);
			r->notes.at[k].count += known ? n->count : 0;
		}
		if (!known)
			result_note(r, n->kind, n->what, copy_location(r, n->where), n->count, n->incomplete);
	}
	for (size_t i = 0; i < own->world.len; i++) {
		ResultWorld w = own->world.at[i];
		w.kind = result_text(r, w.kind);
		w.words = result_text(r, w.words);
		w.name = w.name ? result_text(r, w.name) : NULL;
		w.tried = w.tried ? result_text(r, w.tried) : NULL;
		w.where = copy_location(r, w.where);
		vec_push(&r->world, w);
	}
	for (size_t i = 0; i < own->versions.overflows.len; i++) {
		ResultOverflow o = own->versions.overflows.at[i];
		o.where = copy_location(r, o.where);
		o.input = result_text(r, o.input);
		o.condition = result_text(r, o.condition);
		vec_push(&r->versions.overflows, o);
	}
}

/* Keeps the first reason why a clause that is not violated says nothing: its premise is never true, or
 * the proof of equality is vacuous. */
static void take_vacuous(const Checker *c, const Result *own, Result *r)
{
	const char *why = NULL;
	for (size_t i = 0; i < c->rules.len && !why; i++) {
		Verdict v = verdict_of(c, &c->rules.at[i]);
		why = v == VERDICT_VACUOUS ? NEVER_MET : v == VERDICT_HOLDS ? own->versions.vacuous : NULL;
	}
	if (!why || r->versions.vacuous)
		return;
	Buf text = {0};
	buf_addf(&text, "%s: %s", c->config.function, why);
	r->versions.vacuous = result_take(r, &text);
	buf_free(&text);
}

bool checker_clean(const Checker *c)
{
	for (size_t i = 0; i < c->rules.len; i++)
		if (c->rules.at[i].violated)
			return false;
	return true;
}

const Comparison *checker_comparison(const Checker *c)
{
	return c->comparison;
}

/* True if every rule is known, and the premises are satisfied where they are in the first world. */
static bool shows_as_much(const Checker *c, const Checker *first)
{
	bool good = c->outside == first->outside;
	for (size_t i = 0; i < c->rules.len; i++)
		good &= is_known(c, &c->rules.at[i]);
	for (size_t i = 0; i < c->cases.len; i++)
		good &= c->cases.at[i].met == first->cases.at[i].met;
	return good;
}

void checker_compared(Checker *c, const Checker *first, Result *own)
{
	comparison_fill(c->comparison, "check", own);
	own->exhaustive = own->exhaustive && (!first || shows_as_much(c, first));
}

static void fill_called(const Checker *c, Result *r, ResultCalled *to)
{
	const EntryBounds *b = &search_config(c->search)->bounds;
	ContractUse use = {0};
	if (c->config.contract)
		contract_use(c->config.contract, &use);
	*to = (ResultCalled){
		.bound = b->bytes, .depth = b->depth, .globals = c->config.globals, .null = c->config.null};
	for (size_t i = 0; i < use.names.len; i++)
		vec_push(&to->names, result_text(r, use.names.at[i]));
	for (size_t i = 0; i < use.nulls.len; i++)
		vec_push(&to->nulls, result_text(r, use.nulls.at[i]));
	contract_use_free(&use);
}

void checker_fill(Checker *c, Checker *again, const Result *own, Result *r)
{
	ResultContract one = {.function = c->config.function,
						  .entry = search_config(c->search)->entry,
						  .where = location_of(c, r),
						  .given = c->config.given,
						  .source = c->config.source};
	fill_called(c, r, &one.called);
	for (size_t i = 0; i < c->rules.len; i++) {
		Checker *of = again && again->rules.at[i].violated ? again : c;
		vec_push(&one.clauses, clause_of(of, &of->rules.at[i], own, r));
	}
	/* Runs have calls of their own, whatever inputs a search would try. */
	for (size_t i = 0; !c->on_runs && i < own->versions.not_compared.len; i++)
		vec_push(&one.not_compared, result_text(r, own->versions.not_compared.at[i]));
	if (!again)
		take_vacuous(c, own, r);
	fill_shapes(search_inputs((again ? again : c)->search), &one.shapes);
	vec_push(&r->versions.contracts, one);
	for (size_t i = 0; i < own->figures.len; i++)
		add_figure(r, &own->figures.at[i]);
	add_rest(r, own);
	r->exhaustive = r->exhaustive && own->exhaustive;
	if (own->over && r->ended == RESULT_DONE)
		r->ended = own->ended;
}

void check_fill_unsearched(const Contract *contract, const char *given, const char *function,
						   const char *why, Result *r)
{
	ResultContract one = {
		.function = result_text(r, function), .given = given, .where = result_nowhere};
	const char *text = result_text(r, why);
	for (size_t i = 0; contract && i < contract->cases.len; i++)
		for (size_t k = 0; k < contract->cases.at[i].clauses.len; k++) {
			const Clause *clause = &contract->cases.at[i].clauses.at[k];
			if (clause->kind == CLAUSE_ENSURES || clause->kind == CLAUSE_SIGNALS)
				vec_push(&one.clauses, ((ResultClause){.text = clause->text,
													   .of = (u32)i + 1,
													   .verdict = VERDICT_NOT_SHOWN,
													   .why = text}));
		}
	vec_push(
		&one.clauses,
		((ResultClause){.text = "equal by default", .verdict = VERDICT_NOT_SHOWN, .why = text}));
	vec_push(&r->versions.contracts, one);
	r->exhaustive = false;
}
