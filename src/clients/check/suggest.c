/* suggest.c: collects differences, and finds conditions for them. */
#include "clients/check/suggest.h"

#include <signal.h>

#include "clients/check/checker.h"
#include "clients/check/relation.h"

enum {
	MOST_RECORDS = 200, /* pairs of paths that differ */
	MOST_CASES = 8,     /* of a proposal */
	MOST_CHOICES = 60,  /* conditions that are tried for a premise */
	MOST_SHORTER = 300, /* attempts to leave something out of one */
	TEXT_LIMIT = 600,   /* characters of a condition */
};

/* A pair of paths that differs. */
typedef struct SuggestRecord {
	Expr where;   /* its inputs that do */
	Expr differs; /* the same, its conditions aside */
	ExprList conditions;
	char *when;                 /* clauses about OLD: "when_signaled (...)", or "" */
	char *says[N_SUGGEST_HOWS]; /* clauses about NEW, each with a line end */
} SuggestRecord;

/* Inputs on which OLD does not return, and NEW does as it does. */
typedef struct SuggestSame {
	char *when; /* as of a record */
	Expr where;
} SuggestSame;

struct Suggester {
	Comparison *comparison;
	Search *search; /* of the comparison */
	VEC(SuggestRecord) records;
	VEC(SuggestSame) same;
	bool more;   /* there were too many */
	u64 unknown; /* pairs that could not be compared */
};

/* ---- collecting ---- */

static void record_free(SuggestRecord *r)
{
	vec_free(&r->conditions);
	free(r->when);
	for (int i = 0; i < N_SUGGEST_HOWS; i++)
		free(r->says[i]);
}

static void keep_same(Suggester *s, u32 shape, const ExprList *conds, Expr differs)
{
	OldToNew x;
	Expr where = expr_not(search_pool(s->search), differs);
	for (size_t i = search_shape(s->search, shape)->base.len; i < conds->len; i++)
		where = expr_and(search_pool(s->search), where, conds->at[i]);
	if (where == EXPR_FALSE)
		return;
	relation_take(s->search, &x);
	vec_push(&s->same, ((SuggestSame){xstrdup(buf_str(&x.when)), where}));
	relation_free(&x);
}

static void on_pair(void *ctx, u32 shape, const Assignment *input, ExprList *conds)
{
	Suggester *s = ctx;
	const Behaviour *b = search_behaviours(s->search);
	comparison_compared(s->comparison);
	if (search_inconclusive(s->search)) {
		s->unknown++;
		return;
	}
	bool equal = search_same(s->search);
	Expr differs = equal ? EXPR_FALSE : search_differs(s->search);
	if (!b[OLD].type && differs)
		keep_same(s, shape, conds, differs);
	if (equal)
		return;
	s->unknown += !differs;
	if (!differs || differs == EXPR_FALSE ||
		!find_witness(search_finder(s->search), shape, input, conds, differs))
		return;
	if (s->records.len >= MOST_RECORDS) {
		s->more = true;
		return;
	}
	SuggestRecord r = {.where = differs, .differs = differs};
	for (size_t i = search_shape(s->search, shape)->base.len; i < conds->len; i++) {
		vec_push(&r.conditions, conds->at[i]);
		r.where = expr_and(search_pool(s->search), r.where, conds->at[i]);
	}
	OldToNew x;
	relation_take(s->search, &x);
	r.when = xstrdup(buf_str(&x.when));
	r.says[SUGGEST_RELATION] = xstrdup(buf_str(&x.says));
	r.says[SUGGEST_CHANGES] = xstrdup(buf_str(&x.changes));
	relation_free(&x);
	vec_push(&s->records, r);
	comparison_found(s->comparison, true, -1);
}

static void on_differs(void *ctx, u32 shape, const Assignment *input, ExprList *conds)
{
	(void)shape, (void)input, (void)conds;
	((Suggester *)ctx)->unknown++;
}

static void on_overflow(void *ctx, u32 shape, const ExprList *conds, Expr goal)
{
	(void)ctx, (void)shape, (void)conds, (void)goal;
}

Suggester *suggester_new(const ComparisonConfig *config, Err *err)
{
	Suggester *s = xcalloc(1, sizeof *s);
	ComparisonClient client = {
		.ctx = s, .pair = on_pair, .differs = on_differs, .overflow = on_overflow};
	s->comparison = comparison_new(config, &client, err);
	if (!s->comparison) {
		free(s);
		return NULL;
	}
	s->search = comparison_search(s->comparison);
	return s;
}

bool suggester_run(Suggester *s, Err *err)
{
	return comparison_run(s->comparison, err);
}

void suggester_free(Suggester *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->records.len; i++)
		record_free(&s->records.at[i]);
	vec_free(&s->records);
	for (size_t i = 0; i < s->same.len; i++)
		free(s->same.at[i].when);
	vec_free(&s->same);
	comparison_free(s->comparison);
	free(s);
}

/* ---- premises ---- */

/* Inputs that a premise must have, and those that it must not; others do not matter, because a clause
 * about OLD's end leaves them out. */
typedef struct PremiseRange {
	Expr all, but;
} PremiseRange;

static bool no_input(Suggester *s, Expr e)
{
	Finder *f = search_finder(s->search);
	ExprList *base = &search_shape(s->search, 0)->base;
	u64 unknown = f->unknown;
	return e == EXPR_FALSE ||
		   (e != EXPR_TRUE && !find_witness(f, 0, &f->start, base, e) && f->unknown == unknown);
}

static bool fits(Suggester *s, Expr e, const PremiseRange *r)
{
	ExprPool *p = search_pool(s->search);
	return no_input(s, expr_and(p, r->all, expr_not(p, e))) && no_input(s, expr_and(p, e, r->but));
}

/* Of the conditions of these pairs, one or two that will do instead of all together. */
static Expr smallest(Suggester *s, const ExprList *choices, const PremiseRange *r)
{
	ExprPool *p = search_pool(s->search);
	ExprList wide = {0}; /* those that have all that they must */
	Expr found = fits(s, EXPR_TRUE, r) ? EXPR_TRUE : EXPR_FALSE;
	for (size_t i = 0; i < choices->len && found == EXPR_FALSE; i++) {
		if (!no_input(s, expr_and(p, r->all, expr_not(p, choices->at[i]))))
			continue;
		vec_push(&wide, choices->at[i]);
		if (no_input(s, expr_and(p, choices->at[i], r->but)))
			found = choices->at[i];
	}
	for (size_t i = 0; i < wide.len; i++)
		for (size_t k = i + 1; k < wide.len && found == EXPR_FALSE; k++) {
			Expr both = expr_and(p, wide.at[i], wide.at[k]);
			if (both != EXPR_FALSE && fits(s, both, r))
				found = both;
		}
	vec_free(&wide);
	return found != EXPR_FALSE ? found : r->all;
}

static void add_choice(ExprList *to, Expr e)
{
	for (size_t i = 0; i < to->len; i++)
		if (to->at[i] == e)
			return;
	if (to->len < MOST_CHOICES && e != EXPR_TRUE && e != EXPR_FALSE)
		vec_push(to, e);
}

/* The inputs of all pairs together. */
static Expr together(Suggester *s, const ExprList *pairs)
{
	Expr all = EXPR_FALSE;
	for (size_t i = 0; i < pairs->len; i++)
		all = expr_or(search_pool(s->search), all, pairs->at[i]);
	return all;
}

static Expr conjunction(Suggester *s, const ExprList *list)
{
	Expr all = EXPR_TRUE;
	for (size_t i = 0; i < list->len; i++)
		all = expr_and(search_pool(s->search), all, list->at[i]);
	return all;
}

/* A pair's own conditions without those that the others make needless; what they have together still fits. */
static void drop_conditions(Suggester *s, const SuggestRecord *r, ExprList *pairs, size_t at,
							const PremiseRange *range, u32 *work)
{
	ExprList kept = {0};
	vec_append(&kept, r->conditions.at, r->conditions.len);
	vec_push(&kept, r->differs);
	for (size_t i = 0; i < kept.len && *work;) {
		Expr one = kept.at[i], before = pairs->at[at];
		kept.at[i] = EXPR_TRUE;
		pairs->at[at] = conjunction(s, &kept);
		(*work)--;
		if (fits(s, together(s, pairs), range)) {
			kept.at[i] = vec_last(&kept);
			kept.len--;
		} else {
			kept.at[i++] = one;
			pairs->at[at] = before;
		}
	}
	vec_free(&kept);
}

/* Pairs that others cover go away, and so do conditions that none needs. */
static void shorten(Suggester *s, const U32List *records, ExprList *pairs,
					const PremiseRange *range)
{
	u32 work = MOST_SHORTER;
	for (size_t i = 0; i < pairs->len; i++)
		drop_conditions(s, &s->records.at[records->at[i]], pairs, i, range, &work);
	for (size_t i = 0; i < pairs->len && pairs->len > 1 && work;) {
		Expr one = pairs->at[i];
		pairs->at[i] = EXPR_FALSE;
		work--;
		if (fits(s, together(s, pairs), range)) {
			pairs->at[i] = vec_last(pairs);
			pairs->len--;
		} else {
			pairs->at[i++] = one;
		}
	}
}

/* The premise of all records that say the same as the first. */
static Expr premise_of(Suggester *s, size_t first, SuggestHow how, bool *taken, ExprList *pairs)
{
	ExprPool *p = search_pool(s->search);
	const SuggestRecord *one = &s->records.at[first];
	ExprList choices = {0};
	U32List records = {0};
	Expr all = EXPR_FALSE;
	for (size_t i = first; i < s->records.len; i++) {
		const SuggestRecord *r = &s->records.at[i];
		if (taken[i] || strcmp(r->when, one->when) != 0 ||
			strcmp(r->says[how], one->says[how]) != 0)
			continue;
		taken[i] = true;
		all = expr_or(p, all, r->where);
		vec_push(pairs, r->where);
		vec_push(&records, (u32)i);
		add_choice(&choices, r->differs);
		for (size_t k = 0; k < r->conditions.len; k++)
			add_choice(&choices, r->conditions.at[k]);
	}
	PremiseRange range = {all, expr_not(p, all)};
	if (*one->when) {
		range.but = EXPR_FALSE;
		for (size_t i = 0; i < s->same.len; i++)
			if (!strcmp(s->same.at[i].when, one->when))
				range.but = expr_or(p, range.but, s->same.at[i].where);
		for (size_t i = 0; i < s->records.len; i++)
			if (!strcmp(s->records.at[i].when, one->when) &&
				strcmp(s->records.at[i].says[how], one->says[how]) != 0)
				range.but = expr_or(p, range.but, s->records.at[i].where);
	}
	Expr e = smallest(s, &choices, &range);
	if (e == all) {
		shorten(s, &records, pairs, &range);
		e = together(s, pairs);
	}
	vec_free(&choices);
	vec_free(&records);
	return e;
}

/* ---- the text ---- */

static void add_premise(Suggester *s, Expr e, const ExprList *pairs, Buf *to)
{
	ExprPool *p = search_pool(s->search);
	if (e == EXPR_TRUE)
		return;
	buf_adds(to, "  @   requires ");
	if (e != together(s, pairs) || pairs->len == 1) {
		expr_text_basic(p, &e, 1, TEXT_LIMIT, to);
	} else {
		for (size_t i = 0; i < pairs->len; i++) {
			buf_adds(to, i ? " || (" : "(");
			expr_text_basic(p, &pairs->at[i], 1, TEXT_LIMIT, to);
			buf_addc(to, ')');
		}
	}
	buf_adds(to, ";\n");
	check_name_pointers(search_shape(s->search, 0), to);
}

/* Clauses, one a line. */
static void add_clauses(const char *lines, Buf *to)
{
	for (const char *at = lines; *at; at += strcspn(at, "\n"), at += *at == '\n')
		buf_addf(to, "  @   %.*s\n", (int)strcspn(at, "\n"), at);
}

bool suggester_text(Suggester *s, SuggestHow how, Buf *to, Err *err)
{
	u32 cases = 0;
	bool *taken = xcalloc(s->records.len + 1, sizeof *taken);
	if (!s->records.len || s->more || s->unknown || !search_exhaustive(s->search)) {
		free(taken);
		return err_set(err, !s->records.len ? "no difference was found"
											: "drift does not know all differences");
	}
	for (size_t i = 0; i < s->records.len; i++) {
		if (taken[i])
			continue;
		ExprList pairs = {0};
		Expr premise = premise_of(s, i, how, taken, &pairs);
		buf_adds(to, cases++ ? "  @ also changed_behavior\n" : "/*@ changed_behavior\n");
		add_premise(s, premise, &pairs, to);
		add_clauses(s->records.at[i].when, to);
		add_clauses(s->records.at[i].says[how], to);
		vec_free(&pairs);
	}
	buf_adds(to, "  @*/\n");
	free(taken);
	if (strstr(buf_str(to), "..."))
		return err_set(err, "its condition is too long to be read");
	return cases <= MOST_CASES ||
		   err_set(err, "there are more than %d different changes", MOST_CASES);
}
