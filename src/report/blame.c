/* blame.c: what drift explain found: hunks to blame, suspects, an input that passes. */
#include "report/impl.h"

/* "h2, h5" */
static void add_names(Buf *to, const cJSON *list)
{
	const cJSON *one;
	cJSON_ArrayForEach(one, list)
	{
		if (to->len)
			buf_adds(to, ", ");
		if (cJSON_IsString(one))
			buf_adds(to, one->valuestring);
		else
			buf_addf(to, "%d", one->valueint);
	}
}

/* A set is a list of hunks, or an object that has one. */
static void write_sets(const Report *r)
{
	const cJSON *set;
	if (!json_length(r->root, "blame"))
		return;
	fputs("<h3>To blame</h3>\n<ul>\n", r->to);
	cJSON_ArrayForEach(set, json_at(r->root, "blame"))
	{
		Buf names = {0};
		add_names(&names, cJSON_IsArray(set) ? set : json_at(set, "hunks"));
		fputs("<li>", r->to);
		html_span(r->to, "b", NULL, buf_str(&names));
		if (cJSON_GetArraySize(cJSON_IsArray(set) ? set : json_at(set, "hunks")) > 1)
			fputs(" together", r->to);
		fputs("</li>\n", r->to);
		buf_free(&names);
	}
	fputs("</ul>\n", r->to);
}

static void write_hunks(const Report *r)
{
	const cJSON *hunk;
	if (!json_length(r->root, "hunks"))
		return;
	fputs("<table class=\"list\"><tr><th>hunk</th><th>old</th><th>new</th></tr>\n", r->to);
	cJSON_ArrayForEach(hunk, json_at(r->root, "hunks"))
	{
		fputs("<tr>", r->to);
		html_span(r->to, "td", NULL, json_text(hunk, "id"));
		html_span(r->to, "td", NULL, json_text(hunk, "old"));
		html_span(r->to, "td", NULL, json_text(hunk, "new"));
		fputs("</tr>\n", r->to);
	}
	fputs("</table>\n", r->to);
}

static void write_suspects(const Report *r)
{
	const cJSON *s;
	if (!json_length(r->root, "suspects"))
		return;
	fputs("<h3>Suspects</h3>\n<ol>\n", r->to);
	cJSON_ArrayForEach(s, json_at(r->root, "suspects"))
	{
		fprintf(r->to, "<li><code class=\"place\">%s ", json_text(s, "side"));
		html_text(r->to, json_text(s, "file"));
		fprintf(r->to, ":%.0f</code> ", json_number(s, "line"));
		html_text(r->to, json_text(s, "why"));
		if (*json_text(s, "condition")) {
			fputs("<br><code>", r->to);
			html_text(r->to, json_text(s, "condition"));
			fputs("</code>", r->to);
		}
		if (*json_text(s, "input")) {
			fprintf(r->to, "<br>%s: <code>", json_true(s, "passes") ? "passes" : "other input");
			html_text(r->to, json_text(s, "input"));
			fputs("</code>", r->to);
		}
		fputs("</li>\n", r->to);
	}
	fputs("</ol>\n", r->to);
}

void write_blame(const Report *r)
{
	const cJSON *pass = json_at(r->root, "pass_instead");
	if (!json_at(r->root, "suspects") && !json_at(r->root, "blame"))
		return;
	begin_section(r, "blame", "Why");
	write_sets(r);
	write_hunks(r);
	write_suspects(r);
	if (cJSON_IsObject(pass)) {
		fputs("<h3>Pass instead</h3>\n<p><code>", r->to);
		html_text(r->to, json_text(pass, "input"));
		fputs("</code> ", r->to);
		html_text(r->to, json_text(pass, "edit"));
		fputs("</p>\n", r->to);
	}
	end_section(r);
}
