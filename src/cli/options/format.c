/* format.c: the output format of a command. */
#include "cli/options/format.h"

#include "base/paint.h"
#include "base/watch.h"
#include "cli/options/last.h"
#include "cli/session/session.h"

enum { BUFFER = 1 << 20 }; /* bytes of output that are written at once: no line is cut off */

/* A report as text, to be freed. */
static char *rendered(const ResultOutput *t, const Result *r)
{
	char *text = NULL;
	size_t n = 0;
	FILE *memory = xmemstream(&text, &n);
	FILE *to = t->text && t->strip->len ? paint_open(memory, false, t->strip, 0) : memory;
	t->format->write(r, to);
	if (to != memory)
		fclose(to);
	fclose(memory);
	return text;
}

/* True for a result of the command itself: it may explain single differences, and check single
 * functions. The first result is one of the command. */
static bool is_whole(ResultOutput *t, const Result *r)
{
	const char *dir = r->dir ? r->dir : "";
	if (!t->command) {
		t->command = r->command;
		t->dir = dir;
	}
	return !strcmp(t->command, r->command) && !strcmp(t->dir, dir);
}

/* For ResultKeeper. A search that goes on is one that was ended, if the report is ever printed. */
static void keep(void *ctx, const Result *r)
{
	static const ResultEnd ends[WATCH_WHYS] = {RESULT_TIME, RESULT_STOPPED, RESULT_KILLED};
	ResultOutput *t = ctx;
	char *text[WATCH_WHYS];
	if (!is_whole(t, r))
		return;
	for (int why = 0; why < WATCH_WHYS; why++) {
		Result now = *r;
		bool running = r->ended == RESULT_RUNNING;
		now.ended = running ? ends[why] : r->ended;
		now.over = running || r->over;
		now.name = r->name ? r->name : "";
		now.strip = *t->strip; /* borrowed */
		text[why] = why && !running ? xstrdup(text[0]) : rendered(t, &now);
	}
	session_leave((const char *const *)text, r->verdict);
	for (int why = 0; why < WATCH_WHYS; why++)
		free(text[why]);
}

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
	t->strip = strip;
	t->command = NULL;
	setvbuf(stdout, NULL, _IOFBF, BUFFER);
	if (t->text)
		result_fit(paint_width(stdout));
	if (t->text && (colours || strip->len))
		t->to = paint_open(stdout, colours, strip, result_column());
	result_keep_by((ResultKeeper){t, keep});
	return true;
}

void output_write(const ResultOutput *t, Result *r, const StrList *strip)
{
	vec_append(&r->strip, strip->at, strip->len);
	t->format->write(r, t->to);
}

void output_report(const ResultOutput *t, Result *r, const StrList *strip, int status)
{
	stall("report");
	if (r->dir)
		last_note(r->dir);
	session_tell(status);
	output_write(t, r, strip);
	fflush(t->to);
	fflush(stdout);
	session_reported();
	stall("end");
}

void output_end(ResultOutput *t)
{
	result_keep_by((ResultKeeper){0});
	if (t->to && t->to != stdout)
		fclose(t->to);
	t->to = NULL;
}
