/* test_static_kept.c: points-to that was kept says what it said when it was made. */
#include "engine/static/points/generate.h"

#include <setjmp.h>
#include <cmocka.h>
#include <unistd.h>

static const char *const sources[] = {
	"#include <stdlib.h>\n"
	"#include <stdio.h>\n"
	"struct node { struct node *next; int (*run)(struct node *); char *name; };\n"
	"static struct node *all;\n"
	"static int one(struct node *n) { return n->name[0]; }\n"
	"static int two(struct node *n) { return n->next ? n->next->run(n->next) : 2; }\n"
	"static int (*const table[])(struct node *) = {one, two};\n"
	"int main(int argc, char **argv)\n"
	"{\n"
	"	for (int i = 0; i < argc; i++) {\n"
	"		struct node *n = malloc(sizeof *n);\n"
	"		n->next = all;\n"
	"		n->name = argv[i];\n"
	"		n->run = table[i & 1];\n"
	"		all = n;\n"
	"	}\n"
	"	printf(\"%d\\n\", all ? all->run(all) : 0);\n"
	"	return 0;\n"
	"}\n",
	"#include <signal.h>\n"
	"#include <stdint.h>\n"
	"#include <string.h>\n"
	"static int hits, *where = &hits;\n"
	"static void on(int s) { *where += s; }\n"
	"int main(int argc, char **argv)\n"
	"{\n"
	"	int a[4] = {argc}, *p = a + (argc & 3);\n"
	"	uintptr_t bits = (uintptr_t)p ^ 5;\n"
	"	int **copy = argc > 1 ? &where : &p;\n"
	"	char room[16];\n"
	"	memcpy(room, copy, 8);\n"
	"	memcpy(&p, room, 8);\n"
	"	signal(SIGUSR1, on);\n"
	"	return *p + *(int *)(bits ^ 5) + *argv[0];\n"
	"}\n",
};

static Program *load(const char *source)
{
	Err err = {0};
	char *dir = temp_dir(&err);
	assert_non_null(dir);
	char *file = xasprintf("%s/subject.c", dir);
	assert_true(file_write(file, source, strlen(source), &err));
	Program *p = program_load(file, &(LoadOptions){0}, &err);
	tree_remove(dir, NULL);
	free(file);
	free(dir);
	if (!p)
		fail_msg("%s", err.text);
	return p;
}

static void same_locations(const Location *a, u32 n, const Location *b, u32 m)
{
	assert_int_equal(n, m);
	for (u32 i = 0; i < n; i++) {
		assert_int_equal(a[i].object, b[i].object);
		assert_int_equal(a[i].offset, b[i].offset);
		assert_int_equal(a[i].stride, b[i].stride);
	}
}

static u32 same_function(Static *a, Static *b, u32 f)
{
	const Function *fn = &a->p->functions.at[f];
	const Location *x, *y;
	u32 any = 0;
	for (u32 r = 0; r < fn->n_regs; r++) {
		u32 n = static_points_to(a, f, r, &x), m = static_points_to(b, f, r, &y);
		same_locations(x, n, y, m);
		any += n;
	}
	for (u32 i = 0; i < fn->n_ins; i++) {
		u32 n = static_reaches(a, f, i, &x), m = static_reaches(b, f, i, &y);
		same_locations(x, n, y, m);
		const u32 *c, *d;
		if (fn->ins[i].op != I_CALL)
			continue;
		n = static_callees(a, f, i, &c);
		assert_int_equal(n, static_callees(b, f, i, &d));
		assert_memory_equal(c, d, n * sizeof *c);
	}
	return any;
}

static void same_all(Static *a, Static *b)
{
	u32 any = 0;
	assert_int_equal(static_n_objects(a), static_n_objects(b));
	for (u32 i = 0; i < static_n_objects(a); i++) {
		Abstract x = static_object(a, i), y = static_object(b, i);
		assert_true(x.kind == y.kind && x.a == y.a && x.b == y.b && x.size == y.size);
		assert_int_equal(static_object_number(b, x.kind, x.a, x.b),
						 static_object_number(a, x.kind, x.a, x.b));
	}
	for (u32 f = 0; f < a->p->functions.len; f++)
		any += same_function(a, b, f);
	for (u32 i = 0; i < a->p->consts.len; i++) {
		const Location *x, *y;
		u32 n = static_points_to(a, 0, i | OPERAND_CONST, &x);
		u32 m = static_points_to(b, 0, i | OPERAND_CONST, &y);
		same_locations(x, n, y, m);
	}
	assert_true(any > 100); /* there is something to compare */
}

static void test_kept(void **state)
{
	(void)state;
	for (u32 k = 0; k < countof(sources); k++)
		for (u32 how = 0; how < 2; how++) {
			StaticOptions o = {.copies_only = how};
			Program *p = load(sources[k]);
			Static *made = static_new(p, &o), *read = static_new(p, &o);
			Buf bytes = {0};
			need_pointers(made);
			points_write(made->gen, &bytes);
			read->gen = points_read(read, bytes.at, bytes.len);
			assert_non_null(read->gen);
			read->wrappers = wrappers_find(p, &read->arena);
			same_all(made, read);
			buf_free(&bytes);
			static_free(made);
			static_free(read);
			program_free(p);
		}
}

/* What ends too early is no answer. */
static void test_cut(void **state)
{
	(void)state;
	Program *p = load(sources[0]);
	Static *s = static_new(p, NULL);
	Buf bytes = {0};
	need_pointers(s);
	points_write(s->gen, &bytes);
	for (size_t n = 0; n < bytes.len; n += n < 4096 ? 4 : 4 * (1 + n / 97)) {
		void *part = xmalloc(n + 1); /* of its own, so that reading on is noticed */
		memcpy(part, bytes.at, n);
		assert_null(points_read(s, part, n));
		free(part);
	}
	buf_free(&bytes);
	static_free(s);
	program_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_kept), cmocka_unit_test(test_cut)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
