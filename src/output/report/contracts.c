/* contracts.c: contracts of drift check and interactions of drift test. */
#include "output/report/impl.h"

/* "returns 20", with what it prints. */
static void write_side(const Report *r, const cJSON *side)
{
	fputs("<td>", r->to);
	html_text(r->to, json_text(side, "ends"));
	if (*json_text(side, "output")) {
		fputs("<br>", r->to);
		html_span(r->to, "code", NULL, json_text(side, "output"));
	}
	fputs("</td>", r->to);
}

static void write_clause(const Report *r, const cJSON *contract, const cJSON *clause)
{
	static const char *const classes[] = {
		[TONE_GOOD] = "", [TONE_BAD] = "differs", [TONE_UNSURE] = "doubt"};
	VerdictTone tone = verdict_tone(json_verdict(clause));
	fprintf(r->to, "<tr class=\"row %s\"><td>", classes[tone]);
	html_span(r->to, "b", NULL, json_text(contract, "function"));
	html_span(r->to, "code", "place", json_text(contract, "place"));
	fputs("</td><td>", r->to);
	html_span(r->to, "code", NULL, json_text(clause, "text"));
	fputs("</td>", r->to);
	html_span(r->to, "td", "word", json_text(clause, "verdict"));
	fputs("<td>", r->to);
	html_span(r->to, "code", NULL, json_text(clause, "input"));
	if (*json_text(clause, "condition")) {
		fputs("<br>", r->to);
		html_span(r->to, "small", NULL, json_text(clause, "condition"));
	}
	html_span(r->to, "small", NULL, json_text(clause, "why"));
	html_span(r->to, "small", "doubt", json_text(clause, "unconfirmed"));
	fputs("</td>", r->to);
	write_side(r, json_at(clause, "old"));
	write_side(r, json_at(clause, "new"));
	html_span(r->to, "td", NULL, json_text(clause, "test"));
	fputs("</tr>\n", r->to);
}

void write_contracts(const Report *r)
{
	const cJSON *contract, *clause;
	if (!json_length(r->root, "contracts"))
		return;
	begin_section(r, "contracts", "Contracts");
	fputs("<table class=\"list\"><tr><th>function</th><th>clause</th><th>verdict</th><th>on</th>"
		  "<th>old</th><th>new</th><th>test</th></tr>\n",
		  r->to);
	cJSON_ArrayForEach(contract, json_at(r->root, "contracts"))
	{
		cJSON_ArrayForEach(clause, json_at(contract, "clauses"))
		{
			write_clause(r, contract, clause);
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

/* Whether a pair of changes is needed together, as text. */
static const char *text_of(const cJSON *cie)
{
	if (cJSON_IsString(cie))
		return cie->valuestring;
	if (cJSON_IsTrue(cie))
		return "yes";
	return cJSON_IsFalse(cie) ? "no" : "unknown";
}

void write_interactions(const Report *r)
{
	const cJSON *one;
	if (!json_length(r->root, "interactions"))
		return;
	begin_section(r, "interactions", "Interactions");
	write_graph(r);
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
		html_span(r->to, "td", NULL, text_of(cie));
		html_span(r->to, "td", NULL, json_text(one, "by"));
		fputs("</tr>\n", r->to);
	}
	fputs("</table>\n", r->to);
	end_section(r);
}
