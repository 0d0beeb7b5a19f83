/* test_native_witness.c: witnesses become tests that are confirmed natively, or are refuted (evidence/witness). */
#include "evidence/witness/witness.h"

#include "engine/input/world.h"
#include "versions/product/product.h"

#include <setjmp.h>
#include <cmocka.h>

/* Two versions that were observed on one input. */
typedef struct Observed {
	char *out;     /* directory of results */
	char *dir;     /* of sources, and of the results in dir/out */
	char *path[2]; /* of the versions */
	Subject subject[2];
	ExprPool *pool;
	Inputs inputs;
	ProductRunner product;
	Behaviours seen;
	Assignment input;
	Evidence *evidence;
} Observed;

static void load(Observed *o, int side, const char *text)
{
	Err err = {0};
	o->path[side] = xasprintf("%s/%s.c", o->dir, side ? "new" : "old");
	assert_true(file_write(o->path[side], text, strlen(text), &err));
	o->subject[side] = (Subject){.version = o->path[side],
								 .name = "prog",
								 .entry = NO_OPERAND,
								 .streams = OS_STREAM_CAPTURE,
								 .limit_insns = SUBJECT_INSNS,
								 .limit_mem = SUBJECT_MEM,
								 .pool = o->pool};
	o->subject[side].program = program_load(o->path[side], &(LoadOptions){.native = true}, &err);
	if (!o->subject[side].program)
		fail_msg("%s", err.text);
}

/* Loads both, with arg1, standard input and the clock as inputs. */
static void begin(Observed *o, const char *old, const char *newer)
{
	Err err = {0};
	StrList words = {0}, none = {0};
	*o = (Observed){.pool = expr_pool_new(), .dir = temp_dir(&err)};
	load(o, OLD, old);
	load(o, NEW, newer);
	vec_push(&words, "@str:4=ab");
	InputWords from = {.words = &words, .input = "@text:4=xy", .env = &none};
	assert_true(inputs_words(&o->inputs, &from, &err));
	assert_true(inputs_world(&o->inputs, "clock", NULL, &err));
	inputs_bind(&o->inputs, o->pool);
	MachineOptions wish = {.purpose = MACHINE_PLAIN};
	Subject *of[] = {&o->subject[OLD], &o->subject[NEW]};
	assert_true(product_start(&o->product, of, 2, &o->inputs, &wish, &err));
	assignment_init(&o->input, o->pool);
	inputs_start(&o->inputs, &o->inputs.starts.at[0], &o->input);
	o->seen = (Behaviours){.pool = o->pool, .observe = OBSERVE_ALL};
	vec_free(&words);
}

static void set_clock(Observed *o, u64 value)
{
	const Shape *s = &o->inputs.shapes.at[0];
	for (size_t i = 0; i < s->parts.len; i++)
		if (s->parts.at[i].role == ROLE_WORLD)
			o->input.at[input_group(o->pool, s->parts.at[i].group)->first] = value;
}

static void observe(Observed *o)
{
	product_observe(&o->product, 0, &o->input);
	for (int side = OLD; side <= NEW; side++)
		behaviour_take(&o->seen.now[side], o->pool, o->product.version[side].m,
					   &o->product.result[side], &o->input, OBSERVE_ALL);
}

static void open_evidence(Observed *o, bool unconfirmed)
{
	Err err = {0};
	o->out = xasprintf("%s/out", o->dir);
	EvidenceConfig c = {.subject = {&o->subject[OLD], &o->subject[NEW]},
						.inputs = &o->inputs,
						.seen = &o->seen,
						.machine = {o->product.version[OLD].m, o->product.version[NEW].m},
						.dir = o->out,
						.native = true,
						.unsafe = true,
						.unconfirmed = unconfirmed};
	o->evidence = evidence_open(&c, &err);
	if (!o->evidence)
		fail_msg("%s", err.text);
}

static void end(Observed *o)
{
	Err ignored;
	evidence_close(o->evidence);
	behaviour_free(&o->seen.now[OLD]);
	behaviour_free(&o->seen.now[NEW]);
	product_runner_free(&o->product);
	for (int side = OLD; side <= NEW; side++) {
		subject_free(&o->subject[side]);
		program_free(o->subject[side].program);
		free(o->path[side]);
	}
	assignment_free(&o->input);
	inputs_free(&o->inputs);
	expr_pool_free(o->pool);
	tree_remove(o->dir, &ignored);
	free(o->out);
	free(o->dir);
}

/* A file of the first test; NULL: there is none. */
static char *test_file(const Observed *o, const char *name)
{
	Err ignored;
	Buf text = {0};
	char *path = xasprintf("%s/out/tests/0001/%s", o->dir, name);
	bool there = file_exists(path) && file_read(path, &text, &ignored);
	free(path);
	if (!there)
		return NULL;
	return text.at ? text.at : xstrdup("");
}

static void has(const Observed *o, const char *name, const char *expected)
{
	char *text = test_file(o, name);
	assert_non_null(text);
	assert_string_equal(text, expected);
	free(text);
}

static const char early_old[] =
	"#include <stdio.h>\n#include <time.h>\n"
	"int main(void) { puts(time(0) < 100 ? \"early\" : \"late\"); return 3; }\n";
static const char early_new[] =
	"#include <stdio.h>\n#include <time.h>\n"
	"int main(void) { puts(time(0) < 100 ? \"EARLY\" : \"late\"); return 3; }\n";

/* The difference needs the clock of the input: native runs must get it. */
static void test_confirmed_in_its_world(void **state)
{
	(void)state;
	Observed o;
	begin(&o, early_old, early_new);
	set_clock(&o, 5);
	observe(&o);
	open_evidence(&o, false);
	Witness x = witness_describe(o.evidence, 0, &o.input);
	assert_string_equal(x.input, "ab # clock = 5");
	assert_int_equal(x.status[NEW], 3);
	assert_int_equal(witness_settle(o.evidence, &x, 0, &o.input, NULL), WITNESS_KEPT);
	assert_true(x.proved);
	assert_null(x.unconfirmed);
	has(&o, "old.out", "early\n");
	has(&o, "new.out", "EARLY\n");
	has(&o, "new.status", "3\n");
	has(&o, "stdin", "xy");
	has(&o, "world", "clock = 5\n");
	witness_free(&x);
	end(&o);
}

/* What the machine saw and native programs do not: with answers of the system that is unconfirmed, and the
 * test stays. */
static void test_hidden_by_the_world(void **state)
{
	(void)state;
	Observed o;
	begin(&o, early_old, early_old);
	set_clock(&o, 5);
	observe(&o);
	buf_adds(&o.seen.now[NEW].text[0], "more\n");
	open_evidence(&o, false);
	Witness x = witness_describe(o.evidence, 0, &o.input);
	assert_int_equal(witness_settle(o.evidence, &x, 0, &o.input, NULL), WITNESS_KEPT);
	assert_false(x.proved);
	assert_non_null(strstr(x.unconfirmed, "clock = 5"));
	assert_int_equal(evidence_counts(o.evidence)->unconfirmable, 1);
	witness_free(&x);
	end(&o);
}

static Confirmation never(void *ctx, Confirmer *c, NativeInput *in, Err *err)
{
	(void)c, (void)err;
	assert_true(in->input);
	assert_non_null(in->world);
	++*(u32 *)ctx;
	return CONFIRM_TROUBLE;
}

/* A client may judge native runs itself; what could not be tried leaves no test. */
static void test_own_judge(void **state)
{
	(void)state;
	Observed o;
	u32 asked = 0;
	begin(&o, early_old, early_new);
	observe(&o);
	open_evidence(&o, false);
	Witness x = witness_describe(o.evidence, 0, &o.input);
	WitnessJudge judge = {&asked, never};
	assert_int_equal(witness_settle(o.evidence, &x, 0, &o.input, &judge), WITNESS_TROUBLE);
	assert_int_equal(asked, 1);
	assert_int_equal(x.test, 0);
	assert_null(test_file(&o, "cmd"));
	witness_free(&x);
	end(&o);
}

static void test_write_and_forget(void **state)
{
	(void)state;
	Observed o;
	Err err = {0};
	begin(&o, early_old, early_new);
	observe(&o);
	open_evidence(&o, true);
	Witness x = witness_describe(o.evidence, 0, &o.input),
			y = witness_describe(o.evidence, 0, &o.input);
	assert_int_equal(witness_settle(o.evidence, &x, 0, &o.input, NULL), WITNESS_KEPT);
	assert_false(x.proved); /* nothing ran natively */
	assert_int_equal(x.test, 1);
	witness_forget(o.evidence, &x);
	assert_null(test_file(&o, "cmd"));
	/* Its number is free again. Of a run that was cut nothing is recorded. */
	assert_true(witness_write(o.evidence, &y, 0, &o.input, (bool[]){true, false}, &err));
	assert_int_equal(y.test, 1);
	assert_null(test_file(&o, "old.out"));
	has(&o, "new.out", "late\n");
	witness_free(&x);
	witness_free(&y);
	end(&o);
}

/* A directory of the user's stays. */
static void test_foreign_directory(void **state)
{
	(void)state;
	Observed o;
	Err err = {0};
	begin(&o, early_old, early_new);
	char *out = xasprintf("%s/out", o.dir), *tests = xasprintf("%s/tests", out);
	char *mine = xasprintf("%s/mine", tests);
	assert_true(dir_make(tests, &err) && file_write(mine, "x", 1, &err));
	EvidenceConfig c = {.subject = {&o.subject[OLD], &o.subject[NEW]},
						.inputs = &o.inputs,
						.seen = &o.seen,
						.dir = out};
	assert_null(evidence_open(&c, &err));
	assert_non_null(strstr(err.text, "is not drift's"));
	assert_true(file_exists(mine));
	free(mine);
	free(tests);
	free(out);
	end(&o);
}

static void shown(const Observed *o, InputText how, const char *expected)
{
	Buf text = {0};
	how.inputs = &o->inputs;
	input_text(&how, 0, &o->input, &text);
	assert_string_equal(buf_str(&text), expected);
	buf_free(&text);
}

static void test_text(void **state)
{
	(void)state;
	Observed o;
	begin(&o, early_old, early_new);
	set_clock(&o, 7);
	shown(&o, (InputText){0}, "ab # clock = 7");
	shown(&o, (InputText){.name = "prog"}, "prog ab # clock = 7");
	shown(&o, (InputText){.name = "prog", .contents = true}, "prog ab, stdin \"xy\" # clock = 7");
	shown(&o, (InputText){.contents = true, .most = 1}, "ab, stdin \"x\"... (2 bytes) # clock = 7");
	end(&o);
}

static void test_waiting(void **state)
{
	(void)state;
	WaitingList list = {0};
	static const size_t lengths[] = {3, 1, 2, 1};
	static const u64 order[] = {1, 3, 2, 0};
	for (u64 i = 0; i < countof(lengths); i++) {
		WaitingWitness one = {.key = i};
		for (size_t k = 0; k < lengths[i]; k++)
			vec_push(&one.conds, EXPR_TRUE);
		waiting_add(&list, one);
	}
	for (size_t i = 0; i < countof(order); i++) {
		WaitingWitness one = waiting_take(&list);
		assert_int_equal(one.key, order[i]);
		waiting_drop(&one);
	}
	assert_int_equal(list.len, 0);
	waiting_free(&list);
	assert_false(waiting_now(7, 0));
	assert_true(waiting_now(8, 0));
	assert_false(waiting_now(8, 32));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_confirmed_in_its_world),
		cmocka_unit_test(test_hidden_by_the_world),
		cmocka_unit_test(test_own_judge),
		cmocka_unit_test(test_write_and_forget),
		cmocka_unit_test(test_foreign_directory),
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_waiting),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
