/* world.c: the world of a verdict on two versions. */
#include <cjson/cJSON.h>

#include "cases/world.h"
#include "test/tester.h"

static WorldView view_of(const Tester *t)
{
	return (WorldView){.program = {t->config.program[OLD], t->config.program[NEW]},
					   .machine = {t->machine[OLD], t->machine[NEW]},
					   .n = t->same_code ? 0 : 2,
					   .inputs = t->config.inputs,
					   .ended = t->ended};
}

void world_summary(const Tester *t, FILE *to)
{
	WorldView v = view_of(t);
	bool equivalent = tester_verdict(t) == VERDICT_EQUIVALENT;
	world_print(&v, "world:  ", equivalent ? "equivalent in this one, with " : "", to);
}

cJSON *tester_world_json(const Tester *t)
{
	WorldView v = view_of(t);
	return world_json(&v);
}
