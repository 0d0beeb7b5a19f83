/* columns.c: two texts side by side, so that the difference is visible.
 *
 * Short texts are shown whole. Long ones omit all but a few of their common first and last lines.
 * Lines that agree for longer than a column begin shortly before they diverge. */
#include "output/result/impl.h"

enum {
	LINES_SHOWN = 8, /* of each text */
	CONTEXT = 2,     /* lines before the first that differs */
	BEFORE = 12,     /* characters of a long line before the difference */
};

/* A line of a text, without its end. */
typedef struct Line {
	const char *at;
	size_t n;
	bool ended; /* by a newline */
} Line;
typedef VEC(Line) LineList;

static void split(ResultBytes text, LineList *out)
{
	for (size_t at = 0; at < text.n;) {
		const char *begin = text.at + at, *end = memchr(begin, '\n', text.n - at);
		Line line = {begin, end ? (size_t)(end - begin) : text.n - at, end != NULL};
		vec_push(out, line);
		at += line.n + (end != NULL);
	}
}

static bool same_line(Line a, Line b)
{
	return a.n == b.n && !memcmp(a.at, b.at, a.n);
}

/* Prints a line from an offset on, escaped and cut to a column. */
static void show(Line line, size_t from, Buf *out)
{
	buf_reset(out);
	if (from)
		buf_adds(out, "...");
	size_t n = line.n - from, most = (size_t)2 * COLUMN;
	buf_add_escaped(out, line.at + from, n < most ? n : most);
	if (out->len > COLUMN) {
		out->len = COLUMN - 3;
		out->at[out->len] = 0;
		buf_adds(out, "...");
	}
}

/* Where to begin, so that what differs is inside of the column. */
static size_t begin_of(Line a, Line b)
{
	size_t same = 0, least = a.n < b.n ? a.n : b.n;
	while (same < least && a.at[same] == b.at[same])
		same++;
	bool fits = a.n <= COLUMN && b.n <= COLUMN;
	bool seen = same + BEFORE < COLUMN || (same == a.n && same == b.n);
	return fits || seen ? 0 : same - BEFORE;
}

/* What cannot be seen as it is: a line with nothing in it beside one that has something, and an end
 * that only one of two has. */
static void name_blank(const Line *a, const Line *b, Buf *text)
{
	if (a && !a->n && a->ended && (!b || b->n))
		buf_adds(text, "(empty line)");
	else if (a && b && a->ended && !b->ended && a->n && same_line(*a, *b))
		buf_adds(text, "\\n");
}

static void print_line(const Line *a, const Line *b, const char *what, FILE *to)
{
	static const Line none = {"", 0, true};
	Buf text[2] = {0};
	size_t from = a && b ? begin_of(*a, *b) : 0;
	show(a ? *a : none, from, &text[0]);
	show(b ? *b : none, from, &text[1]);
	name_blank(a, b, &text[0]);
	name_blank(b, a, &text[1]);
	fprintf(to, "  %-7s %-*s | %s\n", what, COLUMN, buf_str(&text[0]), buf_str(&text[1]));
	buf_free(&text[0]);
	buf_free(&text[1]);
}

static void print_left_out(size_t left, size_t right, const char *what, FILE *to)
{
	char text[2][40] = {"", ""};
	size_t n[2] = {left, right};
	for (int side = 0; side < 2; side++)
		if (n[side])
			snprintf(text[side], sizeof text[side], "... %zu line%s", n[side],
					 n[side] == 1 ? "" : "s");
	fprintf(to, "  %-7s %-*s | %s\n", what, COLUMN, text[0], text[1]);
}

void print_beside(ResultBytes left, ResultBytes right, const char *what, FILE *to)
{
	LineList a = {0}, b = {0};
	if (left.n == right.n && !memcmp(left.at, right.at, left.n))
		return;
	split(left, &a);
	split(right, &b);
	static const Line nothing = {"(nothing)", 9, true};
	if (!a.len)
		vec_push(&a, nothing);
	if (!b.len)
		vec_push(&b, nothing);
	size_t from = 0, least = a.len < b.len ? a.len : b.len, most = a.len > b.len ? a.len : b.len;
	size_t same = 0;
	while (same < least && same_line(a.at[same], b.at[same]))
		same++;
	if (most > LINES_SHOWN && same > CONTEXT)
		from = same - CONTEXT;
	if (from) {
		print_left_out(from, from, what, to);
		what = "";
	}
	size_t end = most - from > LINES_SHOWN ? from + LINES_SHOWN : most;
	for (size_t i = from; i < end; i++, what = "")
		print_line(i < a.len ? &a.at[i] : NULL, i < b.len ? &b.at[i] : NULL, what, to);
	if (end < most)
		print_left_out(a.len > end ? a.len - end : 0, b.len > end ? b.len - end : 0, what, to);
	vec_free(&a);
	vec_free(&b);
}
