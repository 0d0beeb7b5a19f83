/* test_edits.c: edits between random texts, put into OLD in any number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "clients/blame/edits.h"

#include <unistd.h>

static char *dir;

static u32 some(u32 n)
{
	return (u32)rand() % n;
}

/* A few lines, many of them alike; the last perhaps without an end. */
static void some_text(Buf *to)
{
	buf_reset(to);
	for (u32 n = some(12); n > 0; n--)
		buf_addf(to, "line %c\n", 'a' + (char)some(4));
	if (some(4) == 0)
		buf_adds(to, "no end");
}

static void put(const char *below, const Buf *text)
{
	Err err;
	char *path = xasprintf("%s/%s", dir, below), *cut = xstrdup(path);
	*strrchr(cut, '/') = 0;
	assert_true(dir_make(cut, &err));
	assert_true(file_write(path, buf_str(text), text->len, &err));
	free(path);
	free(cut);
}

static void expect(const char *below, const Buf *text)
{
	Err err;
	Buf found = {0};
	char *path = xasprintf("%s/%s", dir, below);
	assert_true(file_read(path, &found, &err));
	assert_int_equal(found.len, text->len);
	assert_memory_equal(buf_str(&found), buf_str(text), text->len);
	buf_free(&found);
	free(path);
}

static void write_some(const Edits *e, bool all)
{
	Err err;
	bool take[100];
	char *to = xasprintf("%s/between", dir);
	assert_true(tree_remove(to, &err));
	for (size_t i = 0; i < countof(take); i++)
		take[i] = all;
	assert_true(e->at.len < countof(take));
	assert_true(edits_write(e, take, false, to, &err));
	free(to);
}

static void both_ends(void **state)
{
	(void)state;
	Buf old = {0}, now = {0};
	Err err;
	char *a = xasprintf("%s/old", dir), *b = xasprintf("%s/new", dir);
	srand(1);
	for (int round = 0; round < 400; round++) {
		Edits e;
		some_text(&old);
		some_text(&now);
		put("old/x.c", &old);
		put("new/x.c", &now);
		put("old/same.h", &old);
		put("new/same.h", &old);
		assert_true(edits_find(a, b, &e, &err));
		bool equal = old.len == now.len && !memcmp(buf_str(&old), buf_str(&now), old.len);
		assert_int_equal(e.at.len == 0, equal);
		write_some(&e, false);
		expect("between/x.c", &old);
		expect("between/same.h", &old);
		write_some(&e, true);
		expect("between/x.c", &now);
		edits_free(&e);
	}
	free(a);
	free(b);
	buf_free(&old);
	buf_free(&now);
}

static void put_text(const char *below, const char *text)
{
	Buf b = {0};
	buf_adds(&b, text);
	put(below, &b);
	buf_free(&b);
}

/* Two single files, a header beside each, and a header that only NEW has. */
static void files_with_headers(void **state)
{
	(void)state;
	Edits e;
	Err err;
	Buf location = {0};
	put_text("p/a.c", "#include \"h.h\"\nint x;\nint y;\nint z;\n");
	put_text("p/h.h", "#define N 1\n");
	put_text("q/b.c", "#include \"h.h\"\n#include \"more.h\"\nint x;\nint z = N;\n");
	put_text("q/h.h", "#define N 2\n");
	put_text("q/more.h", "int w;\n");
	char *a = xasprintf("%s/p/a.c", dir), *b = xasprintf("%s/q/b.c", dir);
	assert_true(edits_find(a, b, &e, &err));
	assert_int_equal(e.at.len, 4);
	edit_location(&e, 0, &location);
	assert_string_equal(buf_str(&location), "b.c:2");
	assert_true(edit_has_word(&e, 1, "N"));
	assert_false(edit_has_word(&e, 1, "nt"));
	bool take[4] = {true, false, false, false};
	char *to = xasprintf("%s/part", dir), *gone = xasprintf("%s/part/more.h", dir);
	assert_true(edits_write(&e, take, false, to, &err));
	assert_false(file_exists(gone));
	Buf expected = {0};
	buf_adds(&expected, "#include \"h.h\"\n#include \"more.h\"\nint x;\nint y;\nint z;\n");
	expect("part/a.c", &expected);
	take[3] = true;
	assert_true(edits_write(&e, take, false, to, &err));
	assert_true(file_exists(gone));
	buf_free(&location);
	buf_free(&expected);
	edits_free(&e);
	free(a);
	free(b);
	free(to);
	free(gone);
}

static u32 lines_before(const char *text, const char *what)
{
	u32 n = 0;
	const char *at = strstr(text, what);
	assert_non_null(at);
	for (const char *p = text; p < at; p++)
		n += *p == '\n';
	return n;
}

/* Level: lines of both versions keep their number whatever edits are in, and macros go on. */
static void level_lines(void **state)
{
	(void)state;
	static const char old[] =
		"int a;\n#define M \\\n\t1 + \\\n\t2 + \\\n\t3\nint b;\nint c;\nint d;\n";
	static const char now[] =
		"int new1;\nint new2;\nint a;\n#define M \\\n\t1 + \\\n\t3\nint b;\nint d;\n";
	Edits e;
	Err err;
	put_text("lo/x.c", old);
	put_text("ln/x.c", now);
	char *a = xasprintf("%s/lo", dir), *b = xasprintf("%s/ln", dir), *to = xasprintf("%s/lt", dir);
	char *path = xasprintf("%s/x.c", to);
	assert_true(edits_find(a, b, &e, &err));
	assert_int_equal(e.at.len, 3);
	for (u32 set = 0; set < 8; set++) {
		bool take[3] = {set & 1, set & 2, set & 4};
		Buf text = {0};
		assert_true(edits_write(&e, take, true, to, &err));
		assert_true(file_read(path, &text, &err));
		assert_int_equal(lines_before(buf_str(&text), "int a;"), 2);
		assert_int_equal(lines_before(buf_str(&text), "\t3"), 6);
		assert_int_equal(lines_before(buf_str(&text), "int b;"), 7);
		assert_int_equal(lines_before(buf_str(&text), "int d;"), 9);
		/* The macro is one line for C: every line of it but the last ends with a backslash. */
		const char *m = strstr(buf_str(&text), "#define");
		for (u32 i = 0; i < 3; i++) {
			m = strchr(m, '\n');
			assert_int_equal(m[-1], '\\');
			m++;
		}
		buf_free(&text);
	}
	edits_free(&e);
	free(a);
	free(b);
	free(to);
	free(path);
}

static void wrong_use(void **state)
{
	(void)state;
	Edits e;
	Err err = {0};
	char *a = xasprintf("%s/p/a.c", dir), *b = xasprintf("%s/none.c", dir);
	assert_false(edits_find(a, dir, &e, &err));
	assert_non_null(strstr(err.text, "is a directory"));
	assert_false(edits_find(a, b, &e, &err));
	edits_free(&e);
	free(a);
	free(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_ends),
		cmocka_unit_test(files_with_headers),
		cmocka_unit_test(level_lines),
		cmocka_unit_test(wrong_use),
	};
	Err err;
	dir = temp_dir(&err);
	int failed = dir ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
	if (dir)
		tree_remove(dir, &err);
	free(dir);
	return failed;
}
