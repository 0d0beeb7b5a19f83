/* held.c: recorded calls whose results are held back.
 *
 * Where bytes of a result were removed or replaced, nobody knows what the program saw. Such a call
 * is never replayed, and neither is any other call about the same file or connection: a mixture of
 * two files exists nowhere. A cause that the search finds in the other calls is a cause. If it
 * finds none, the cause may be in what is held back.
 */
#include "env/alone/jtree.h"
#include "env/locate/locate.h"

/* True if the trace lacks the name of a variable. Then no variable is known to have been unset
 * there. */
static bool lacks_names(const Trace *t)
{
	for (u32 i = 0; i < t->head; i++) {
		const TraceCall *c = &t->calls.at[i];
		const TraceData *name = call_data(c, 0, 0, DATA_IN);
		if (c->nr == PSEUDO_VAR && name && name->held)
			return true;
	}
	return false;
}

/* Marks what a call is about, or returns true if that is marked. */
static bool about_held(const CallUse *use, bool *objects, bool *paths, bool mark)
{
	bool held = false;
	for (u8 i = 0; i < use->n_objects; i++)
		held |= mark ? (objects[use->objects[i]] = true) : objects[use->objects[i]];
	for (u8 i = 0; i < use->n_paths; i++)
		held |= mark ? (paths[use->paths[i]] = true) : paths[use->paths[i]];
	return held || (use->made && objects[use->made]);
}

/* The path and the objects of a file belong together. */
static void join_held(const World *w, bool *objects, bool *paths)
{
	u32 n = world_object_count(w);
	for (u32 o = 1; o < n; o++)
		if (objects[o] && world_object(w, o)->path)
			paths[world_object(w, o)->path] = true;
	for (u32 o = 1; o < n; o++)
		objects[o] |= world_object(w, o)->path && paths[world_object(w, o)->path];
}

void held_find(Locator *l)
{
	const Trace *t = &l->trace;
	const World *w = l->script.world;
	bool names = lacks_names(t);
	bool *objects = xcalloc(world_object_count(w) + 1, 1);
	bool *paths = xcalloc(world_path_count(w) + 1, 1);
	l->held = xcalloc(t->calls.len + 1, 1);
	for (u32 i = 0; i < t->calls.len; i++) {
		const TraceCall *c = &t->calls.at[i];
		l->held[i] = call_is_held(c) || (names && c->flags & CALL_ABSENT);
		if (l->held[i] && i >= t->head)
			about_held(world_use(w, i), objects, paths, true);
	}
	join_held(w, objects, paths);
	for (u32 i = t->head; i < t->calls.len; i++)
		l->held[i] |= about_held(world_use(w, i), objects, paths, false);
	for (u32 i = 0; i < t->calls.len; i++)
		l->n_held += l->held[i];
	free(objects);
	free(paths);
}

bool held_command(const Trace *t)
{
	for (u32 i = 0; i < t->head; i++)
		for (u32 k = 0; t->calls.at[i].nr == PSEUDO_PROGRAM && k < t->calls.at[i].n_data; k++)
			if (t->calls.at[i].data[k].dir == DATA_IN && t->calls.at[i].data[k].held)
				return true;
	return false;
}

/* ---- what is shown ---- */

static void redact_value(void *rules, char *text)
{
	redactor_text(rules, text, strlen(text));
}

void held_json(const Locator *l, JTree *o)
{
	jtree_add_number(o, "redacted", l->n_held);
	if (l->rules)
		jtree_texts(o, redact_value, l->rules);
}

void held_text(const Locator *l, Verdict verdict, FILE *to)
{
	char *text = NULL;
	size_t n = 0;
	FILE *memory = l->rules ? open_memstream(&text, &n) : NULL;
	report_text(l, verdict, memory ? memory : to);
	if (!memory)
		return;
	fclose(memory);
	redactor_text(l->rules, text, n);
	fwrite(text, 1, n, to);
	free(text);
}
