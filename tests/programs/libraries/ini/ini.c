/* ini.c: one line after the other. */
#include "ini.h"

#include <ctype.h>
#include <string.h>

enum { MAX_LINE = 80, MAX_SECTION = 40 };

static char *strip(char *s)
{
	char *end = s + strlen(s);
	while (end > s && isspace((unsigned char)end[-1]))
		*--end = 0;
	while (isspace((unsigned char)*s))
		s++;
	return s;
}

/* Cuts a comment that follows a blank. */
static void cut_comment(char *s)
{
	for (int blank = 0; *s; blank = isspace((unsigned char)*s), s++)
		if (blank && *s == ';') {
			*s = 0;
			return;
		}
}

static int take(char *line, char *section, ini_handler handler, void *user)
{
	char *s = strip(line), *end;
	if (!*s || *s == ';' || *s == '#')
		return 1;
	if (*s == '[') {
		end = strchr(s, ']');
		if (!end)
			return 0;
		*end = 0;
		strncpy(section, s + 1, MAX_SECTION - 1);
		return 1;
	}
	end = strchr(s, '=');
	if (!end)
		return 0;
	*end++ = 0;
	cut_comment(end);
	return handler(user, section, strip(s), strip(end));
}

int ini_parse_string(const char *text, ini_handler handler, void *user)
{
	char line[MAX_LINE], section[MAX_SECTION] = "";
	for (int number = 1; *text; number++) {
		size_t n = strcspn(text, "\n"), k = n < MAX_LINE - 1 ? n : MAX_LINE - 1;
		memcpy(line, text, k);
		line[k] = 0;
		if (!take(line, section, handler, user))
			return number;
		text += n + (text[n] == '\n');
	}
	return 0;
}
