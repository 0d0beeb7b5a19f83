/* test_settle.c: code whose words went away does what it did with them. */
#include "engine/machine/machine_impl.h"
#include "engine/machine/snapshot.h"
#include "versions/product/subject.h"

#include <setjmp.h>
#include <cmocka.h>

/* One program without input, in two machines. */
typedef struct Pair {
	Subject subject;
	ExprPool *pool;
	Inputs inputs;
	MachineRunner settles, watched; /* in the second one every block of the program stays */
} Pair;

static void begin(Pair *t, const char *name)
{
	Err err = {0};
	StrList list = {0}, env = {0};
	char *path = xasprintf("tests/programs/c/%s.c", name);
	*t = (Pair){.pool = expr_pool_new()};
	t->subject = (Subject){.name = "p",
						   .entry = NO_OPERAND,
						   .streams = OS_STREAM_CAPTURE,
						   .limit_insns = SUBJECT_INSNS,
						   .limit_mem = SUBJECT_MEM,
						   .pool = t->pool,
						   .from_start = true};
	t->subject.program = program_load(path, &(LoadOptions){0}, &err);
	if (!t->subject.program)
		fail_msg("%s", err.text);
	InputWords in = {.words = &list, .env = &env};
	assert_true(inputs_words(&t->inputs, &in, &err));
	inputs_bind(&t->inputs, t->pool);
	assert_true(subject_start(&t->subject, &t->inputs, &(MachineOptions){0}, &t->settles, &err));
	assert_true(subject_start(&t->subject, &t->inputs, &(MachineOptions){0}, &t->watched, &err));
	for (u32 i = 0; i < t->subject.program->functions.len; i++)
		for (u32 b = 0; b < t->subject.program->functions.at[i].n_blocks; b++)
			if (t->subject.program->functions.at[i].kind == FN_SUBJECT)
				machine_watch(t->watched.m, i, b);
	free(path);
}

static void end(Pair *t)
{
	subject_stop(&t->settles);
	subject_stop(&t->watched);
	subject_free(&t->subject);
	program_free(t->subject.program);
	inputs_free(&t->inputs);
	expr_pool_free(t->pool);
}

static void run(Pair *t, MachineRunner *r, PathRun *out)
{
	Assignment a;
	assignment_init(&a, t->pool);
	machine_runner_run(r, 0, &a, out);
	assignment_free(&a);
}

static void same_output(Machine *a, Machine *b)
{
	const OsOutput *x, *y;
	size_t n = os_outputs(machine_os(a), &x), k = os_outputs(machine_os(b), &y);
	assert_int_equal(n, k);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(x[i].len, y[i].len);
		assert_memory_equal(x[i].bytes, y[i].bytes, x[i].len);
	}
}

static void same_coverage(const Pair *t)
{
	const Program *p = t->subject.program;
	for (u32 i = 0; i < p->functions.len; i++)
		for (u32 b = 0; p->functions.at[i].kind == FN_SUBJECT && b < p->functions.at[i].n_blocks;
			 b++)
			assert_int_equal(machine_ran(t->settles.m, i, b), machine_ran(t->watched.m, i, b));
}

/* What the first run takes out of the code, the second does without. */
static void test_programs(void **state)
{
	(void)state;
	static const char *const names[] = {"computed-goto",     "switch",      "switch-big", "setjmp",
										"function-pointers", "goto-loops",  "sorting",    "signals",
										"loop-values",       "int-shifts",  "varargs",    "int128",
										"setjmp-signal",     "struct-pass", "tail-calls"};
	for (u32 i = 0; i < countof(names); i++) {
		Pair t;
		PathRun a = {0}, b = {0};
		u32 settled = 0;
		begin(&t, names[i]);
		for (u32 n = 0; n < 3; n++) {
			run(&t, &t.settles, &a);
			run(&t, &t.watched, &b);
			assert_int_equal(a.result.outcome, b.result.outcome);
			assert_int_equal(a.result.status, b.result.status);
			assert_int_equal(a.result.instructions, b.result.instructions);
			assert_int_equal(n && a.fresh, false);
			same_output(t.settles.m, t.watched.m);
			same_coverage(&t);
		}
		for (u32 k = 0; k < t.subject.program->functions.len; k++)
			settled += t.settles.m->fns[k].settled;
		assert_true(settled > 10);
		end(&t);
	}
}

/* Who begins to watch a block later sees it all the same. */
static void test_watched_later(void **state)
{
	(void)state;
	Pair t;
	PathRun a = {0};
	size_t n, watches = 0;
	begin(&t, "switch");
	run(&t, &t.settles, &a);
	u64 before = a.result.instructions;
	const Program *p = t.subject.program;
	for (u32 i = 0; i < p->functions.len; i++)
		for (u32 b = 0; p->functions.at[i].kind == FN_SUBJECT && b < p->functions.at[i].n_blocks;
			 b++)
			if (machine_ran(t.settles.m, i, b)) {
				machine_watch(t.settles.m, i, b);
				watches++;
			}
	for (u32 i = 0; i < 2; i++) {
		run(&t, &t.settles, &a);
		machine_watch_events(t.settles.m, &n);
		assert_true(watches > 10);
		assert_int_equal(n, watches);
		assert_int_equal(a.result.instructions, before);
	}
	end(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_programs),
		cmocka_unit_test(test_watched_later),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
