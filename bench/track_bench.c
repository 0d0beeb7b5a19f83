/* track_bench.c: what tracking dependences costs the machine, run by run.
 *
 * usage: track_bench SECONDS PROG [WORD...]: the words are those of `drift explore`. The start
 * input is run in turns without tracking, with tracking, and with tracking and the condition by
 * output taken from the run, for so long each. Processor time counts, and of each kind the fastest
 * run, so that other work on the computer disturbs little. Prints one line of numbers:
 *
 *   instructions; constraints by path, with tracking, by output; the three times in microseconds;
 *   branches that depend on something, nodes of the dependence graph, joins among them, entries in
 *   logs, bytes of these; first tracked run in microseconds (static analysis and code included)
 */
#include <time.h>

#include "engine/explore/explore.h"

enum { PLAIN, TRACKED, CONDITION, WAYS, ROUNDS = 5 };

/* A machine and how it is run. */
typedef struct Way {
	Machine *m;
	MachineRunner mr;
	Runner runner;
	double first;   /* seconds, of the first run */
	double fastest; /* likewise, of the others */
	PathRun run;    /* the last one */
} Way;

static double cpu_seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int fail(const char *what)
{
	fprintf(stderr, "track_bench: %s\n", what);
	return 2;
}

static bool make_way(Way *w, const Program *program, Inputs *inputs, ExprPool *pool, Static *s,
					 Condition *c, Err *err)
{
	static const TrackOptions track = {0};
	MachineConfig config = {
		.os = {.in = OS_STREAM_CAPTURE, .out = OS_STREAM_CAPTURE, .err = OS_STREAM_CAPTURE},
		.limit_insns = 1u << 30};
	w->m = machine_new(program, &config, err);
	if (!w->m)
		return false;
	machine_set_pool(w->m, pool);
	if (s && !machine_set_tracking(w->m, s, &track, err))
		return false;
	w->mr = (MachineRunner){.m = w->m,
							.in = inputs,
							.program = program,
							.name = "./subject",
							.entry = NO_OPERAND,
							.condition = c};
	machine_runner(&w->mr, &w->runner);
	return true;
}

static double run_once(Way *w, const Assignment *a)
{
	double begin = cpu_seconds();
	w->runner.run(w->runner.ctx, 0, a, &w->run);
	return cpu_seconds() - begin;
}

static void measure(Way *ways, const Assignment *a, double seconds)
{
	for (u32 i = 0; i < WAYS; i++) {
		ways[i].first = run_once(&ways[i], a);
		ways[i].fastest = 1e9;
	}
	for (u32 round = 0; round < ROUNDS; round++)
		for (u32 i = 0; i < WAYS; i++) {
			double spent = 0, one;
			do {
				spent += one = run_once(&ways[i], a);
				if (one < ways[i].fastest)
					ways[i].fastest = one;
			} while (spent < seconds / ROUNDS);
		}
}

static void print(const Way *ways)
{
	DepCost cost = machine_dep_cost(ways[TRACKED].m);
	printf("%llu", (unsigned long long)ways[TRACKED].run.result.instructions);
	for (u32 i = 0; i < WAYS; i++)
		printf(" %zu", ways[i].run.n);
	for (u32 i = 0; i < WAYS; i++)
		printf(" %.1f", 1e6 * ways[i].fastest);
	printf(" %llu %llu %llu %llu %llu %.1f\n", (unsigned long long)cost.branches,
		   (unsigned long long)cost.nodes, (unsigned long long)(cost.nodes - 1 - cost.leaves),
		   (unsigned long long)cost.entries, (unsigned long long)cost.bytes,
		   1e6 * ways[TRACKED].first);
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return fail("usage: track_bench SECONDS PROG [WORD...]");
	Err err;
	LoadOptions load = {0};
	StrList words = {0}, env = {0};
	Inputs inputs = {0};
	for (int i = 3; i < argc; i++)
		vec_push(&words, argv[i]);
	Program *program = program_load(argv[2], &load, &err);
	if (!program || !inputs_words(&inputs, &(InputWords){.words = &words, .env = &env}, &err))
		return fail(err.text);
	ExprPool *pool = expr_pool_new();
	inputs_bind(&inputs, pool);
	Static *s = static_new(program, NULL);
	Condition by = {.by = BY_OUTPUT, .outputs = OUTPUT_ALL, .s = s};
	Way ways[WAYS] = {0};
	for (u32 i = 0; i < WAYS; i++)
		if (!make_way(&ways[i], program, &inputs, pool, i >= TRACKED ? s : NULL,
					  i == CONDITION ? &by : NULL, &err))
			return fail(err.text);
	Assignment a;
	assignment_init(&a, pool);
	inputs_start(&inputs, &inputs.starts.at[0], &a);
	measure(ways, &a, atof(argv[1]));
	print(ways);
	assignment_free(&a);
	for (u32 i = 0; i < WAYS; i++) {
		machine_runner_free(&ways[i].mr);
		machine_free(ways[i].m);
	}
	condition_free(&by);
	static_free(s);
	program_free(program);
	inputs_free(&inputs);
	expr_pool_free(pool);
	vec_free(&words);
	return 0;
}
