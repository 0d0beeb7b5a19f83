/* tables.c: partitions of drift diff and cases of drift explore, as tables that can be filtered. */
#include "output/report/impl.h"

enum { MOST_CASES = 2000 };

static void begin_table(const Report *r, const char *id)
{
	fprintf(r->to,
			"<p class=\"tools\" hidden><input type=\"search\" data-filter=\"#%s tr.row\" "
			"placeholder=\"filter\" aria-label=\"filter the rows\"></p>\n<table class=\"list\" "
			"id=\"%s\">\n",
			id, id);
}

static void write_code(const Report *r, const char *text)
{
	fputs("<td>", r->to);
	if (*text)
		html_span(r->to, "code", NULL, text);
	fputs("</td>", r->to);
}

/* What a version does there. */
static void write_doing(const Report *r, const cJSON *side)
{
	fputs("<td>", r->to);
	if (*json_text(side, "output"))
		html_span(r->to, "code", NULL, json_text(side, "output"));
	if (*json_text(side, "stderr")) {
		fputs(" <small>stderr</small> ", r->to);
		html_span(r->to, "code", NULL, json_text(side, "stderr"));
	}
	fputs(" <small>", r->to);
	html_text(r->to, json_text(side, "ends"));
	fputs("</small></td>", r->to);
}

void write_partitions(const Report *r)
{
	const cJSON *p, *all = json_at(r->root, "partitions");
	if (!cJSON_IsArray(all) || !cJSON_GetArraySize(all))
		return;
	begin_section(r, "partitions", "Partitions");
	begin_table(r, "rows");
	fputs("<tr><th></th><th>when</th><th>for example</th><th>old</th><th>new</th></tr>\n", r->to);
	cJSON_ArrayForEach(p, all)
	{
		const char *relation = json_text(p, "relation");
		const char *doubt = strcmp(relation, "unknown") ? "" : "doubt";
		fprintf(r->to, "<tr class=\"row %s\">", strcmp(relation, "different") ? doubt : "differs");
		html_span(r->to, "td", "word", relation);
		fputs("<td><code>", r->to);
		html_text(r->to, json_text(p, "condition"));
		if (*json_text(p, "differs_if")) {
			fputs("</code> and <code>", r->to);
			html_text(r->to, json_text(p, "differs_if"));
		}
		fputs("</code></td>", r->to);
		write_code(r, json_text(p, "input"));
		write_doing(r, json_at(p, "old"));
		write_doing(r, json_at(p, "new"));
		fputs("</tr>\n", r->to);
	}
	fputs("</table>\n", r->to);
	end_section(r);
}

/* ---- one program ---- */

static void write_errors(const Report *r)
{
	const cJSON *e;
	if (!json_length(r->root, "errors"))
		return;
	begin_section(r, "errors", "Errors");
	cJSON_ArrayForEach(e, json_at(r->root, "errors"))
	{
		fputs("<details class=\"difference\" open><summary><b>", r->to);
		html_text(r->to, json_text(e, "kind"));
		fputs("</b> ", r->to);
		if (strcmp(json_text(e, "where"), "?") != 0)
			html_span(r->to, "code", NULL, json_text(e, "where"));
		fprintf(r->to, " on %.0f path%s</summary>\n", json_number(e, "count"),
				json_number(e, "count") == 1 ? "" : "s");
		if (*json_text(e, "report"))
			html_span(r->to, "pre", NULL, json_text(e, "report"));
		fputs("<table class=\"facts\">", r->to);
		write_row(r, "test", json_text(e, "test"));
		fputs("</table></details>\n", r->to);
	}
	end_section(r);
}

/* A bar with the share in it. */
static void write_share(const Report *r, double part, double whole)
{
	double share = whole > 0 ? 100 * part / whole : 0;
	fprintf(r->to,
			"<td><div class=\"bar\"><div style=\"width:%.0f%%\"></div></div> %.0f of %.0f "
			"(%.0f %%)</td>",
			share, part, whole, share);
}

static void write_coverage(const Report *r)
{
	const cJSON *file, *coverage = json_at(r->root, "coverage");
	if (!coverage)
		return;
	begin_section(r, "coverage", "Coverage");
	fputs("<table class=\"list\"><tr><th>file</th><th>lines</th><th>branches</th></tr>\n", r->to);
	cJSON_ArrayForEach(file, json_at(coverage, "files"))
	{
		fputs("<tr>", r->to);
		html_span(r->to, "td", NULL, file->string ? file->string : json_text(file, "file"));
		write_share(r, json_number(file, "lines"), json_number(file, "lines_total"));
		write_share(r, json_number(file, "branches"), json_number(file, "branches_total"));
		fputs("</tr>\n", r->to);
	}
	fputs("</table>\n", r->to);
	end_section(r);
}

void write_cases(const Report *r)
{
	const cJSON *c, *all = json_at(r->root, "cases");
	int n = 0;
	write_errors(r);
	write_coverage(r);
	if (!cJSON_GetArraySize(all))
		return;
	begin_section(r, "cases", "Cases");
	begin_table(r, "rows");
	fputs("<tr><th>when</th><th>prints</th><th>ends</th><th>test</th></tr>\n", r->to);
	cJSON_ArrayForEach(c, all)
	{
		if (++n > MOST_CASES)
			continue;
		fprintf(r->to, "<tr class=\"row %s\">",
				!strcmp(json_text(c, "outcome"), "error") ? "differs" : "");
		write_code(r, json_text(c, "condition"));
		write_code(r, json_text(c, "output"));
		fputs("<td>", r->to);
		html_text(r->to, json_text(c, "outcome"));
		if (cJSON_IsNumber(json_at(c, "status")))
			fprintf(r->to, " %.0f", json_number(c, "status"));
		fputs("</td>", r->to);
		write_code(r, json_text(c, "test"));
		fputs("</tr>\n", r->to);
	}
	fputs("</table>\n", r->to);
	if (n > MOST_CASES)
		fprintf(r->to, "<p class=\"small\">and %d more in result.json</p>\n", n - MOST_CASES);
	end_section(r);
}
