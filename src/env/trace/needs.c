/* needs.c: finds the replayed calls that must be executed as well.
 *
 * It walks the calls backwards once. An executed call needs what it works on: its objects, and the
 * paths it uses. A replayed call that created or changed something needed is executed too, and then
 * needs what it works on. This covers chains of dependences without building a graph.
 */
#include "env/trace/world.h"
#include "env/trace/decode.h"

#include <sys/mman.h>

typedef struct Needed {
	bool *object; /* by object: it is needed */
	bool *under;  /* by path: it or something below it is needed */
	bool *listed; /* by path: the names in it are needed */
} Needed;

static bool changes_needed(const World *w, const CallUse *use, const Needed *n)
{
	for (u8 i = 0; i < use->n_paths; i++) {
		u32 p = use->paths[i];
		if (use->path_use[i] & PATH_CHANGED && (n->under[p] || n->listed[world_path_parent(w, p)]))
			return true;
	}
	return false;
}

static bool call_needed(const World *w, const TraceCall *c, const CallUse *use, const Needed *n)
{
	switch (call_spec(c->nr)->class) {
	case CLASS_FDNEW: return (use->made && n->object[use->made]) || changes_needed(w, use, n);
	case CLASS_FDOP:
		for (u8 i = 0; i < use->n_objects; i++)
			if (n->object[use->objects[i]])
				return true;
		return changes_needed(w, use, n);
	case CLASS_PATH: return changes_needed(w, use, n);
	case CLASS_STATE:
	case CLASS_ALWAYS:
	case CLASS_EXEC:
	case CLASS_UNKNOWN: return true;
	case CLASS_MAP:
		return !(c->args[3] & MAP_ANONYMOUS); /* needs the file, to map it if it is the same */
	case CLASS_CLOSE:
	case CLASS_QUERY: return false;
	}
	return false;
}

static void mark(const World *w, const CallUse *use, Needed *n)
{
	for (u8 i = 0; i < use->n_objects; i++)
		n->object[use->objects[i]] = true;
	for (u8 i = 0; i < use->n_paths; i++) {
		u32 p = use->paths[i];
		if (use->path_use[i] & PATH_LISTED)
			n->listed[p] = true;
		/* Changing a name needs its directory; using it needs the name as well. */
		if (use->path_use[i] == PATH_CHANGED)
			p = world_path_parent(w, p);
		for (; p && !n->under[p]; p = world_path_parent(w, p))
			n->under[p] = true;
	}
}

void world_needs(const World *w, const Trace *t, const bool *replay, bool *need)
{
	Needed n = {
		.object = xcalloc(world_object_count(w), 1),
		.under = xcalloc(world_path_count(w), 1),
		.listed = xcalloc(world_path_count(w), 1),
	};
	/* If an object stays open to the end, or past the last replayed call, the program may use it in
	 * ways that the recording does not show. */
	for (u32 i = 1; i < world_object_count(w); i++) {
		u32 death = world_object(w, i)->death;
		n.object[i] = death >= t->calls.len || !replay[death];
	}
	for (u32 i = (u32)t->calls.len; i-- > t->head;) {
		const TraceCall *c = &t->calls.at[i];
		const CallUse *use = world_use(w, i);
		need[i] = replay[i] && call_needed(w, c, use, &n);
		if (!replay[i] || need[i])
			mark(w, use, &n);
	}
	free(n.object);
	free(n.under);
	free(n.listed);
}
