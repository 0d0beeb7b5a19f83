/* calls.c: the findings of drift env locate: the call that was answered differently, there and
 * here. */
#include "output/report/impl.h"

static void write_stack(const Report *r, const cJSON *stack)
{
	const cJSON *line;
	if (!cJSON_GetArraySize(stack))
		return;
	fputs("<pre>", r->to);
	cJSON_ArrayForEach(line, stack)
	{
		html_text(r->to, cJSON_IsString(line) ? line->valuestring : "");
		fputc('\n', r->to);
	}
	fputs("</pre>\n", r->to);
}

static void write_call(const Report *r, const char *text, const char *side, bool guilty)
{
	const char *class = guilty ? side : "";
	fprintf(r->to, "<td class=\"%s\">", *text ? class : "none");
	fputs(guilty ? "<mark>" : "", r->to);
	html_text(r->to, text);
	fputs(guilty ? "</mark></td>" : "</td>", r->to);
}

/* Calls of both runs side by side, the guilty one marked; of older results it alone. */
static void write_beside(const Report *r, const cJSON *f)
{
	const cJSON *row, *rows = json_at(f, "beside");
	fprintf(r->to,
			"<table class=\"beside calls\"><caption>around call %.0f</caption><tr><th>where it "
			"works</th><th>here</th></tr>\n",
			json_number(f, "call"));
	cJSON_ArrayForEach(row, rows)
	{
		bool guilty = json_true(row, "guilty");
		fputs(guilty ? "<tr class=\"guilty\">" : "<tr>", r->to);
		write_call(r, json_text(row, "there"), "new", guilty);
		write_call(r, guilty ? json_text(f, "here") : json_text(row, "here"), "old", guilty);
		fputs("</tr>\n", r->to);
	}
	if (!cJSON_GetArraySize(rows)) {
		fputs("<tr>", r->to);
		write_call(r, json_text(f, "there"), "new", true);
		write_call(r, json_text(f, "here"), "old", true);
		fputs("</tr>\n", r->to);
	}
	fputs("</table>\n", r->to);
}

static void write_cause(const Report *r, const cJSON *f)
{
	fputs("<details class=\"difference\" open><summary><b>", r->to);
	html_text(r->to, json_text(f, "summary"));
	fputs("</b></summary>\n", r->to);
	write_beside(r, f);
	fputs("<table class=\"facts\">\n", r->to);
	write_row(r, "what", json_text(f, "subject"));
	write_row(r, "kind", json_text(f, "kind"));
	write_row(r, "detail", json_text(f, "detail"));
	write_row(r, "advice", json_text(f, "advice"));
	fputs("</table>\n", r->to);
	write_stack(r, json_at(f, "stack"));
	fputs("</details>\n", r->to);
}

static void write_list(const Report *r, const char *key, const char *title)
{
	const cJSON *one;
	if (!json_length(r->root, key))
		return;
	fprintf(r->to, "<h3>%s</h3>\n<ol>\n", title);
	cJSON_ArrayForEach(one, json_at(r->root, key))
	{
		fputs("<li>", r->to);
		html_text(r->to,
				  *json_text(one, "summary") ? json_text(one, "summary") : json_text(one, "what"));
		if (*json_text(one, "advice")) {
			fputs("<br><small>", r->to);
			html_text(r->to, json_text(one, "advice"));
			fputs("</small>", r->to);
		}
		fputs("</li>\n", r->to);
	}
	fputs("</ol>\n", r->to);
}

void write_causes(const Report *r)
{
	const cJSON *f, *stats = json_at(r->root, "stats");
	begin_section(r, "causes", "Causes");
	cJSON_ArrayForEach(f, json_at(r->root, "findings"))
	{
		write_cause(r, f);
	}
	if (!json_length(r->root, "findings"))
		fputs("<p>None was found.</p>\n", r->to);
	write_list(r, "suspects", "Other suspects");
	write_list(r, "libraries", "Libraries that differ");
	write_list(r, "held_back", "Held back in reruns");
	fprintf(r->to, "<p class=\"small\">%.0f reruns, %.0f calls, %.1f s</p>\n",
			json_number(stats, "runs"), json_number(stats, "calls"), json_number(stats, "seconds"));
	end_section(r);
}
