/* columns.c: two texts side by side, so that the difference is visible.
 *
 * Lines are aligned as diff -y aligns them. The sign between two lines says how they relate: a blank
 * for equal lines, | for different ones, < and > for a line that only one text has. Long stretches of
 * equal lines are left out. Lines that agree for longer than a column begin shortly before they
 * diverge. */
#include "output/result/impl.h"

enum {
	LINES_SHOWN = 12,    /* rows of a comparison */
	CONTEXT = 2,         /* equal lines before and after those that differ */
	BEFORE = 12,         /* characters of a long line before the difference */
	ALIGNED = 256,       /* lines of each text that are aligned; longer texts go by line number */
	COLUMN_DEFAULT = 36, /* characters, unless the terminal is known */
	COLUMN_LEAST = 20,   /* on a narrow terminal */
	COLUMN_MOST = 120,   /* on a wide one: the eye must find the other half */
	AROUND_COLUMNS = 14, /* characters of a row that belong to neither column */
};

static u32 chosen; /* characters of a column; 0: the default */

void result_fit(u32 width)
{
	chosen = width > AROUND_COLUMNS ? (width - AROUND_COLUMNS) / 2 : 0;
	if (chosen > COLUMN_MOST)
		chosen = COLUMN_MOST;
	if (width && chosen < COLUMN_LEAST)
		chosen = COLUMN_LEAST;
}

u32 result_column(void)
{
	return chosen ? chosen : COLUMN_DEFAULT;
}

void print_sides(const char *label, const char *left, char sign, const char *right, FILE *to)
{
	fprintf(to, "%s%-*s %c%s%s\n", label, (int)result_column(), left, sign, *right ? " " : "",
			right);
}

/* A line of a text, without its end. */
typedef struct Line {
	const char *at;
	size_t n;
	bool ended; /* by a newline */
} Line;
typedef VEC(Line) LineList;

/* Two lines beside each other; NULL: only the other text has one there. */
typedef struct SideRow {
	const Line *line[2];
	bool same;
} SideRow;
typedef VEC(SideRow) RowList;

static void split(ResultBytes text, LineList *out)
{
	for (size_t at = 0; at < text.n;) {
		const char *begin = text.at + at, *end = memchr(begin, '\n', text.n - at);
		Line line = {begin, end ? (size_t)(end - begin) : text.n - at, end != NULL};
		vec_push(out, line);
		at += line.n + (end != NULL);
	}
}

static bool same_line(const Line *a, const Line *b)
{
	return a->n == b->n && a->ended == b->ended && !memcmp(a->at, b->at, a->n);
}

/* ---- alignment ---- */

/* Lines from[side] up to to[side] without a common line: they are paired in order. */
static void add_unlike(const LineList text[2], const size_t from[2], const size_t to[2],
					   RowList *rows)
{
	for (size_t i = from[0], k = from[1]; i < to[0] || k < to[1]; i++, k++) {
		SideRow row = {{i < to[0] ? &text[0].at[i] : NULL, k < to[1] ? &text[1].at[k] : NULL},
					   false};
		row.same = row.line[0] && row.line[1] && same_line(row.line[0], row.line[1]);
		vec_push(rows, row);
	}
}

/* Aligns lines first..end[side] by a longest common subsequence. */
static void align(const LineList text[2], size_t first, const size_t end[2], RowList *rows)
{
	size_t n = end[0] - first, m = end[1] - first, wide = m + 1;
	u16 *common = xcalloc((n + 1) * wide, sizeof *common); /* of the lines from i and from k on */
	for (size_t i = n; i-- > 0;)
		for (size_t k = m; k-- > 0;) {
			u16 down = common[(i + 1) * wide + k], right = common[i * wide + k + 1];
			u16 most = down > right ? down : right;
			if (same_line(&text[0].at[first + i], &text[1].at[first + k]))
				most = (u16)(common[(i + 1) * wide + k + 1] + 1);
			common[i * wide + k] = most;
		}
	size_t from[2] = {first, first};
	for (size_t i = 0, k = 0; i < n && k < m;) {
		u16 here = common[i * wide + k];
		if (same_line(&text[0].at[first + i], &text[1].at[first + k])) {
			add_unlike(text, from, (size_t[2]){first + i, first + k}, rows);
			i++;
			k++;
			from[0] = first + i;
			from[1] = first + k;
			vec_push(rows, ((SideRow){{&text[0].at[from[0] - 1], &text[1].at[from[1] - 1]}, true}));
		} else if (common[(i + 1) * wide + k] == here) {
			i++;
		} else {
			k++;
		}
	}
	add_unlike(text, from, end, rows);
	free(common);
}

static void make_rows(const LineList text[2], RowList *rows)
{
	size_t n = text[0].len, m = text[1].len, least = n < m ? n : m, first = 0, last = 0;
	while (first < least && same_line(&text[0].at[first], &text[1].at[first]))
		first++;
	while (last < least - first && same_line(&text[0].at[n - last - 1], &text[1].at[m - last - 1]))
		last++;
	size_t zero[2] = {0, 0}, begin[2] = {first, first}, end[2] = {n - last, m - last};
	add_unlike(text, zero, begin, rows);
	if (end[0] - first <= ALIGNED && end[1] - first <= ALIGNED)
		align(text, first, end, rows);
	else
		add_unlike(text, begin, end, rows);
	add_unlike(text, end, (size_t[2]){n, m}, rows);
}

/* ---- lines ---- */

/* As it is, but for bytes that cannot be seen. */
static void add_visible(Buf *to, const char *at, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (at[i] == '"' || at[i] == '\\')
			buf_addc(to, at[i]);
		else
			buf_add_escaped(to, at + i, 1);
}

/* Prints a line from an offset on, cut to a column. */
static void show(const Line *line, size_t from, bool exact, Buf *out)
{
	size_t column = result_column(), n = line ? line->n - from : 0;
	buf_reset(out);
	if (!line)
		return;
	if (from)
		buf_adds(out, "...");
	n = n < 2 * column ? n : 2 * column;
	(exact ? (void (*)(Buf *, const char *, size_t))buf_add_escaped
		   : add_visible)(out, line->at + from, n);
	if (out->len > column) {
		out->len = column - 3;
		out->at[out->len] = 0;
		buf_adds(out, "...");
	}
}

/* Where to begin, so that what differs is inside of the column. */
static size_t begin_of(const Line *a, const Line *b)
{
	size_t same = 0, least = a->n < b->n ? a->n : b->n, column = result_column();
	while (same < least && a->at[same] == b->at[same])
		same++;
	bool fits = a->n <= column && b->n <= column;
	bool seen = same + BEFORE < column || (same == a->n && same == b->n);
	return fits || seen ? 0 : same - BEFORE;
}

/* What cannot be seen as it is: an empty line, one of blanks alone, and an end that only one of two has. */
static void name_blank(const Line *a, const Line *b, Buf *text)
{
	if (a && b && a->ended && !b->ended && a->n && a->n == b->n && !memcmp(a->at, b->at, a->n)) {
		buf_adds(text, "\\n");
		return;
	}
	if (!a || strspn(buf_str(text), " ") != text->len)
		return;
	size_t n = a->n;
	buf_reset(text);
	if (n)
		buf_addf(text, "(%zu blank%s)", n, n == 1 ? "" : "s");
	else if (a->ended && (!b || b->n))
		buf_adds(text, "(empty line)");
}

static char sign_of(const SideRow *row)
{
	if (row->same)
		return ' ';
	if (row->line[0] && row->line[1])
		return '|';
	return row->line[0] ? '<' : '>';
}

static void print_lines(const SideRow *row, const char *label, FILE *to)
{
	const Line *a = row->line[0], *b = row->line[1];
	Buf text[2] = {0};
	size_t from = a && b ? begin_of(a, b) : 0;
	for (int exact = 0; exact < 2; exact++) {
		show(a, from, exact, &text[0]);
		show(b, from, exact, &text[1]);
		if (row->same || strcmp(buf_str(&text[0]), buf_str(&text[1])) != 0)
			break; /* otherwise they must not look alike */
	}
	if (!row->same) {
		name_blank(a, b, &text[0]);
		name_blank(b, a, &text[1]);
	}
	print_sides(label, buf_str(&text[0]), sign_of(row), buf_str(&text[1]), to);
	buf_free(&text[0]);
	buf_free(&text[1]);
}

/* ---- the whole ---- */

static void print_left_out(const SideRow *rows, size_t n, const char *label, FILE *to)
{
	char text[2][40] = {"", ""};
	bool same = true;
	for (int side = 0; side < 2; side++) {
		size_t lines = 0;
		for (size_t i = 0; i < n; i++) {
			lines += rows[i].line[side] != NULL;
			same &= rows[i].same;
		}
		if (lines)
			snprintf(text[side], sizeof text[side], "... %zu line%s", lines, lines == 1 ? "" : "s");
	}
	print_sides(label, text[0], same ? ' ' : '|', text[1], to);
}

/* True if a row is near one that differs. */
static bool is_near(const RowList *rows, size_t i)
{
	size_t from = i > CONTEXT ? i - CONTEXT : 0;
	for (size_t k = from; k <= i + CONTEXT && k < rows->len; k++)
		if (!rows->at[k].same)
			return true;
	return false;
}

static void print_rows(const RowList *rows, const char *what, FILE *to)
{
	bool all = rows->len <= LINES_SHOWN;
	char label[2][16];
	snprintf(label[0], sizeof label[0], "  %-7s ", what);
	snprintf(label[1], sizeof label[1], "  %-7s ", "");
	size_t shown = 0;
	for (size_t i = 0, next; i < rows->len; i = next) {
		const char *front = label[i != 0];
		next = i + 1;
		if (shown < LINES_SHOWN && (all || is_near(rows, i))) {
			print_lines(&rows->at[i], front, to);
			shown++;
			continue;
		}
		while (next < rows->len && (shown == LINES_SHOWN || !is_near(rows, next)))
			next++;
		print_left_out(&rows->at[i], next - i, front, to);
	}
}

void print_beside(ResultBytes left, ResultBytes right, const char *what, FILE *to)
{
	static const Line nothing = {"(nothing)", 9, true};
	LineList text[2] = {0};
	RowList rows = {0};
	if (left.n == right.n && (!left.n || !memcmp(left.at, right.at, left.n)))
		return;
	split(left, &text[0]);
	split(right, &text[1]);
	for (int side = 0; side < 2; side++)
		if (!text[side].len)
			vec_push(&text[side], nothing);
	make_rows(text, &rows);
	print_rows(&rows, what, to);
	vec_free(&rows);
	vec_free(&text[0]);
	vec_free(&text[1]);
}
