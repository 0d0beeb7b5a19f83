/* shard.c: divides a search among shards, and joins what they found. */
#include "engine/explore/jobs/shard.h"

#include <errno.h>

#include "engine/explore/jobs/crew_impl.h"

enum { PARTS = 16, MOST_SHARDS = 4096, MOST_WORDS = 1 << 16 };

/* ---- which shard ---- */

bool shard_parse(const char *text, SearchShard *shard, Err *err)
{
	unsigned number, of;
	int end = 0;
	if (sscanf(text, "%u/%u%n", &number, &of, &end) == 2 && !text[end] && number && number <= of &&
		of <= MOST_SHARDS && text[0] != '-' && text[0] != '+') {
		shard->number = number;
		shard->of = of;
		return true;
	}
	return err_set(err,
				   "--shard '%s': must be K/N, such as 3/16, with K from 1 to N and N at most %d",
				   text, MOST_SHARDS);
}

/* The shard that a job belongs to, whoever makes it. */
static u32 shard_of(u64 job, u32 of)
{
	return (u32)((job - 1) % of) + 1;
}

bool shard_has(const SearchShard *shard, u64 job)
{
	return job && (!shard || shard_of(job, shard->of) == shard->number);
}

static void shard_entry(const SearchShard *shard, Buf *to)
{
	bytes_number(to, ENTRY_SHARD);
	bytes_number(to, shard->number);
	bytes_number(to, shard->of);
	bytes_number(to, shard->words.len);
	for (size_t i = 0; i < shard->words.len; i++)
		bytes_text(to, shard->words.at[i]);
}

static bool read_shard_entry(ByteReader *r, SearchShard *shard)
{
	*shard = (SearchShard){0};
	r->bad |= bytes_read(r, ENTRY_SHARD) != ENTRY_SHARD;
	shard->number = (u32)bytes_read(r, MOST_SHARDS);
	shard->of = (u32)bytes_read(r, MOST_SHARDS);
	u64 n = bytes_read(r, MOST_WORDS);
	for (u64 i = 0; i < n && !r->bad; i++) {
		char *word = bytes_read_text(r);
		buf_add(&shard->owned, word, strlen(word) + 1);
		free(word);
	}
	bool good = bytes_done(r) && shard->number && shard->number <= shard->of && n;
	for (size_t at = 0; good && at < shard->owned.len; at += strlen(shard->owned.at + at) + 1)
		vec_push(&shard->words, shard->owned.at + at);
	if (!good)
		shard_free(shard);
	return good;
}

bool shard_read(const char *path, SearchShard *shard, Err *err)
{
	SearchFile file;
	ByteReader entry;
	*shard = (SearchShard){0};
	if (!search_file_read(&file, path, NULL, err))
		return false;
	bool good = search_file_next(&file, &entry) && read_shard_entry(&entry, shard);
	search_file_close(&file);
	return good || err_set(err, "%s is not the search of a shard (--shard K/N)", path);
}

void shard_free(SearchShard *shard)
{
	vec_free(&shard->words);
	vec_free(&shard->files);
	buf_free(&shard->owned);
}

/* ---- dividing ---- */

/* Searches breadth first until there are enough open nodes. */
static bool search_first_part(Explorer *x, u32 nodes, ExploreEnd *end)
{
	Order order = x->queue.order;
	bool more = true, spent;
	/* Nodes that wait are in the lists of the order that they came under. */
	u32 node;
	U32List waiting = {0};
	while ((node = queue_pop(&x->queue, &x->tree, false)))
		vec_push(&waiting, node);
	x->queue.order = ORDER_OLDEST;
	ExploreGuide guide = x->guide;
	x->guide.propose = NULL;
	for (size_t i = 0; i < waiting.len; i++)
		queue_push(&x->queue, &x->tree, waiting.at[i], false);
	vec_free(&waiting);
	while (!(spent = budget_spent(x, end)) && more && x->queue.len < nodes) {
		more = explore_step(x);
		tick(x);
	}
	if (spent)
		remark(x, "shard", "the search ended before it was divided among shards", 0, 1, true);
	else
		crew_split(x, nodes);
	x->queue.order = order;
	x->guide = guide;
	return !spent;
}

/* Jobs of other shards are not searched here. Returns how many that were. */
static size_t drop_others(Crew *c, const SearchShard *shard)
{
	size_t kept = 0, n = c->jobs.len;
	for (size_t i = 0; i < n; i++) {
		if (shard_of(c->jobs.at[i].number, shard->of) == shard->number)
			c->jobs.at[kept++] = c->jobs.at[i];
		else
			buf_free(&c->jobs.at[i].bytes);
	}
	c->jobs.len = kept;
	return n - kept;
}

/* New jobs of a shard get numbers that no other shard gives. */
static void number_jobs(Crew *c, const SearchShard *shard)
{
	c->step = shard->of;
	c->n_jobs = c->first / shard->of * shard->of + shard->number;
}

/* ---- the file of a shard ---- */

/* Reads what a shard found. Its first entries are those that this process would write. there: by number, which shards were
 * read. */
static bool read_entries(Explorer *x, SearchFile *file, const Buf *jobs, bool *there)
{
	ByteReader entry;
	SearchShard shard;
	if (!search_file_next(file, &entry) || !read_shard_entry(&entry, &shard))
		return false;
	shard_free(&shard);
	if (shard.of != x->processes.keep->shard->of || there[shard.number])
		return false;
	if (!search_file_next(file, &entry) || (size_t)(entry.end - entry.at) != jobs->len ||
		memcmp(entry.at, jobs->at, jobs->len) != 0)
		return false;
	there[shard.number] = true;
	number_jobs(x->processes.crew, &shard);
	bool good = true;
	while (good && search_file_next(file, &entry))
		good = crew_again(x, &entry, &shard);
	crew_drop_done(x->processes.crew);
	return good;
}

/* Continues the shard that the file has, or begins it. */
static void begin_shard(Explorer *x, const Buf *jobs)
{
	Crew *c = x->processes.crew;
	const SearchShard *shard = x->processes.keep->shard;
	bool *there = xcalloc(shard->of + 1, sizeof *there);
	Buf entry = {0};
	if (!search_file_any(&c->kept)) {
		shard_entry(shard, &entry);
		crew_keep(x, &entry);
		crew_keep(x, jobs);
		number_jobs(c, shard);
	} else if (!read_entries(x, &c->kept, jobs, there) || !there[shard->number]) {
		remark(x, "shard", "the kept search is damaged, or it was divided otherwise", 0, 1, true);
	}
	buf_free(&entry);
	free(there);
	if (drop_others(c, shard)) {
		char *what =
			xasprintf("only shard %u of %u was searched; join the shards with 'drift merge'",
					  shard->number, shard->of);
		remark(x, "shard", what, 0, 1, true);
		free(what);
	}
}

/* ---- merging ---- */

static bool file_fits(const SearchShard *merged, const char *path, Digest identity, bool *there,
					  Err *err)
{
	SearchFile file;
	ByteReader entry;
	SearchShard shard = {0};
	if (!search_file_read(&file, path, &identity, err))
		return false;
	bool any = search_file_any(&file);
	bool good = search_file_next(&file, &entry) && read_shard_entry(&entry, &shard);
	search_file_close(&file);
	shard_free(&shard);
	if (!any) /* it ended before it was divided: a shard that is missing */
		return true;
	if (!good || shard.of != merged->of)
		return err_set(err, "%s is not one of %u shards of this search", path, merged->of);
	if (there[shard.number])
		return err_set(err, "%s: shard %u of %u is given twice", path, shard.number, shard.of);
	there[shard.number] = true;
	return true;
}

bool shard_files_fit(Explorer *x, Err *err)
{
	const SearchShard *merged = x->processes.keep ? x->processes.keep->shard : NULL;
	size_t n = merged ? merged->files.len : 0;
	if (!n)
		return true;
	bool *there = xcalloc(merged->of + 1, sizeof *there);
	Digest identity = crew_identity(x);
	bool good = true;
	for (size_t i = 0; good && i < n; i++)
		good = file_fits(merged, merged->files.at[i], identity, there, err);
	free(there);
	return good;
}

/* Says which shards have left jobs open. */
static void remark_open(Explorer *x, const bool *there)
{
	Crew *c = x->processes.crew;
	u32 of = x->processes.keep->shard->of;
	u64 *open = xcalloc(of + 1, sizeof *open);
	for (size_t i = 0; i < c->jobs.len; i++)
		open[shard_of(c->jobs.at[i].number, of)]++;
	for (u32 k = 1; k <= of; k++) {
		char *what = !there[k] ? xasprintf("shard %u of %u is missing", k, of)
							   : xasprintf("shard %u of %u ended before it was done", k, of);
		if (open[k])
			remark(x, "shard", what, 0, 1, true);
		free(what);
	}
	for (size_t i = 0; i < c->jobs.len; i++)
		buf_free(&c->jobs.at[i].bytes);
	c->jobs.len = 0;
	free(open);
}

static void merge_file(Explorer *x, const char *path, const Buf *jobs, bool *there)
{
	Err err;
	SearchFile file;
	Digest identity = crew_identity(x);
	bool good = search_file_read(&file, path, &identity, &err) &&
				(!search_file_any(&file) || read_entries(x, &file, jobs, there) ||
				 err_set(&err, "%s is damaged or was divided otherwise", path));
	if (!good)
		remark(x, "shard", err.text, 0, 1, true);
	search_file_close(&file);
}

static void merge_shards(Explorer *x, const Buf *jobs)
{
	const SearchShard *shard = x->processes.keep->shard;
	bool *there = xcalloc(shard->of + 1, sizeof *there);
	for (size_t i = 0; i < shard->files.len; i++)
		merge_file(x, shard->files.at[i], jobs, there);
	remark_open(x, there);
	free(there);
}

bool shard_begin(Explorer *x, ExploreEnd *end)
{
	Crew *c = x->processes.crew;
	const SearchShard *shard = x->processes.keep->shard;
	Buf jobs = {0};
	if (!search_first_part(x, PARTS * shard->of, end))
		return false;
	c->first = c->n_jobs;
	crew_jobs_entry(c, &jobs);
	if (shard->files.len)
		merge_shards(x, &jobs);
	else
		begin_shard(x, &jobs);
	buf_free(&jobs);
	return true;
}
