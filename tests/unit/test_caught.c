/* test_caught.c: reports of sanitizers are read, and confirm only the error that the machine reported. */
#include "evidence/native/caught.h"

#include <setjmp.h>
#include <cmocka.h>

static const char two[] = "the program's own text: runtime errors are possible\n"
						  "/d/a.c:7:2: runtime error: null pointer passed as argument 1, which is "
						  "declared to never be null\n"
						  "    #0 0x55 in fill /d/a.c:7:2\n"
						  "    #1 0x56 in main /d/a.c:20:3\n"
						  "\n"
						  "=================================================================\n"
						  "==12==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602 at "
						  "pc 0x55 bp 0x7f sp 0x7f\n"
						  "READ of size 4 at 0x602 thread T0\n"
						  "    #0 0x55 in memcpy (/d/prog+0x1)\n"
						  "    #1 0x55 in helper string/../x.c:9:1\n"
						  "    #2 0x55 in sum /d/a.c:4:69\n"
						  "    #3 0x56 in main /d/a.c:21:3\n"
						  "\n"
						  "0x602 is located 0 bytes after 8-byte region\n"
						  "allocated by thread T0 here:\n"
						  "    #0 0x55 in malloc (/d/prog+0x2)\n"
						  "    #1 0x55 in make /d/a.c:2:1\n";

static void reads(void **state)
{
	CaughtList l = {0};
	(void)state;
	caught_read(two, &l);
	assert_int_equal(l.len, 2);
	assert_string_equal(l.at[0].function, "fill");
	assert_int_equal(l.at[0].line, 7);
	assert_string_equal(l.at[1].kind, "heap-buffer-overflow");
	assert_string_equal(l.at[1].function, "sum");
	assert_string_equal(l.at[1].file, "/d/a.c");
	assert_int_equal(l.at[1].line, 4);
	caught_free(&l);
}

static bool shows(const char *text, ErrorKind kind, const char *function, u32 line)
{
	CaughtList l = {0};
	caught_read(text, &l);
	bool is = caught_shows(&l, &(ToldError){.kind = kind, .function = function, .line = line});
	caught_free(&l);
	return is;
}

static void confirms(void **state)
{
	(void)state;
	assert_true(shows(two, ERROR_OUT_OF_BOUNDS, "sum", 4));
	assert_false(shows(two, ERROR_OUT_OF_BOUNDS, "sum", 5));
	assert_false(shows(two, ERROR_OUT_OF_BOUNDS, "main", 4));
	assert_false(shows(two, ERROR_DOUBLE_FREE, "sum", 4));
	assert_false(shows(two, ERROR_NULL_DEREFERENCE, "fill", 8));
	assert_false(shows("", ERROR_OUT_OF_BOUNDS, "sum", 4));
	/* A place that is not known contradicts nothing. */
	assert_true(
		shows("==1==ERROR: AddressSanitizer: FPE on unknown address 0x1\n    #0 0x1 (<unknown "
			  "module>)\n",
			  ERROR_DIVISION_BY_ZERO, "main", 3));
	assert_true(shows("==1==ERROR: AddressSanitizer: attempting double-free on 0x1 in thread T0:\n"
					  "    #0 0x1 in free (/p+1)\n    #1 0x1 in f /a.c:3:1\n",
					  ERROR_DOUBLE_FREE, "f", 3));
	assert_false(shows("==1==ERROR: AddressSanitizer: attempting double-free on 0x1 in thread T0:\n"
					   "    #0 0x1 in free (/p+1)\n    #1 0x1 in f /a.c:3:1\n",
					   ERROR_INVALID_FREE, "f", 3));
}

/* A report that is cut off, at every length. */
static void ends_anywhere(void **state)
{
	(void)state;
	for (size_t n = 0; n < sizeof two; n++) {
		char *part = xstrndup(two, n);
		CaughtList l = {0};
		caught_read(part, &l);
		assert_true(l.len <= 2);
		caught_free(&l);
		free(part);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(reads), cmocka_unit_test(confirms),
									   cmocka_unit_test(ends_anywhere)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
