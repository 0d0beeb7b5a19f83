/* gettext.c: returns messages unchanged; there are no catalogues. */
#include <libintl.h>
#include <stdlib.h>
#include <string.h>
#include "sys.h"

/* The header has them as macros when optimising. */
#undef gettext
#undef dgettext
#undef ngettext
#undef dngettext

/* A domain that was bound to a place or a character set. */
struct binding {
	struct binding *next;
	char *domain;
	char *dir;     /* or NULL: the default one */
	char *codeset; /* or NULL */
};

static struct binding *bindings;
static char default_domain[] = "messages";
static char *current_domain = default_domain;

char *gettext(const char *id)
{
	return (char *)id;
}

char *dgettext(const char *domain, const char *id)
{
	return (char *)id;
}

char *dcgettext(const char *domain, const char *id, int category)
{
	return (char *)id;
}

ALIAS(dcgettext, __dcgettext);

/* English has one plural. */
char *ngettext(const char *one, const char *many, unsigned long n)
{
	return (char *)(n == 1 ? one : many);
}

char *dngettext(const char *domain, const char *one, const char *many, unsigned long n)
{
	return (char *)(n == 1 ? one : many);
}

char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n,
				 int category)
{
	return (char *)(n == 1 ? one : many);
}

char *textdomain(const char *domain)
{
	if (!domain)
		return current_domain;
	if (strcmp(domain, current_domain) == 0)
		return current_domain;
	char *copy = default_domain;
	if (domain[0] && strcmp(domain, default_domain) != 0 && !(copy = strdup(domain)))
		return NULL;
	if (current_domain != default_domain)
		free(current_domain);
	return current_domain = copy;
}

static struct binding *find_binding(const char *domain, int make)
{
	struct binding *b;

	for (b = bindings; b; b = b->next)
		if (strcmp(b->domain, domain) == 0)
			return b;
	if (!make || !(b = calloc(1, sizeof *b)))
		return NULL;
	if (!(b->domain = strdup(domain))) {
		free(b);
		return NULL;
	}
	b->next = bindings;
	return bindings = b;
}

/* Stores a copy of value and returns it. */
static char *replace(char **slot, const char *value)
{
	char *copy = strdup(value);
	if (copy) {
		free(*slot);
		*slot = copy;
	}
	return copy;
}

char *bindtextdomain(const char *domain, const char *dir)
{
	if (!domain || !domain[0])
		return NULL;
	struct binding *b = find_binding(domain, dir != NULL);
	if (dir)
		return b ? replace(&b->dir, dir) : NULL;
	return b && b->dir ? b->dir : (char *)"/usr/share/locale";
}

char *bind_textdomain_codeset(const char *domain, const char *codeset)
{
	if (!domain || !domain[0])
		return NULL;
	struct binding *b = find_binding(domain, codeset != NULL);
	if (codeset)
		return b ? replace(&b->codeset, codeset) : NULL;
	return b ? b->codeset : NULL;
}
