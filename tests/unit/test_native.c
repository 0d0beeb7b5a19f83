/* test_native.c: how a rerun is judged, and which directories drift may replace. */
#include "evidence/native/replay.h"
#include "evidence/native/testdir.h"

#include <setjmp.h>
#include <cmocka.h>

static ReplayTest recorded(const char *status, const char *out)
{
	ReplayTest t = {.of = OF_PROGRAM};
	buf_adds(&t.status, status);
	buf_adds(&t.out, out);
	return t;
}

static Rerun seen(const char *status, const char *out, const char *err, bool native)
{
	Rerun r = {.native = native};
	buf_adds(&r.status, status);
	buf_adds(&r.out, out);
	buf_adds(&r.err, err);
	return r;
}

/* Whether the rerun passes, and the reason holds the words. */
static bool judged(ReplayTest t, Rerun r, const char *words)
{
	Buf why = {0};
	bool good = replay_judge(&t, &r, &why);
	if (!strstr(buf_str(&why), words))
		fail_msg("'%s' does not say '%s'", buf_str(&why), words);
	buf_free(&why);
	rerun_free(&r);
	replay_test_free(&t);
	return good;
}

static void test_judge(void **state)
{
	(void)state;
	assert_true(judged(recorded("3", "ab\n"), seen("3", "ab\n", "", true), "status 3"));
	assert_false(judged(recorded("3", "ab\n"), seen("4", "ab\n", "", true), "recorded 3"));
	assert_false(judged(recorded("3", "ab\n"), seen("3", "ab", "", true), "other output"));
	/* Messages count in the machine only: natively a sanitizer may add some. */
	assert_true(judged(recorded("0", ""), seen("0", "", "note", true), "status 0"));
	assert_false(judged(recorded("0", ""), seen("0", "", "note", false), "standard error"));
	/* An error shows as a report or as a signal. */
	assert_true(judged(recorded("error: x", ""), seen("139", "", "", true), "an error, too"));
	assert_true(judged(recorded("error: x", ""), seen("1", "", "AddressSanitizer", true), "error"));
	assert_false(judged(recorded("error: x", ""), seen("0", "", "", true), "no error"));
	Rerun endless = seen("0", "", "", true);
	endless.timeout = true;
	assert_false(judged(recorded("0", ""), endless, "did not end"));
	Rerun valued = seen("0", "", "", true);
	valued.has_returned = true;
	buf_adds(&valued.returned, "5");
	assert_false(judged(recorded("0", ""), valued, "returned 5, recorded nothing"));
}

static void test_cannot(void **state)
{
	(void)state;
	ReplayTest limit = recorded("limit: instructions", ""), plain = recorded("0", "");
	Rerun lost = seen("unsupported: fork", "", "", false);
	assert_true(replay_cannot(&limit));
	assert_false(replay_cannot(&plain));
	assert_false(replay_lost(&plain, &lost)); /* of one program that is a difference */
	plain.of = OF_NEW;
	assert_true(replay_lost(&plain, &lost));
	lost.native = true;
	assert_false(replay_lost(&plain, &lost));
	rerun_free(&lost);
	replay_test_free(&limit);
	replay_test_free(&plain);
}

static void put(const char *dir, const char *name, const char *text)
{
	Err err = {0};
	char *path = xasprintf("%s/%s", dir, name);
	assert_true(file_write(path, text, strlen(text), &err));
	free(path);
}

static void test_own(void **state)
{
	(void)state;
	Err err = {0};
	char *dir = temp_dir(&err);
	assert_false(tests_own(dir));
	put(dir, "run.sh", "#!/bin/sh\necho mine\n");
	assert_false(tests_own(dir));
	put(dir, "run.sh", RUN_MARK "exit 0\n");
	assert_true(tests_own(dir));
	assert_false(native_own(dir)); /* holds something that builds nothing */
	put(dir, "build.sh", BUILD_MARK);
	assert_true(native_own(dir));
	tree_remove(dir, &err);
	free(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_judge),
		cmocka_unit_test(test_cannot),
		cmocka_unit_test(test_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
