/* summary.c: the verdict, what it covers and what it does not. */
#include "output/report/impl.h"

void begin_section(const Report *r, const char *id, const char *title)
{
	fprintf(r->to, "<section id=\"%s\"><h2>", id);
	html_text(r->to, title);
	fputs("</h2>\n", r->to);
}

void end_section(const Report *r)
{
	fputs("</section>\n", r->to);
}

void write_row(const Report *r, const char *name, const char *value)
{
	if (!*value)
		return;
	fputs("<tr>", r->to);
	html_span(r->to, "th", NULL, name);
	html_span(r->to, "td", NULL, value);
	fputs("</tr>\n", r->to);
}

static void write_count(const Report *r, const char *name, double value)
{
	char text[64];
	snprintf(text, sizeof text, "%.0f", value);
	write_row(r, name, text);
}

static void write_seconds(const Report *r, const char *name, const cJSON *of, const char *key)
{
	char text[64];
	if (!json_at(of, key))
		return;
	snprintf(text, sizeof text, "%.2f s", json_number(of, key));
	write_row(r, name, text);
}

/* How many of the rows of drift diff differ. */
static int count_different(const cJSON *rows)
{
	const cJSON *row;
	int n = 0;
	cJSON_ArrayForEach(row, rows)
	{
		n += !strcmp(json_text(row, "relation"), "different");
	}
	return n;
}

/* "3 paths", with what may be missing. */
static void write_number(const Report *r, double n, const char *noun, bool whole)
{
	fprintf(r->to, "%.0f %s%s%s.", n, noun, n == 1 ? "" : "s",
			whole ? " (search exhaustive)" : "; there may be more");
}

/* In one sentence what the verdict means. */
static void write_sentence(const Report *r)
{
	const cJSON *rows = json_at(r->root, "partitions");
	bool whole = json_true(r->root, "exhaustive"),
		 different = json_verdict(r->root) == VERDICT_DIFFERENT;
	fputs("<p>", r->to);
	if (json_at(r->root, "suspects"))
		fputs(different ? "Both programs were given one input, and differ on it."
						: "Both programs were given one input.",
			  r->to);
	else if (json_at(r->root, "contracts"))
		fprintf(r->to, "%d function%s checked.", json_length(r->root, "contracts"),
				json_length(r->root, "contracts") == 1 ? " was" : "s were");
	else if (different && cJSON_IsArray(rows))
		write_number(r, count_different(rows), "partition that differs", whole);
	else if (different)
		write_number(r, json_number(r->root, "semantic_changes"), "semantic change", whole);
	else if (json_at(r->root, "cases"))
		write_number(r, json_number(r->root, "paths"), rows ? "partition" : "path", whole);
	else if (json_text(r->root, "vacuous")[0])
		html_text(r->to, json_text(r->root, "vacuous"));
	else
		fputs(whole ? "This holds for every input of the shape."
					: "The search was not exhaustive: see what was left open.",
			  r->to);
	fputs("</p>\n", r->to);
}

void write_summary(const Report *r)
{
	const cJSON *stats = json_at(r->root, "stats"), *solver = json_at(stats, "solver");
	begin_section(r, "summary", "Summary");
	write_sentence(r);
	fputs("<table class=\"facts\">\n", r->to);
	write_row(r, "program", json_text(r->root, "program"));
	write_row(r, "old", json_text(r->root, "old"));
	write_row(r, "new", json_text(r->root, "new"));
	write_row(r, "function", json_text(r->root, "entry"));
	write_row(r, "input", json_text(r->root, "input"));
	if (json_at(r->root, "changes")) {
		char text[64];
		snprintf(text, sizeof text, "%d of %d executed",
				 (int)json_number(json_at(r->root, "changes_executed"), "number"),
				 json_length(r->root, "changes"));
		write_row(r, "changes", text);
	}
	write_count(r, "runs", json_number(stats, "runs"));
	write_seconds(r, "time", stats, "seconds");
	write_seconds(r, "native runs", stats, "confirm_seconds");
	write_seconds(r, "solver", solver, "seconds");
	fputs("</table>\n", r->to);
	write_curve(r);
	end_section(r);
}

/* How far a change had an effect in the search. */
static const char *seen_of(const cJSON *change)
{
	if (json_true(change, "propagated"))
		return "in a difference";
	if (json_true(change, "infected"))
		return "had an effect";
	return json_true(change, "reached") ? "executed" : "not executed";
}

void write_changes(const Report *r)
{
	const cJSON *change;
	if (!json_length(r->root, "changes"))
		return;
	begin_section(r, "changes", "Changes");
	fputs("<table "
		  "class=\"list\"><tr><th></th><th>what</th><th>old</th><th>new</th><th>seen</th></tr>\n",
		  r->to);
	cJSON_ArrayForEach(change, json_at(r->root, "changes"))
	{
		fprintf(r->to, "<tr><td>%d</td>", (int)json_number(change, "id"));
		html_span(r->to, "td", NULL, json_text(change, "what"));
		html_span(r->to, "td", NULL, json_text(change, "old"));
		html_span(r->to, "td", NULL, json_text(change, "new"));
		html_span(r->to, "td", NULL, seen_of(change));
		fputs("</tr>\n", r->to);
	}
	fputs("</table>\n", r->to);
	end_section(r);
}

/* ---- what was left open ---- */

static void write_notes(const Report *r, bool incomplete, const char *title)
{
	const cJSON *note;
	bool any = false;
	cJSON_ArrayForEach(note, json_at(r->root, "notes"))
	{
		if (json_true(note, "incomplete") != incomplete)
			continue;
		if (!any)
			fprintf(r->to, "<h3>%s</h3>\n<ul>\n", title);
		any = true;
		fputs("<li>", r->to);
		html_text(r->to, json_text(note, "what"));
		if (strcmp(json_text(note, "where"), "?") != 0)
			html_span(r->to, "code", "place", json_text(note, "where"));
		if (json_number(note, "count") > 1)
			fprintf(r->to, " (%.0f times)", json_number(note, "count"));
		fputs("</li>\n", r->to);
	}
	if (any)
		fputs("</ul>\n", r->to);
}

static void write_world(const Report *r)
{
	const cJSON *w;
	if (!json_length(r->root, "world"))
		return;
	fputs("<h3>What else the result depends on</h3>\n<ul>\n", r->to);
	cJSON_ArrayForEach(w, json_at(r->root, "world"))
	{
		fputs("<li>", r->to);
		html_text(r->to, json_text(w, "kind"));
		if (*json_text(w, "name"))
			html_span(r->to, "code", "place", json_text(w, "name"));
		html_span(r->to, "code", "place", json_text(w, "where"));
		if (json_true(w, "varied"))
			fputs(" was an input", r->to);
		else if (json_number(w, "count") == 0)
			fputs(" a branch on a failure that never happened", r->to);
		fputs("</li>\n", r->to);
	}
	fputs("</ul>\n", r->to);
}

void write_doubts(const Report *r)
{
	const cJSON *one;
	const char *ended = json_text(r->root, "ended");
	if (!json_at(r->root, "ended"))
		return;
	begin_section(r, "open", "What was left open");
	if (json_true(r->root, "exhaustive") && !json_at(r->root, "suspects") &&
		!json_at(r->root, "contracts"))
		fputs("<p>Nothing: every input of the shape is covered.</p>\n", r->to);
	else if (*ended && strcmp(ended, "done") != 0)
		fprintf(r->to, "<p class=\"doubt\">The search ended early: %s.</p>\n", ended);
	write_notes(r, true, "Not covered");
	if (json_length(r->root, "not_compared")) {
		fputs("<h3>Not compared</h3>\n<ul>\n", r->to);
		cJSON_ArrayForEach(one, json_at(r->root, "not_compared"))
		{
			html_span(r->to, "li", NULL, cJSON_GetStringValue(one));
		}
		fputs("</ul>\n", r->to);
	}
	write_world(r);
	write_notes(r, false, "Notes");
	end_section(r);
}
