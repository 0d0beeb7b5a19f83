/* split.c: splits an edit of adjacent lines into the edits of its statements.
 *
 * diff reports lines that follow each other as one edit. If a statement ends after a line in both
 * versions, and the lines before and after that end are each an edit of their counterparts, people
 * read two edits. */
#include "versions/changes/impl.h"

/* Parentheses that a line leaves open. */
static int open_parentheses(const char *at, size_t n)
{
	int depth = 0;
	char quote = 0;
	for (size_t i = 0; i < n; i++) {
		if (quote) {
			i += at[i] == '\\';
			quote = i < n && at[i] == quote ? 0 : quote;
		} else if (at[i] == '"' || at[i] == '\'') {
			quote = at[i];
		} else {
			depth += (at[i] == '(') - (at[i] == ')');
		}
	}
	return depth;
}

/* True if no parenthesis from before or after the edit is closed or opened within it. */
static bool is_balanced(SourceText *const text[], const Hunk *h)
{
	for (Side s = OLD; s < N_SIDES; s++) {
		int depth = 0;
		for (u32 line = h->from[s]; line < h->to[s]; line++) {
			size_t n;
			const char *at = text_line(text[s], line, &n);
			depth += at ? open_parentheses(at, n) : 0;
			if (depth < 0)
				return false;
		}
		if (depth)
			return false;
	}
	return true;
}

/* True if a statement, a declaration or a directive ends with a line. */
static bool ends_statement(const SourceText *t, u32 line)
{
	size_t n;
	const char *at = text_line(t, line, &n);
	if (!at || !n || is_comment(at, n) || open_parentheses(at, n))
		return false;
	const char *remark = memmem(at, n, "/*", 2);
	if (!remark)
		remark = memmem(at, n, "//", 2);
	bool directive = *at == '#';
	n = remark ? (size_t)(remark - at) : n;
	while (n && (at[n - 1] == ' ' || at[n - 1] == '\t'))
		n--;
	return n && (directive ? at[n - 1] != '\\' : strchr(";{}", at[n - 1]) != NULL);
}

/* True if one line reads as an edit of the other: at least half of it is the same. */
static bool is_edit_of(SourceText *const text[], u32 old, u32 newer)
{
	size_t n, k, same = 0, behind = 0;
	const char *a = text_line(text[OLD], old, &n), *b = text_line(text[NEW], newer, &k);
	if (!a || !b || !n || !k)
		return false;
	size_t less = n < k ? n : k, more = n < k ? k : n;
	while (same < less && a[same] == b[same])
		same++;
	while (behind < less - same && a[n - 1 - behind] == b[k - 1 - behind])
		behind++;
	return 2 * (same + behind) >= more;
}

/* True if lines `old` and `newer` begin statements of their own: the lines before them end some,
 * and both they and those before are edits of each other. */
static bool begins_edit(SourceText *const text[], u32 old, u32 newer)
{
	return ends_statement(text[OLD], old - 1) && ends_statement(text[NEW], newer - 1) &&
		   is_edit_of(text, old - 1, newer - 1) && is_edit_of(text, old, newer);
}

/* Cuts the lines in front of (old, newer) off. */
static void cut(Hunk *rest, u32 old, u32 newer, HunkList *to)
{
	Hunk first = *rest;
	first.to[OLD] = rest->from[OLD] = old;
	first.to[NEW] = rest->from[NEW] = newer;
	vec_push(to, first);
}

void split_hunk(SourceText *const text[], const Hunk *h, HunkList *to)
{
	Hunk rest = *h;
	u32 old = h->to[OLD] - h->from[OLD], newer = h->to[NEW] - h->from[NEW];
	u32 less = old < newer ? old : newer, above = 1, below = 1;
	if (less < 2 || !is_balanced(text, h)) {
		vec_push(to, rest);
		return;
	}
	/* If lines were added or deleted, from both ends. */
	for (u32 k = 1; k < less; k++) {
		bool begins = begins_edit(text, h->from[OLD] + k, h->from[NEW] + k);
		if (!begins && old != newer)
			break;
		if (!begins)
			continue;
		cut(&rest, h->from[OLD] + k, h->from[NEW] + k, to);
		above = k + 1;
	}
	while (old != newer && below + above <= less &&
		   begins_edit(text, h->to[OLD] - below, h->to[NEW] - below))
		below++;
	for (u32 k = below; --k > 0;)
		cut(&rest, h->to[OLD] - k, h->to[NEW] - k, to);
	vec_push(to, rest);
}
