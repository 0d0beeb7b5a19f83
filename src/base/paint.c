/* paint.c: colours lines by their beginning. */
#include "base/paint.h"
#include "base/verdict.h"

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

/* Columns of the bar between two texts side by side, in drift test and drift diff. */
static const size_t bars[] = {47, 51};

typedef struct Paint {
	FILE *to;
	bool colours;
	const StrList *strip;
	Buf line;  /* incomplete last line */
	Buf plain; /* scratch */
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

/* Colours both sides of a line; returns false if it does not have two sides. */
static bool paint_beside(const Buf *line, FILE *to)
{
	for (size_t i = 0; i < countof(bars); i++) {
		size_t bar = bars[i], label = bar - 37;
		if (line->len <= bar || line->at[bar] != '|' || line->at[0] != ' ')
			continue;
		fprintf(to, "%.*s" RED "%.*s" PLAIN "|" GREEN "%s" PLAIN, (int)label, line->at,
				(int)(bar - label), line->at + label, line->at + bar + 1);
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

static void paint_line(const Buf *line, FILE *to)
{
	if (paint_beside(line, to))
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
		paint_line(line, p->to);
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

FILE *paint_open(FILE *to, bool colours, const StrList *strip)
{
	cookie_io_functions_t io = {.write = paint_write, .close = paint_close};
	Paint *p = xcalloc(1, sizeof *p);
	p->to = to;
	p->colours = colours;
	p->strip = strip;
	FILE *painted = fopencookie(p, "w", io);
	if (!painted)
		free(p);
	return painted ? painted : to;
}
