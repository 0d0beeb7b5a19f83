/* parts.c: the parts of a search by several processes: what is left of each job, and what was found. */
#include "engine/explore/jobs/asked.h"
#include "engine/explore/jobs/crew_impl.h"

/* ---- jobs ---- */

/* What does not vary: contents of files, arguments, variables. */
static void digest_fixed(const Shape *shape, Digest *d)
{
	for (size_t i = 0; i < shape->parts.len; i++) {
		const Part *part = &shape->parts.at[i];
		digest_text(d, part->name);
		digest_text(d, part->path);
		digest_add(d, buf_str(&part->fixed), part->fixed.len);
	}
}

Digest crew_identity(Explorer *x)
{
	Digest d = x->processes.keep->identity;
	u8 *packed = xcalloc(x->in->packed_size + 1, 1);
	for (size_t i = 0; i < x->in->shapes.len; i++)
		digest_fixed(&x->in->shapes.at[i], &d);
	for (size_t i = 0; i < x->in->starts.len; i++) {
		inputs_start(x->in, &x->in->starts.at[i], &x->input);
		inputs_pack(x->in, &x->input, packed);
		digest_add(&d, packed, x->in->packed_size);
	}
	free(packed);
	return d;
}

void crew_add_job(Crew *c, CrewJob *job)
{
	if (!job->number)
		job->number = c->n_jobs += c->step;
	if (tree_job_size(&job->bytes))
		vec_push(&c->jobs, *job);
	else
		buf_free(&job->bytes);
	*job = (CrewJob){0};
}

void crew_keep(Explorer *x, const Buf *entry)
{
	Crew *c = x->processes.crew;
	if (c->kept.fd < 0 || search_file_add(&c->kept, entry->at, entry->len))
		return;
	remark(x, "resume", "the search could not be kept: writing failed", 0, 1, false);
	search_file_close(&c->kept);
}

void crew_jobs_entry(const Crew *c, Buf *entry)
{
	bytes_number(entry, ENTRY_JOBS);
	bytes_number(entry, c->jobs.len);
	for (size_t i = 0; i < c->jobs.len; i++)
		buf_add(entry, c->jobs.at[i].bytes.at, c->jobs.at[i].bytes.len);
}

void crew_split(Explorer *x, u32 n)
{
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
			crew_add_job(x->processes.crew, &job);
		}
	}
	tree_job_writer_free(&writer);
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

void crew_merge(Explorer *x, CrewJob *job, JobReport *r)
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
		crew_add_job(c, &given);
	}
	buf_reset(&job->bytes);
	buf_add(&job->bytes, r->own.at, (size_t)(r->own.end - r->own.at));
	job->lost = 0;
	if (r->kind != REPORT_WRONG)
		return;
	remark(x, "worker", "a part of the search could not be read", 0, 1, true);
	buf_reset(&job->bytes);
}

/* ---- what an earlier process has left ---- */

static bool again_jobs(Explorer *x, ByteReader *r)
{
	for (u64 k = bytes_read(r, (u64)(r->end - r->at)); k && !r->bad; k--) {
		CrewJob job = {0};
		const u8 *begin = r->at;
		bytes_read_block(r);
		buf_add(&job.bytes, begin, (size_t)(r->at - begin));
		crew_add_job(x->processes.crew, &job);
	}
	return bytes_done(r);
}

static bool again_report(Explorer *x, ByteReader *entry, const SearchShard *of)
{
	Crew *c = x->processes.crew;
	u64 number = bytes_read(entry, UINT64_MAX);
	JobReport r;
	for (size_t i = 0; i < c->jobs.len && shard_has(of, number); i++) {
		CrewJob job = c->jobs.at[i];
		if (job.number != number)
			continue;
		if (!report_read(&r, x->in, entry->at, (size_t)(entry->end - entry->at)))
			return false;
		memmove(&c->jobs.at[i], &c->jobs.at[i + 1], (--c->jobs.len - i) * sizeof job);
		crew_merge(x, &job, &r);
		/* With nothing left at the moment of a report, the worker may still report its end. */
		if (r.kind == REPORT_MORE)
			vec_push(&c->jobs, job);
		else
			crew_add_job(c, &job);
		report_free(&r);
		return true;
	}
	return false;
}

bool crew_again(Explorer *x, ByteReader *entry, const SearchShard *of)
{
	u64 kind = bytes_read(entry, ENTRY_WORLD);
	if (kind == ENTRY_REPORT)
		return again_report(x, entry, of);
	char *who = of ? xasprintf("shard %u of %u", of->number, of->of) : xstrdup("the kept search");
	bool good = kind == ENTRY_WORLD && asked_compare(x, entry, who);
	free(who);
	return good;
}

void crew_drop_done(Crew *c)
{
	size_t kept = 0;
	for (size_t i = 0; i < c->jobs.len; i++) {
		if (tree_job_size(&c->jobs.at[i].bytes))
			c->jobs.at[kept++] = c->jobs.at[i];
		else
			buf_free(&c->jobs.at[i].bytes);
	}
	c->jobs.len = kept;
}

void crew_go_on(Explorer *x)
{
	Crew *c = x->processes.crew;
	ByteReader entry;
	give_all(x);
	bool good = search_file_next(&c->kept, &entry) &&
				bytes_read(&entry, ENTRY_WORLD) == ENTRY_JOBS && again_jobs(x, &entry);
	while (good && search_file_next(&c->kept, &entry))
		good = crew_again(x, &entry, NULL);
	crew_drop_done(c);
	if (!good)
		remark(x, "resume", "the kept search is damaged: a part of it could not be read", 0, 1,
			   true);
}

void crew_keep_world(Explorer *x)
{
	Crew *c = x->processes.crew;
	size_t n = asked_count(x);
	Buf entry = {0};
	if (c->kept.fd < 0 || n == c->asked)
		return;
	c->asked = n;
	bytes_number(&entry, ENTRY_WORLD);
	asked_write(x, &entry);
	crew_keep(x, &entry);
	buf_free(&entry);
}

void crew_keep_report(Explorer *x, const CrewJob *job, const void *at, size_t n)
{
	Buf entry = {0};
	if (x->processes.crew->kept.fd < 0)
		return;
	bytes_number(&entry, ENTRY_REPORT);
	bytes_number(&entry, job->number);
	buf_add(&entry, at, n);
	crew_keep(x, &entry);
	buf_free(&entry);
}
