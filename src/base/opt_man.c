/* opt_man.c: manual pages from the tables of options. */
#include "base/opt.h"

#include <ctype.h>

/* man(7) interprets backslashes and lines that start with a dot or a quote. */
void man_text(FILE *to, const char *s)
{
	for (bool starts = true; *s; starts = *s++ == '\n') {
		if (starts && (*s == '.' || *s == '\''))
			fputs("\\&", to);
		if (*s == '\\')
			fputs("\\e", to);
		else if (*s == '-')
			fputs("\\-", to);
		else
			fputc(*s, to);
	}
}

/* Writes lines without filling them. */
static void man_lines(FILE *to, const char *text)
{
	fputs(".nf\n", to);
	man_text(to, text);
	fputs("\n.fi\n", to);
}

void man_open(const ManPage *page, FILE *to)
{
	fputs(".TH ", to);
	for (const char *p = page->name; *p; p++)
		fputc(toupper((unsigned char)*p), to);
	fprintf(to, " 1 \"\" \"drift " DRIFT_VERSION "\" \"User commands\"\n.SH NAME\n");
	man_text(to, page->name);
	fputs(" \\- ", to);
	man_text(to, page->summary);
	fputc('\n', to);
}

static void options(const OptCommand *cmd, FILE *to)
{
	for (size_t i = 0; i < cmd->n_specs; i++) {
		const OptSpec *s = &cmd->specs[i];
		if (s->kind == OPT_GROUP) {
			fputs(".SS ", to);
			man_text(to, s->help);
			fputc('\n', to);
			continue;
		}
		if (!opt_listed(s))
			continue;
		Buf b = {0};
		opt_label(s, &b);
		fputs(".TP\n.B ", to);
		man_text(to, b.at);
		fputc('\n', to);
		man_text(to, s->help);
		fputc('\n', to);
		buf_free(&b);
	}
}

static void synopsis(const OptCommand *cmd, FILE *to)
{
	fprintf(to, ".B drift %s\n[options] ", cmd->name);
	man_text(to, cmd->args);
	fputc('\n', to);
}

void man_command(const OptCommand *cmd, FILE *to)
{
	fputs(".SH SYNOPSIS\n", to);
	synopsis(cmd, to);
	fputs(".SH DESCRIPTION\n", to);
	man_lines(to, cmd->summary);
	fputs(".SH OPTIONS\n", to);
	options(cmd, to);
	if (cmd->example) {
		fputs(".SH EXAMPLE\n", to);
		man_lines(to, cmd->example);
	}
}

void man_part(const OptCommand *cmd, FILE *to)
{
	fprintf(to, ".SH DRIFT %s\n", cmd->name);
	synopsis(cmd, to);
	fputs(".PP\n", to);
	man_lines(to, cmd->summary);
	options(cmd, to);
	if (cmd->example) {
		fputs(".PP\n", to);
		man_lines(to, cmd->example);
	}
}

void man_close(const ManPage *page, FILE *to)
{
	fputs(".SH SEE ALSO\n", to);
	man_text(to, page->observe);
	fputc('\n', to);
}
