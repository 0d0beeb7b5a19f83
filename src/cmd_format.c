/* cmd_format.c: in which format a command tells its result. */
#include "cmd_format.h"

#include "base/paint.h"

bool told_choose(Told *t, const char *format, bool json, const char *color, const StrList *strip,
				 Err *err)
{
	bool colours;
	t->to = stdout;
	if (json && format && strcmp(format, "json") != 0)
		return err_set(err, "--json and --format %s exclude each other", format);
	t->format = result_format(json ? "json" : format ? format : "text", err);
	t->text = t->format && t->format->write == result_write_text;
	if (!t->format || !paint_wanted(color, stdout, &colours, err))
		return false;
	if (t->text && (colours || strip->len))
		t->to = paint_open(stdout, colours, strip);
	return true;
}

void told_write(const Told *t, Result *r, const StrList *strip)
{
	for (size_t i = 0; i < strip->len; i++)
		vec_push(&r->strip, strip->at[i]);
	t->format->write(r, t->to);
}

void told_end(Told *t)
{
	if (t->to && t->to != stdout)
		fclose(t->to);
	t->to = NULL;
}
