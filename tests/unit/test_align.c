/* test_align.c: steps of a run, and the calls that led to them. */
#include "versions/align/align.h"

#include <setjmp.h>
#include <cmocka.h>

/* The comparator calls the C library between two calls by qsort, and is longer than its callers. */
static const char text[] = "#include <stdlib.h>\n"
						   "#include <string.h>\n"
						   "static int compare(const void *x, const void *y)\n"
						   "{\n"
						   "\tconst char *p = x, *q = y;\n"
						   "\tint r = p[0] * 3 + p[1] * 5 - p[2] * 7 + p[3] * 9;\n"
						   "\tr -= q[0] * 3 + q[1] * 5 - q[2] * 7 + q[3] * 9;\n"
						   "\tr = r * 2 + (p[0] > q[0]) - (p[0] < q[0]);\n"
						   "\tr = r * 2 + (p[1] > q[1]) - (p[1] < q[1]);\n"
						   "\treturn r + memcmp(p, q, 4);\n"
						   "}\n"
						   "static void work(char (*at)[4])\n"
						   "{\n"
						   "\tqsort(at, 4, 4, compare);\n"
						   "}\n"
						   "int main(int n, char **v)\n"
						   "{\n"
						   "\tchar at[4][4] = {\"c\", \"b\", \"a\", \"d\"};\n"
						   "\tat[n > 2][0] = v[1][0];\n"
						   "\twork(at);\n"
						   "\treturn at[0][0];\n"
						   "}\n";

/* A function that the C library calls again and again is entered from the subject's call of the library, whatever it
 * called itself in between. */
static void test_sites(void **state)
{
	(void)state;
	Err err = {0};
	char *dir = temp_dir(&err), *path = xasprintf("%s/p.c", dir);
	ExprPool *pool = expr_pool_new();
	assert_true(file_write(path, text, strlen(text), &err));
	Subject subject = {.name = "p",
					   .entry = NO_OPERAND,
					   .streams = OS_STREAM_CAPTURE,
					   .limit_insns = SUBJECT_INSNS,
					   .limit_mem = SUBJECT_MEM,
					   .pool = pool};
	Program *p = subject.program = program_load(path, &(LoadOptions){0}, &err);
	if (!p)
		fail_msg("%s", err.text);
	StrList words = {0}, none = {0};
	Inputs inputs = {0};
	vec_push(&words, "@str:1=b");
	assert_true(inputs_words(&inputs, &(InputWords){.words = &words, .env = &none}, &err));
	inputs_bind(&inputs, pool);
	Assignment a;
	assignment_init(&a, pool);
	inputs_start(&inputs, &inputs.starts.at[0], &a);
	Aligner aligner;
	aligner_init(&aligner, (Subject *[2]){&subject, &subject}, NULL, &inputs);
	AlignedRun run = {0};
	assert_true(align_trace(&aligner, 0, (AlignedInput){.a = &a}, 1 << 16, &run, &err));
	u32 work_function = NO_OPERAND, from_work = 0;
	for (u32 i = 0; i < p->functions.len; i++)
		if (!strcmp(p->functions.at[i].source_name, "work"))
			work_function = i;
	for (size_t i = 1; i < run.sites.len; i++) {
		const AlignedSite *site = &run.sites.at[i];
		const Function *f = &p->functions.at[site->function];
		assert_true(site->ins < f->n_ins);
		assert_int_equal(f->ins[site->ins].op, I_CALL);
		from_work += site->function == work_function;
	}
	assert_true(from_work >= 3);
	aligned_run_free(&run);
	aligner_free(&aligner);
	assignment_free(&a);
	vec_free(&words);
	inputs_free(&inputs);
	subject_free(&subject);
	program_free(p);
	expr_pool_free(pool);
	assert_true(tree_remove(dir, &err));
	free(path);
	free(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_sites)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
