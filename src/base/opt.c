/* opt.c: generates the parser and --help from one table. */
#include "base/opt.h"

#include <errno.h>

enum {
	HELP_AT = 26,     /* column where the text of an option begins */
	HELP_WIDTH = 100, /* columns of a line */
};

static const OptSpec *by_name(const OptCommand *cmd, const char *name, size_t n)
{
	for (size_t i = 0; i < cmd->n_specs; i++) {
		const OptSpec *s = &cmd->specs[i];
		if (s->kind != OPT_GROUP && s->name && strlen(s->name) == n && !memcmp(s->name, name, n))
			return s;
	}
	return NULL;
}

static const OptSpec *by_letter(const OptCommand *cmd, char letter)
{
	for (size_t i = 0; i < cmd->n_specs; i++)
		if (cmd->specs[i].kind != OPT_GROUP && cmd->specs[i].letter == letter)
			return &cmd->specs[i];
	return NULL;
}

/* What a letter behind a number multiplies it by; 1: it is none of them. */
static i64 unit_of(char letter)
{
	switch (letter) {
	case 'K': return 1 << 10;
	case 'M': return 1 << 20;
	case 'G': return 1 << 30;
	}
	return 1;
}

static bool parse_number(const OptSpec *s, const char *text, i64 *out, Err *err)
{
	char *end;
	errno = 0;
	i64 n = strtoll(text, &end, 0);
	i64 unit = unit_of(*end);
	end += unit != 1;
	if (end == text || *end || errno || __builtin_mul_overflow(n, unit, &n))
		return err_set(err, "--%s: '%s' is not a number", s->name, text);
	if (n < s->low || n > s->high)
		return err_set(err, "--%s: %s is out of range (%lld to %lld)", s->name, text,
					   (long long)s->low, (long long)s->high);
	*out = n;
	return true;
}

static bool parse_seconds(const OptSpec *s, const char *text, double *out, Err *err)
{
	static const struct {
		const char *suffix;
		double seconds;
	} units[] = {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"m", 60}, {"min", 60}, {"h", 3600}};
	char *end;
	double n = strtod(text, &end);
	if (end != text && n >= 0)
		for (size_t i = 0; i < countof(units); i++)
			if (!strcmp(end, units[i].suffix)) {
				*out = n * units[i].seconds;
				return true;
			}
	return err_set(err, "--%s: '%s' is not a time such as 30, 1.5s, 200ms or 5m", s->name, text);
}

static bool set_value(const OptSpec *s, void *out, const char *text, Err *err)
{
	void *field = (char *)out + s->offset;
	switch (s->kind) {
	case OPT_FLAG: *(bool *)field = true; return true;
	case OPT_NUM: return parse_number(s, text, field, err);
	case OPT_SECS: return parse_seconds(s, text, field, err);
	case OPT_TEXT: *(const char **)field = text; return true;
	case OPT_LIST: vec_push((StrList *)field, text); return true;
	case OPT_GROUP: break;
	}
	return err_set(err, "--%s is a heading", s->name);
}

static bool unknown_option(const OptCommand *cmd, const char *name, size_t n, Err *err)
{
	Near near = {.word = name, .n = n};
	for (size_t i = 0; i < cmd->n_specs; i++)
		if (cmd->specs[i].kind != OPT_GROUP)
			near_try(&near, cmd->specs[i].name);
	if (near.best)
		return err_set(err, "unknown option '--%.*s'; did you mean '--%s'?", (int)n, name,
					   near.best);
	return err_set(err, "unknown option '--%.*s'; see 'drift %s --help'", (int)n, name, cmd->name);
}

static bool parse_long(const OptCommand *cmd, void *out, int argc, char **argv, int *i, Err *err)
{
	const char *name = argv[*i] + 2;
	size_t n = strcspn(name, "=");
	const OptSpec *s = by_name(cmd, name, n);
	if (!s)
		return unknown_option(cmd, name, n, err);
	const char *value = name[n] ? name + n + 1 : NULL;
	if (s->kind == OPT_FLAG && value)
		return err_set(err, "--%s takes no argument", s->name);
	if (s->kind != OPT_FLAG && !value) {
		if (*i + 1 >= argc)
			return err_set(err, "--%s needs an argument: %s", s->name, s->arg);
		value = argv[++*i];
	}
	return set_value(s, out, value, err);
}

static bool parse_short(const OptCommand *cmd, void *out, int argc, char **argv, int *i, Err *err)
{
	for (const char *p = argv[*i] + 1; *p; p++) {
		const OptSpec *s = by_letter(cmd, *p);
		if (!s)
			return err_set(err, "unknown option '-%c'; see 'drift %s --help'", *p, cmd->name);
		if (s->kind == OPT_FLAG) {
			set_value(s, out, NULL, err);
			continue;
		}
		const char *value = p[1] ? p + 1 : NULL;
		if (!value && *i + 1 < argc)
			value = argv[++*i];
		if (!value)
			return err_set(err, "-%c needs an argument: %s", *p, s->arg);
		return set_value(s, out, value, err);
	}
	return true;
}

bool opt_parse(const OptCommand *cmd, void *out, int argc, char **argv, StrList *operands,
			   StrList *rest, Err *err)
{
	int i = 1;
	for (; i < argc; i++) {
		const char *a = argv[i];
		if (!strcmp(a, "--")) {
			i++;
			break;
		}
		if (a[0] != '-' || !a[1]) {
			vec_push(operands, a);
			if (cmd->stop_at_operand) {
				i++;
				rest = NULL;
				break;
			}
		} else if (!(a[1] == '-' ? parse_long : parse_short)(cmd, out, argc, argv, &i, err)) {
			return false;
		}
	}
	for (; i < argc; i++)
		vec_push(rest ? rest : operands, argv[i]);
	return true;
}

bool opt_wants_help(const OptCommand *cmd, int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--"); i++) {
		if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
			return true;
		if (cmd->stop_at_operand && argv[i][0] != '-')
			break;
	}
	return false;
}

bool opt_listed(const OptSpec *s)
{
	return *s->help;
}

void opt_label(const OptSpec *s, Buf *b)
{
	if (s->letter)
		buf_addf(b, "-%c, ", s->letter);
	buf_addf(b, "--%s", s->name);
	if (s->arg)
		buf_addf(b, " %s", s->arg);
}

/* Prints text that begins in column HELP_AT, in lines of at most HELP_WIDTH columns. */
static void help_text(const char *text, FILE *to)
{
	size_t room = HELP_WIDTH - HELP_AT;
	while (strlen(text) > room) {
		size_t n = room;
		while (n && text[n] != ' ')
			n--;
		if (!n)
			n = strcspn(text, " "); /* a single word that is longer than a line */
		if (!text[n])
			break;
		fprintf(to, "%.*s\n%*s", (int)n, text, HELP_AT, "");
		text += n + 1;
	}
	fprintf(to, "%s\n", text);
}

void opt_help(const OptCommand *cmd, FILE *to)
{
	fprintf(to, "usage: drift %s [options] %s\n\n%s\n", cmd->name, cmd->args, cmd->summary);
	bool grouped = cmd->n_specs && cmd->specs[0].kind == OPT_GROUP;
	if (!grouped)
		fprintf(to, "\noptions:\n");
	for (size_t i = 0; i < cmd->n_specs; i++) {
		const OptSpec *s = &cmd->specs[i];
		if (s->kind == OPT_GROUP) {
			fprintf(to, "\n%s:\n", s->help);
			continue;
		}
		if (!opt_listed(s))
			continue;
		Buf b = {0};
		opt_label(s, &b);
		if (b.len > HELP_AT - 4)
			fprintf(to, "  %s\n%*s", b.at, HELP_AT, "");
		else
			fprintf(to, "  %-*s", HELP_AT - 2, b.at);
		help_text(s->help, to);
		buf_free(&b);
	}
	if (cmd->example)
		fprintf(to, "\nexample:\n%s\n", cmd->example);
}

int complain(const Err *err)
{
	fflush(stdout);
	fprintf(stderr, "drift: %s\n", err->text);
	return EXIT_TROUBLE;
}
