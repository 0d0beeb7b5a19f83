/* format.c: the output format of a command. */
#include "cli/options/format.h"

#include "base/paint.h"

bool output_choose(ResultOutput *t, const char *format, bool json, const char *color,
				   const StrList *strip, Err *err)
{
	bool colours;
	t->to = stdout;
	if (json && format && strcmp(format, "json") != 0)
		return err_set(err, "--json and --format %s exclude each other", format);
	t->format = result_format(json ? "json" : format ? format : "text", err);
	t->text = t->format && t->format->write == result_write_text;
	if (!t->format || !paint_wanted(color, stdout, &colours, err))
		return false;
	if (!t->text && color && !strcmp(color, "always"))
		return err_set(err,
					   "--color always is only for --format text: %s has no colours; leave it out",
					   t->format->name);
	if (t->text && (colours || strip->len))
		t->to = paint_open(stdout, colours, strip);
	return true;
}

void output_write(const ResultOutput *t, Result *r, const StrList *strip)
{
	vec_append(&r->strip, strip->at, strip->len);
	t->format->write(r, t->to);
}

void output_end(ResultOutput *t)
{
	if (t->to && t->to != stdout)
		fclose(t->to);
	t->to = NULL;
}
