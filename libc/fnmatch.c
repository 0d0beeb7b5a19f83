/* fnmatch.c: file name patterns, including GNU's extensions.
 *
 * Pattern and text are first decoded into characters. A '*' tries the rest of the pattern at every
 * position. If the rest ran out of text, trying further positions is useless, so this result
 * (HOPELESS) ends all stars at once.
 */
#include <fnmatch.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>
#include "sys.h"

enum { MATCH = 0, NO_MATCH = FNM_NOMATCH, HOPELESS = 2 };

typedef const wchar_t *text;

/* Constants of one call. */
typedef struct job {
	int flags;
	bool bytes;     /* characters are bytes: none above ASCII is in a class */
	bool caret_too; /* [^...] negates like [!...] */
} job;

static int match(const job *j, text p, text pend, text s, text end, bool hidden_ok);

static wchar_t fold(const job *j, wchar_t c)
{
	return j->flags & FNM_CASEFOLD ? (wchar_t)towlower((wint_t)c) : c;
}

/* True if something other than a period may match a period at s. Only the start of a name is
 * protected; hidden_ok says whether s is one if the match began at s. */
static bool period_free(const job *j, text s, text from, bool hidden_ok)
{
	if (s == from)
		return hidden_ok;
	return !((j->flags & FNM_PERIOD) && (j->flags & FNM_PATHNAME) && s[-1] == '/');
}

static bool is_slash(const job *j, wchar_t c)
{
	return c == '/' && (j->flags & FNM_PATHNAME);
}

/* ---- brackets ---- */

/* Reads the name in [:name:]; returns the position after it, or NULL if there is none. */
static text class_name(text p, text pend, char name[32])
{
	size_t n = 0;
	for (p += 2; p + 1 < pend; p++) {
		if (p[0] == ':' && p[1] == ']') {
			name[n] = 0;
			return p + 2;
		}
		if (*p < 'a' || *p >= 'z' || n == 31)
			return NULL;
		name[n++] = (char)*p;
	}
	return NULL;
}

/* One end of a range: a character, an escaped one, [.x.] or [=x=]. NULL: the bracket is not closed.
 */
static text bracket_char(const job *j, text p, text pend, wchar_t *c)
{
	if (p >= pend)
		return NULL;
	if (*p == '\\' && !(j->flags & FNM_NOESCAPE)) {
		if (p + 1 >= pend)
			return NULL;
		*c = p[1];
		return p + 2;
	}
	if (*p == '[' && p + 4 < pend && (p[1] == '.' || p[1] == '=') && p[3] == p[1] && p[4] == ']') {
		*c = p[2];
		return p + 5;
	}
	*c = *p;
	return p + 1;
}

/* Matches one element at p with c; returns the position after it, or NULL if the bracket is not
 * closed. */
static text bracket_elem(const job *j, text p, text pend, wchar_t c, bool *hit, bool *never)
{
	char name[32];
	wchar_t lo, hi;
	text after;

	if (p + 1 < pend && p[0] == '[' && p[1] == ':' && (after = class_name(p, pend, name))) {
		wctype_t class = wctype(name);
		if (!class)
			*never = !*hit;
		else if (iswctype((wint_t)c, class) && !(j->bytes && c >= 0x80))
			*hit = true;
		return after;
	}
	bool symbol = *p == '[' && p + 1 < pend && (p[1] == '=' || p[1] == '.');
	after = bracket_char(j, p, pend, &lo);
	if (!after || after >= pend)
		return NULL;
	hi = lo;
	bool plain = symbol && after - p == 5;
	if (!(plain && p[1] == '=') && *after == '-' && after + 1 < pend && after[1] != ']') {
		after = bracket_char(j, after + 1, pend, &hi);
		if (!after)
			return NULL;
	}
	/* Symbols are compared exactly, even if case is ignored. */
	if (plain && lo == hi ? lo == c : fold(j, lo) <= fold(j, c) && fold(j, c) <= fold(j, hi))
		*hit = true;
	return after;
}

/* Matches a bracket, after '['. Returns the position after it and sets *hit; NULL if it is not
 * closed. never: no character at all can match. */
static text bracket(const job *j, text p, text pend, wchar_t c, bool *hit, bool *never)
{
	bool negate = p < pend && (*p == '!' || (*p == '^' && j->caret_too));
	bool first = true;

	*hit = *never = false;
	p += negate;
	for (; p && p < pend; first = false) {
		if (*p == ']' && !first) {
			*hit = *hit != negate;
			return p + 1;
		}
		p = bracket_elem(j, p, pend, c, hit, never);
		if (*never)
			return p;
	}
	return NULL;
}

/* ---- extended patterns: ?(a|b) and so on ---- */

/* Skips a bracket within a list of alternatives; p is after '['. Here and below a backslash has no
 * meaning: glibc looks for the end of a list without it. */
static text skip_bracket(text p, text pend)
{
	if (p < pend && (*p == '!' || *p == '^'))
		p++;
	if (p < pend && *p == ']')
		p++;
	while (p < pend && *p != ']')
		p++;
	return p < pend ? p + 1 : NULL;
}

/* The end of the alternative at p: a '|' or ')' of the same level, or NULL. */
static text alternative_end(text p, text pend)
{
	int depth = 0;

	while (p < pend) {
		if (*p == '[') {
			text after = skip_bracket(p + 1, pend);
			if (!after)
				return NULL;
			p = after;
		} else if (wcschr(L"?*+@!", *p) && p + 1 < pend && p[1] == '(') {
			depth++;
			p += 2;
		} else if (*p == ')' || *p == '|') {
			if (depth == 0)
				return p;
			depth -= *p == ')';
			p++;
		} else {
			p++;
		}
	}
	return NULL;
}

/* A list of alternatives from p to its ')'. */
typedef struct list {
	text first; /* after '(' */
	text after; /* after ')' */
} list;

/* True if some alternative matches s..end exactly. */
static bool any_matches(const job *j, list l, text pend, text s, text end, bool hidden_ok)
{
	for (text p = l.first; p < l.after;) {
		text stop = alternative_end(p, pend);
		job inner = *j;
		if (!(inner.flags & FNM_PATHNAME))
			inner.flags &= ~FNM_PERIOD;
		if (match(&inner, p, stop, s, end, hidden_ok) == MATCH)
			return true;
		p = stop + 1;
	}
	return false;
}

/* op(list) followed by the rest, at s. again: the pattern from op on, for one more round. */
static int extended(const job *j, wchar_t op, list l, text again, text pend, text s, text end,
					bool hidden_ok)
{
	if ((op == '*' || op == '?') && match(j, l.after, pend, s, end, hidden_ok) == MATCH)
		return MATCH;
	for (text cut = s; cut <= end; cut++) {
		bool free_here = period_free(j, cut, s, hidden_ok);
		bool hit = any_matches(j, l, pend, s, cut, hidden_ok);
		if (hit == (op == '!'))
			continue;
		if (match(j, l.after, pend, cut, end, free_here) == MATCH)
			return MATCH;
		if ((op == '*' || op == '+') && cut != s &&
			match(j, again, pend, cut, end, free_here) == MATCH)
			return MATCH;
	}
	return NO_MATCH;
}

/* True if a complete list follows the operator at p. */
static bool find_list(const job *j, text p, text pend, list *l)
{
	if (!(j->flags & FNM_EXTMATCH) || p + 1 >= pend || p[1] != '(')
		return false;
	l->first = p + 2;
	for (text at = l->first; (at = alternative_end(at, pend)); at++)
		if (*at == ')') {
			l->after = at + 1;
			return true;
		}
	return false;
}

/* ---- the rest ---- */

/* After one or more stars at the end of the pattern: only text is left to match. */
static int star_to_end(const job *j, text s, text end)
{
	if (!(j->flags & FNM_PATHNAME) || (j->flags & FNM_LEADING_DIR))
		return MATCH;
	for (; s < end; s++)
		if (*s == '/')
			return NO_MATCH;
	return MATCH;
}

static int star(const job *j, text p, text pend, text s, text end, bool hidden_ok)
{
	list l;

	if (s < end && *s == '.' && !hidden_ok)
		return NO_MATCH;
	/* Further stars and lists that may be empty add nothing; each '?' matches one character. */
	while (p < pend && (*p == '*' || *p == '?')) {
		if (find_list(j, p, pend, &l)) {
			p = l.after;
			continue;
		}
		if (*p++ == '*')
			continue;
		if (s >= end)
			return HOPELESS;
		if (is_slash(j, *s))
			return NO_MATCH;
		s++;
		hidden_ok = true;
	}
	if (p >= pend)
		return star_to_end(j, s, end);
	/* As in glibc, a list after a star is not tried at the last position that the star can reach. */
	bool inside = find_list(j, p, pend, &l) && wcschr(L"+@!", *p);
	for (text from = s;; s++) {
		if (inside && (s >= end || is_slash(j, *s)))
			return NO_MATCH;
		int r = match(j, p, pend, s, end, period_free(j, s, from, hidden_ok));
		if (r != NO_MATCH)
			return r;
		if (s >= end)
			return HOPELESS;
		if (is_slash(j, *s))
			return NO_MATCH;
	}
}

static int match(const job *j, text p, text pend, text s, text end, bool hidden_ok)
{
	text from = s;
	list l;

	for (; p < pend; s++) {
		wchar_t c = *p++;
		bool at_end = s >= end, may_hide = period_free(j, s, from, hidden_ok);
		if ((c == '?' || c == '*' || c == '+' || c == '@' || c == '!') &&
			find_list(j, p - 1, pend, &l))
			return extended(j, c, l, p - 1, pend, s, end, may_hide);
		if (c == '*')
			return star(j, p, pend, s, end, may_hide);
		if (at_end)
			return HOPELESS;
		if (c == '?') {
			if (is_slash(j, *s) || (*s == '.' && !may_hide))
				return NO_MATCH;
			continue;
		}
		if (c == '[') {
			bool hit, never;
			if ((*s == '.' && !may_hide) || is_slash(j, *s))
				return NO_MATCH;
			text after = bracket(j, p, pend, *s, &hit, &never);
			/* An unclosed bracket is a literal '[', unless it matched so far. */
			if (never || !after == hit)
				return NO_MATCH;
			if (after) {
				p = after;
				continue;
			}
		} else if (c == '\\' && !(j->flags & FNM_NOESCAPE)) {
			if (p >= pend)
				return NO_MATCH;
			c = *p++;
		}
		if (fold(j, c) != fold(j, *s))
			return NO_MATCH;
	}
	if (s >= end || ((j->flags & FNM_LEADING_DIR) && *s == '/'))
		return MATCH;
	return NO_MATCH;
}

/* Characters of a string; bytes when it is not valid in the current locale. */
static wchar_t *widen(const char *s, size_t *n, bool bytes)
{
	size_t len = strlen(s);
	wchar_t *wide = malloc((len + 1) * sizeof *wide);

	if (!wide)
		return NULL;
	if (!bytes) {
		mbstate_t state = {0};
		const char *at = s;
		*n = mbsrtowcs(wide, &at, len + 1, &state);
		return wide;
	}
	for (*n = 0; *n < len; ++*n)
		wide[*n] = (unsigned char)s[*n];
	return wide;
}

static int match_strings(const char *pattern, const char *string, int flags, bool bytes)
{
	size_t n, m;
	wchar_t *p = widen(pattern, &n, bytes);
	wchar_t *s = widen(string, &m, bytes);
	int r = -1;

	if (p && s && n != (size_t)-1 && m != (size_t)-1) {
		job j = {.flags = flags, .bytes = bytes, .caret_too = !getenv("POSIXLY_CORRECT")};
		r = match(&j, p, p + n, s, s + m, !(flags & FNM_PERIOD)) == MATCH ? 0 : FNM_NOMATCH;
	} else if (p && s) {
		r = HOPELESS;
	}
	free(p);
	free(s);
	return r;
}

/* As in glibc, a text that does not match as characters may still match as bytes. */
int fnmatch(const char *pattern, const char *string, int flags)
{
	int r = NO_MATCH;
	if (__drift_utf8())
		r = match_strings(pattern, string, flags, false);
	return r > 0 ? match_strings(pattern, string, flags, true) : r;
}
