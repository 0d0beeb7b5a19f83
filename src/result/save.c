/* save.c: result.json, rewritten whole now and then. */
#include "result/impl.h"

#include "base/watch.h"

static const double SHARE = 20; /* times what a writing takes pass between two of them */

bool result_due(ResultFile *f, bool running)
{
	f->begin = now_seconds();
	double pause = (f->news ? 0 : f->period) + SHARE * f->cost;
	return f->dir && (!running || f->begin - f->written >= pause);
}

bool result_save(ResultFile *f, const Result *r, Err *err)
{
	stall(r->ended == RESULT_RUNNING ? "write" : "write the last");
	char *text = result_json(r), *path = xasprintf("%s/result.json", f->dir);
	bool good = file_write(path, text, strlen(text), err);
	free(text);
	free(path);
	f->written = now_seconds();
	f->news = f->news && !good;
	f->cost = f->written - f->begin;
	return good;
}
