/* save.c: result.json, rewritten whole now and then. */
#include "result/impl.h"

static const double SHARE = 20; /* times what a writing takes pass between two of them */

bool result_due(ResultFile *f, bool running)
{
	f->begin = now_seconds();
	return f->dir && (!running || f->begin - f->written >= f->period + SHARE * f->cost);
}

bool result_save(ResultFile *f, const Result *r, Err *err)
{
	char *text = result_json(r), *path = xasprintf("%s/result.json", f->dir);
	bool good = file_write(path, text, strlen(text), err);
	free(text);
	free(path);
	f->written = now_seconds();
	f->cost = f->written - f->begin;
	return good;
}
