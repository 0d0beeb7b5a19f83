/* compiled.c: what compilers have said in this process. */
#include "engine/load/bitcode/parts.h"

struct Compiled {
	StrMap by_command; /* index in units */
	VEC(Job) units;    /* ended well; only their output is used */
};

Compiled *compiled_new(void)
{
	return xcalloc(1, sizeof(Compiled));
}

void compiled_free(Compiled *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < c->units.len; i++)
		job_free(&c->units.at[i]);
	vec_free(&c->units);
	strmap_free(&c->by_command);
	free(c);
}

/* A text that no other directory and list of words have: each word has its length. */
static void command_key(const Job *job, Buf *to)
{
	const char *dir = job->dir ? job->dir : "";
	buf_addf(to, "%zu:%s", strlen(dir), dir);
	for (char *const *word = job->argv; *word; word++)
		buf_addf(to, "%zu:%s", strlen(*word), *word);
}

static void copy_output(const Job *from, Job *to)
{
	to->status = from->status;
	to->started = from->started;
	buf_add(&to->out, from->out.at, from->out.len);
	buf_add(&to->err, from->err.at, from->err.len);
}

static bool find(const Compiled *c, Job *job)
{
	Buf key = {0};
	u32 at;
	command_key(job, &key);
	bool found = strmap_get(&c->by_command, buf_str(&key), &at);
	if (found)
		copy_output(&c->units.at[at], job);
	buf_free(&key);
	return found;
}

static void keep(Compiled *c, const Job *job)
{
	Buf key = {0};
	Job kept = {0};
	command_key(job, &key);
	copy_output(job, &kept);
	strmap_put(&c->by_command, buf_str(&key), (u32)c->units.len);
	vec_push(&c->units, kept);
	buf_free(&key);
}

void compiled_run(Compiled *c, Job *jobs, size_t n, size_t at_once)
{
	if (!c) {
		jobs_run(jobs, n, at_once);
		return;
	}
	Job *fresh = xcalloc(n, sizeof *fresh);
	size_t *of = xcalloc(n, sizeof *of), n_fresh = 0;
	for (size_t i = 0; i < n; i++)
		if (!find(c, &jobs[i])) {
			of[n_fresh] = i;
			fresh[n_fresh++] = jobs[i];
		}
	jobs_run(fresh, n_fresh, at_once);
	for (size_t i = 0; i < n_fresh; i++) {
		jobs[of[i]] = fresh[i];
		if (job_ok(&fresh[i]))
			keep(c, &fresh[i]);
	}
	free(fresh);
	free(of);
}
