/* helper.c: a worker: takes jobs, searches them, reports. */
#include "engine/explore/jobs/crew.h"
#include "engine/explore/jobs/job.h"
#include "engine/explore/jobs/report.h"

#include <signal.h>
#include <unistd.h>

#include "base/check.h"

enum {
	LARGE = limit_of(1 << 24, 1 << 14), /* expressions after which a worker is renewed */
	MOST_GIVEN = 256,                   /* nodes given away at once */
	FREE_ENTRIES = 64, /* runs to enter jobs that need no excuse; after that one in a hundred */
	ENTRIES_OF = 100,
};
static const double PERIOD = 0.2;    /* seconds between reports, at least */
static const double KEPT_PERIOD = 2; /* the same if reports go to a file */
static const double SHARE = 0.01;    /* of the time may be spent on reports */

struct Helper {
	Explorer *x;
	int fd;
	Buf job;     /* the one at hand, as it came */
	Buf paths;   /* for the next report */
	u64 n_paths; /* how many */
	Buf told;    /* scratch: description of a path */
	Buf frame;   /* scratch: a report */
	TreeJobWriter writer;
	ExploreStats sent; /* as of the latest report */
	double next;       /* time of the next report */
	double give_next;  /* do not try to give nodes away before this time */
	u32 oldest_open;   /* no node before this one is open */
	u32 begun_with;    /* expressions when the worker began */
};
typedef struct Helper Helper;

void helper_path(Helper *h, const Path *path)
{
	Explorer *x = h->x;
	size_t size = x->in->packed_size;
	bytes_number(&h->paths, path->shape);
	buf_room(&h->paths, size);
	inputs_pack(x->in, path->input, (u8 *)h->paths.at + h->paths.len);
	h->paths.len += size;
	buf_reset(&h->told);
	if (x->events.describe)
		x->events.describe(x->events.ctx, path, &h->told);
	bytes_block(&h->paths, h->told.at, h->told.len);
	h->n_paths++;
}

/* ---- giving away ---- */

/* True if a job of so many inputs is worth its runs: these are at most a hundredth of all. */
static bool worth(const CrewPage *page, u64 inputs)
{
	u64 entered = atomic_load(&page->entered) + inputs;
	return entered <= FREE_ENTRIES ||
		   entered - FREE_ENTRIES <= atomic_load(&page->runs) / ENTRIES_OF;
}

/* Gives away every second open node, the oldest first, because most is behind them. Returns how many. */
static u64 give_nodes(Helper *h)
{
	Explorer *x = h->x;
	Tree *t = &x->tree;
	u64 open = 0;
	for (u32 i = h->oldest_open; i < t->nodes.len && h->writer.n < MOST_GIVEN; i++) {
		if (t->nodes.at[i].state != NODE_OPEN) {
			h->oldest_open += i == h->oldest_open;
			continue;
		}
		bool mine = open++ % 2;
		if (mine || !worth(x->processes.page, h->writer.runs.len + tree_job_cost(&h->writer, i)))
			continue;
		tree_job_add(&h->writer, i);
		tree_job_give(x, i);
	}
	return h->writer.n;
}

/* ---- reports ---- */

static void add_own(Helper *h, bool entered)
{
	const Tree *t = &h->x->tree;
	if (!entered) {
		buf_add(&h->frame, h->job.at, h->job.len);
		return;
	}
	for (u32 i = h->oldest_open; i < t->nodes.len; i++)
		if (t->nodes.at[i].state == NODE_OPEN)
			tree_job_add(&h->writer, i);
	tree_job_write(&h->writer, &h->frame);
}

/* Returns false if nobody listens. entered: false if the tree is not that of the job. */
static bool report(Helper *h, ReportKind kind, ExploreEnd end, bool entered)
{
	Explorer *x = h->x;
	double begin = now_seconds();
	ExploreStats now = *explorer_stats(x);
	Buf given = {0};
	if (kind == REPORT_MORE && atomic_load(&x->processes.page->hungry) > 0 && give_nodes(h)) {
		atomic_fetch_sub(&x->processes.page->hungry, 1);
		tree_job_write(&h->writer, &given);
	}
	const char *doubt = x->guide.doubt ? x->guide.doubt(x->guide.ctx) : NULL;
	if (doubt)
		remark(x, "pruning", doubt, 0, 1, true);
	buf_reset(&h->frame);
	report_head(&h->frame, kind, end);
	report_stats(&h->frame, &now, &h->sent);
	report_remarks(&h->frame, x->remarks.at, x->remarks.len);
	bytes_number(&h->frame, h->n_paths);
	if (h->paths.len)
		buf_add(&h->frame, h->paths.at, h->paths.len);
	add_own(h, entered);
	bytes_number(&h->frame, given.len > 0);
	if (given.len)
		buf_add(&h->frame, given.at, given.len);
	buf_free(&given);
	remarks_clear(x);
	buf_reset(&h->paths);
	h->n_paths = 0;
	h->sent = now;
	u64 size = h->frame.len;
	bool good = fd_write(h->fd, &size, sizeof size) && fd_write(h->fd, h->frame.at, h->frame.len);
	double took = now_seconds() - begin;
	h->give_next = begin + took / SHARE;
	double least = x->processes.keep ? KEPT_PERIOD : PERIOD;
	h->next = begin + (took / SHARE > least ? took / SHARE : least);
	return good;
}

/* ---- work ---- */

/* True if somebody waits for work, and there may be some to give. */
static bool is_asked(const Helper *h)
{
	const Explorer *x = h->x;
	return atomic_load_explicit(&x->processes.page->hungry, memory_order_relaxed) > 0 &&
		   x->queue.len > 1 && worth(x->processes.page, 1) && now_seconds() >= h->give_next;
}

/* Works on the job until it is done or something ends it. */
static bool search_job(Helper *h)
{
	Explorer *x = h->x;
	ExploreEnd end = END_DONE;
	ReportKind kind = REPORT_DONE;
	while (!budget_spent(x, &end)) {
		if (!explore_step(x))
			break;
		if (expr_pool_len(x->pool) > LARGE + h->begun_with) {
			kind = REPORT_RENEW;
			break;
		}
		bool due = now_seconds() >= h->next;
		if ((due || is_asked(h)) && !report(h, REPORT_MORE, END_DONE, true))
			return false;
	}
	return report(h, end != END_DONE ? REPORT_ENDED : kind, end, true) && kind != REPORT_RENEW;
}

static bool serve(Helper *h)
{
	Explorer *x = h->x;
	u64 size;
	TreeJob job;
	ExploreEnd end = END_DONE;
	if (!fd_read(h->fd, &size, sizeof size))
		return false;
	buf_reset(&h->job);
	buf_room(&h->job, size);
	h->job.len = size;
	if (!fd_read(h->fd, h->job.at, size))
		return false;
	ByteReader reader = bytes_reader(h->job.at, h->job.len);
	if (!tree_job_read(&job, x->in, &reader))
		return report(h, REPORT_WRONG, END_DONE, false);
	x->cut = false;
	h->oldest_open = 1;
	u64 entered = tree_job_enter(x, &job);
	tree_job_free(&job);
	atomic_fetch_add(&x->processes.page->entered, entered);
	if (x->cut) {
		budget_spent(x, &end);
		return report(h, REPORT_ENDED, end, false);
	}
	h->next = now_seconds() + PERIOD;
	return search_job(h);
}

void helper_work(void *ctx, u32 number, int fd)
{
	Helper *h = xcalloc(1, sizeof *h);
	Explorer *x = ctx;
	signal(SIGPIPE, SIG_IGN);
	h->x = x;
	h->fd = fd;
	h->writer.x = x;
	x->processes.helper = h;
	x->processes.worker = number + 1;
	x->events.tick = NULL;
	h->begun_with = expr_pool_len(x->pool);
	x->budget.stop = &x->processes.page->stop;
	budget_share(&x->budget, x->processes.page->memory, MOST_WORKERS + 1, number + 1);
	remarks_clear(x);
	h->sent = *explorer_stats(x);
	while (serve(h))
		;
	_exit(0);
}
