/* report.c: reports as bytes. */
#include "engine/explore/jobs/report.h"

enum { REPORT_VERSION = 1 };
static const double MICRO = 1e6; /* times are sent as millionths of a second */

/* ---- statistics ---- */

enum { MOST_COUNTS = 64, MOST_TIMES = 32 };

/* All numbers of statistics, in the order in which they are sent. */
typedef struct Figures {
	u64 *count[MOST_COUNTS];
	double *seconds[MOST_TIMES];
	size_t counts, times;
} Figures;

static void figures_of(ExploreStats *s, Figures *f)
{
	SolveStats *solve = &s->solve;
	u64 *const single[] = {
		&s->runs,          &s->paths,       &s->instructions, &s->divergences,     &s->unknown,
		&s->closed,        &s->implied,     &solve->calls,    &solve->constraints, &solve->sliced,
		&solve->z3_checks, &solve->shaping, &solve->work};
	f->counts = f->times = 0;
	for (size_t i = 0; i < countof(single); i++)
		f->count[f->counts++] = single[i];
	for (size_t i = 0; i < countof(solve->results); i++)
		f->count[f->counts++] = &solve->results[i];
	for (size_t i = 0; i < SOLVE_N_LAYERS; i++) {
		f->count[f->counts++] = &solve->answered[i];
		f->seconds[f->times++] = &solve->seconds[i];
	}
	f->seconds[f->times++] = &solve->total_seconds;
}

_Static_assert(SOLVE_N_LAYERS + 16 <= MOST_COUNTS && SOLVE_N_LAYERS + 1 <= MOST_TIMES,
			   "more layers than Figures has room for");

void report_stats(Buf *to, const ExploreStats *now, const ExploreStats *before)
{
	ExploreStats a = *now, b = *before;
	Figures new, old;
	figures_of(&a, &new);
	figures_of(&b, &old);
	for (size_t i = 0; i < new.counts; i++)
		bytes_number(to, *new.count[i] - *old.count[i]);
	for (size_t i = 0; i < new.times; i++)
		bytes_number(to, (u64)((*new.seconds[i] - *old.seconds[i]) * MICRO));
	bytes_number(to, now->deps.nodes);
	bytes_number(to, now->deps.entries);
	bytes_number(to, now->deps.bytes);
}

static void read_stats(ByteReader *r, ExploreStats *s)
{
	Figures f;
	figures_of(s, &f);
	for (size_t i = 0; i < f.counts; i++)
		*f.count[i] = bytes_read(r, UINT64_MAX >> 8);
	for (size_t i = 0; i < f.times; i++)
		*f.seconds[i] = (double)bytes_read(r, UINT64_MAX >> 8) / MICRO;
	s->deps.nodes = bytes_read(r, UINT64_MAX);
	s->deps.entries = bytes_read(r, UINT64_MAX);
	s->deps.bytes = bytes_read(r, UINT64_MAX);
}

void report_add_stats(ExploreStats *to, const ExploreStats *more)
{
	ExploreStats copy = *more;
	Figures sum, add;
	figures_of(to, &sum);
	figures_of(&copy, &add);
	for (size_t i = 0; i < sum.counts; i++)
		*sum.count[i] += *add.count[i];
	for (size_t i = 0; i < sum.times; i++)
		*sum.seconds[i] += *add.seconds[i];
	if (more->deps.nodes > to->deps.nodes)
		to->deps = more->deps;
}

/* ---- parts ---- */

void report_head(Buf *to, ReportKind kind, ExploreEnd end)
{
	bytes_number(to, REPORT_VERSION);
	bytes_number(to, kind);
	bytes_number(to, end);
}

void report_remarks(Buf *to, const Remark *list, size_t n)
{
	bytes_number(to, n);
	for (size_t i = 0; i < n; i++) {
		bytes_text(to, list[i].kind);
		bytes_text(to, list[i].what);
		bytes_number(to, list[i].loc);
		bytes_number(to, list[i].count);
		bytes_number(to, list[i].incomplete);
	}
}

static void read_remark(JobReport *report, ByteReader *r)
{
	Remark m = {.kind = bytes_read_text(r)};
	m.what = bytes_read_text(r);
	m.loc = (u32)bytes_read(r, UINT32_MAX);
	m.count = bytes_read(r, UINT64_MAX >> 8);
	m.incomplete = bytes_read(r, 1);
	vec_push(&report->remarks, m);
}

static void read_path(JobReport *report, const Inputs *in, ByteReader *r)
{
	ReportPath p = {.shape = (u32)bytes_read(r, in->shapes.len ? in->shapes.len - 1 : 0)};
	p.packed = bytes_take(r, in->packed_size);
	p.told = bytes_read_block(r);
	vec_push(&report->paths, p);
}

/* A job with the bytes that say how long it is: as it was written. */
static ByteReader read_job(ByteReader *r)
{
	const u8 *begin = r->at;
	bytes_read_block(r);
	return bytes_reader(begin, (size_t)(r->at - begin));
}

bool report_read(JobReport *report, const Inputs *in, const void *bytes, size_t n)
{
	ByteReader whole = bytes_reader(bytes, n), *r = &whole;
	*report = (JobReport){0};
	r->bad = bytes_read(r, REPORT_VERSION) != REPORT_VERSION;
	report->kind = (ReportKind)bytes_read(r, N_REPORT_KINDS - 1);
	report->end = (ExploreEnd)bytes_read(r, END_MEMORY);
	read_stats(r, &report->stats);
	for (u64 k = bytes_read(r, n); k && !r->bad; k--)
		read_remark(report, r);
	for (u64 k = bytes_read(r, n); k && !r->bad; k--)
		read_path(report, in, r);
	report->own = read_job(r);
	for (u64 k = bytes_read(r, n); k && !r->bad; k--)
		vec_push(&report->given, read_job(r));
	if (bytes_done(r))
		return true;
	report_free(report);
	return false;
}

void report_free(JobReport *r)
{
	for (size_t i = 0; i < r->remarks.len; i++) {
		free(r->remarks.at[i].kind);
		free(r->remarks.at[i].what);
	}
	vec_free(&r->remarks);
	vec_free(&r->paths);
	vec_free(&r->given);
}
