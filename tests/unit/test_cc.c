/* test_cc.c: the words that drift-cc gives to the native compiler. */
#include "toolchain/cc/cc.h"

#include <setjmp.h>
#include <cmocka.h>

/* A command line without response files. */
static CcCall call_of(const char *const *words)
{
	CcCall c = {0};
	for (; *words; words++) {
		vec_push(&c.words, *words);
		vec_push(&c.expanded, *words);
	}
	ccline_parse(&c.line, &c.expanded, &c.arena);
	return c;
}
#define CALL(...) call_of((const char *const[]){__VA_ARGS__, NULL})

static int position(const StrList *argv, const char *word)
{
	for (size_t i = 0; i < argv->len; i++)
		if (!strcmp(argv->at[i], word))
			return (int)i;
	return -1;
}

static void done(CcCall *c, StrList *argv)
{
	vec_free(argv);
	vec_free(&c->words);
	vec_free(&c->expanded);
	ccline_free(&c->line);
	arena_free(&c->arena);
}

static bool is_probe(CcCall c)
{
	StrList none = {0};
	bool is = call_is_probe(&c);
	done(&c, &none);
	return is;
}

static void test_probes(void **state)
{
	(void)state;
	assert_true(is_probe(CALL("-c", "conftest.c")));
	assert_true(is_probe(CALL("-o", "x", "build/CMakeFiles/CMakeTmp/testCCompiler.c")));
	assert_true(is_probe(CALL("-c", "a.c", "-o", "/dev/null")));
	assert_false(is_probe(CALL("-c", "configure_test.c")));
	assert_false(is_probe(CALL("-o", "x", "a.c", "b.o")));
}

static void test_words(void **state)
{
	(void)state;
	CcCall c = CALL("-O2", "-c", "a.c", "-o", "a.o", "-DX=1");
	StrList argv = {0};
	cc_native_words(&c, &argv);
	/* The user's words, in their order, behind the compiler's name and what gcc would allow. */
	int at = position(&argv, "-O2");
	assert_true(at > 1);
	static const char *const after[] = {"-c", "a.c", "-o", "a.o", "-DX=1"};
	for (int i = 0; i < 5; i++)
		assert_int_equal(position(&argv, after[i]), at + 1 + i);
	assert_int_equal(argv.len, at + 6);
	done(&c, &argv);
	/* Who asks for errors gets clang's errors, but no warning is one; a probe gets them all. */
	c = CALL("-Werror", "-c", "a.c");
	argv = (StrList){0};
	cc_native_words(&c, &argv);
	assert_int_equal(position(&argv, "-Werror"), 1);
	assert_int_equal(position(&argv, "-Wno-error"), argv.len - 1);
	done(&c, &argv);
	c = CALL("-Werror", "-c", "conftest.c");
	argv = (StrList){0};
	cc_native_words(&c, &argv);
	assert_int_equal(position(&argv, "-Wno-error"), -1);
	done(&c, &argv);
}

static void test_dropped(void **state)
{
	(void)state;
	/* Link-time optimisation is taken back, in front of what ends the options. */
	CcCall c = CALL("-flto", "-c", "--", "a.c");
	StrList argv = {0};
	cc_native_words(&c, &argv);
	assert_true(position(&argv, "-fno-lto") > position(&argv, "-flto"));
	assert_true(position(&argv, "-fno-lto") < position(&argv, "--"));
	done(&c, &argv);
	/* What only gcc knows is left out, but not of a probe: that asks clang itself. */
	c = CALL("-fno-ipa-cp-clone", "-c", "a.c");
	argv = (StrList){0};
	cc_native_words(&c, &argv);
	assert_int_equal(position(&argv, "-fno-ipa-cp-clone"), -1);
	done(&c, &argv);
	c = CALL("-fno-ipa-cp-clone", "-c", "conftest.c");
	argv = (StrList){0};
	cc_native_words(&c, &argv);
	assert_true(position(&argv, "-fno-ipa-cp-clone") > 0);
	done(&c, &argv);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_probes),
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_dropped),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
