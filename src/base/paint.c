/* paint.c: colours lines by their beginning. */
#include "base/paint.h"
#include "base/verdict.h"

#include <sys/ioctl.h>
#include <unistd.h>

#define BOLD "\033[1m"
#define RED "\033[31m"
#define GREEN "\033[32m"
#define YELLOW "\033[33m"
#define PLAIN "\033[0m"

static const struct {
	const char *begin;
	const char *colour;
} lines[] = {
	{"difference ", BOLD},      {"differs ", BOLD},       {"change ", BOLD},
	{"errors:    0", PLAIN},    {"errors: ", RED},        {"no code changed", BOLD GREEN},
	{"not exhaustive", YELLOW}, {"not compared", YELLOW}, {"world", YELLOW},
	{"    old ", RED},          {"    new ", GREEN},
};

static const char *const tones[] = {
	[TONE_GOOD] = BOLD GREEN, [TONE_BAD] = BOLD RED, [TONE_UNSURE] = BOLD YELLOW};

/* Characters before two texts side by side, in drift test and drift diff. */
static const size_t labels[] = {10, 14};

typedef struct Paint {
	FILE *to;
	bool colours;
	const StrList *strip;
	u32 column; /* characters of a text beside another */
	Buf line;   /* incomplete last line */
	Buf plain;  /* scratch */
} Paint;

bool paint_wanted(const char *when, FILE *to, bool *wanted, Err *err)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
	*wanted = when && !strcmp(when, "always");
	if (*wanted || (when && !strcmp(when, "never")))
		return true;
	if (when && strcmp(when, "auto") != 0)
		return err_set(err, "--color '%s': must be auto, always or never", when);
	*wanted = isatty(fileno(to)) && !(no && *no) && term && strcmp(term, "dumb") != 0;
	return true;
}

u32 paint_width(FILE *to)
{
	enum { MOST = 1000 };
	const char *named = getenv("COLUMNS");
	struct winsize size = {0};
	if (!isatty(fileno(to)))
		return 0;
	long width = named ? strtol(named, NULL, 10) : 0;
	if (width <= 0 && !ioctl(fileno(to), TIOCGWINSZ, &size))
		width = size.ws_col;
	return width <= 0 || width > MOST ? 0 : (u32)width;
}

/* A text with the part that the other one does not have in bold. */
static void paint_side(const char *colour, const char *text, size_t n, size_t first, size_t last,
					   FILE *to)
{
	fprintf(to, "%s%.*s" BOLD "%.*s" PLAIN "%s%.*s" PLAIN, colour, (int)first, text,
			(int)(n - first - last), text + first, colour, (int)last, text + n - last);
}

/* Colours both sides of a line from their first different character to the last. */
static void paint_sides(const char *left, size_t n, const char *right, char sign, FILE *to)
{
	size_t m = strlen(right), text = n, first = 0, last = 0;
	while (text && left[text - 1] == ' ')
		text--;
	size_t least = text < m ? text : m;
	while (first < least && left[first] == right[first])
		first++;
	while (last < least - first && left[text - last - 1] == right[m - last - 1])
		last++;
	paint_side(RED, left, text, first, last, to);
	fprintf(to, "%*s %c%s", (int)(n - text), "", sign, m ? " " : "");
	paint_side(GREEN, right, m, first, last, to);
}

/* True if the characters before the columns are a label: a word after blanks, or blanks alone. */
static bool is_label(const char *line, size_t n)
{
	return line[0] == ' ' && line[1] == ' ' && line[n - 1] == ' ' && !memchr(line, '|', n);
}

/* Colours both sides of a line that has two and whose sides differ; returns false if it does not. */
static bool paint_beside(const Buf *line, u32 column, FILE *to)
{
	for (size_t i = 0; i < countof(labels); i++) {
		size_t label = labels[i], sign = label + column + 1;
		if (line->len <= sign || !strchr("|<>", line->at[sign]) || line->at[sign - 1] != ' ' ||
			(line->at[sign + 1] && line->at[sign + 1] != ' ') || !is_label(line->at, label))
			continue;
		const char *right = line->at + sign + 1;
		fprintf(to, "%.*s", (int)label, line->at);
		paint_sides(line->at + label, column, right + (*right == ' '), line->at[sign], to);
		return true;
	}
	return false;
}

/* The colour of a line, by its beginning; NULL: none. */
static const char *colour_of(const char *line)
{
	for (int v = 0; v < N_VERDICTS; v++) {
		const char *name = verdict_name((Verdict)v);
		size_t n = strlen(name);
		if (!strncmp(line, name, n) && (line[n] == ':' || line[n] == ' '))
			return tones[verdict_tone((Verdict)v)];
	}
	for (size_t i = 0; i < countof(lines); i++)
		if (!strncmp(line, lines[i].begin, strlen(lines[i].begin)))
			return lines[i].colour;
	return NULL;
}

static void paint_line(const Buf *line, u32 column, FILE *to)
{
	if (paint_beside(line, column, to))
		return;
	const char *colour = colour_of(buf_str(line));
	if (colour)
		fprintf(to, "%s%s" PLAIN, colour, buf_str(line));
	else
		fwrite(buf_str(line), 1, line->len, to);
}

/* The line without the texts of strip. */
static const Buf *stripped(Paint *p)
{
	const char *at = buf_str(&p->line);
	buf_reset(&p->plain);
	while (*at) {
		size_t n = 0;
		for (size_t i = 0; i < p->strip->len && !n; i++)
			if (!strncmp(at, p->strip->at[i], strlen(p->strip->at[i])))
				n = strlen(p->strip->at[i]);
		if (!n)
			buf_addc(&p->plain, *at++);
		at += n;
	}
	return &p->plain;
}

static void finish_line(Paint *p)
{
	const Buf *line =
		p->strip->len && !memchr(buf_str(&p->line), 0, p->line.len) ? stripped(p) : &p->line;
	if (p->colours)
		paint_line(line, p->column, p->to);
	else
		fwrite(buf_str(line), 1, line->len, p->to);
	buf_reset(&p->line);
}

static ssize_t paint_write(void *cookie, const char *bytes, size_t n)
{
	Paint *p = cookie;
	for (size_t i = 0; i < n; i++) {
		if (bytes[i] != '\n') {
			buf_addc(&p->line, bytes[i]);
			continue;
		}
		finish_line(p);
		putc('\n', p->to);
	}
	return fflush(p->to) ? 0 : (ssize_t)n;
}

static int paint_close(void *cookie)
{
	Paint *p = cookie;
	if (p->line.len)
		finish_line(p);
	int status = fflush(p->to);
	buf_free(&p->line);
	buf_free(&p->plain);
	free(p);
	return status;
}

FILE *paint_open(FILE *to, bool colours, const StrList *strip, u32 column)
{
	cookie_io_functions_t io = {.write = paint_write, .close = paint_close};
	Paint *p = xcalloc(1, sizeof *p);
	p->to = to;
	p->colours = colours;
	p->strip = strip;
	p->column = column;
	FILE *painted = fopencookie(p, "w", io);
	if (!painted)
		free(p);
	return painted ? painted : to;
}
