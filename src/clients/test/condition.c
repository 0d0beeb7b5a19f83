/* condition.c: the condition of a difference, as text.
 *
 * A difference is found on a pair of paths. Its condition is generalised twice (general.h): when it is
 * reported, to the partition by output of its input; and after the search, over all pairs of paths that
 * turned out to have the same two behaviours. Only differences that are printed in full or have a test
 * are worth that work. */
#include "clients/test/condition.h"

enum {
	CONDITION_LIMIT = 2000, /* characters of a condition's text */
	CONDITION_LONG = 250,   /* of one that people are not shown if there is a shorter one */
	MOST_PAIRS = 64,        /* pairs of paths that are kept of a pair of behaviours */
	MOST_KEPT = 1 << 20,    /* constraints that are kept of all of them */
};

/* Pairs of paths with one pair of behaviours, and inputs of one shape. */
typedef struct Alike {
	u32 shape;
	VEC(ExprList) pairs; /* conditions, without the shape's base */
} Alike;

struct Conditions {
	General *general;
	KeyMap number; /* shape and both behaviours -> position in alike */
	VEC(Alike) alike;
	size_t kept; /* constraints in it */
};

/* What is needed to generalise once more. */
struct ConditionParts {
	size_t alike;  /* position */
	ExprList list; /* without the shape's base and differs */
	Expr differs;
};

void conditions_begin(Tester *t)
{
	if (t->config.path_conditions || t->golden)
		return;
	t->conditions = xcalloc(1, sizeof *t->conditions);
	t->conditions->general = general_new(t->search);
}

void conditions_free(Tester *t)
{
	Conditions *c = t->conditions;
	if (!c)
		return;
	general_free(c->general);
	for (size_t i = 0; i < c->alike.len; i++) {
		for (size_t k = 0; k < c->alike.at[i].pairs.len; k++)
			vec_free(&c->alike.at[i].pairs.at[k]);
		vec_free(&c->alike.at[i].pairs);
	}
	vec_free(&c->alike);
	keymap_free(&c->number);
	free(c);
	t->conditions = NULL;
}

void condition_parts_free(ConditionParts *p)
{
	if (p)
		vec_free(&p->list);
	free(p);
}

/* The number of the behaviours in the search, exactly: unlike those of a group. */
static size_t alike_of(Tester *t, u32 shape)
{
	Conditions *c = t->conditions;
	Buf key = {0};
	u64 at;
	key_number(&key, shape);
	for (int side = OLD; side <= NEW; side++)
		behaviour_key(&search_behaviours(t->search)[side], search_see(t->search), false, &key);
	if (!keymap_get(&c->number, buf_key(&key), &at)) {
		at = c->alike.len;
		keymap_put(&c->number, buf_key(&key), at);
		vec_push(&c->alike, ((Alike){.shape = shape}));
	}
	buf_free(&key);
	return at;
}

void conditions_pair(Tester *t, u32 shape, const ExprList *conds)
{
	Conditions *c = t->conditions;
	size_t from = search_shape(t->search, shape)->base.len;
	if (!c || search_same(t->search) || search_inconclusive(t->search))
		return;
	size_t at = alike_of(t, shape);
	Alike *a = &c->alike.at[at];
	if (a->pairs.len >= MOST_PAIRS || c->kept + conds->len > MOST_KEPT)
		return;
	ExprList own = {0};
	vec_append(&own, conds->at + from, conds->len - from);
	c->kept += own.len;
	vec_push(&a->pairs, own);
}

/* ---- texts ---- */

static void say(Tester *t, u32 shape, const Assignment *a, const ExprList *list, Expr differs,
				Buf *to)
{
	ExprList all = {0};
	vec_append(&all, list->at, list->len);
	if (differs)
		vec_push(&all, differs);
	buf_reset(to);
	finder_say(search_finder(t->search), shape, a, all.at, all.len, CONDITION_LIMIT, to);
	vec_free(&all);
}

/* The text of a condition, with a summary for people if the comparison of the outputs is longer than the
 * rest of it. */
static void write_condition(Tester *t, Difference *d, u32 shape, const Assignment *a,
							const ExprList *list, Expr differs)
{
	Buf text = {0};
	say(t, shape, a, list, differs, &text);
	free(d->condition);
	free(d->when);
	d->condition = xstrdup(buf_str(&text));
	d->when = NULL;
	size_t n = text.len;
	if (n > CONDITION_LONG) {
		say(t, shape, a, list, 0, &text);
		if (text.len && text.len < n / 2) {
			buf_adds(&text, " && the outputs differ");
			d->when = xstrdup(text.at);
		}
	}
	buf_free(&text);
}

/* The text is now another one. A generalised condition that is cut off with dots, though the path's is
 * not, says less. */
static void write_general(Tester *t, Difference *d, u32 shape, const Assignment *a,
						  const ExprList *list, Expr differs)
{
	char *before = d->condition, *when = d->when;
	d->condition = d->when = NULL;
	write_condition(t, d, shape, a, list, differs);
	if (!strcmp(before, d->condition) || (strstr(d->condition, "...") && !strstr(before, "..."))) {
		free(d->condition);
		free(d->when);
		d->condition = before;
		d->when = when;
		return;
	}
	free(when);
	if (d->path_condition)
		free(before);
	else
		d->path_condition = before;
}

/* What is undefined, or decides behind the end of a path, is no formula. */
static bool may_generalise(const Tester *t, Expr differs)
{
	return t->conditions && !t->plain && !search_inconclusive(t->search) &&
		   !search_same(t->search) && differs == search_differs(t->search);
}

void condition_describe(Tester *t, Difference *d, u32 shape, const Assignment *a,
						const ExprList *conds, Expr differs)
{
	size_t from = search_shape(t->search, shape)->base.len;
	if (t->plain) {
		d->condition = xstrdup("seen on this input");
		return;
	}
	ConditionParts *p = xcalloc(1, sizeof *p);
	vec_append(&p->list, conds->at + from, conds->len - from);
	p->differs = differs;
	write_condition(t, d, shape, a, &p->list, differs);
	/* What decides behind the end of the path nobody knows. */
	if (search_inconclusive(t->search)) {
		char *text = xasprintf("%s; seen on this input", d->condition);
		free(d->condition);
		free(d->when);
		d->condition = text;
		d->when = NULL;
	}
	if (!may_generalise(t, differs)) {
		condition_parts_free(p);
		return;
	}
	p->alike = alike_of(t, shape);
	condition_parts_free(d->parts);
	d->parts = p;
}

/* Others are only listed in result.json, with the condition of their path. */
static bool worth_generalising(const Difference *d)
{
	return d->parts && (!d->brief || d->seen.test);
}

void condition_generalise(Tester *t, Difference *d, const Assignment *a)
{
	ConditionParts *p = d->parts;
	if (!worth_generalising(d))
		return;
	GeneralCase one = {d->shape, a, p->differs, &p->list};
	if (general_partition(t->conditions->general, &one))
		write_general(t, d, d->shape, a, &p->list, p->differs);
}

/* ---- after the search ---- */

static void join_one(Tester *t, Difference *d, Assignment *a)
{
	Conditions *c = t->conditions;
	const Alike *alike = &c->alike.at[d->parts->alike];
	inputs_recall(search_inputs(t->search), &d->kept, a);
	GeneralCase one = {d->shape, a, d->parts->differs, &d->parts->list};
	if (!general_weaken(c->general, &one, alike->pairs.at, alike->pairs.len))
		return;
	char *before = xstrdup(d->condition);
	write_general(t, d, d->shape, a, &d->parts->list, d->parts->differs);
	d->joined = strcmp(before, d->condition) != 0;
	free(before);
}

void conditions_join(Tester *t)
{
	Assignment a;
	if (!t->conditions)
		return;
	assignment_init(&a, search_pool(t->search));
	/* Work is limited: those that are printed come first. */
	for (int brief = 0; brief < 2; brief++)
		for (size_t i = 0; i < t->differences.len; i++) {
			Difference *d = &t->differences.at[i];
			if (worth_generalising(d) && d->brief == (brief == 1))
				join_one(t, d, &a);
		}
	assignment_free(&a);
}
