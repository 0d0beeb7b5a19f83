/* blame.c: the findings of drift explain: blamed hunks, suspects, an input that passes. */
#include "output/report/impl.h"

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

/* "parse.c:41" or "parse.c:41-43"; nothing where there are no lines. */
static void write_location(const Report *r, const cJSON *location)
{
	double first = json_number(location, "first_line"), last = json_number(location, "last_line");
	fputs("<td>", r->to);
	if (cJSON_IsObject(location)) {
		html_text(r->to, json_text(location, "file"));
		fprintf(r->to, last > first ? ":%.0f-%.0f" : ":%.0f", first, last);
	}
	fputs("</td>", r->to);
}

static void write_sets(const Report *r, const cJSON *of)
{
	const cJSON *set;
	if (!json_length(of, "blame") && !*json_text(of, "blame_trouble"))
		return;
	fputs("<h3>To blame</h3>\n<ul>\n", r->to);
	cJSON_ArrayForEach(set, json_at(of, "blame"))
	{
		fputs("<li><b>", r->to);
		html_text(r->to, json_text(set, "text"));
		fputs("</b>", r->to);
		if (json_true(set, "interaction"))
			fputs(" together: none of them alone", r->to);
		if (json_number(set, "repairs") > 0)
			fputs("; without it NEW does what OLD does", r->to);
		if (!json_true(set, "smallest"))
			fputs("; a part of it may do", r->to);
		fputs("</li>\n", r->to);
	}
	if (*json_text(of, "blame_trouble"))
		html_span(r->to, "li", "doubt", json_text(of, "blame_trouble"));
	if (json_true(of, "blame_open"))
		fputs("<li class=\"doubt\">the builds ran out: there may be further sets</li>\n", r->to);
	fputs("</ul>\n", r->to);
}

static void write_hunks(const Report *r, const cJSON *of)
{
	const cJSON *hunk;
	if (!json_length(of, "hunks"))
		return;
	fputs("<table class=\"list\"><tr><th>edit</th><th>old</th><th>new</th><th>changes</th></tr>\n",
		  r->to);
	cJSON_ArrayForEach(hunk, json_at(of, "hunks"))
	{
		Buf changes = {0};
		add_names(&changes, json_at(hunk, "changes"));
		fputs(json_true(hunk, "matters") ? "<tr class=\"differs\">" : "<tr>", r->to);
		html_span(r->to, "td", NULL, json_text(hunk, "id"));
		write_location(r, json_at(hunk, "old"));
		write_location(r, json_at(hunk, "new"));
		html_span(r->to, "td", NULL, buf_str(&changes));
		fputs("</tr>\n", r->to);
		buf_free(&changes);
	}
	fputs("</table>\n", r->to);
}

/* What held of the input there, or both values. */
static void write_reason(const Report *r, const cJSON *s)
{
	fputs("<br><code>", r->to);
	if (*json_text(s, "condition")) {
		html_text(r->to, json_text(s, "condition"));
	} else {
		html_text(r->to, *json_text(s, "old") ? json_text(s, "old") : "-");
		fputs(" | ", r->to);
		html_text(r->to, *json_text(s, "new") ? json_text(s, "new") : "-");
	}
	fputs("</code>", r->to);
}

static void write_suspects(const Report *r, const cJSON *of)
{
	const cJSON *s;
	if (*json_text(of, "no_suspects"))
		html_span(r->to, "p", "doubt", json_text(of, "no_suspects"));
	if (!json_length(of, "suspects"))
		return;
	fputs("<h3>Suspects</h3>\n<ol>\n", r->to);
	cJSON_ArrayForEach(s, json_at(of, "suspects"))
	{
		fputs("<li><code>", r->to);
		html_text(r->to, json_text(s, "source"));
		fprintf(r->to, "</code> <code class=\"place\">%s ", json_text(s, "side"));
		html_text(r->to, json_text(s, "file"));
		fprintf(r->to, ":%.0f</code> ", json_number(s, "line"));
		html_span(r->to, "small", NULL, json_text(s, "why"));
		if (*json_text(s, "condition") || json_at(s, "old"))
			write_reason(r, s);
		if (*json_text(s, "input")) {
			fprintf(r->to, "<br>%s <code>",
					json_true(s, "passes") ? "both do the same on" : "otherwise on");
			html_text(r->to, json_text(s, "input"));
			fputs("</code>", r->to);
		}
		fputs("</li>\n", r->to);
	}
	fputs("</ol>\n", r->to);
}

void write_explained(const Report *r, const cJSON *of)
{
	const cJSON *pass = json_at(of, "pass_instead"), *differs = json_at(of, "differs");
	write_sets(r, of);
	write_hunks(r, of);
	write_suspects(r, of);
	if (cJSON_IsObject(pass)) {
		fputs("<h3>Pass instead</h3>\n<p><code>", r->to);
		html_text(r->to, json_text(pass, "input"));
		fputs("</code> ", r->to);
		html_text(r->to, json_text(pass, "edit"));
		fputs("</p>\n", r->to);
	}
	if (*json_text(differs, "unsettled"))
		html_span(r->to, "p", "doubt", json_text(differs, "unsettled"));
}

void write_blame(const Report *r)
{
	const cJSON *differs = json_at(r->root, "differs");
	if (!json_at(r->root, "suspects") && !json_at(r->root, "blame"))
		return;
	begin_section(r, "blame", "Why");
	if (cJSON_IsObject(differs)) {
		char *what = json_number(differs, "line") > 0
						 ? xasprintf("%s, line %.0f", json_text(differs, "what"),
									 json_number(differs, "line"))
						 : xstrdup(json_text(differs, "what"));
		write_outputs(r, what, json_text(differs, "old"), json_text(differs, "new"));
		free(what);
	}
	write_explained(r, r->root);
	if (json_length(r->root, "effect")) {
		fputs("<h3>How it came</h3>\n", r->to);
		write_sources(r, NULL, json_at(r->root, "effect"));
	}
	end_section(r);
}
