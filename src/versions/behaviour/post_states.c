/* post_states.c: with --entry: keeps the post-states of a run, and what of them was not
 * compared. */
#include "versions/behaviour/walk.h"

enum { MOST_UNSEEN = 40 }; /* lines of what was not compared */

static void on_returned(void *ctx)
{
	PostStates *u = ctx;
	post_drop(u->left);
	u->left = post_take(u);
}

static bool is_variable(const Global *g)
{
	return g->subject && !g->constant && !g->absent && g->size;
}

static void find_globals(PostStates *u)
{
	const Program *old = u->c.subject[OLD]->program;
	for (u32 i = 0; i < old->globals.len; i++)
		if (is_variable(&old->globals.at[i]) && change_map_global(u->c.map, OLD, i) != NO_OPERAND)
			vec_push(&u->globals, i);
}

PostStates *post_states_new(const PostStatesConfig *config)
{
	PostStates *u = xcalloc(1, sizeof *u);
	u->c = *config;
	u->pool = config->inputs->pool;
	for (int side = OLD; side <= NEW; side++)
		u->machine[side] = config->pair->version[side].m;
	config->pair->returned = on_returned;
	config->pair->returned_ctx = u;
	if (config->looks) {
		find_globals(u);
		u->hidden = hidden_state_new(u);
		u->coincide = coincide(u->c.map, u->c.subject[OLD]->program, u->c.subject[NEW]->program);
	}
	return u;
}

void post_states_end(PostStates *u)
{
	if (!u)
		return;
	post_drop(u->left);
	for (size_t i = 0; i < u->unseen.len; i++)
		free((char *)(uintptr_t)u->unseen.at[i]);
	vec_free(&u->unseen);
	strmap_free(&u->known);
	vec_free(&u->globals);
	hidden_state_free(u->hidden);
	free(u);
}

PostState *post_states_latest(const PostStates *u)
{
	if (!u || product_was_cut(u->c.pair))
		return NULL;
	return u->c.pair->value[OLD].returned && u->c.pair->value[NEW].returned ? u->left : NULL;
}

void post_states_unseen(PostStates *u, const char *what)
{
	u32 known;
	if (strmap_get(&u->known, what, &known))
		return;
	if (u->unseen.len >= MOST_UNSEEN) {
		u->more = true;
		return;
	}
	strmap_put(&u->known, what, 1);
	vec_push(&u->unseen, xstrdup(what));
}

bool post_states_limited(const PostStates *u)
{
	return u && u->limited;
}

/* Objects are made one for each pointer; a caller might give the same twice. */
static bool may_alias(const PostStates *u)
{
	const Shape *s = &u->c.inputs->shapes.at[0];
	u32 objects = 0;
	for (size_t i = 0; i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		const Part *owner = part->owner ? &s->parts.at[part->owner - 1] : NULL;
		bool inside = owner && owner->kind == PART_STRUCT;
		objects += part->kind != PART_INT && part->kind != PART_FIXED && !part->by_value &&
				   part->role != ROLE_GLOBAL && !inside;
	}
	return objects > 1;
}

/* Names the constructors of a version, each once. A call finds the initial values of globals, as
 * if none had run. */
static void add_constructors(const Program *p, StrMap *known, Buf *to)
{
	u32 id, seen;
	if (!strmap_get(&p->by_name, "__drift_run_ctors", &id))
		return;
	const Function *f = &p->functions.at[id];
	for (u32 i = 0; i < f->n_calls; i++) {
		const char *name = p->functions.at[f->calls[i].callee].source_name;
		if (strmap_get(known, name, &seen))
			continue;
		strmap_put(known, name, 1);
		buf_addf(to, "%s%s", to->len ? ", " : "", name);
	}
}

static void tell_constructors(const PostStates *u, void *ctx, void (*fn)(void *ctx, const char *))
{
	StrMap known = {0};
	Buf names = {0};
	for (int side = OLD; side <= NEW; side++)
		add_constructors(u->c.subject[side]->program, &known, &names);
	if (names.len) {
		char *text = xasprintf("calls after the constructors, which are not run: %s", names.at);
		fn(ctx, text);
		free(text);
	}
	buf_free(&names);
	strmap_free(&known);
}

void post_states_not_compared(const PostStates *u, void *ctx,
							  void (*fn)(void *ctx, const char *what))
{
	if (!u->c.looks)
		return;
	if (may_alias(u))
		fn(ctx, "calls with two pointers to the same object");
	tell_constructors(u, ctx, fn);
	Buf first = {0}, library = {0};
	bool input = false;
	if (first_values(u, &first, &library, &input))
		fn(ctx, buf_str(&first));
	if (library.len) {
		char *text = xasprintf("calls with a state of the C library other than at the start: %s",
							   library.at);
		fn(ctx, text);
		free(text);
	}
	buf_free(&library);
	if (input)
		fn(ctx, "calls with anything on standard input");
	buf_free(&first);
	for (size_t i = 0; i < u->unseen.len; i++)
		fn(ctx, u->unseen.at[i]);
	if (u->more)
		fn(ctx, "and more");
}
