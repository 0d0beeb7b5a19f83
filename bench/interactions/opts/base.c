/* opts: reads options as getopt_long does and reports what they mean to a small archiver. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 8, MOST_LEVEL = 9 };

enum argument { NONE, NEEDED, MAY };

struct option {
	char letter;
	const char *name;
	enum argument argument;
};

static const struct option options[] = {
	{'c', "create", NONE},   {'x', "extract", NONE}, {'t', "list", NONE},
	{'f', "file", NEEDED},   {'l', "level", MAY},    {'v', "verbose", NONE},
	{'k', "keep", NONE},     {'n', "dry-run", NONE}, {'C', "directory", NEEDED},
};

enum mode { NOTHING, CREATE, EXTRACT, LIST };

struct settings {
	enum mode mode;
	const char *file;
	const char *directory;
	int level;
	unsigned verbose;
	bool keep;
	bool dry;
	unsigned n_names;
	const char *names[MOST_NAMES];
};

static void fail(const char *what, const char *text)
{
	printf("opts: %s '%s'\n", what, text);
	exit(2);
}

static const struct option *find_letter(char c)
{
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		if (options[i].letter == c)
			return &options[i];
	return NULL;
}

/* A long name may be shortened as long as only one option begins like it. */
static const struct option *find_name(const char *text, size_t n)
{
	const struct option *found = NULL;
	for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
		if (strncmp(options[i].name, text, n))
			continue;
		if (strlen(options[i].name) == n)
			return &options[i];
		if (found)
			fail("ambiguous option", text);
		found = &options[i];
	}
	return found;
}

static int read_level(const char *text)
{
	int n = 0;
	for (; *text; text++) {
		if (*text < '0' || *text > '9')
			fail("level must be a number:", text);
		n = n * 10 + (*text - '0');
		if (n > MOST_LEVEL)
			fail("level too high", "");
	}
	return n;
}

static void set_mode(struct settings *s, enum mode m, const char *text)
{
	if (s->mode != NOTHING && s->mode != m)
		fail("more than one of -c, -x and -t:", text);
	s->mode = m;
}

static void apply(struct settings *s, const struct option *o, const char *value)
{
	if (!o)
		fail("unknown option", "");
	switch (o->letter) {
	case 'c': set_mode(s, CREATE, o->name); break;
	case 'x': set_mode(s, EXTRACT, o->name); break;
	case 't': set_mode(s, LIST, o->name); break;
	case 'f': s->file = value; break;
	case 'C': s->directory = value; break;
	case 'l':
		s->level = value ? read_level(value) : 6;
		if (s->level > MOST_LEVEL)
			fail("level too high", "");
		break;
	case 'v': s->verbose++; break;
	case 'k': s->keep = true; break;
	case 'n': s->dry = true; break;
	}
}

/* A cluster of letters: -xvf FILE, -xvfFILE. Returns how many further words it took. */
static int read_cluster(struct settings *s, char **argv, int at, int argc)
{
	const char *text = argv[at] + 1;
	for (; *text; text++) {
		const struct option *o = find_letter(*text);
		if (o && o->argument == NONE) {
			apply(s, o, NULL);
			continue;
		}
		if (!o)
			fail("unknown option", "");
		if (text[1]) {
			apply(s, o, text + 1);
			return 0;
		}
		if (o->argument == MAY) {
			apply(s, o, NULL);
			return 0;
		}
		if (at + 1 == argc)
			fail("option needs an argument:", text);
		apply(s, o, argv[at + 1]);
		return 1;
	}
	return 0;
}

static int read_long(struct settings *s, char **argv, int at, int argc)
{
	const char *text = argv[at] + 2;
	size_t n = strcspn(text, "=");
	const struct option *o = find_name(text, n);
	if (!o)
		fail("unknown option", text);
	if (text[n] == '=') {
		if (o->argument == NONE)
			fail("option takes no argument:", text);
		apply(s, o, text + n + 1);
		return 0;
	}
	if (o->argument != NEEDED) {
		apply(s, o, NULL);
		return 0;
	}
	if (at + 1 == argc)
		fail("option needs an argument:", text);
	apply(s, o, argv[at + 1]);
	return 1;
}

static void add_name(struct settings *s, const char *name)
{
	if (s->n_names == MOST_NAMES)
		fail("too many names:", name);
	s->names[s->n_names++] = name;
}

static void check(const struct settings *s)
{
	if (s->mode == NOTHING)
		fail("one of -c, -x and -t is needed", "");
	if (s->mode == CREATE && !s->n_names)
		fail("nothing to put into", s->file ? s->file : "-");
	if (s->mode != CREATE && s->level >= 0)
		fail("a level is for -c only", "");
}

static void report(const struct settings *s)
{
	static const char *const modes[] = {"nothing", "create", "extract", "list"};
	printf("%s %s", modes[s->mode], s->file ? s->file : "-");
	if (s->mode == CREATE)
		printf(" level %d", s->level < 0 ? 6 : s->level);
	if (s->directory)
		printf(" in %s", s->directory);
	if (s->keep)
		printf(" keep");
	if (s->dry)
		printf(" dry");
	if (s->verbose)
		printf(" verbose %u", s->verbose);
	printf("\n");
	for (unsigned i = 0; i < s->n_names; i++)
		printf("  %s\n", s->names[i]);
}

int main(int argc, char **argv)
{
	struct settings s = {.level = -1};
	bool ended = false;
	for (int at = 1; at < argc; at++) {
		if (ended || argv[at][0] != '-' || !argv[at][1])
			add_name(&s, argv[at]);
		else if (!strcmp(argv[at], "--"))
			ended = true;
		else if (argv[at][1] == '-')
			at += read_long(&s, argv, at, argc);
		else
			at += read_cluster(&s, argv, at, argc);
	}
	check(&s);
	report(&s);
	return 0;
}
