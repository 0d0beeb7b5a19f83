/* near.c: how close to a change a question to the world was asked. */
#include "versions/verdict/impl.h"

static bool has_line(const ChangePart *part, const Loc *loc)
{
	for (u32 i = 0; i < part->n_lines; i++)
		if (part->lines[i].file == loc->file && part->lines[i].first <= loc->line &&
			loc->line <= part->lines[i].last)
			return true;
	return false;
}

static bool has_function(const ChangePart *part, u32 function)
{
	bool has = part->function == function;
	for (u32 i = 0; i < part->n_points && !has; i++)
		has = part->points[i].function == function;
	return has;
}

/* At a changed line: in any frame. In a changed function: only where it was asked, because most questions are
 * asked somewhere below main. */
ResultNear comparison_near(const void *ctx, u32 version, const WorldAsk *ask)
{
	const Comparison *c = ctx;
	const Program *p = search_program(c->search, (int)version);
	ResultNear near = RESULT_FAR;
	for (u32 i = 0; i < search_n_changes(c->search); i++) {
		const ChangePart *part = &change_map_at(search_map(c->search), i)->part[version];
		for (size_t k = 0; k < ask->from.len; k++) {
			if (has_line(part, &p->locs.at[ask->from.at[k].loc]))
				return RESULT_AT_CHANGED;
			if (ask->from.at[k].loc == ask->loc && has_function(part, ask->from.at[k].function))
				near = RESULT_IN_CHANGED;
		}
	}
	return near;
}
