/* strategies.c: drift compare: differences over runs as a plot, and the table; drift suite: its tests. */
#include "output/report/impl.h"

enum {
	WIDTH = 700,
	HEIGHT = 260,
	LEFT = 40,
	RIGHT = 190,
	TOP = 14,
	BOTTOM = 30,
	COLOURS = 8, /* classes s0 to s7 of page.css */
};

static const char *order_of(const cJSON *row)
{
	const char *order = json_text(row, "order");
	return *order ? order : "own";
}

/* ---- the plot ---- */

typedef struct Plot {
	double runs, found; /* largest values */
} Plot;

static Plot extent(const cJSON *rows)
{
	const cJSON *row, *p;
	Plot most = {0};
	cJSON_ArrayForEach(row, rows)
	{
		cJSON_ArrayForEach(p, json_at(row, "curve"))
		{
			most.runs = json_number(p, "runs") > most.runs ? json_number(p, "runs") : most.runs;
			most.found = json_number(p, "differences") > most.found ? json_number(p, "differences")
																	: most.found;
		}
	}
	return most;
}

static double x_of(const Plot *most, double runs)
{
	return LEFT + (WIDTH - LEFT - RIGHT) * runs / most->runs;
}

static double y_of(const Plot *most, double found)
{
	return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * found / most->found;
}

/* Steps: the number stays the same until the next difference. */
static void write_steps(const Report *r, const cJSON *row, const Plot *most, int i)
{
	const cJSON *p;
	fprintf(r->to, "<path class=\"s%d\" d=\"M%.1f %.1f", i % COLOURS, x_of(most, 0), y_of(most, 0));
	cJSON_ArrayForEach(p, json_at(row, "curve"))
	{
		fprintf(r->to, "H%.1fV%.1f", x_of(most, json_number(p, "runs")),
				y_of(most, json_number(p, "differences")));
	}
	fprintf(r->to, "\"/>\n<text class=\"s%d\" x=\"%d\" y=\"%d\">", i % COLOURS, WIDTH - RIGHT + 10,
			TOP + 15 * i + 4);
	html_text(r->to, json_text(row, "strategy"));
	fputs(" ", r->to);
	html_text(r->to, order_of(row));
	fprintf(r->to, ": %.0f</text>\n", json_number(row, "differences"));
}

static void write_plot(const Report *r, const cJSON *rows)
{
	const cJSON *row;
	int i = 0, n = cJSON_GetArraySize(rows), height = TOP + 15 * n + BOTTOM;
	Plot most = extent(rows);
	if (most.runs <= 0 || most.found <= 0)
		return;
	fprintf(r->to,
			"<svg class=\"strategies\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"differences "
			"found over runs, by strategy\">\n",
			WIDTH, height > HEIGHT ? height : HEIGHT);
	fprintf(r->to, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n", LEFT, TOP, HEIGHT - BOTTOM,
			WIDTH - RIGHT);
	fprintf(r->to,
			"<text x=\"%d\" y=\"%d\">0 runs</text><text x=\"%d\" y=\"%d\">%.0f runs</text>"
			"<text x=\"2\" y=\"%d\">%.0f</text>\n",
			LEFT, HEIGHT - 12, WIDTH - RIGHT - 60, HEIGHT - 12, most.runs, TOP + 4, most.found);
	cJSON_ArrayForEach(row, rows)
	{
		write_steps(r, row, &most, i++);
	}
	fputs("</svg>\n", r->to);
}

/* ---- the table ---- */

static void write_strategy(const Report *r, const cJSON *row)
{
	static const char *const numbers[] = {
		"runs",  "solver_calls",    "seconds",         "changes",    "differences",     "errors",
		"tests", "tests_executing", "tests_differing", "partitions", "semantic_changes"};
	fputs("<tr class=\"row\">", r->to);
	html_span(r->to, "td", NULL, json_text(row, "strategy"));
	html_span(r->to, "td", NULL, order_of(row));
	for (size_t i = 0; i < countof(numbers); i++) {
		char text[32] = "";
		if (json_at(row, numbers[i]))
			snprintf(text, sizeof text, strcmp(numbers[i], "seconds") ? "%.0f" : "%.2f",
					 json_number(row, numbers[i]));
		html_span(r->to, "td", "number", text);
	}
	html_span(r->to, "td", NULL,
			  json_true(row, "exhaustive") ? "exhaustive" : json_text(row, "ended"));
	fputs("</tr>\n", r->to);
}

void write_strategies(const Report *r)
{
	const cJSON *row, *rows = json_at(json_at(r->root, "compare"), "rows");
	if (!cJSON_IsArray(rows))
		return;
	begin_section(r, "strategies", "Strategies");
	write_plot(r, rows);
	fputs("<table class=\"list\">\n<tr><th>strategy</th><th>order</th><th>runs</th><th>solver "
		  "calls</th><th>seconds</th><th>changes</th><th>differences</th><th>errors</th>"
		  "<th>tests</th><th>execute</th><th>differ</th><th>partitions</th><th>shown</"
		  "th><th>ended</th></tr>\n",
		  r->to);
	cJSON_ArrayForEach(row, rows)
	{
		write_strategy(r, row);
	}
	fputs("</table>\n", r->to);
	end_section(r);
}

/* What a test showed, in a word. */
static const char *outcome_of(const cJSON *test)
{
	const char *unknown = json_text(test, "unknown");
	if (*unknown)
		return unknown;
	if (json_true(test, "differs"))
		return "differs";
	return json_true(test, "refuted") ? "differs in the machine only" : "";
}

/* ---- a suite ---- */

static void write_test(const Report *r, const cJSON *t)
{
	char rank[16], semantic[16] = "";
	snprintf(rank, sizeof rank, "%.0f", json_number(t, "rank"));
	if (json_number(t, "semantic_change") > 0)
		snprintf(semantic, sizeof semantic, "%.0f", json_number(t, "semantic_change"));
	fprintf(r->to, "<tr class=\"row %s\">", json_true(t, "differs") ? "differs" : "");
	html_span(r->to, "td", "number", rank);
	fputs("<td>", r->to);
	html_span(r->to, "code", NULL, json_text(t, "text"));
	fputs("</td><td>", r->to);
	const cJSON *change;
	cJSON_ArrayForEach(change, json_at(t, "changes"))
	{
		fprintf(r->to, "%.0f ", change->valuedouble);
	}
	fputs("</td>", r->to);
	html_span(r->to, "td", NULL, outcome_of(t));
	html_span(r->to, "td", "number", semantic);
	html_span(r->to, "td", NULL, json_true(t, "selected") ? "selected" : "");
	html_span(r->to, "td", NULL, json_true(t, "reduced") ? "reduced" : "");
	fputs("</tr>\n", r->to);
}

void write_suite(const Report *r)
{
	const cJSON *t, *tests = json_at(json_at(r->root, "suite"), "tests");
	if (!cJSON_IsArray(tests))
		return;
	begin_section(r, "suite", "Suite");
	fputs("<table class=\"list\">\n<tr><th>rank</th><th>test</th><th>executes</th><th></th>"
		  "<th>semantic change</th><th></th><th></th></tr>\n",
		  r->to);
	cJSON_ArrayForEach(t, tests)
	{
		write_test(r, t);
	}
	fputs("</table>\n", r->to);
	end_section(r);
}
