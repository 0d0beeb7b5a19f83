/* test_slice.c: slices of one small program: what is in the dynamic, the relevant and the static one. */
#include "clients/slice/slice.h"

#include <setjmp.h>
#include <cmocka.h>

static const char source[] = "#include <stdlib.h>\n"
							 "int main(int n, char **v)\n"
							 "{\n"
							 "\tint a = atoi(v[1]);\n" /* 4 */
							 "\tint b = 5;\n"          /* 5 */
							 "\tint other = n * 3;\n"  /* 6: nothing to do with it */
							 "\tif (a > 100)\n"        /* 7: not taken; b would be another */
							 "\t\tb = 9;\n"            /* 8 */
							 "\tint r = b + 1;\n"      /* 9 */
							 "\treturn r - other;\n"   /* 10 */
							 "}\n";

static u8 line_marks(const Slice *s, u32 line)
{
	const Program *p = s->p;
	const Function *f = &p->functions.at[p->main];
	u8 marks = 0;
	for (u32 i = 0; i < f->n_ins; i++)
		if (p->locs.at[f->ins[i].loc].line == line)
			marks |= slice_marks(s, f->id, i);
	return marks;
}

static void run(Slice *s, Static *st, bool relevant, const TargetVec *at)
{
	Err err = {0};
	char *argv[] = {(char *)(uintptr_t) "p", (char *)(uintptr_t) "7", NULL}, *envp[] = {NULL};
	Buf input = {0};
	Subject subject = {.program = (Program *)(uintptr_t)s->p,
					   .entry = NO_OPERAND,
					   .streams = OS_STREAM_CAPTURE,
					   .limit_insns = SUBJECT_INSNS};
	SliceRun how = {.subject = &subject,
					.argv = argv,
					.envp = envp,
					.input = &input,
					.observed = true,
					.relevant = relevant};
	RunResult result;
	bool executed = false;
	assert_true(slice_run(s, st, &how, at->at, at->len, &result, &executed, &err));
	assert_true(executed);
	assert_int_equal(result.outcome, RAN_EXIT);
	subject_free(&subject);
}

static void test_kinds(void **state)
{
	(void)state;
	Err err = {0};
	char *dir = temp_dir(&err), *file = xasprintf("%s/subject.c", dir);
	const char *observe[] = {"subject.c:9:r"};
	assert_true(file_write(file, source, sizeof source - 1, &err));
	Program *p = program_load(file, &(LoadOptions){.observe = observe, .n_observe = 1}, &err);
	if (!p)
		fail_msg("%s", err.text);
	tree_remove(dir, NULL);
	TargetVec at = {0};
	for (u32 i = 0; i < p->functions.at[p->main].n_ins; i++)
		if (p->functions.at[p->main].ins[i].op == I_OBSERVE)
			vec_push(&at, ((Target){p->main, i}));
	assert_int_equal(at.len, 1);
	Slice s;
	slice_init(&s, p);
	Static *full = static_new(p, NULL);
	Static *written = static_new(p, &(StaticOptions){.no_points_to = true, .calls_return = true});
	run(&s, written, false, &at);
	run(&s, full, true, &at);
	slice_static(&s, full, at.at, at.len);
	/* What was executed and counts: b and r. */
	assert_true(line_marks(&s, 9) & IN_DYNAMIC);
	assert_false(line_marks(&s, 7) & IN_DYNAMIC);
	assert_false(line_marks(&s, 4) & IN_DYNAMIC);
	/* The branch that kept b from becoming another, and what it compares. */
	assert_true(line_marks(&s, 7) & IN_RELEVANT);
	assert_true(line_marks(&s, 4) & IN_RELEVANT);
	assert_false(line_marks(&s, 8) & IN_RELEVANT); /* was not executed */
	/* What may count in any run. */
	assert_true(line_marks(&s, 8) & IN_STATIC);
	assert_true(line_marks(&s, 7) & IN_STATIC);
	/* And what never does. */
	assert_int_equal(line_marks(&s, 6), 0);
	assert_int_equal(line_marks(&s, 10), 0);
	slice_free(&s);
	static_free(full);
	static_free(written);
	program_free(p);
	vec_free(&at);
	free(file);
	free(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_kinds)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
