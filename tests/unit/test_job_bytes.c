/* test_job_bytes.c: jobs and reports that were damaged on their way are refused or read as others, never past their end. */
#include "engine/explore/jobs/job.h"
#include "engine/explore/jobs/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { PACKED = 5, SHAPES = 2, DAMAGES = 100000 };

static u64 next(u64 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* As tree_job_write does: two inputs, an open node with both as edges. */
static void write_job(Buf *to)
{
	static const u8 input[PACKED] = {1, 2, 3, 4, 5};
	Buf own = {0};
	static const u64 head[] = {1, 1, PACKED, 2};
	for (size_t i = 0; i < countof(head); i++)
		bytes_number(&own, head[i]);
	for (int i = 0; i < 2; i++) {
		bytes_number(&own, 1);
		buf_add(&own, input, sizeof input);
	}
	static const u64 node[] = {3, 0, 2, 0, 1};
	for (size_t i = 0; i < countof(node); i++)
		bytes_number(&own, node[i]);
	bytes_block(to, own.at, own.len);
	buf_free(&own);
}

static void write_report(Buf *to)
{
	static const u8 input[PACKED] = {9, 8, 7, 6, 5};
	char kind[] = "worker", what[] = "something";
	Remark remark = {.kind = kind, .what = what, .loc = 3, .count = 2};
	ExploreStats now = {.runs = 10, .paths = 7}, before = {.runs = 4};
	report_head(to, REPORT_MORE, END_DONE);
	report_stats(to, &now, &before);
	report_remarks(to, &remark, 1);
	bytes_number(to, 1);
	bytes_number(to, 0);
	buf_add(to, input, sizeof input);
	bytes_block(to, "told", 4);
	write_job(to);
	bytes_number(to, 1);
	write_job(to);
}

/* Changes, cuts or repeats some of the bytes. The copy has exactly its size, so that a sanitizer sees a byte too many. */
static u8 *damage(const Buf *whole, u64 *state, size_t *n)
{
	size_t cut = next(state) % 4 ? whole->len : next(state) % (whole->len + 1);
	u8 *copy = xmalloc(cut + 1);
	memcpy(copy, whole->at, cut);
	for (u64 k = next(state) % 4; k && cut; k--)
		copy[next(state) % cut] = next(state) % 3 ? (u8)next(state) : 255;
	*n = cut;
	return xrealloc(copy, cut ? cut : 1);
}

static Inputs inputs_of(void)
{
	Inputs in = {.packed_size = PACKED};
	for (int i = 0; i < SHAPES; i++)
		vec_push(&in.shapes, (Shape){0});
	return in;
}

static void damaged_jobs(void **state)
{
	(void)state;
	Inputs in = inputs_of();
	Buf whole = {0};
	TreeJob job;
	u64 random = 7, read = 0;
	write_job(&whole);
	ByteReader r = bytes_reader(whole.at, whole.len);
	assert_true(tree_job_read(&job, &in, &r));
	assert_int_equal(job.nodes.len, 1);
	assert_int_equal(job.nodes.at[0].n, 2);
	tree_job_free(&job);
	for (int i = 0; i < DAMAGES; i++) {
		size_t n;
		u8 *bytes = damage(&whole, &random, &n);
		r = bytes_reader(bytes, n);
		if (tree_job_read(&job, &in, &r)) {
			read++;
			for (size_t k = 0; k < job.edges.len; k++)
				assert_true(job.edges.at[k] < job.inputs.len);
			for (size_t k = 0; k < job.inputs.len; k++)
				assert_true(job.inputs.at[k].shape < SHAPES);
			tree_job_free(&job);
		}
		free(bytes);
	}
	assert_true(read > 0 && read < DAMAGES);
	buf_free(&whole);
	vec_free(&in.shapes);
}

static void damaged_reports(void **state)
{
	(void)state;
	Inputs in = inputs_of();
	Buf whole = {0};
	JobReport report;
	u64 random = 9, read = 0;
	write_report(&whole);
	assert_true(report_read(&report, &in, whole.at, whole.len));
	assert_int_equal(report.stats.runs, 6);
	assert_int_equal(report.stats.paths, 7);
	assert_int_equal(report.given.len, 1);
	report_free(&report);
	for (int i = 0; i < DAMAGES; i++) {
		size_t n;
		u8 *bytes = damage(&whole, &random, &n);
		if (report_read(&report, &in, bytes, n)) {
			read++;
			for (size_t k = 0; k < report.paths.len; k++)
				assert_true(report.paths.at[k].shape < SHAPES);
			report_free(&report);
		}
		free(bytes);
	}
	assert_true(read > 0 && read < DAMAGES);
	buf_free(&whole);
	vec_free(&in.shapes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(damaged_jobs),
		cmocka_unit_test(damaged_reports),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
