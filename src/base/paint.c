/* paint.c: colours by what a line begins with. */
#include "base/paint.h"

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
	{"difference ", BOLD},
	{"differs ", BOLD},
	{"change ", BOLD},
	{"different", BOLD RED},
	{"unconfirmed", BOLD RED},
	{"violated", BOLD RED},
	{"errors: ", RED},
	{"equivalent", BOLD GREEN},
	{"no code changed", BOLD GREEN},
	{"holds", BOLD GREEN},
	{"no difference found", BOLD YELLOW},
	{"not exhaustive", YELLOW},
	{"not compared", YELLOW},
	{"world", YELLOW},
	{"    old ", RED},
	{"    new ", GREEN},
};

/* Where the bar between two texts stands that are shown side by side: of drift test and diff. */
static const size_t bars[] = {47, 51};

typedef struct Paint {
	FILE *to;
	Buf line; /* that has not ended */
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

/* Both sides of a line that has two; false: it has not. */
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

static void paint_line(const Buf *line, FILE *to)
{
	if (paint_beside(line, to))
		return;
	for (size_t i = 0; i < countof(lines); i++)
		if (!strncmp(buf_str(line), lines[i].begin, strlen(lines[i].begin))) {
			fprintf(to, "%s%s" PLAIN, lines[i].colour, buf_str(line));
			return;
		}
	fwrite(buf_str(line), 1, line->len, to);
}

static ssize_t paint_write(void *cookie, const char *bytes, size_t n)
{
	Paint *p = cookie;
	for (size_t i = 0; i < n; i++) {
		if (bytes[i] != '\n') {
			buf_addc(&p->line, bytes[i]);
			continue;
		}
		paint_line(&p->line, p->to);
		putc('\n', p->to);
		buf_reset(&p->line);
	}
	return fflush(p->to) ? 0 : (ssize_t)n;
}

static int paint_close(void *cookie)
{
	Paint *p = cookie;
	if (p->line.len)
		paint_line(&p->line, p->to);
	int status = fflush(p->to);
	buf_free(&p->line);
	free(p);
	return status;
}

FILE *paint_open(FILE *to)
{
	cookie_io_functions_t io = {.write = paint_write, .close = paint_close};
	Paint *p = xcalloc(1, sizeof *p);
	p->to = to;
	FILE *painted = fopencookie(p, "w", io);
	if (!painted)
		free(p);
	return painted ? painted : to;
}
