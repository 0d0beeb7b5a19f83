/* fill.c: fills a result from the rows of drift diff. */
#include "clients/diff/diff_impl.h"

static ResultDoing shown(const Doing *d)
{
	return (ResultDoing){.out = d->out,
						 .err = d->err,
						 .ends = d->ends,
						 .files = d->files,
						 .undefined = d->undefined};
}

static ResultRow row_of(const DiffRow *r)
{
	ResultRow row = {.condition = r->condition,
					 .differs_if = r->differs_if,
					 .input = r->input,
					 .test = r->seen.test,
					 .confirmed = r->seen.proved,
					 .unconfirmed = r->seen.unconfirmed,
					 .printed = {result_printed(r->text[OLD]), result_printed(r->text[NEW])}};
	for (size_t i = 0; i < r->changes.len; i++)
		vec_push(&row.changes, r->changes.at[i] + 1);
	return row;
}

void diff_fill(Diff *d, Result *r)
{
	static const ResultRelation relations[] = {[RELATION_EQUAL] = RESULT_EQUAL,
											   [RELATION_DIFFERENT] = RESULT_DIFFERS,
											   [RELATION_UNKNOWN] = RESULT_UNKNOWN};
	comparison_fill(d->comparison, "diff", r);
	r->parts |= RESULT_PARTITIONS;
	r->versions.untouched = d->untouched;
	for (int i = 0; i < N_RELATIONS; i++)
		r->versions.rows[relations[i]] = d->rows[i];
	r->dir = d->config.dir;
	for (size_t i = 0; i < d->groups.len; i++) {
		const DiffGroup *g = &d->groups.at[i];
		Relation relation = diff_relation(d, g);
		if (relation != g->relation) {
			r->versions.rows[relations[g->relation]] -= g->rows.len;
			r->versions.rows[relations[relation]] += g->rows.len;
		}
		ResultGroup group = {.relation = relations[relation],
							 .doing = {shown(&g->doing[OLD]), shown(&g->doing[NEW])}};
		for (size_t k = 0; k < g->rows.len; k++)
			vec_push(&group.rows, row_of(&g->rows.at[k]));
		vec_push(&r->versions.groups, group);
	}
}
