/* test_snapshot.c: every run of a search twice, from a snapshot and from the beginning. With files
 * as arguments: searches of these, on up to three bytes of standard input. */
#include "base/check.h"
#include "base/budget.h"
#include "engine/machine/machine_impl.h"
#include "engine/machine/snapshot.h"
#include "versions/product/subject.h"

#include <setjmp.h>
#include <cmocka.h>

enum { MOST_RUNS = 150 };

/* One program in two machines. */
typedef struct Twins {
	Subject subject;
	ExprPool *pool;
	Inputs inputs;
	MachineRunner kept, plain; /* with snapshots, without */
	SnapshotStats stats;
	u64 runs;
	u64 bytes;   /* for snapshots; 0: as usual */
	bool limits; /* each run has another limit of instructions, near the longest run's */
	u64 most, limit;
} Twins;

static void same_constraints(const PathRun *a, const PathRun *b)
{
	assert_int_equal(a->n, b->n);
	for (size_t i = 0; i < a->n; i++) {
		const Constraint *x = &a->constraints[i], *y = &b->constraints[i];
		assert_int_equal(x->cond, y->cond);
		assert_int_equal(x->value, y->value);
		assert_int_equal(x->kind, y->kind);
		assert_int_equal(x->function, y->function);
		assert_int_equal(x->ins, y->ins);
		assert_int_equal(x->loc, y->loc);
	}
}

static void same_result(const RunResult *a, const RunResult *b)
{
	assert_int_equal(a->outcome, b->outcome);
	assert_int_equal(a->status, b->status);
	assert_int_equal(a->status_tag, b->status_tag);
	assert_int_equal(a->error, b->error);
	assert_int_equal(a->loc, b->loc);
	assert_int_equal(a->instructions, b->instructions);
	assert_string_equal(a->report, b->report);
	assert_int_equal(a->n_notes, b->n_notes);
	for (size_t i = 0; i < a->n_notes; i++) {
		assert_string_equal(a->notes[i].kind, b->notes[i].kind);
		assert_string_equal(a->notes[i].what, b->notes[i].what);
		assert_int_equal(a->notes[i].loc, b->notes[i].loc);
		assert_int_equal(a->notes[i].count, b->notes[i].count);
	}
}

static void same_output(Machine *a, Machine *b)
{
	const OsOutput *x, *y;
	size_t n = os_outputs(machine_os(a), &x), k = os_outputs(machine_os(b), &y);
	assert_int_equal(n, k);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(x[i].stream, y[i].stream);
		assert_int_equal(x[i].len, y[i].len);
		assert_memory_equal(x[i].bytes, y[i].bytes, x[i].len);
		for (size_t j = 0; j < x[i].len; j++)
			assert_int_equal(x[i].tags ? x[i].tags[j] : 0, y[i].tags ? y[i].tags[j] : 0);
	}
}

static void same_overflows(const Machine *a, const Machine *b)
{
	size_t n, k;
	bool more, left;
	const Overflow *x = machine_overflows(a, &n, &more), *y = machine_overflows(b, &k, &left);
	assert_int_equal(n, k);
	assert_int_equal(more, left);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(x[i].cond, y[i].cond);
		assert_int_equal(x[i].loc, y[i].loc);
		assert_int_equal(x[i].constraints, y[i].constraints);
	}
}

static void same_asks(const Machine *a, const Machine *b)
{
	size_t n, k;
	const WorldAsk *x = machine_asks(a, &n), *y = machine_asks(b, &k);
	assert_int_equal(n, k);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(x[i].kind, y[i].kind);
		assert_int_equal(x[i].loc, y[i].loc);
		assert_int_equal(x[i].count, y[i].count);
	}
}

static void run(void *ctx, u32 shape, const Assignment *a, PathRun *out)
{
	Twins *t = ctx;
	PathRun other = {0};
	if (t->limits && t->limit) {
		machine_set_limit(t->kept.m, t->limit);
		machine_set_limit(t->plain.m, t->limit);
	}
	machine_runner_run(&t->kept, shape, a, out);
	/* Numbers of expressions decide which of two comes first in a text: they must be the same. */
	u32 made = expr_pool_len(t->pool);
	machine_runner_run(&t->plain, shape, a, &other);
	assert_int_equal(expr_pool_len(t->pool), made);
	same_constraints(out, &other);
	same_result(&out->result, &other.result);
	same_output(t->kept.m, t->plain.m);
	same_asks(t->kept.m, t->plain.m);
	same_overflows(t->kept.m, t->plain.m);
	assert_int_equal(out->fresh, other.fresh);
	t->runs++;
	t->most = out->result.instructions > t->most ? out->result.instructions : t->most;
	t->limit = t->most * (90 + t->runs * 7 % 23) / 107;
}

/* Explores the program; words end with NULL, input is standard input or NULL. */
static void explore(Twins *t, const char *file, const char *input, const char *const *words,
					Order order)
{
	Err err = {0};
	StrList list = {0}, env = {0};
	ExploreEnd end;
	char *path = xasprintf("%s%s", *file == '/' ? "" : "tests/programs/", file);
	*t = (Twins){.pool = expr_pool_new(), .bytes = t->bytes, .limits = t->limits};
	t->subject = (Subject){.name = "p",
						   .entry = NO_OPERAND,
						   .streams = OS_STREAM_CAPTURE,
						   .limit_insns = SUBJECT_INSNS,
						   .limit_mem = SUBJECT_MEM,
						   .pool = t->pool};
	t->subject.program = program_load(path, &(LoadOptions){0}, &err);
	if (!t->subject.program)
		fail_msg("%s", err.text);
	while (*words)
		vec_push(&list, *words++);
	InputWords in = {.words = &list, .env = &env, .input = input};
	assert_true(inputs_words(&t->inputs, &in, &err));
	inputs_bind(&t->inputs, t->pool);
	assert_true(subject_start(&t->subject, &t->inputs, &(MachineOptions){0}, &t->kept, &err));
	if (t->bytes)
		machine_keep_snapshots(t->kept.m, t->bytes);
	t->subject.from_start = true;
	assert_true(subject_start(&t->subject, &t->inputs, &(MachineOptions){0}, &t->plain, &err));
	machine_keep_overflows(t->kept.m);
	machine_keep_overflows(t->plain.m);
	Runner runner = {.ctx = t, .run = run};
	ExploreOptions opt = {.order = order, .runs = MOST_RUNS};
	Explorer *x = explorer_new(&t->inputs, &runner, &opt, NULL, NULL);
	assert_true(explorer_run(x, &end, &err));
	t->stats = machine_snapshot_stats(t->kept.m);
	explorer_free(x);
	vec_free(&list);
	free(path);
}

static void end(Twins *t)
{
	subject_stop(&t->kept);
	subject_stop(&t->plain);
	subject_free(&t->subject);
	program_free(t->subject.program);
	inputs_free(&t->inputs);
	expr_pool_free(t->pool);
}

static const char *const no_words[] = {NULL};

static void test_costly_start(void **state)
{
	(void)state;
	Twins t = {0};
	for (Order order = ORDER_NEWEST; order <= ORDER_COVERAGE; order++) {
		explore(&t, "snapshot/start.c", "@text:6=a+", no_words, order);
		assert_true(t.runs > 100);
		/* All but the first two, and most of what they would have done; the checked build takes
		 * snapshots sooner. */
		assert_in_range(t.stats.resumed, t.runs - 2, t.runs - 2 + CHECKED);
		assert_true(t.stats.skipped > t.stats.resumed * 5000);
		end(&t);
	}
}

/* Room for a few: they go and come, and what is left still serves the right inputs. */
static void test_little_room(void **state)
{
	(void)state;
	for (u64 kib = 80; kib <= 160; kib *= 2)
		for (Order order = ORDER_NEWEST; order <= ORDER_COVERAGE; order++) {
			Twins t = {.bytes = kib << 10};
			explore(&t, "snapshot/start.c", "@text:6=a+", no_words, order);
			assert_true(t.stats.dropped > 0);
			assert_in_range(t.stats.resumed, t.runs - 2, t.runs - 2 + CHECKED);
			end(&t);
		}
}

/* A run ends at the limit that it has itself, not where one that was copied would have looked. */
static void test_limits(void **state)
{
	(void)state;
	for (Order order = ORDER_NEWEST; order <= ORDER_COVERAGE; order++) {
		Twins t = {.limits = true};
		explore(&t, "snapshot/start.c", "@text:6=a+", no_words, order);
		assert_true(t.runs > 50 && t.stats.resumed > t.runs / 2);
		end(&t);
	}
}

static void test_state_of_the_process(void **state)
{
	(void)state;
	Twins t = {0};
	const char *const words[] = {"@file:4", "@str:3=ab", NULL};
	explore(&t, "snapshot/world.c", NULL, words, ORDER_NEWEST);
	assert_true(t.runs > 50 && t.stats.resumed > t.runs / 2);
	end(&t);
}

static void test_texts_of_numbers(void **state)
{
	(void)state;
	Twins t = {0};
	const char *const words[] = {"@int=5", "@str:1=l", NULL};
	explore(&t, "snapshot/numbers.c", NULL, words, ORDER_NEWEST);
	assert_true(t.runs > 20 && t.stats.resumed > t.runs / 2);
	end(&t);
}

/* What runs share does not end where a scanner ends its buffer, at an index of the input. */
static void test_scanner(void **state)
{
	(void)state;
	Twins t = {0};
	explore(&t, "snapshot/sentinel.c", "@text:3", no_words, ORDER_NEWEST);
	assert_true(t.runs > 100 && t.stats.resumed == t.runs - 2);
	assert_true(t.stats.skipped > t.stats.resumed * 3000);
	end(&t);
}

/* Programs of other tests, with what they are given. */
static void test_small_programs(void **state)
{
	(void)state;
	static const struct {
		const char *file, *input, *words[4];
	} all[] = {{"explore/scanf_set.c", "@text:4", {NULL}},
			   {"explore/short_read.c", "@text:3", {NULL}},
			   {"explore/fread_all.c", "@text:3", {NULL}},
			   {"explore/scanner_tables.c", NULL, {"@str:3", NULL}},
			   {"explore/table_write.c", NULL, {"@int", "@int", NULL}},
			   {"explore/settled_index.c", NULL, {"@int=44", "@int=44", NULL}},
			   {"explore/getopt_flags.c", NULL, {"@str:3", "@str:2", NULL}},
			   {"explore/stores_in_turn.c", NULL, {"@int", "@int", "@int", NULL}},
			   {"snapshot/computed.c", "@text:4=abcd", {NULL}},
			   {"snapshot/computed.c", "@text:4=ab", {NULL}},
			   {"snapshot/histogram.c", "@text:5=ee", {NULL}},
			   {"snapshot/histogram.c", "@text:4=wz", {NULL}},
			   {"snapshot/twice.c", "@text:3", {NULL}},
			   {"snapshot/sentinel.c", "@text:3", {NULL}},
			   {"snapshot/halves.c", "@text:3", {NULL}},
			   {"snapshot/halves.c", "@text:4=ab", {NULL}},
			   {"snapshot/unset.c", NULL, {"@str:3=eaa", NULL}},
			   {"snapshot/unset.c", NULL, {"@str:3=aba", NULL}},
			   {"explore/int128.c", NULL, {"@int=-25", "@int", NULL}},
			   {"explore/qsort3.c", NULL, {"@int", "@int", "@int", NULL}}};
	for (size_t i = 0; i < countof(all); i++) {
		Twins t = {0};
		explore(&t, all[i].file, all[i].input, all[i].words, ORDER_NEWEST);
		end(&t);
	}
}

/* One instruction may do the work of many: a budget that is over when it begins cuts the run. */
static void test_budget(void **state)
{
	(void)state;
	Twins t = {0};
	const char *const words[] = {"@str:1=a", NULL};
	PathRun out = {0};
	Assignment a = {0};
	u32 stop;
	explore(&t, "budget/fill.c", NULL, words, ORDER_NEWEST);
	assert_true(strmap_get(&t.subject.program->global_by_name, "stop", &stop));
	Machine *m = t.plain.m;
	Budget budget = {
		.stop = (const volatile sig_atomic_t *)(m->mem.bytes +
												t.subject.program->globals.at[stop].address)};
	machine_set_budget(m, &budget);
	assignment_init(&a, t.pool);
	machine_runner_run(&t.plain, 0, &a, &out);
	assert_true(out.result.cut);
	assignment_free(&a);
	end(&t);
}

static char **given;

static void test_given(void **state)
{
	(void)state;
	Twins t = {0};
	u64 runs = 0, resumed = 0;
	for (char **file = given; *file; file++) {
		explore(&t, *file, "@text:3", no_words, ORDER_NEWEST);
		runs += t.runs;
		resumed += t.stats.resumed;
		end(&t);
	}
	printf("%llu runs, %llu of them from snapshots\n", (unsigned long long)runs,
		   (unsigned long long)resumed);
	assert_true(resumed > 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest only[] = {cmocka_unit_test(test_given)};
	given = argv + 1;
	setenv("DRIFT_CHECK", "1", 1); /* what was changed was noted, among others */
	if (argc > 1)
		return cmocka_run_group_tests(only, NULL, NULL);
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_costly_start),
		cmocka_unit_test(test_little_room),
		cmocka_unit_test(test_state_of_the_process),
		cmocka_unit_test(test_texts_of_numbers),
		cmocka_unit_test(test_scanner),
		cmocka_unit_test(test_small_programs),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_budget),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
