/* claims.c: contracts of drift check and interactions of drift test. */
#include "report/impl.h"

void write_contracts(const Report *r)
{
	const cJSON *contract, *clause;
	if (!json_length(r->root, "contracts"))
		return;
	begin_section(r, "contracts", "Contracts");
	fputs("<table class=\"list\"><tr><th>function</th><th>clause</th><th>verdict</th><th>test</th>"
		  "<th>why</th></tr>\n",
		  r->to);
	cJSON_ArrayForEach(contract, json_at(r->root, "contracts"))
	{
		cJSON_ArrayForEach(clause, json_at(contract, "clauses"))
		{
			const char *verdict = json_text(clause, "verdict");
			fprintf(r->to, "<tr class=\"row %s\">",
					!strcmp(verdict, "violated") ? "differs"
					: strcmp(verdict, "holds")   ? "doubt"
												 : "");
			html_span(r->to, "td", NULL, json_text(contract, "function"));
			fputs("<td>", r->to);
			html_span(r->to, "code", NULL, json_text(clause, "text"));
			fputs("</td>", r->to);
			html_span(r->to, "td", NULL, verdict);
			html_span(r->to, "td", NULL, json_text(clause, "test"));
			html_span(r->to, "td", NULL, json_text(clause, "why"));
			fputs("</tr>\n", r->to);
		}
	}
	fputs("</table>\n", r->to);
	end_section(r);
}

/* A number, a text, or a list of them. */
static void write_list(const Report *r, const cJSON *list)
{
	const cJSON *one;
	const char *between = "";
	fputs("<td>", r->to);
	cJSON_ArrayForEach(one, list)
	{
		fputs(between, r->to);
		between = ", ";
		if (cJSON_IsNumber(one))
			fprintf(r->to, "%.0f", one->valuedouble);
		else
			html_text(r->to, cJSON_IsString(one) ? one->valuestring : json_text(one, "where"));
	}
	fputs("</td>", r->to);
}

void write_interactions(const Report *r)
{
	const cJSON *one;
	if (!json_length(r->root, "interactions"))
		return;
	begin_section(r, "interactions", "Interactions");
	fputs("<table class=\"list\"><tr><th>changes</th><th>meet at</th><th>differences</th>"
		  "<th>only together</th><th>by</th></tr>\n",
		  r->to);
	cJSON_ArrayForEach(one, json_at(r->root, "interactions"))
	{
		const cJSON *cie = json_at(one, "cie");
		fputs("<tr class=\"row\">", r->to);
		write_list(r, json_at(one, "changes"));
		write_list(r, json_at(one, "places"));
		write_list(r, json_at(one, "differences"));
		html_span(r->to, "td", NULL,
				  cJSON_IsTrue(cie)     ? "yes"
				  : cJSON_IsFalse(cie)  ? "no"
				  : cJSON_IsString(cie) ? cie->valuestring
										: "unknown");
		html_span(r->to, "td", NULL, json_text(one, "by"));
		fputs("</tr>\n", r->to);
	}
	fputs("</table>\n", r->to);
	end_section(r);
}
