/* attr.c: times and owners of files after two runs, as far as the runs set them.
 *
 * A time between the start of the run and its end is that of some change, and says nothing. */
#include "engine/os/after/differ.h"

static bool is_set(const Os *os, const struct timespec *t)
{
	struct timespec now = os_clock_now(os);
	return t->tv_sec < os_clock_start(os) || t->tv_sec > now.tv_sec;
}

static bool same_time(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

static void add_time(const Os *os, const char *what, const struct timespec *now,
					 const struct timespec *before, Buf *to)
{
	if (is_set(os, now) && (!before || !same_time(now, before)))
		buf_addf(to, ", %s %lld.%09ld", what, (long long)now->tv_sec, now->tv_nsec);
}

/* before is NULL for a file that the run made. */
static void add_node(const Os *os, const OsNode *node, const OsNodeState *before, Buf *to)
{
	Buf path = {0}, text = {0};
	u32 uid = before ? before->uid : os->start.ids.euid;
	u32 gid = before ? before->gid : os->start.ids.egid;
	add_time(os, "modified", &node->now.mtim, before ? &before->mtim : NULL, &text);
	add_time(os, "accessed", &node->now.atim, before ? &before->atim : NULL, &text);
	if (node->now.uid != uid)
		buf_addf(&text, ", user %u", node->now.uid);
	if (node->now.gid != gid)
		buf_addf(&text, ", group %u", node->now.gid);
	if (text.len && node->host)
		buf_addf(to, "%s%s; ", node->host, text.at);
	else if (text.len && os_fresh_path(os, node, &path))
		buf_addf(to, "%s%s; ", path.at, text.at);
	buf_free(&path);
	buf_free(&text);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void os_attributes(const Os *os, Buf *to)
{
	VEC(char *) lines = {0};
	Buf line = {0};
	for (size_t i = 0; i < os->touched.len + os->fresh.len; i++) {
		const OsNode *node =
			i < os->touched.len ? os->touched.at[i].node : os->fresh.at[i - os->touched.len];
		buf_reset(&line);
		if (node->now.nlink)
			add_node(os, node, i < os->touched.len ? &os->touched.at[i].before : NULL, &line);
		if (line.len)
			vec_push(&lines, xstrdup(line.at));
	}
	if (lines.len)
		qsort(lines.at, lines.len, sizeof *lines.at, by_name);
	for (size_t i = 0; i < lines.len; i++) {
		buf_adds(to, lines.at[i]);
		free(lines.at[i]);
	}
	vec_free(&lines);
	buf_free(&line);
}
