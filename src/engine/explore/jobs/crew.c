/* crew.c: the parent of a search by several processes: gives out jobs, merges reports. */
#include "engine/explore/jobs/crew.h"
#include "engine/explore/jobs/job.h"
#include "engine/explore/jobs/nursery.h"
#include "engine/explore/jobs/report.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST_LOST = 3, POLL_MS = 50 };
static const double LAST_REPORTS = 0.8; /* seconds that workers have to report after the end */

typedef struct CrewJob {
	Buf bytes;
	u32 lost; /* workers that died with it before they reported anything of it */
} CrewJob;

typedef struct CrewWorker {
	int fd;      /* our end of its socket; -1: there is no such worker */
	Buf in;      /* what it sent and is not processed yet */
	CrewJob job; /* the rest of its job */
	bool busy;
} CrewWorker;

struct Crew {
	Nursery nursery;
	VEC(CrewWorker) workers;
	VEC(CrewJob) jobs; /* wait for a worker */
	ExploreStats sum;  /* of all workers */
	ExploreStats all;  /* with the parent's */
	ExploreEnd end;    /* why a worker ended; END_DONE: none did */
};

typedef struct Crew Crew;

/* ---- life ---- */

bool crew_begin(Explorer *x, Err *err)
{
	Crew *c = xcalloc(1, sizeof *c);
	CrewPage *page =
		mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED) {
		free(c);
		return err_set(err, "cannot start workers: %s", strerror(errno));
	}
	x->processes.crew = c;
	x->processes.page = page;
	signal(SIGPIPE, SIG_IGN); /* a worker that is gone shows as a failed write */
	if (!nursery_begin(&c->nursery, &(NurseryWork){x, helper_work}, err))
		return false;
	budget_share(&x->budget, page->memory, MOST_WORKERS + 1, 0);
	for (u32 i = 0; i < x->opt.jobs && i < MOST_WORKERS; i++) {
		CrewWorker w = {.fd = -1};
		bool good = nursery_start(&c->nursery, i, &w.fd, err);
		vec_push(&c->workers, w);
		if (!good)
			return false;
	}
	return true;
}

void crew_end(Explorer *x)
{
	Crew *c = x->processes.crew;
	if (!c)
		return;
	nursery_end(&c->nursery);
	for (size_t i = 0; i < c->workers.len; i++) {
		CrewWorker *w = &c->workers.at[i];
		if (w->fd >= 0)
			close(w->fd);
		buf_free(&w->in);
		buf_free(&w->job.bytes);
	}
	for (size_t i = 0; i < c->jobs.len; i++)
		buf_free(&c->jobs.at[i].bytes);
	vec_free(&c->workers);
	vec_free(&c->jobs);
	munmap(x->processes.page, sizeof *x->processes.page);
	free(c);
	x->processes.crew = NULL;
	x->processes.page = NULL;
}

u64 crew_waiting(const Crew *c)
{
	u64 n = 0;
	for (size_t i = 0; i < c->workers.len; i++)
		n += tree_job_size(&c->workers.at[i].job.bytes);
	for (size_t i = 0; i < c->jobs.len; i++)
		n += tree_job_size(&c->jobs.at[i].bytes);
	return n;
}

const ExploreStats *crew_stats(Crew *c, const ExploreStats *own)
{
	double seconds = own->seconds;
	c->all = *own;
	report_add_stats(&c->all, &c->sum);
	c->all.seconds = seconds;
	return &c->all;
}

/* ---- jobs ---- */

/* Takes ownership of the bytes. */
static void add_job(Crew *c, CrewJob *job)
{
	if (tree_job_size(&job->bytes))
		vec_push(&c->jobs, *job);
	else
		buf_free(&job->bytes);
	*job = (CrewJob){0};
}

/* Makes jobs of the nodes that the given inputs left open. */
static void split_tree(Explorer *x)
{
	u32 n = x->opt.jobs;
	Tree *t = &x->tree;
	TreeJobWriter writer = {.x = x};
	t->given = true;
	for (u32 k = 0; k < n; k++) {
		CrewJob job = {0};
		for (u32 i = 1, open = 0; i < t->nodes.len; i++) {
			if (t->nodes.at[i].state != NODE_OPEN || open++ % (n - k))
				continue;
			tree_job_add(&writer, i);
			tree_job_give(x, i);
		}
		if (writer.n) {
			tree_job_write(&writer, &job.bytes);
			add_job(x->processes.crew, &job);
		}
	}
	tree_job_writer_free(&writer);
	u32 gone;
	while ((gone = queue_pop(&x->queue, t, false)))
		;
}

static bool send_job(CrewWorker *w)
{
	u64 size = w->job.bytes.len;
	return fd_write(w->fd, &size, sizeof size) && fd_write(w->fd, w->job.bytes.at, size);
}

/* The worker is gone: another takes its place, and its job. */
static void lose(Explorer *x, CrewWorker *w)
{
	Err ignored;
	Crew *c = x->processes.crew;
	close(w->fd);
	w->fd = -1;
	buf_reset(&w->in);
	if (w->busy && ++w->job.lost > MOST_LOST) {
		remark(x, "worker", "processes died again and again on a part of the search", 0, 1, true);
		buf_free(&w->job.bytes);
	} else if (w->busy) {
		remark(x, "worker", "a worker process ended early and was replaced", 0, 1, false);
	}
	add_job(c, &w->job);
	w->busy = false;
	nursery_start(&c->nursery, (u32)(w - c->workers.at), &w->fd, &ignored);
}

/* Gives jobs to idle workers. Returns false if nothing is left to do. */
static bool hand_out(Explorer *x)
{
	Crew *c = x->processes.crew;
	u32 busy = 0, idle = 0;
	for (size_t i = 0; i < c->workers.len; i++) {
		CrewWorker *w = &c->workers.at[i];
		if (w->fd >= 0 && !w->busy && c->jobs.len) {
			w->job = c->jobs.at[0];
			memmove(c->jobs.at, c->jobs.at + 1, --c->jobs.len * sizeof *c->jobs.at);
			w->busy = true;
			if (!send_job(w))
				lose(x, w);
		}
		busy += w->busy;
		idle += w->fd >= 0 && !w->busy;
	}
	atomic_store(&x->processes.page->hungry, (int)idle - (int)c->jobs.len);
	return busy || (idle && c->jobs.len);
}

/* ---- reports ---- */

static void merge_path(Explorer *x, ReportPath *p)
{
	ExploreEvents *e = &x->events;
	Crew *c = x->processes.crew;
	if (!e->path || (e->found && !e->found(e->ctx, &p->told)))
		return;
	inputs_unpack(x->in, p->packed, &x->input);
	u64 paths = x->stats.paths;
	bool fits = !inputs_canonical(x->in, p->shape, &x->input) && repeat_run(x, p->shape);
	/* Guides that know more cut more: two paths of workers may be one here. */
	if (!fits)
		remark(x, "divergence",
			   "an input of a worker process took another path when it was repeated", 0, 1, true);
	else if (x->stats.paths > paths || x->guide.doubt)
		c->sum.paths--; /* the parent has counted it as well */
}

static void merge(Explorer *x, CrewWorker *w, JobReport *r)
{
	Crew *c = x->processes.crew;
	report_add_stats(&c->sum, &r->stats);
	for (size_t i = 0; i < r->remarks.len; i++) {
		const Remark *m = &r->remarks.at[i];
		remark(x, m->kind, m->what, m->loc, m->count, m->incomplete);
	}
	for (size_t i = 0; i < r->paths.len; i++)
		merge_path(x, &r->paths.at[i]);
	for (size_t i = 0; i < r->given.len; i++) {
		CrewJob job = {0};
		buf_add(&job.bytes, r->given.at[i].at, (size_t)(r->given.at[i].end - r->given.at[i].at));
		add_job(c, &job);
	}
	buf_reset(&w->job.bytes);
	buf_add(&w->job.bytes, r->own.at, (size_t)(r->own.end - r->own.at));
	w->job.lost = 0;
	if (r->kind == REPORT_MORE)
		return;
	if (r->kind == REPORT_ENDED && c->end == END_DONE)
		c->end = r->end;
	if (r->kind == REPORT_WRONG)
		remark(x, "worker", "a part of the search could not be read", 0, 1, true);
	if (r->kind == REPORT_WRONG)
		buf_reset(&w->job.bytes);
	add_job(c, &w->job);
	w->busy = false;
}

/* Processes the reports that have come completely. Returns false if the bytes are none. */
static bool take_reports(Explorer *x, CrewWorker *w)
{
	size_t done = 0;
	u64 size;
	bool good = true;
	while (good && w->in.len - done >= sizeof size) {
		JobReport r;
		memcpy(&size, w->in.at + done, sizeof size);
		if (size > w->in.len - done - sizeof size)
			break;
		good = report_read(&r, x->in, w->in.at + done + sizeof size, size);
		if (good) {
			merge(x, w, &r);
			report_free(&r);
		}
		done += sizeof size + size;
	}
	memmove(w->in.at, w->in.at + done, w->in.len - done);
	w->in.len -= done;
	return good;
}

/* Returns false if the worker is gone. */
static bool receive(Explorer *x, CrewWorker *w)
{
	enum { PIECE = 1 << 16 };
	buf_room(&w->in, PIECE);
	ssize_t n = recv(w->fd, w->in.at + w->in.len, PIECE, MSG_DONTWAIT);
	if (n < 0)
		return errno == EAGAIN || errno == EINTR;
	w->in.len += (size_t)n;
	return n && take_reports(x, w);
}

/* Waits for reports. */
static void listen_to_workers(Explorer *x)
{
	Crew *c = x->processes.crew;
	struct pollfd *fds = xcalloc(c->workers.len + 1, sizeof *fds);
	for (size_t i = 0; i < c->workers.len; i++)
		fds[i] = (struct pollfd){.fd = c->workers.at[i].fd, .events = POLLIN};
	if (poll(fds, c->workers.len, POLL_MS) > 0)
		for (size_t i = 0; i < c->workers.len; i++)
			if (fds[i].revents && !receive(x, &c->workers.at[i]))
				lose(x, &c->workers.at[i]);
	free(fds);
}

/* ---- the search ---- */

static bool any_busy(const Crew *c)
{
	for (size_t i = 0; i < c->workers.len; i++)
		if (c->workers.at[i].busy)
			return true;
	return false;
}

/* Takes the last reports. What they found is run again although the time is over. */
static void take_last(Explorer *x)
{
	Crew *c = x->processes.crew;
	Budget before = x->budget;
	double until = now_seconds() + LAST_REPORTS;
	x->processes.page->stop = 1;
	x->budget = (Budget){.end = until, .memory = before.memory, .share = before.share};
	while (any_busy(c) && now_seconds() < until)
		listen_to_workers(x);
	x->budget = before;
}

ExploreEnd crew_run(Explorer *x)
{
	ExploreEnd end = END_DONE;
	Crew *c = x->processes.crew;
	split_tree(x);
	bool more = true;
	while (!budget_spent(x, &end) && c->end == END_DONE && (more = hand_out(x))) {
		listen_to_workers(x);
		tick(x);
	}
	if (more)
		take_last(x);
	if (end == END_DONE)
		end = c->end;
	if (end == END_DONE && c->jobs.len)
		remark(x, "worker", "all worker processes ended early", 0, 1, true);
	return end;
}
