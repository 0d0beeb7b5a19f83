/* redact.c: the rules, and the search for bytes that they describe. */
#include "env/trace/redact.h"

#include <fnmatch.h>
#include <regex.h>

enum {
	SHORTEST = 4,      /* bytes that are worth remembering */
	FILTER = 1 << 16,  /* entries of the filter before the table */
	WINDOW = 16 << 10, /* bytes matched at once: regexec can need the square of them in time */
};

/* Bytes that were found once. */
typedef struct Learnt {
	u8 *at;
	size_t n;
	u32 next; /* with the same first bytes: index + 1; 0: none */
} Learnt;

struct Redactor {
	VEC(char *) globs;
	VEC(regex_t) patterns;
	VEC(Learnt) learnt;
	IntMap first;        /* first SHORTEST bytes to the index of the latest, + 1 */
	bool filter[FILTER]; /* by a hash of these bytes: true if there may be one */
};

static u32 first_bytes(const u8 *p)
{
	u32 v;
	memcpy(&v, p, sizeof v);
	return v;
}

static u32 filter_slot(u32 v)
{
	return v * 2654435761u >> 16;
}

static bool add_pattern(Redactor *r, const char *text, Err *err)
{
	regex_t pattern;
	int e = regcomp(&pattern, text, REG_EXTENDED | REG_NEWLINE);
	if (e) {
		char why[200];
		regerror(e, &pattern, why, sizeof why);
		return err_set(err, "--redact: '%s': %s", text, why);
	}
	vec_push(&r->patterns, pattern);
	if (regexec(&pattern, "", 0, NULL, 0) == 0)
		return err_set(err, "--redact: '%s' matches nothing at all, so it would match everywhere",
					   text);
	return true;
}

bool redactor_new(const StrList *no_contents, const StrList *redact, Redactor **out, Err *err)
{
	bool ok = true;
	*out = NULL;
	if (!no_contents->len && !redact->len)
		return true;
	Redactor *r = *out = xcalloc(1, sizeof *r);
	for (size_t i = 0; i < no_contents->len; i++)
		vec_push(&r->globs, xstrdup(no_contents->at[i]));
	for (size_t i = 0; ok && i < redact->len; i++)
		ok = add_pattern(r, redact->at[i], err);
	if (!ok) {
		redactor_free(r);
		*out = NULL;
	}
	return ok;
}

void redactor_free(Redactor *r)
{
	if (!r)
		return;
	for (size_t i = 0; i < r->globs.len; i++)
		free(r->globs.at[i]);
	for (size_t i = 0; i < r->patterns.len; i++)
		regfree(&r->patterns.at[i]);
	for (size_t i = 0; i < r->learnt.len; i++)
		free(r->learnt.at[i].at);
	vec_free(&r->globs);
	vec_free(&r->patterns);
	vec_free(&r->learnt);
	intmap_free(&r->first);
	free(r);
}

bool redactor_hides(const Redactor *r, const char *path)
{
	const char *slash = strrchr(path, '/');
	for (size_t i = 0; i < r->globs.len; i++) {
		const char *glob = r->globs.at[i];
		/* '*' also matches '/': a glob for a directory covers everything below it. */
		if (fnmatch(glob, path, 0) == 0 ||
			(!strchr(glob, '/') && slash && fnmatch(glob, slash + 1, 0) == 0))
			return true;
	}
	return false;
}

/* ---- expressions ---- */

/* Matches between start and end. Bytes before and after decide about '^' and '$'. */
static void match_window(const regex_t *pattern, const u8 *bytes, size_t n, size_t start,
						 size_t end, RedactRanges *out)
{
	size_t base = start ? start - 1 : 0, at = start;
	const char *text = (const char *)bytes + base;
	int flags = REG_STARTEND | (end < n && bytes[end] != '\n' ? REG_NOTEOL : 0);
	while (at < end) {
		regmatch_t m = {.rm_so = (regoff_t)(at - base), .rm_eo = (regoff_t)(end - base)};
		if (regexec(pattern, text, 1, &m, flags) != 0)
			return;
		size_t from = base + (size_t)m.rm_so, to = base + (size_t)m.rm_eo;
		if (to > from)
			vec_push(out, ((RedactRange){from, to - from}));
		at = to > from ? to : to + 1;
	}
}

void redactor_match(const Redactor *r, const u8 *bytes, size_t n, RedactRanges *out)
{
	for (size_t i = 0; i < r->patterns.len; i++)
		for (size_t start = 0, end = 0; end < n; start = end - REDACT_LONGEST) {
			end = n - start <= WINDOW ? n : start + WINDOW;
			match_window(&r->patterns.at[i], bytes, n, start, end, out);
		}
}

/* ---- remembered bytes ---- */

void redactor_learn(Redactor *r, const u8 *bytes, size_t n)
{
	u64 known = 0;
	if (n < SHORTEST)
		return;
	u32 v = first_bytes(bytes);
	intmap_get(&r->first, (u64)v + 1, &known);
	for (u64 i = known; i; i = r->learnt.at[i - 1].next)
		if (r->learnt.at[i - 1].n == n && !memcmp(r->learnt.at[i - 1].at, bytes, n))
			return;
	Learnt one = {.at = xmalloc(n), .n = n, .next = (u32)known};
	memcpy(one.at, bytes, n);
	vec_push(&r->learnt, one);
	intmap_put(&r->first, (u64)v + 1, r->learnt.len);
	r->filter[filter_slot(v)] = true;
}

void redactor_recall(const Redactor *r, const u8 *bytes, size_t n, RedactRanges *out)
{
	for (size_t i = 0; r->learnt.len && i + SHORTEST <= n; i++) {
		u32 v = first_bytes(bytes + i);
		u64 k = 0;
		size_t longest = 0;
		if (!r->filter[filter_slot(v)])
			continue;
		intmap_get(&r->first, (u64)v + 1, &k);
		for (; k; k = r->learnt.at[k - 1].next) {
			const Learnt *one = &r->learnt.at[k - 1];
			if (one->n > longest && one->n <= n - i && !memcmp(bytes + i, one->at, one->n))
				longest = one->n;
		}
		if (longest)
			vec_push(out, ((RedactRange){i, longest}));
	}
}

void redactor_text(const Redactor *r, char *text, size_t n)
{
	RedactRanges found = {0};
	if (!r)
		return;
	redactor_match(r, (const u8 *)text, n, &found);
	redactor_recall(r, (const u8 *)text, n, &found);
	for (size_t i = 0; i < found.len; i++)
		memset(text + found.at[i].at, '*', found.at[i].n);
	vec_free(&found);
}
