/* save.c: result.json, rewritten whole now and then. */
#include <sys/stat.h>

#include "result/impl.h"

#include "base/watch.h"

static const double SHARE = 20; /* times what a writing takes pass between two of them */

bool result_due(ResultFile *f, bool running)
{
	f->begin = now_seconds();
	double pause = (f->news ? 0 : f->period) + SHARE * f->cost;
	return f->dir && (!running || f->begin - f->written >= pause);
}

/* Whether a file is there that is no result of drift. */
static bool is_foreign(const char *path)
{
	struct stat st;
	Buf text = {0};
	Err ignored;
	bool read = !stat(path, &st) && S_ISREG(st.st_mode) && file_read(path, &text, &ignored);
	bool own = !text.len || strstr(buf_str(&text), "\"command\":");
	buf_free(&text);
	return read && !own;
}

bool result_save(ResultFile *f, const Result *r, Err *err)
{
	stall(r->ended == RESULT_RUNNING ? "write" : "write the last");
	char *text = result_json(r), *path = xasprintf("%s/result.json", f->dir);
	bool good = f->ours || !is_foreign(path) ||
				err_set(err, "%s exists and is not drift's; choose another -o", path);
	good = good && file_write(path, text, strlen(text), err);
	free(text);
	free(path);
	f->ours = f->ours || good;
	f->written = now_seconds();
	f->news = f->news && !good;
	f->cost = f->written - f->begin;
	return good;
}
