/* graph.c: draws which changes meet where, and in which differences that shows: three columns and
 * lines. */
#include "output/report/impl.h"

enum { ROW = 34, TOP = 28, BOX = 24, WIDTH = 900, COLUMNS = 3, MOST_ROWS = 30 };

/* Where columns begin, and how wide their boxes are. */
static const int column_at[COLUMNS] = {10, 350, 690};
enum { BOX_WIDTH = 200 };

/* Texts of a column, each once; what is drawn at a row. */
typedef struct GraphColumn {
	VEC(char *) text;
} GraphColumn;

static int row_of(GraphColumn *c, const char *text)
{
	for (size_t i = 0; i < c->text.len; i++)
		if (!strcmp(c->text.at[i], text))
			return (int)i;
	if (c->text.len == MOST_ROWS)
		return -1;
	vec_push(&c->text, xstrdup(text));
	return (int)c->text.len - 1;
}

/* Without its directories; boxes are narrow. */
static const char *base_name(const char *location)
{
	const char *slash = strrchr(location, '/');
	return slash ? slash + 1 : location;
}

static int row_of_change(const Report *r, GraphColumn *c, int id)
{
	const cJSON *change = cJSON_GetArrayItem(json_at(r->root, "changes"), id - 1);
	char *text = xasprintf("change %d  %s", id, base_name(json_text(change, "new")));
	int row = row_of(c, text);
	free(text);
	return row;
}

static int middle(int row)
{
	return TOP + row * ROW + BOX / 2;
}

static void write_edge(const Report *r, int from_column, int from, int to)
{
	int x = column_at[from_column] + BOX_WIDTH, end = column_at[from_column + 1];
	if (from < 0 || to < 0)
		return;
	fprintf(r->to, "<path d=\"M%d %dC%d %d %d %d %d %d\"/>\n", x, middle(from), (x + end) / 2,
			middle(from), (x + end) / 2, middle(to), end, middle(to));
}

/* Writes the lines of one interaction: each of its changes to each location, each location to each
 * difference. */
static void write_edges(const Report *r, const cJSON *one, GraphColumn *columns)
{
	const cJSON *id, *location, *group;
	cJSON_ArrayForEach(location, json_at(one, "places"))
	{
		int at =
			row_of(&columns[1], base_name(cJSON_IsString(location) ? location->valuestring : "?"));
		cJSON_ArrayForEach(id, json_at(one, "changes"))
		{
			write_edge(r, 0, row_of_change(r, &columns[0], id->valueint), at);
		}
		cJSON_ArrayForEach(group, json_at(one, "differences"))
		{
			char *text = xasprintf("difference %d", group->valueint);
			write_edge(r, 1, at, row_of(&columns[2], text));
			free(text);
		}
	}
}

static void write_boxes(const Report *r, GraphColumn *columns)
{
	static const char *const heads[COLUMNS] = {"changes", "meet at", "show in"};
	for (int k = 0; k < COLUMNS; k++) {
		fprintf(r->to, "<text class=\"head\" x=\"%d\" y=\"16\">%s</text>\n", column_at[k],
				heads[k]);
		for (size_t i = 0; i < columns[k].text.len; i++) {
			int y = TOP + (int)i * ROW;
			fprintf(r->to,
					"<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\"/><text x=\"%d\" "
					"y=\"%d\">",
					column_at[k], y, BOX_WIDTH, BOX, column_at[k] + 8, y + 16);
			html_text(r->to, columns[k].text.at[i]);
			fputs("</text>\n", r->to);
		}
	}
}

void write_graph(const Report *r)
{
	const cJSON *one, *all = json_at(r->root, "interactions");
	GraphColumn columns[COLUMNS] = {0};
	size_t most = 0;
	char *text = NULL;
	size_t n = 0;
	FILE *memory = xmemstream(&text, &n);
	Report own = *r;
	/* Lines first, which fills the columns; boxes lie above them. */
	own.to = memory;
	cJSON_ArrayForEach(one, all)
	{
		write_edges(&own, one, columns);
	}
	fclose(memory);
	for (int k = 0; k < COLUMNS; k++)
		most = columns[k].text.len > most ? columns[k].text.len : most;
	if (most) {
		fprintf(
			r->to,
			"<svg class=\"graph\" viewBox=\"0 0 %d %zu\" role=\"img\" aria-label=\"which changes "
			"meet where\">\n%s",
			WIDTH, TOP + most * ROW, text);
		write_boxes(r, columns);
		fputs("</svg>\n", r->to);
	}
	free(text);
	for (int k = 0; k < COLUMNS; k++) {
		for (size_t i = 0; i < columns[k].text.len; i++)
			free(columns[k].text.at[i]);
		vec_free(&columns[k].text);
	}
}
