/* ini: reads sections and keys, and answers one question.
 *
 * ini KEY < file prints every section with its keys and values, then the value of KEY (the last one
 * wins), or says that it is missing. Lines: [section], key=value, comments with ; or #, blank
 * lines. Blanks around keys and values do not count; a value in double quotes keeps its own. Exit
 * status: bad lines.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_LINE 64
#define MAX_NAME 8
#define MAX_KEYS 4

struct entry {
	char section[MAX_NAME];
	char key[MAX_NAME];
	char value[MAX_NAME];
};

static struct entry entries[MAX_KEYS];
static int n_entries;
static char section[MAX_NAME];
static int bad_lines, line_number;

static void bad(const char *what)
{
	printf("line %d: %s\n", line_number, what);
	bad_lines++;
}

/* Removes blanks at both ends, in place. */
static char *trim(char *s)
{
	while (*s == ' ' || *s == '\t')
		s++;
	size_t n = strlen(s);
	while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\t'))
		n--;
	s[n] = 0;
	return s;
}

/* Copies at most MAX_NAME - 1 characters; 0 if there were more. */
static int copy(char *to, const char *from)
{
	size_t n = strlen(from);
	int fits = n < MAX_NAME;
	if (!fits)
		n = MAX_NAME - 1;
	memcpy(to, from, n);
	to[n] = 0;
	return fits;
}

static void read_section(char *s)
{
	char *end = strchr(s, ']');
	if (!end) {
		bad("section not closed");
		return;
	}
	if (*trim(end + 1)) {
		bad("text after section");
		return;
	}
	*end = 0;
	if (!copy(section, trim(s + 1)))
		bad("name too long");
}

static void unquote(char *s)
{
	size_t n = strlen(s);
	if (n >= 2 && s[n - 1] == '"') {
		memmove(s, s + 1, n - 2);
		s[n - 2] = 0;
	}
}

static struct entry *find(const char *in_section, const char *key)
{
	for (int i = 0; i < n_entries; i++)
		if (!strcmp(entries[i].section, in_section) && !strcmp(entries[i].key, key))
			return &entries[i];
	return NULL;
}

static void read_key(char *s)
{
	char *equal = strchr(s, '=');
	if (!equal) {
		bad("no value");
		return;
	}
	*equal = 0;
	char *key = trim(s);
	char *value = trim(equal + 1);
	if (!*key) {
		bad("no key");
		return;
	}
	unquote(value);
	struct entry *e = find(section, key);
	if (!e) {
		if (n_entries == MAX_KEYS) {
			bad("too many keys");
			return;
		}
		e = &entries[n_entries++];
		strcpy(e->section, section);
		if (!copy(e->key, key))
			bad("name too long");
	}
	if (!copy(e->value, value))
		bad("value too long");
}

static void read_line(char *line)
{
	char *comment = strpbrk(line, ";#");
	char *quote = strchr(line, '"');
	if (comment && (!quote || comment < quote))
		*comment = 0;
	char *s = trim(line);
	if (*s == '[')
		read_section(s);
	else if (*s)
		read_key(s);
}

static const char *lookup(const char *key)
{
	const char *value = NULL;
	for (int i = 0; i < n_entries; i++)
		if (!strcmp(entries[i].key, key))
			value = entries[i].value;
	return value;
}

int main(int argc, char **argv)
{
	char line[MAX_LINE];
	if (argc != 2)
		return 99;
	while (fgets(line, sizeof line, stdin)) {
		line_number++;
		line[strcspn(line, "\n")] = 0;
		read_line(line);
	}
	for (int i = 0; i < n_entries; i++)
		printf("[%s] %s=%s\n", entries[i].section, entries[i].key, entries[i].value);
	const char *value = lookup(argv[1]);
	if (value)
		printf("%s\n", value);
	else
		printf("missing\n");
	return bad_lines;
}
