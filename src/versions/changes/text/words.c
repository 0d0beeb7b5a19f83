/* words.c: finds names in lines of C without parsing it. */
#include "versions/changes/impl.h"

#include <ctype.h>

static bool is_keyword(const char *at, size_t n)
{
	static const char *const words[] = {
		"auto",   "break",    "case",     "char",   "const",    "continue", "default",  "do",
		"double", "else",     "enum",     "extern", "float",    "for",      "goto",     "if",
		"inline", "int",      "long",     "return", "short",    "signed",   "sizeof",   "static",
		"struct", "switch",   "typedef",  "union",  "unsigned", "void",     "volatile", "while",
		"_Bool",  "register", "restrict", "bool",   "NULL",     "defined"};
	for (size_t i = 0; i < countof(words); i++)
		if (strlen(words[i]) == n && !strncmp(words[i], at, n))
			return true;
	return false;
}

bool next_word(const char **at, const char *end, Word *w)
{
	const char *p = *at;
	while (p < end) {
		if (p + 1 < end && p[0] == '/' && (p[1] == '/' || p[1] == '*')) {
			const char *close = p[1] == '*' ? memmem(p + 2, (size_t)(end - p - 2), "*/", 2) : NULL;
			p = close ? close + 2 : end;
		} else if (*p == '"' || *p == '\'') {
			char quote = *p++;
			while (p < end && *p != quote)
				p += *p == '\\' && p + 1 < end ? 2 : 1;
			p += p < end;
		} else if (isdigit((u8)*p)) {
			while (p < end && (isalnum((u8)*p) || *p == '_' || *p == '.'))
				p++;
		} else if (isalpha((u8)*p) || *p == '_') {
			w->at = p;
			while (p < end && (isalnum((u8)*p) || *p == '_'))
				p++;
			w->n = (size_t)(p - w->at);
			*at = p;
			while (p < end && (*p == ' ' || *p == '\t'))
				p++;
			w->next = p < end ? *p : '\n';
			w->keyword = is_keyword(w->at, w->n);
			return true;
		} else {
			p++;
		}
	}
	*at = p;
	return false;
}

void words_of(const char *at, size_t n, StrMap *to)
{
	const char *end = at + n;
	Word w;
	while (next_word(&at, end, &w)) {
		char *name = xstrndup(w.at, w.n);
		if (!w.keyword)
			strmap_put(to, name, 1);
		free(name);
	}
}

void declared_in(const char *at, size_t n, StrMap *to)
{
	const char *end = at + n;
	Word w;
	while (next_word(&at, end, &w)) {
		char *name = xstrndup(w.at, w.n);
		if (!w.keyword && strchr(";,[=():}\n", w.next))
			strmap_put(to, name, 1);
		free(name);
	}
}

bool is_declaration(const char *at, size_t n)
{
	const char *end = at + n;
	Word a, b;
	if (!n || *at == '#' || !next_word(&at, end, &a) || !next_word(&at, end, &b))
		return false;
	/* Two words with only stars between them: a type and a name. */
	const char *gap = a.at + a.n;
	while (gap < b.at && (*gap == ' ' || *gap == '\t' || *gap == '*'))
		gap++;
	bool type = !a.keyword || (strncmp(a.at, "return", 6) && strncmp(a.at, "case", 4) &&
							   strncmp(a.at, "goto", 4) && strncmp(a.at, "else", 4) &&
							   strncmp(a.at, "do", a.n) && strncmp(a.at, "sizeof", 6));
	return gap == b.at && type;
}

char *defined_macro(const char *at, size_t n)
{
	const char *end = at + n, *p = at;
	Word w;
	if (!n || *p++ != '#' || !next_word(&p, end, &w) || w.n != 6 || strncmp(w.at, "define", 6))
		return NULL;
	return next_word(&p, end, &w) ? xstrndup(w.at, w.n) : NULL;
}

bool is_comment(const char *at, size_t n)
{
	if (n > 1 && *at == '/')
		return at[1] == '/' || at[1] == '*';
	/* A line within one; a star before a name is code. */
	return n && *at == '*' && (n == 1 || at[1] == ' ' || at[1] == '/' || at[1] == '*');
}
