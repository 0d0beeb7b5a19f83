/* strategy.c: the table of strategies, and other names of the search on the command line. */
#include "versions/search/search.h"

enum {
	NEAREST = 1 << GUIDE_INFLUENCE | 1 << GUIDE_DISTANCE,
	FURTHER = 1 << GUIDE_AIM | 1 << GUIDE_PROPAGATE,
	PRUNED = 1 << GUIDE_PRUNE | 1 << GUIDE_SKIP_NEW,
	ORDERED = 1 << GUIDE_SEQUENCE,
	MUTATED = 1 << GUIDE_MUTATE,
};

const StrategyRow strategies[N_STRATEGIES] = {
	[STRATEGY_AUTO] = {"auto", BY_PATH, ORDER_MIXED, PRUNED | NEAREST | FURTHER | ORDERED | MUTATED,
					   .one_order = true},
	[STRATEGY_DIRECTED] = {"directed", BY_PATH, ORDER_RANKED, PRUNED | NEAREST | FURTHER | MUTATED,
						   .one_order = true},
	[STRATEGY_PATH] = {"path", BY_PATH, ORDER_NEWEST, PRUNED},
	[STRATEGY_RANDOM] = {"random", BY_PATH, ORDER_NEWEST, 1 << GUIDE_RANDOM, .one_order = true},
	[STRATEGY_OUTPUT] = {"output", BY_OUTPUT, ORDER_NEWEST, 0},
	[STRATEGY_SIGNATURE] = {"signature", BY_CHANGE, ORDER_MIXED, NEAREST},
	[STRATEGY_REACH] = {"reach", BY_PATH, ORDER_RANKED, PRUNED | NEAREST, .only_reach = true,
						.one_order = true},
	[STRATEGY_SEQUENCE] = {"sequence", BY_PATH, ORDER_MIXED, PRUNED | FURTHER | ORDERED,
						   .only_order = true, .one_order = true},
	[STRATEGY_NEW] = {"new", BY_PATH, ORDER_NEWEST, 0, .alone = true},
};

bool strategy_parse(const char *name, Strategy *s)
{
	for (int i = 0; i < N_STRATEGIES; i++)
		if (!strcmp(strategies[i].name, name)) {
			*s = (Strategy)i;
			return true;
		}
	return false;
}

/* A list of names to bits; false: one is not known. */
static bool parse_names(const char *text, const char *const *names, size_t n_names, u32 *bits)
{
	*bits = 0;
	for (const char *at = text; *at;) {
		size_t n = strcspn(at, ","), i = 0;
		while (i < n_names && (strlen(names[i]) != n || strncmp(names[i], at, n)))
			i++;
		if (i == n_names)
			return false;
		*bits |= 1u << i;
		at += n + (at[n] == ',');
	}
	return true;
}

bool observe_parse(const char *text, u32 *observe, Err *err)
{
	static const char *const names[] = {"stdout", "stderr", "status", "files"};
	if (!parse_names(text, names, countof(names), observe))
		return err_set(err, "--output '%s': a list of stdout, stderr, status and files", text);
	return *observe || err_set(err, "--output: the list must not be empty");
}

u32 observed_outputs(u32 observe)
{
	return (observe & OBSERVE_STDOUT ? OUTPUT_STDOUT : 0) |
		   (observe & OBSERVE_STDERR ? OUTPUT_STDERR : 0) |
		   (observe & OBSERVE_STATUS ? OUTPUT_STATUS : 0) |
		   (observe & OBSERVE_FILES ? OUTPUT_FILES : 0);
}

static const char *const prune_names[N_PRUNES] = {"reach", "infect", "propagate", "once"};

bool prune_parse(const char *text, u32 *prune, Err *err)
{
	return parse_names(text, prune_names, N_PRUNES, prune) ||
		   err_set(err, "--prune '%s': a list of reach, infect, propagate and once", text);
}
