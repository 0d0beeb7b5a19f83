/* accounts.c: reads /etc/passwd. */
#include "env/alone/accounts.h"

/* The line after p, or NULL. */
static const char *next_line(const char *p)
{
	const char *end = strchr(p, '\n');
	return end && end[1] ? end + 1 : NULL;
}

char *account_name(uid_t uid)
{
	Buf b = {0};
	char *name = NULL;
	file_read("/etc/passwd", &b, NULL);
	for (const char *p = b.len ? b.at : NULL; p && !name; p = next_line(p)) {
		size_t n = strcspn(p, ":\n"), skip = p[n] == ':' ? strcspn(p + n + 1, ":\n") : 0;
		const char *number = p + n + 1 + skip + 1;
		char *end = NULL;
		if (p[n] != ':' || p[n + 1 + skip] != ':')
			continue;
		unsigned long id = strtoul(number, &end, 10);
		if (end != number && *end == ':' && id == uid)
			name = xstrndup(p, n);
	}
	buf_free(&b);
	return name;
}

bool account_exists(const char *name)
{
	Buf b = {0};
	bool found = false;
	size_t n = strlen(name);
	file_read("/etc/passwd", &b, NULL);
	for (const char *p = b.len ? b.at : NULL; p && !found; p = next_line(p))
		found = !strncmp(p, name, n) && p[n] == ':';
	buf_free(&b);
	return found;
}
