/* check.c: `drift env check`: what this system would answer differently, without running anything. */
#include "env/locate/locate.h"

extern char **environ;

bool env_check(const EnvLocate *options, FILE *to, Verdict *verdict, Err *err)
{
	Trace good, here;
	PathMaps maps = {0};
	if (!trace_read(options->trace, &good, err))
		return false;
	if (!place_find(options, &good, &maps, err)) {
		remap_free(&maps);
		env_trace_free(&good);
		return false;
	}
	remap_trace(&good, &maps);
	World *gw = world_of_trace(&good);
	look_here(&good, gw, environ, &here);
	World *hw = world_of_trace(&here);
	Suspects s = {0};
	suspects_find(&good, gw, &here, hw, &s);
	const SuspectList list = {
		.command = "env check",
		.none = "nothing that drift can ask for here would be answered differently",
		.sides = {{options->trace, &good}, {"here", &here}},
	};
	if (!options->json)
		place_print(&maps, to);
	*verdict = suspects_print(&s, &list, options->json, to);
	suspects_free(&s);
	env_world_free(gw);
	env_world_free(hw);
	env_trace_free(&good);
	env_trace_free(&here);
	remap_free(&maps);
	return true;
}
