/* test_product.c: one, two and three subjects that have nothing to do with each other run as one. */
#include "versions/product/product.h"

#include <setjmp.h>
#include <cmocka.h>

/* On the first character of their argument: is it 'a', behind 'm', 'z'? */
static const char *const texts[MOST_SUBJECTS] = {"int main(int n, char **v)\n"
												 "{\n"
												 "\tif (v[1][0] == 'a')\n"
												 "\t\treturn 7;\n"
												 "\treturn n;\n"
												 "}\n",
												 "int first(char **v) { return v[1][0]; }\n"
												 "int main(int n, char **v)\n"
												 "{\n"
												 "\tif (first(v) > 'm')\n"
												 "\t\treturn 4;\n"
												 "\treturn n;\n"
												 "}\n",
												 "void other(int c, int *to)\n"
												 "{\n"
												 "\tif (c == 'z')\n"
												 "\t\t*to = 3;\n"
												 "}\n"
												 "int main(int n, char **v)\n"
												 "{\n"
												 "\tother(v[1][0], &n);\n"
												 "\treturn n;\n"
												 "}\n"};

typedef struct Trio {
	char *dir;
	Subject subject[MOST_SUBJECTS];
	ExprPool *pool;
	Inputs inputs;
	ProductRunner product;
	u32 sides; /* bits: subjects that decided something */
} Trio;

static void load(Trio *t, u32 i)
{
	Err err = {0};
	char *path = xasprintf("%s/p%u.c", t->dir, i);
	assert_true(file_write(path, texts[i], strlen(texts[i]), &err));
	t->subject[i] = (Subject){.name = "p",
							  .entry = NO_OPERAND,
							  .streams = OS_STREAM_CAPTURE,
							  .limit_insns = SUBJECT_INSNS,
							  .limit_mem = SUBJECT_MEM,
							  .pool = t->pool};
	t->subject[i].program = program_load(path, &(LoadOptions){0}, &err);
	if (!t->subject[i].program)
		fail_msg("%s", err.text);
	free(path);
}

/* Each constraint is known by its subject again, with the subject's own file. */
static void on_path(void *ctx, const Path *path)
{
	Trio *t = ctx;
	for (size_t i = 0; i < path->run->n; i++) {
		const Constraint *c = &path->run->constraints[i];
		u32 function = c->function, loc = c->loc;
		int side = product_side(&t->product, &function);
		const Program *p = t->subject[side].program;
		assert_true(function < p->functions.len);
		assert_ptr_equal(product_program(&t->product, &loc), p);
		Buf location = {0};
		char *file = xasprintf("p%d.c", side);
		product_location(&t->product, c->loc, &location);
		assert_non_null(strstr(buf_str(&location), file));
		buf_free(&location);
		free(file);
		t->sides |= 1u << side;
	}
}

/* How many overlaps of paths so many subjects have. */
static u64 overlaps(u32 n)
{
	Trio t = {.pool = expr_pool_new()};
	Err err = {0};
	StrList words = {0}, none = {0};
	Subject *of[MOST_SUBJECTS];
	t.dir = temp_dir(&err);
	for (u32 i = 0; i < n; i++) {
		load(&t, i);
		of[i] = &t.subject[i];
	}
	vec_push(&words, "@str:1=b");
	assert_true(inputs_words(&t.inputs, &(InputWords){.words = &words, .env = &none}, &err));
	inputs_bind(&t.inputs, t.pool);
	MachineOptions wish = {.purpose = MACHINE_PLAIN};
	assert_true(product_start(&t.product, of, n, &t.inputs, &wish, &err));
	Runner runner;
	ExploreEnd end;
	ExploreEvents events = {.ctx = &t, .path = on_path};
	product_runner(&t.product, &runner);
	Explorer *x = explorer_new(&t.inputs, &runner, &(ExploreOptions){0}, &events, NULL);
	assert_true(explorer_run(x, &end, &err));
	assert_true(explorer_exhaustive(x));
	assert_int_equal(t.sides, (1u << n) - 1);
	assert_int_equal(t.product.runs, explorer_stats(x)->runs);
	u64 paths = explorer_stats(x)->paths;
	explorer_free(x);
	product_runner_free(&t.product);
	for (u32 i = 0; i < n; i++) {
		subject_free(&t.subject[i]);
		program_free(t.subject[i].program);
	}
	inputs_free(&t.inputs);
	expr_pool_free(t.pool);
	vec_free(&words);
	tree_remove(t.dir, &err);
	free(t.dir);
	return paths;
}

static void test_overlaps(void **state)
{
	(void)state;
	assert_int_equal(overlaps(1), 2); /* a; all others */
	assert_int_equal(overlaps(2), 3); /* a; up to m; behind it */
	assert_int_equal(overlaps(3), 4); /* a; up to m; behind it but for z; z */
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_overlaps)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
