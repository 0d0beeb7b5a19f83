/* test_parts.c: jobs, reports and kept searches as bytes: what is written is read, and what somebody
 * damaged is refused or harmless. */
#include "engine/explore/jobs/job.h"
#include "engine/explore/jobs/kept.h"
#include "engine/explore/jobs/report.h"

#include <setjmp.h>
#include <cmocka.h>

#include <unistd.h>

static void numbers_are_read(void **state)
{
	(void)state;
	static const u64 numbers[] = {0, 1, 127, 128, 300, UINT32_MAX, UINT64_MAX};
	Buf b = {0};
	for (size_t i = 0; i < countof(numbers); i++)
		bytes_number(&b, numbers[i]);
	ByteReader r = bytes_reader(b.at, b.len);
	for (size_t i = 0; i < countof(numbers); i++)
		assert_true(bytes_read(&r, UINT64_MAX) == numbers[i]);
	assert_true(bytes_done(&r));
	bytes_read(&r, UINT64_MAX);
	assert_true(r.bad);
	r = bytes_reader("\377\377\377\377\377\377\377\377\377\377\377", 11);
	bytes_read(&r, UINT64_MAX);
	assert_true(r.bad);
	r = bytes_reader("\5", 1);
	assert_int_equal(bytes_read(&r, 4), 0);
	assert_true(r.bad);
	buf_free(&b);
}

/* Inputs of two numbers, and a job on them: two inputs, one node with two edges. */
static void make_inputs(Inputs *in)
{
	StrList words = {0}, env = {0};
	Err err = {0};
	vec_push(&words, "@int");
	vec_push(&words, "@int");
	assert_true(inputs_words(in, &(InputWords){.words = &words, .env = &env}, &err));
	inputs_bind(in, expr_pool_new());
	vec_free(&words);
}

static void make_job(const Inputs *in, Buf *to)
{
	Buf own = {0};
	static const u64 head[] = {1, 1};
	for (size_t i = 0; i < countof(head); i++)
		bytes_number(&own, head[i]);
	bytes_number(&own, in->packed_size);
	bytes_number(&own, 2);
	for (int k = 0; k < 2; k++) {
		bytes_number(&own, 0);
		for (size_t i = 0; i < in->packed_size; i++)
			buf_addc(&own, (char)(k + 1));
	}
	static const u64 node[] = {7, 0, 2, 1, 0};
	for (size_t i = 0; i < countof(node); i++)
		bytes_number(&own, node[i]);
	bytes_block(to, own.at, own.len);
	buf_free(&own);
}

static void make_report(const Inputs *in, Buf *to)
{
	ExploreStats none = {0}, some = {.runs = 5, .paths = 1};
	Remark remark = {.kind = "unknown", .what = "text", .loc = 3, .count = 2, .incomplete = true};
	report_head(to, REPORT_MORE, END_DONE);
	report_stats(to, &some, &none);
	report_remarks(to, &remark, 1);
	bytes_number(to, 1);
	bytes_number(to, 0);
	for (size_t i = 0; i < in->packed_size; i++)
		buf_addc(to, 'x');
	bytes_text(to, "described");
	make_job(in, to);
	bytes_number(to, 1);
	make_job(in, to);
}

static void jobs_and_reports_are_read(void **state)
{
	(void)state;
	Inputs in = {0};
	Buf b = {0};
	TreeJob job;
	JobReport report;
	make_inputs(&in);
	make_job(&in, &b);
	ByteReader r = bytes_reader(b.at, b.len);
	assert_int_equal(tree_job_size(&b), 1);
	assert_true(tree_job_read(&job, &in, &r));
	assert_int_equal(job.nodes.len, 1);
	assert_int_equal(job.nodes.at[0].depth, 7);
	assert_int_equal(job.edges.at[0], 1);
	assert_int_equal(job.inputs.at[1].packed[0], 2);
	tree_job_free(&job);
	buf_reset(&b);
	make_report(&in, &b);
	assert_true(report_read(&report, &in, b.at, b.len));
	assert_int_equal(report.stats.runs, 5);
	assert_string_equal(report.remarks.at[0].kind, "unknown");
	assert_int_equal(report.paths.len, 1);
	assert_int_equal(report.given.len, 1);
	report_free(&report);
	assert_false(report_read(&report, &in, b.at, b.len - 1));
	buf_free(&b);
	expr_pool_free(in.pool);
	inputs_free(&in);
}

/* Every damage to the bytes: a bit, a byte, a cut. Whatever is read must stay within its bounds. */
static void damage(Buf *b, u64 seed)
{
	u64 x = seed * 0x9e3779b97f4a7c15u;
	for (u64 k = 0; k <= x >> 62; k++, x = x * 6364136223846793005u + 1)
		b->at[(x >> 20) % b->len] =
			(char)(x >> 50 & 1 ? x >> 10 : (u64)b->at[(x >> 20) % b->len] ^ 1 << (x & 7));
	if (!(seed % 5))
		b->len = (x >> 13) % b->len;
}

static void check_job(const TreeJob *job)
{
	for (size_t i = 0; i < job->nodes.len; i++)
		for (u32 k = 0; k < job->nodes.at[i].n; k++)
			assert_true(job->edges.at[job->nodes.at[i].first + k] < job->inputs.len);
}

static void damaged_bytes_do_no_harm(void **state)
{
	(void)state;
	enum { TRIES = 100000 };
	Inputs in = {0};
	Buf good = {0};
	u64 refused = 0;
	make_inputs(&in);
	make_report(&in, &good);
	for (u64 seed = 1; seed <= TRIES; seed++) {
		Buf b = {0};
		JobReport report;
		TreeJob job;
		buf_add(&b, good.at, good.len);
		damage(&b, seed);
		/* Without the room behind it that a Buf has. */
		char *exact = xmalloc(b.len + 1);
		memcpy(exact, b.at, b.len);
		exact = xrealloc(exact, b.len ? b.len : 1);
		if (report_read(&report, &in, exact, b.len)) {
			ByteReader own = report.own;
			if (tree_job_read(&job, &in, &own)) {
				check_job(&job);
				tree_job_free(&job);
			}
			report_free(&report);
		} else {
			refused++;
		}
		free(exact);
		buf_free(&b);
	}
	assert_true(refused > TRIES / 4 && refused < TRIES);
	buf_free(&good);
	expr_pool_free(in.pool);
	inputs_free(&in);
}

/* ---- kept searches ---- */

static void entries_are_kept(void **state)
{
	(void)state;
	char path[] = "/tmp/drift-kept.XXXXXX";
	Digest mine = digest_of("mine", 4), other = digest_of("other", 5);
	SearchFile k;
	ByteReader entry;
	Err err = {0};
	close(mkstemp(path));
	assert_true(search_file_open(&k, path, mine, &err));
	assert_false(search_file_any(&k));
	assert_true(search_file_add(&k, "first", 5));
	assert_true(search_file_add(&k, "second", 6));
	search_file_close(&k);
	/* One that was not written completely. */
	FILE *f = fopen(path, "a");
	fputs("\20torn", f);
	fclose(f);
	assert_false(search_file_open(&k, path, other, &err));
	assert_true(search_file_open(&k, path, mine, &err));
	assert_true(search_file_next(&k, &entry) && !memcmp(entry.at, "first", 5));
	assert_true(search_file_next(&k, &entry) && entry.end - entry.at == 6);
	assert_false(search_file_next(&k, &entry));
	assert_true(search_file_add(&k, "third", 5));
	search_file_close(&k);
	assert_true(search_file_open(&k, path, mine, &err));
	for (int i = 0; i < 3; i++)
		assert_true(search_file_next(&k, &entry));
	assert_false(search_file_next(&k, &entry));
	search_file_close(&k);
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_read),
		cmocka_unit_test(jobs_and_reports_are_read),
		cmocka_unit_test(damaged_bytes_do_no_harm),
		cmocka_unit_test(entries_are_kept),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
