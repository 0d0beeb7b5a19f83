/* crew.c: the parent of a search by several processes: gives out jobs, takes reports. */
#include "engine/explore/jobs/crew_impl.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST_LOST = 3, POLL_MS = 50 };
static const double LAST_REPORTS = 0.8; /* seconds that workers have to report after the end */

/* ---- life ---- */

void explorer_keep(Explorer *x, const SearchKeep *keep)
{
	x->processes.keep = keep;
}

/* The part that is searched; NULL: everything. */
static const SearchShard *shard_of_search(const Explorer *x)
{
	return x->processes.keep ? x->processes.keep->shard : NULL;
}

static u32 workers_of(const Explorer *x)
{
	const SearchShard *shard = shard_of_search(x);
	u32 n = x->opt.jobs ? x->opt.jobs : 1;
	if (shard && shard->files.len)
		return 0; /* everything was found */
	return n < MOST_WORKERS ? n : MOST_WORKERS;
}

bool crew_begin(Explorer *x, Err *err)
{
	Crew *c = xcalloc(1, sizeof *c);
	CrewPage *page =
		mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED) {
		free(c);
		return err_set(err, "cannot start workers: %s", strerror(errno));
	}
	c->kept.fd = -1;
	c->step = 1;
	x->processes.crew = c;
	x->processes.page = page;
	signal(SIGPIPE, SIG_IGN); /* a worker that is gone shows as a failed write */
	if (!nursery_begin(&c->nursery, &(NurseryWork){x, helper_work}, err))
		return false;
	if (!shard_files_fit(x, err))
		return false;
	if (x->processes.keep && x->processes.keep->file &&
		!search_file_open(&c->kept, x->processes.keep->file, crew_identity(x), err))
		return false;
	budget_share(&x->budget, page->memory, MOST_WORKERS + 1, 0);
	for (u32 i = 0; i < workers_of(x); i++) {
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
	if (c->kept.path)
		search_file_close(&c->kept);
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
	crew_add_job(c, &w->job);
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

/* A report of a worker, as it came. Returns false if it is none. */
static bool take_report(Explorer *x, CrewWorker *w, const char *at, size_t n)
{
	Crew *c = x->processes.crew;
	JobReport r;
	if (!w->busy || !report_read(&r, x->in, at, n))
		return false;
	crew_keep_report(x, &w->job, at, n);
	crew_merge(x, &w->job, &r);
	crew_keep_world(x);
	if (r.kind == REPORT_ENDED && c->end == END_DONE)
		c->end = r.end;
	if (r.kind != REPORT_MORE) {
		crew_add_job(c, &w->job);
		w->busy = false;
	}
	report_free(&r);
	return true;
}

/* Processes the reports that have come completely. Returns false if the bytes are none. */
static bool take_reports(Explorer *x, CrewWorker *w)
{
	size_t done = 0;
	u64 size;
	bool good = true;
	while (good && w->in.len - done >= sizeof size) {
		memcpy(&size, w->in.at + done, sizeof size);
		if (size > w->in.len - done - sizeof size)
			break;
		good = take_report(x, w, w->in.at + done + sizeof size, size);
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

/* Continues the search that is kept, or divides that of this process. */
static void begin(Explorer *x)
{
	Crew *c = x->processes.crew;
	Buf entry = {0};
	if (search_file_any(&c->kept)) {
		crew_go_on(x);
		return;
	}
	crew_split(x, workers_of(x));
	crew_jobs_entry(c, &entry);
	crew_keep(x, &entry);
	buf_free(&entry);
}

ExploreEnd crew_run(Explorer *x)
{
	ExploreEnd end = END_DONE;
	Crew *c = x->processes.crew;
	if (!shard_of_search(x))
		begin(x);
	else if (!shard_begin(x, &end))
		return end;
	bool more = true;
	while (!budget_spent(x, &end) && c->end == END_DONE && (more = hand_out(x))) {
		listen_to_workers(x);
		tick(x);
	}
	if (more)
		take_last(x);
	crew_keep_world(x);
	if (end == END_DONE)
		end = c->end;
	if (end == END_DONE && c->jobs.len)
		remark(x, "worker", "all worker processes ended early", 0, 1, true);
	return end;
}
