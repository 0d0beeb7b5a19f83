/* curve.c: progress of the search: paths, differences and solver time, over its time. */
#include "output/report/impl.h"

enum { WIDTH = 700, HEIGHT = 150, LEFT = 8, RIGHT = 190, TOP = 14, BOTTOM = 22 };

/* Each is drawn against its own largest value, which its label tells. */
static const struct {
	const char *key;
	const char *label; /* with the value at the end */
} series[] = {
	{"paths", "%.0f paths"},
	{"found", "%.0f found"},
	{"solver_seconds", "%.2f s of solver"},
};

static double largest(const cJSON *points, const char *key)
{
	const cJSON *p;
	double most = 0;
	cJSON_ArrayForEach(p, points)
	{
		most = json_number(p, key) > most ? json_number(p, key) : most;
	}
	return most;
}

static void write_line(const Report *r, const cJSON *points, size_t i, double end, int row)
{
	const cJSON *p;
	char label[64];
	double most = largest(points, series[i].key);
	bool first = true;
	if (most <= 0)
		return;
	fprintf(r->to, "<path class=\"c%zu\" d=\"", i);
	cJSON_ArrayForEach(p, points)
	{
		fprintf(r->to, "%c%.1f %.1f", first ? 'M' : 'L',
				LEFT + (WIDTH - LEFT - RIGHT) * json_number(p, "seconds") / end,
				HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * json_number(p, series[i].key) / most);
		first = false;
	}
	snprintf(label, sizeof label, series[i].label, most);
	fprintf(r->to, "\"/>\n<text class=\"c%zu\" x=\"%d\" y=\"%d\">%s</text>\n", i,
			WIDTH - RIGHT + 10, TOP + 16 * row + 4, label);
}

void write_curve(const Report *r)
{
	const cJSON *points = json_at(json_at(r->root, "stats"), "curve");
	double end = largest(points, "seconds");
	if (cJSON_GetArraySize(points) < 3 || end <= 0)
		return;
	fprintf(
		r->to,
		"<svg class=\"curve\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"paths, differences "
		"and solver time over the search\">\n",
		WIDTH, HEIGHT);
	fprintf(r->to, "<path class=\"axis\" d=\"M%d %dH%d\"/>\n", LEFT, HEIGHT - BOTTOM,
			WIDTH - RIGHT);
	fprintf(r->to, "<text x=\"%d\" y=\"%d\">0 s</text><text x=\"%d\" y=\"%d\">%.1f s</text>\n",
			LEFT, HEIGHT - 6, WIDTH - RIGHT - 30, HEIGHT - 6, end);
	for (size_t i = 0; i < countof(series); i++)
		write_line(r, points, i, end, (int)i);
	fputs("</svg>\n", r->to);
}
