/* textdiff.c: finds differences between two texts or two byte strings. */
#include "env/compare/differ.h"

typedef struct TextLine {
	const u8 *at;
	size_t len; /* including its newline */
} TextLine;

typedef VEC(TextLine) TextLines;

enum {
	/* Cells of the table of common lines; a larger middle part is replaced as a whole. */
	MAX_TABLE = 4 << 20,
	CONTEXT = 3,
	MAX_OUTPUT = 400, /* maximum number of lines of a diff */
};

/* Length of a UTF-8 sequence that begins with the byte; 0 if none does. */
static size_t length_by_first(u8 first)
{
	if (first < 0x80)
		return 1;
	if (first < 0xc2 || first >= 0xf5)
		return 0;
	if (first < 0xe0)
		return 2;
	return first < 0xf0 ? 3 : 4;
}

/* Length of the UTF-8 sequence at p; 0 if it is invalid. */
static size_t utf8_length(const u8 *p, size_t n)
{
	size_t len = length_by_first(p[0]);
	for (size_t i = 1; i < len; i++)
		if (i >= n || (p[i] & 0xc0) != 0x80)
			return 0;
	return len;
}

bool is_text(const u8 *p, size_t n)
{
	for (size_t i = 0; i < n;) {
		size_t len = utf8_length(p + i, n - i);
		if (!len || !p[i] || (p[i] < 32 && !strchr("\n\t\r\f", p[i])))
			return false;
		i += len;
	}
	return true;
}

static void split(const u8 *p, size_t n, TextLines *out)
{
	while (n) {
		const u8 *nl = memchr(p, '\n', n);
		size_t len = nl ? (size_t)(nl - p) + 1 : n;
		vec_push(out, ((TextLine){p, len}));
		p += len;
		n -= len;
	}
}

static bool same(TextLine a, TextLine b)
{
	return a.len == b.len && !memcmp(a.at, b.at, a.len);
}

/* One step of an edit script: a line of either text, or of both. */
typedef struct EditStep {
	char sign; /* ' ', '-' or '+' */
	TextLine line;
	size_t a, b; /* lines of each text before it */
} EditStep;

typedef VEC(EditStep) Steps;

static void step(Steps *s, char sign, TextLine line, size_t a, size_t b)
{
	vec_push(s, ((EditStep){sign, line, a, b}));
}

/* Longest common subsequence of a[from..to_a) and b[from..to_b); no common line if the table would
 * be too large. */
static void middle(const TextLines *a, const TextLines *b, size_t from, size_t to_a, size_t to_b,
				   Steps *out)
{
	size_t n = to_a - from, m = to_b - from, i = 0, k = 0;
	bool small = (n + 1) * (m + 1) <= MAX_TABLE;
	u32 *best = xcalloc(small ? (n + 1) * (m + 1) : 1, sizeof *best);
#define BEST(x, y) best[(x) * (m + 1) + (y)]
	for (size_t x = small ? n : 0; x-- > 0;)
		for (size_t y = m; y-- > 0;)
			BEST(x, y) = same(a->at[from + x], b->at[from + y]) ? BEST(x + 1, y + 1) + 1
						 : BEST(x + 1, y) > BEST(x, y + 1)      ? BEST(x + 1, y)
																: BEST(x, y + 1);
	while (i < n || k < m) {
		if (small && i < n && k < m && same(a->at[from + i], b->at[from + k])) {
			step(out, ' ', a->at[from + i], from + i, from + k);
			i++;
			k++;
		} else if (i < n && (!small || k == m || BEST(i + 1, k) >= BEST(i, k + 1))) {
			step(out, '-', a->at[from + i], from + i, from + k);
			i++;
		} else {
			step(out, '+', b->at[from + k], from + i, from + k);
			k++;
		}
	}
#undef BEST
	free(best);
}

static void edit_script(const TextLines *a, const TextLines *b, Steps *out)
{
	size_t head = 0, tail = 0;
	while (head < a->len && head < b->len && same(a->at[head], b->at[head]))
		head++;
	while (tail < a->len - head && tail < b->len - head &&
		   same(a->at[a->len - 1 - tail], b->at[b->len - 1 - tail]))
		tail++;
	for (size_t i = 0; i < head; i++)
		step(out, ' ', a->at[i], i, i);
	middle(a, b, head, a->len - tail, b->len - tail, out);
	for (size_t i = 0; i < tail; i++)
		step(out, ' ', a->at[a->len - tail + i], a->len - tail + i, b->len - tail + i);
}

static size_t common_prefix(TextLine a, TextLine b)
{
	size_t n = 0;
	while (n < a.len && n < b.len && a.at[n] == b.at[n])
		n++;
	return n;
}

static size_t without_newline(TextLine l)
{
	return l.len - (l.at[l.len - 1] == '\n');
}

void first_line_diff(const u8 *there, size_t n_there, const u8 *here, size_t n_here, LineDiff *out)
{
	TextLines a = {0}, b = {0};
	Steps s = {0};
	split(there, n_there, &a);
	split(here, n_here, &b);
	edit_script(&a, &b, &s);
	size_t i = 0, gone = SIZE_MAX, come = SIZE_MAX;
	while (i < s.len && s.at[i].sign == ' ')
		i++;
	*out = (LineDiff){.line = i < s.len ? (u32)s.at[i].a + 1 : 1};
	/* Within the block: the first removed line, and the added line that is most similar to it. */
	for (; i < s.len && s.at[i].sign != ' '; i++) {
		if (s.at[i].sign == '-' && gone == SIZE_MAX)
			gone = i;
		else if (s.at[i].sign == '+' &&
				 (come == SIZE_MAX ||
				  (gone != SIZE_MAX && common_prefix(s.at[gone].line, s.at[i].line) >
										   common_prefix(s.at[gone].line, s.at[come].line))))
			come = i;
	}
	if (gone != SIZE_MAX) {
		out->there = s.at[gone].line.at;
		out->n_there = without_newline(s.at[gone].line);
	}
	if (come != SIZE_MAX) {
		out->here = s.at[come].line.at;
		out->n_here = without_newline(s.at[come].line);
	}
	vec_free(&a);
	vec_free(&b);
	vec_free(&s);
}

static void add_line(Buf *b, char sign, TextLine line)
{
	size_t len = line.len && line.at[line.len - 1] == '\n' ? line.len - 1 : line.len;
	buf_addc(b, sign);
	for (size_t i = 0; i < len; i++) {
		/* Sometimes line endings and other invisible characters differ: show them. */
		if (line.at[i] == '\r')
			buf_adds(b, "\\r");
		else
			buf_addc(b, (char)line.at[i]);
	}
	buf_addc(b, '\n');
	if (len == line.len)
		buf_adds(b, "\\ No newline at end\n");
}

/* Adds steps [from, to) as one hunk. */
static void add_hunk(Buf *b, const Steps *s, size_t from, size_t to, u32 line)
{
	size_t n_a = 0, n_b = 0;
	for (size_t i = from; i < to; i++) {
		n_a += s->at[i].sign != '+';
		n_b += s->at[i].sign != '-';
	}
	buf_addf(b, "@@ -%zu,%zu +%zu,%zu @@\n", s->at[from].a + line + (n_a > 0), n_a,
			 s->at[from].b + line + (n_b > 0), n_b);
	for (size_t i = from; i < to; i++)
		add_line(b, s->at[i].sign, s->at[i].line);
}

void text_diff(Buf *b, const char *name, const u8 *there, size_t n_there, const u8 *here,
			   size_t n_here, u32 line)
{
	TextLines a = {0}, c = {0};
	Steps s = {0};
	split(there, n_there, &a);
	split(here, n_here, &c);
	edit_script(&a, &c, &s);
	buf_addf(b, "--- there %s\n+++ here %s\n", name, name);
	size_t shown = 0;
	for (size_t i = 0; i < s.len && shown < MAX_OUTPUT;) {
		if (s.at[i].sign == ' ') {
			i++;
			continue;
		}
		size_t from = i > CONTEXT ? i - CONTEXT : 0, to = i, quiet = 0;
		while (to < s.len && quiet <= 2 * CONTEXT && to - from < MAX_OUTPUT) {
			quiet = s.at[to].sign == ' ' ? quiet + 1 : 0;
			to++;
		}
		to -= quiet > CONTEXT ? quiet - CONTEXT : 0;
		add_hunk(b, &s, from, to, line);
		shown += to - from;
		i = to;
	}
	vec_free(&a);
	vec_free(&c);
	vec_free(&s);
}

void byte_diff(Buf *b, u64 base, const u8 *there, size_t n_there, const u8 *here, size_t n_here)
{
	enum { MAX_RANGES = 8, MAX_BYTES = 16 };
	size_t n = n_there < n_here ? n_there : n_here;
	int ranges = 0;
	for (size_t i = 0; i < n && ranges < MAX_RANGES;) {
		if (there[i] == here[i]) {
			i++;
			continue;
		}
		size_t end = i;
		while (end < n && there[end] != here[end])
			end++;
		size_t show = end - i < MAX_BYTES ? end - i : MAX_BYTES;
		buf_addf(b, "bytes %llu-%llu: there \"", (unsigned long long)(base + i),
				 (unsigned long long)(base + end - 1));
		buf_add_escaped(b, there + i, show);
		buf_adds(b, "\", here \"");
		buf_add_escaped(b, here + i, show);
		buf_adds(b, end - i > show ? "\" ...\n" : "\"\n");
		ranges++;
		i = end;
	}
	if (ranges == MAX_RANGES)
		buf_adds(b, "more bytes differ\n");
	if (n_there != n_here)
		buf_addf(b, "length %zu there, %zu here\n", n_there, n_here);
}
