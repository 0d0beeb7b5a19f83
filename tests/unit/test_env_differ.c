/* test_env_differ.c: differences in words, and calls as text. */
#include "env/compare/differ.h"

#include <setjmp.h>
#include <cmocka.h>
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>

static void diff_is(const char *there, const char *here, const char *want)
{
	Buf b = {0};
	text_diff(&b, "f", (const u8 *)there, strlen(there), (const u8 *)here, strlen(here), 0);
	assert_string_equal(buf_str(&b), want);
	buf_free(&b);
}

static void unified_diffs(void **state)
{
	(void)state;
	diff_is("a\nb\nc\n", "a\nx\nc\n", "--- there f\n+++ here f\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n");
	diff_is("", "a\n", "--- there f\n+++ here f\n@@ -0,0 +1,1 @@\n+a\n");
	diff_is("a", "a\n", "--- there f\n+++ here f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end\n+a\n");
	diff_is("a\n", "a\r\n", "--- there f\n+++ here f\n@@ -1,1 +1,1 @@\n-a\n+a\\r\n");
	diff_is("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "x\n2\n3\n4\n5\n6\n7\n8\ny\n",
			"--- there f\n+++ here f\n@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n"
			"@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+y\n");
}

static void first_lines(void **state)
{
	(void)state;
	LineDiff d;
	first_line_diff((const u8 *)"a\nport=80\n", 10, (const u8 *)"a\nport=81\n", 10, &d);
	assert_int_equal(d.line, 2);
	assert_int_equal(d.n_there, 7);
	first_line_diff((const u8 *)"a\n", 2, (const u8 *)"a\nb", 3, &d);
	assert_int_equal(d.line, 2);
	assert_null(d.there);
	assert_int_equal(d.n_here, 1);
	const char *here = "# comment\nport=8080\n";
	first_line_diff((const u8 *)"port=80\n", 8, (const u8 *)here, strlen(here), &d);
	assert_int_equal(d.line, 1);
	assert_memory_equal(d.here, "port=8080", d.n_here); /* not the comment */
}

static void bytes(void **state)
{
	(void)state;
	Buf b = {0};
	byte_diff(&b, 100, (const u8 *)"abcdef", 6, (const u8 *)"abXYef!", 7);
	assert_string_equal(buf_str(&b),
						"bytes 102-103: there \"cd\", here \"XY\"\nlength 6 there, 7 here\n");
	buf_free(&b);
	assert_true(is_text((const u8 *)"\303\244\n", 3));
	assert_false(is_text((const u8 *)"\303\n", 2));
	assert_false(is_text((const u8 *)"a\0b", 3));
}

static void line_is(const TraceCall *c, const char *want)
{
	Decode d = {.max_bytes = 32};
	Buf b = {0};
	call_format(&b, &d, c, 0);
	assert_string_equal(buf_str(&b), want);
	buf_free(&b);
}

static void calls_as_text(void **state)
{
	(void)state;
	TraceData path = {.arg = 1, .dir = DATA_IN, .len = 2, .full = 2, .at = (const u8 *)"/x"};
	TraceCall open_call = {.nr = SYS_openat,
						   .ret = -2,
						   .args = {(u64)AT_FDCWD, 1, O_RDONLY | O_CLOEXEC},
						   .n_data = 1,
						   .data = &path};
	line_is(&open_call, "openat(AT_FDCWD, \"/x\", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or "
						"directory)");
	open_call.args[2] = O_WRONLY | O_CREAT;
	open_call.args[3] = 0640;
	open_call.ret = 3;
	line_is(&open_call, "openat(AT_FDCWD, \"/x\", O_WRONLY|O_CREAT, 0640) = 3");
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(80)};
	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	TraceData addr = {.arg = 1, .dir = DATA_IN, .len = 16, .full = 16, .at = (const u8 *)&a};
	TraceCall bind_call = {
		.nr = SYS_bind, .ret = -98, .args = {3, 1, 16}, .n_data = 1, .data = &addr};
	line_is(&bind_call, "bind(3, {127.0.0.1:80}, 16) = -1 EADDRINUSE (Address already in use)");
	TraceCall unknown = {.nr = 900, .ret = 0, .args = {1, 2}};
	line_is(&unknown, "syscall_900(0x1, 0x2, 0, 0, 0, 0) = 0");
	TraceCall unfinished = {.nr = SYS_getppid, .flags = CALL_UNFINISHED};
	line_is(&unfinished, "getppid() = ?");
}

static void stat_fields_differ(void **state)
{
	(void)state;
	struct stat x = {.st_mode = S_IFREG | 0644, .st_size = 5}, y = x;
	y.st_mode = S_IFREG | 0600;
	y.st_mtime = 9;
	TraceData path = {.arg = 0, .dir = DATA_IN, .len = 2, .full = 2, .at = (const u8 *)"/f"};
	TraceData there[2] = {path, {.arg = 1, .dir = DATA_OUT, .len = 144, .full = 144}}, here[2];
	there[1].at = (const u8 *)&x;
	memcpy(here, there, sizeof here);
	here[1].at = (const u8 *)&y;
	TraceCall a = {.nr = SYS_stat, .args = {1, 1}, .n_data = 2, .data = there}, b = a;
	b.data = here;
	Trace t = {0};
	vec_push(&t.tasks, (TraceTask){0});
	vec_push(&t.calls, a);
	World *w = world_of_trace(&t);
	EnvDifference d;
	assert_true(differ_calls(w, 0, &a, &b, (ReadPlace){0}, &d));
	assert_string_equal(buf_str(&d.summary), "/f: st_mode S_IFREG|0644 there, S_IFREG|0600 here");
	assert_string_equal(buf_str(&d.detail), "st_mode: S_IFREG|0644 there, S_IFREG|0600 here\n"
											"st_mtime: 0 there, 9 here\n");
	env_difference_free(&d);
	assert_false(d.weak);
	y.st_mode = x.st_mode; /* a time alone is hardly worth telling */
	assert_true(differ_calls(w, 0, &a, &b, (ReadPlace){0}, &d));
	assert_true(d.weak);
	env_difference_free(&d);
	y.st_mtime = x.st_mtime;
	y.st_ino = 7;
	assert_false(differ_calls(w, 0, &a, &b, (ReadPlace){0}, &d));
	env_world_free(w);
	env_trace_free(&t);
}

/* One entry of a directory as getdents64 gives it. */
static void add_entry(Buf *b, const char *name)
{
	char entry[64] = {0};
	u16 len = (u16)((19 + strlen(name) + 1 + 7) & ~(size_t)7);
	memcpy(entry + 16, &len, sizeof len);
	strcpy(entry + 19, name);
	buf_add(b, entry, len);
}

static void listing_is(const char *const there[3], const char *const here[3], const char *want)
{
	Buf a = {0}, b = {0};
	for (int i = 0; i < 3; i++) {
		if (there[i])
			add_entry(&a, there[i]);
		if (here[i])
			add_entry(&b, here[i]);
	}
	TraceData x = {.len = (u32)a.len, .at = (const u8 *)buf_str(&a)};
	TraceData y = {.len = (u32)b.len, .at = (const u8 *)buf_str(&b)};
	EnvDifference d = {0};
	buf_adds(&d.subject, "/d");
	assert_true(differ_listings(SYS_getdents64, &x, &y, &d) == (want != NULL));
	assert_string_equal(buf_str(&d.summary), want ? want : "");
	env_difference_free(&d);
	buf_free(&a);
	buf_free(&b);
}

static void directories_by_name(void **state)
{
	(void)state;
	const char *ab[3] = {".", "a", "b"}, *ac[3] = {"c", "a", NULL}, *ba[3] = {"b", "a", NULL};
	const char *empty[3] = {NULL, NULL, NULL};
	listing_is(ab, ac, "directory /d holds other names: only there: b; only here: c");
	listing_is(ab, ba,
			   "directory /d lists its names in another order: 'a' there where 'b' comes here");
	listing_is(ab, empty, "directory /d holds other names: only there: a, b");
	listing_is(ab, ab, NULL);
}

/* Every call that libseccomp can name is known to the table or at least named. */
static void names_all_calls(void **state)
{
	(void)state;
	int known = 0;
	for (i32 nr = 0; nr < 450; nr++) {
		known += call_spec(nr)->class != CLASS_UNKNOWN;
		assert_true(strlen(call_name(nr)) > 1);
	}
	assert_true(known > 280);
	assert_string_equal(call_name(SYS_openat), "openat");
	assert_string_equal(call_name(PSEUDO_VAR), "variable");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unified_diffs),
		cmocka_unit_test(first_lines),
		cmocka_unit_test(bytes),
		cmocka_unit_test(calls_as_text),
		cmocka_unit_test(stat_fields_differ),
		cmocka_unit_test(directories_by_name),
		cmocka_unit_test(names_all_calls),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
