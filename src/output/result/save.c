/* save.c: rewrites result.json whole now and then. */
#include <sys/stat.h>

#include "output/result/impl.h"

#include "base/watch.h"

static const double SHARE = 20; /* times what a writing takes pass between two of them */

static ResultKeeper keeper; /* of this process */

void result_keep_by(ResultKeeper k)
{
	keeper = k;
}

void result_show(const Result *r)
{
	if (keeper.keep)
		keeper.keep(keeper.ctx, r);
}

bool result_due(ResultFile *f, bool running)
{
	f->begin = now_seconds();
	double pause = (f->news ? 0 : f->period) + SHARE * f->cost;
	return f->dir && (!running || f->begin - f->written >= pause);
}

/* False with an error if the file exists and is no result of drift. */
static bool is_ours(const char *dir, Err *err)
{
	struct stat st;
	Buf text = {0};
	Err ignored;
	char *path = xasprintf("%s/result.json", dir);
	bool read = !stat(path, &st) && S_ISREG(st.st_mode) && file_read(path, &text, &ignored);
	bool own = !read || !text.len || strstr(buf_str(&text), "\"command\":") ||
			   err_set(err, "%s exists and is not drift's; choose another -o", path);
	buf_free(&text);
	free(path);
	return own;
}

bool result_save(ResultFile *f, const Result *r, Err *err)
{
	stall(r->ended == RESULT_RUNNING ? "write" : "write the last");
	char *text = result_json(r);
	bool good = (f->ours || is_ours(f->dir, err)) && result_file_write(f->dir, text, err);
	free(text);
	if (good)
		result_show(r);
	f->ours = f->ours || good;
	f->written = now_seconds();
	f->news = f->news && !good;
	f->cost = f->written - f->begin;
	return good;
}
