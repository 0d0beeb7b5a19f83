/* run_bench.c: how many symbolic runs a second the machine does, without solving.
 *
 * usage: run_bench RUNS PROG [WORD...]: the words are those of `drift explore`. The start input is
 * run so often; tree walk and reports are left out. Processor time counts, so that other work on
 * the computer disturbs little.
 */
#include <time.h>

#include "engine/explore/explore.h"

static double cpu_seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int fail(const char *what)
{
	fprintf(stderr, "run_bench: %s\n", what);
	return 2;
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return fail("usage: run_bench RUNS PROG [WORD...]");
	Err err;
	LoadOptions load = {0};
	StrList words = {0}, env = {0};
	Inputs inputs = {0};
	long n = atol(argv[1]);
	for (int i = 3; i < argc; i++)
		vec_push(&words, argv[i]);
	Program *program = program_load(argv[2], &load, &err);
	if (!program || !inputs_words(&inputs, &(InputWords){.words = &words, .env = &env}, &err))
		return fail(err.text);
	ExprPool *pool = expr_pool_new();
	inputs_bind(&inputs, pool);
	MachineConfig config = {
		.os = {.in = OS_STREAM_CAPTURE, .out = OS_STREAM_CAPTURE, .err = OS_STREAM_CAPTURE},
		.limit_insns = 20u << 20};
	Machine *m = machine_new(program, &config, &err);
	if (!m)
		return fail(err.text);
	machine_set_pool(m, pool);
	MachineRunner mr = {
		.m = m, .in = &inputs, .program = program, .name = "./subject", .entry = NO_OPERAND};
	Runner runner;
	machine_runner(&mr, &runner);
	Assignment a;
	assignment_init(&a, pool);
	inputs_start(&inputs, &inputs.starts.at[0], &a);
	PathRun run = {0};
	runner.run(runner.ctx, 0, &a, &run); /* makes the code */
	double begin = cpu_seconds();
	for (long i = 0; i < n; i++)
		runner.run(runner.ctx, 0, &a, &run);
	double seconds = cpu_seconds() - begin;
	printf("%.0f runs a second: %.1f us each, %llu instructions, %zu constraints\n",
		   (double)n / seconds, seconds / (double)n * 1e6,
		   (unsigned long long)run.result.instructions, run.n);
	assignment_free(&a);
	machine_runner_free(&mr);
	machine_free(m);
	program_free(program);
	inputs_free(&inputs);
	expr_pool_free(pool);
	vec_free(&words);
	return 0;
}
