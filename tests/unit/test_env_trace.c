/* test_env_trace.c: what is written into a trace is read back, and nothing else ever is. */
#include "env/trace/trace.h"

#include <setjmp.h>
#include <cmocka.h>
#include <unistd.h>

static char path[] = "/tmp/drift-env-trace-XXXXXX";

static int make_path(void **state)
{
	(void)state;
	int fd = mkstemp(path);
	return fd < 0 || close(fd) != 0;
}

static int remove_path(void **state)
{
	(void)state;
	return unlink(path);
}

/* A trace with every kind of record; big is longer than what goes inline. */
static void write_sample(const char *big, size_t n_big)
{
	Err err = {0};
	TraceWriter *w = trace_create(path, &err);
	assert_non_null(w);
	TraceTask first = {.pid = 100}, second = {.pid = 101, .thread = true};
	trace_put_task(w, 0, &first);
	trace_put_task(w, 1, &second);
	TraceData name = {.arg = 0, .dir = DATA_IN, .len = 4, .full = 4, .at = (const u8 *)"HOME"};
	TraceCall var = {.nr = PSEUDO_VAR, .n_data = 1, .data = &name};
	trace_put_call(w, &var);
	TraceData out[2] = {
		{.arg = 1, .dir = DATA_OUT, .len = (u32)n_big, .full = n_big, .at = (const u8 *)big},
		{.arg = 2, .sub = 7, .dir = DATA_IN, .len = 3, .full = 300, .at = (const u8 *)"abc"}};
	TraceCall call = {
		.task = 1, .nr = 0, .ret = -9, .args = {3, ~0ull, 4096}, .n_data = 2, .data = out};
	trace_put_call(w, &call);
	trace_put_call(w, &call); /* the big bytes are not stored again */
	TraceSignal s = {.task = 1, .position = 2, .signo = 15, .code = -6, .sender = 1, .outer = true};
	trace_put_signal(w, &s);
	trace_put_task_end(w, 1, 0);
	trace_put_end(w, 256, false, 1.5);
	assert_int_equal(trace_call_count(w), 3);
	assert_int_equal(trace_blob_bytes(w), n_big >= 4096 ? n_big : 0);
	assert_true(trace_close(w, &err));
}

static void reads_back(void **state)
{
	(void)state;
	static char big[10000];
	memset(big, 'z', sizeof big);
	big[5] = 0;
	write_sample(big, sizeof big);
	Trace t;
	Err err = {0};
	assert_true(trace_read(path, &t, &err));
	assert_false(t.cut);
	assert_int_equal(t.head, 1);
	assert_int_equal(t.calls.len, 3);
	assert_int_equal(t.tasks.len, 2);
	assert_true(t.tasks.at[1].thread);
	assert_true(t.tasks.at[1].ended);
	assert_int_equal(t.status, 256);
	assert_string_equal(call_text(&t.calls.at[0], 0), "HOME");
	const TraceCall *c = &t.calls.at[2];
	assert_int_equal(c->ret, -9);
	assert_true(c->args[1] == ~0ull);
	const TraceData *d = call_data(c, 1, 0, DATA_OUT);
	assert_non_null(d);
	assert_int_equal(d->len, sizeof big);
	assert_memory_equal(d->at, big, sizeof big);
	d = call_data(c, 2, 7, DATA_IN);
	assert_non_null(d);
	assert_int_equal(d->full, 300);
	assert_memory_equal(d->at, "abc", 4); /* with the NUL after it */
	assert_null(call_data(c, 2, 6, DATA_IN));
	assert_int_equal(t.signals.len, 1);
	assert_true(t.signals.at[0].outer);
	assert_int_equal(t.signals.at[0].code, -6);
	env_trace_free(&t);
}

/* Every prefix is either refused or read up to the cut; a longer prefix never has fewer calls. */
static void survives_any_cut(void **state)
{
	(void)state;
	static char big[5000];
	write_sample(big, sizeof big);
	Buf bytes = {0};
	Err err = {0};
	assert_true(file_read(path, &bytes, &err));
	size_t calls = 0;
	for (size_t n = 0; n <= bytes.len; n++) {
		Trace t;
		u8 *copy = xmalloc(n + 1); /* of that size, so that a read beyond it is seen */
		memcpy(copy, bytes.at, n);
		if (trace_parse(copy, n, &t, &err)) {
			assert_true(t.cut == (n < bytes.len));
			assert_false(t.damaged);
			assert_true(t.calls.len >= calls);
			calls = t.calls.len;
			env_trace_free(&t);
		}
		free(copy);
	}
	assert_int_equal(calls, 3);
	buf_free(&bytes);
}

/* A flipped bit is found by the checksums: what is read is a prefix of the truth. */
static void notices_damage(void **state)
{
	(void)state;
	write_sample("small", 5);
	Buf bytes = {0};
	Err err = {0};
	assert_true(file_read(path, &bytes, &err));
	for (size_t i = TRACE_HEADER; i < bytes.len; i++) {
		Trace t;
		bytes.at[i] ^= 4;
		if (trace_parse((const u8 *)bytes.at, bytes.len, &t, &err)) {
			assert_true(t.cut);
			assert_true(t.cut_at <= i);
			/* Of the last record itself it cannot be told: its length may be wrong. */
			assert_true(t.damaged || i + 40 > bytes.len);
			env_trace_free(&t);
		}
		bytes.at[i] ^= 4;
	}
	buf_free(&bytes);
}

static void knows_checksums(void **state)
{
	(void)state;
	assert_int_equal(crc32c(0, "123456789", 9), 0xe3069283); /* the check value of CRC-32C */
	assert_int_equal(crc32c(crc32c(0, "12345", 5), "6789", 4), 0xe3069283);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_back),
		cmocka_unit_test(survives_any_cut),
		cmocka_unit_test(notices_damage),
		cmocka_unit_test(knows_checksums),
	};
	return cmocka_run_group_tests(tests, make_path, remove_path);
}
