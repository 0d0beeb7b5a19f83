/* crew.c: the parent of a search by several processes: gives out jobs, merges reports. */
#include "engine/explore/jobs/crew.h"
#include "engine/explore/jobs/job.h"
#include "engine/explore/jobs/kept.h"
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

/* Entries of a search that is kept. */
enum { ENTRY_JOBS, ENTRY_REPORT };

typedef struct CrewJob {
	Buf bytes;
	u64 number; /* from 1, in the order in which jobs were made */
	u32 lost;   /* workers that died with it before they reported anything of it */
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
	u64 n_jobs;        /* jobs made so far */
	SearchFile kept;   /* where the search is kept */
	ExploreEnd end;    /* why a worker ended; END_DONE: none did */
};

typedef struct Crew Crew;

/* ---- life ---- */

static u32 workers_of(const Explorer *x)
{
	u32 n = x->opt.jobs ? x->opt.jobs : 1;
	return n < MOST_WORKERS ? n : MOST_WORKERS;
}

/* What the caller says of the search, and the inputs that it begins with. */
static Digest keep_identity(Explorer *x)
{
	Digest d = x->processes.identity;
	u8 *packed = xcalloc(x->in->packed_size + 1, 1);
	for (size_t i = 0; i < x->in->starts.len; i++) {
		inputs_start(x->in, &x->in->starts.at[i], &x->input);
		inputs_pack(x->in, &x->input, packed);
		digest_add(&d, packed, x->in->packed_size);
	}
	free(packed);
	return d;
}

void explorer_keep(Explorer *x, const char *path, Digest identity)
{
	x->processes.keep = path;
	x->processes.identity = identity;
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
	x->processes.crew = c;
	x->processes.page = page;
	signal(SIGPIPE, SIG_IGN); /* a worker that is gone shows as a failed write */
	if (!nursery_begin(&c->nursery, &(NurseryWork){x, helper_work}, err))
		return false;
	if (x->processes.keep && !search_file_open(&c->kept, x->processes.keep, keep_identity(x), err))
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

/* Takes ownership of the bytes. */
static void add_job(Crew *c, CrewJob *job)
{
	if (!job->number)
		job->number = ++c->n_jobs;
	if (tree_job_size(&job->bytes))
		vec_push(&c->jobs, *job);
	else
		buf_free(&job->bytes);
	*job = (CrewJob){0};
}

/* Adds an entry to the file that keeps the search. */
static void keep(Explorer *x, const Buf *entry)
{
	Crew *c = x->processes.crew;
	if (c->kept.fd < 0 || search_file_add(&c->kept, entry->at, entry->len))
		return;
	remark(x, "resume", "the search could not be kept: writing failed", 0, 1, false);
	search_file_close(&c->kept);
}

/* The first entry: all jobs. */
static void keep_first(Explorer *x)
{
	Crew *c = x->processes.crew;
	Buf entry = {0};
	bytes_number(&entry, ENTRY_JOBS);
	bytes_number(&entry, c->jobs.len);
	for (size_t i = 0; i < c->jobs.len; i++)
		buf_add(&entry, c->jobs.at[i].bytes.at, c->jobs.at[i].bytes.len);
	keep(x, &entry);
	buf_free(&entry);
}

/* Makes jobs of the nodes that the given inputs left open. */
static void split_tree(Explorer *x)
{
	u32 n = workers_of(x);
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
	keep_first(x);
	u32 gone;
	while ((gone = queue_pop(&x->queue, t, false)))
		;
}

/* The jobs are already there: this process has none of the open nodes. */
static void give_all(Explorer *x)
{
	Tree *t = &x->tree;
	u32 node;
	t->given = true;
	while ((node = queue_pop(&x->queue, t, false)))
		tree_job_give(x, node);
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
	if (!fits && !x->cut)
		remark(x, "divergence",
			   "an input of a worker process took another path when it was repeated", 0, 1, true);
	else if (fits && (x->stats.paths > paths || x->guide.doubt))
		c->sum.paths--; /* the parent has counted it as well */
}

/* What a job was is replaced by what is left of it. */
static void merge(Explorer *x, CrewJob *job, JobReport *r)
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
		CrewJob given = {0};
		buf_add(&given.bytes, r->given.at[i].at, (size_t)(r->given.at[i].end - r->given.at[i].at));
		add_job(c, &given);
	}
	buf_reset(&job->bytes);
	buf_add(&job->bytes, r->own.at, (size_t)(r->own.end - r->own.at));
	job->lost = 0;
	if (r->kind != REPORT_WRONG)
		return;
	remark(x, "worker", "a part of the search could not be read", 0, 1, true);
	buf_reset(&job->bytes);
}

/* A report of a worker, as it came. Returns false if it is none. */
static bool take_report(Explorer *x, CrewWorker *w, const char *at, size_t n)
{
	Crew *c = x->processes.crew;
	JobReport r;
	Buf entry = {0};
	if (!w->busy || !report_read(&r, x->in, at, n))
		return false;
	if (c->kept.fd >= 0) {
		bytes_number(&entry, ENTRY_REPORT);
		bytes_number(&entry, w->job.number);
		buf_add(&entry, at, n);
		keep(x, &entry);
		buf_free(&entry);
	}
	merge(x, &w->job, &r);
	if (r.kind == REPORT_ENDED && c->end == END_DONE)
		c->end = r.end;
	if (r.kind != REPORT_MORE) {
		add_job(c, &w->job);
		w->busy = false;
	}
	report_free(&r);
	return true;
}

/* ---- what an earlier process has left ---- */

static bool again_jobs(Explorer *x, ByteReader *r)
{
	for (u64 k = bytes_read(r, (u64)(r->end - r->at)); k && !r->bad; k--) {
		CrewJob job = {0};
		const u8 *begin = r->at;
		bytes_read_block(r);
		buf_add(&job.bytes, begin, (size_t)(r->at - begin));
		add_job(x->processes.crew, &job);
	}
	return bytes_done(r);
}

static bool again_report(Explorer *x, ByteReader *entry)
{
	Crew *c = x->processes.crew;
	u64 number = bytes_read(entry, c->n_jobs);
	JobReport r;
	for (size_t i = 0; i < c->jobs.len; i++) {
		CrewJob job = c->jobs.at[i];
		if (job.number != number)
			continue;
		if (!report_read(&r, x->in, entry->at, (size_t)(entry->end - entry->at)))
			return false;
		memmove(&c->jobs.at[i], &c->jobs.at[i + 1], (--c->jobs.len - i) * sizeof job);
		merge(x, &job, &r);
		add_job(c, &job);
		report_free(&r);
		return true;
	}
	return false;
}

/* Merges the reports of earlier processes. */
static void go_on(Explorer *x)
{
	Crew *c = x->processes.crew;
	ByteReader entry;
	bool good = true;
	give_all(x);
	while (c->kept.fd >= 0 && good && search_file_next(&c->kept, &entry)) {
		good = bytes_read(&entry, ENTRY_REPORT) == ENTRY_JOBS ? again_jobs(x, &entry)
															  : again_report(x, &entry);
	}
	if (!good)
		remark(x, "resume", "the kept search is damaged: a part of it could not be read", 0, 1,
			   true);
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

ExploreEnd crew_run(Explorer *x)
{
	ExploreEnd end = END_DONE;
	Crew *c = x->processes.crew;
	if (search_file_any(&c->kept))
		go_on(x);
	else
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
