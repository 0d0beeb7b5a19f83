/* stopped.c: for --why, how near a search came that found no difference, and what could help it. */
#include "clients/test/tester.h"

enum { SHOWN = 200 }; /* bytes of an input */

/* True if some varying part begins with a value of its own. */
static bool has_start(const Inputs *in)
{
	for (size_t i = 0; i < in->starts.len; i++) {
		const Start *start = &in->starts.at[i];
		const Shape *shape = &in->shapes.at[start->shape];
		for (size_t k = 0; k < shape->parts.len; k++) {
			PartKind kind = shape->parts.at[k].kind;
			if ((kind == PART_TEXT || kind == PART_FILE) && start->values[k].len)
				return true;
		}
	}
	return false;
}

static void add_help(const Tester *t, const Nearest *n, ResultStopped *to)
{
	const SearchConfig *c = search_config(t->search);
	if (!has_start(c->inputs))
		vec_push(&to->give, "start");
	if (n->full)
		vec_push(&to->give, "longer");
	if (!c->dict)
		vec_push(&to->give, "dictionary");
	if (search_end(t->search) != END_DONE)
		vec_push(&to->give, "time");
}

void stopped_fill(Tester *t, Result *r)
{
	static const char *const kinds[] = {[NEAREST_BRANCH] = "not executed",
										[NEAREST_EXECUTED] = "no effect",
										[NEAREST_EFFECT] = "not shown"};
	Nearest n;
	Assignment a = {0};
	Buf text = {0};
	if (r->verdict != VERDICT_NO_DIFFERENCE || r->versions.same_code)
		return;
	ResultStopped *to = arena_alloc(&r->arena, sizeof *to);
	assignment_init(&a, search_pool(t->search));
	search_nearest(t->search, &n, &a);
	*to = (ResultStopped){.kind = kinds[n.kind],
						  .variable = n.variable ? result_text(r, n.variable) : NULL};
	if (n.has_input) {
		InputText how = {.inputs = search_inputs(t->search),
						 .entry = search_config(t->search)->entry != NULL,
						 .contents = true,
						 .most = SHOWN};
		input_text(&how, n.shape, &a, &text);
		to->input = result_take(r, &text);
	}
	if (n.loc) {
		u32 loc = n.loc;
		const Program *p = product_program(search_product(t->search), &loc);
		program_location(p, loc, &text);
		to->where = result_take(r, &text);
	}
	add_help(t, &n, to);
	r->versions.stopped = to;
	assignment_free(&a);
	buf_free(&text);
}
