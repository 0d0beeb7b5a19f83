/* listing.c: compares two listings of a directory by names, not by bytes. */
#include "env/compare/differ.h"

#include <sys/syscall.h>

typedef VEC(const char *) ListedNames;

/* Collects the names in the kernel's order; they point into the bytes. */
static void names_of(const TraceData *d, bool old_format, ListedNames *out)
{
	enum { NAME64 = 19, NAME32 = 18, RECLEN = 16 };
	for (size_t at = 0; at + NAME64 < d->len;) {
		u16 len;
		memcpy(&len, d->at + at + RECLEN, sizeof len);
		if (len <= NAME64 || at + len > d->len)
			break;
		const char *name = (const char *)d->at + at + (old_format ? NAME32 : NAME64);
		if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
			vec_push(out, name);
		at += len;
	}
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Adds the names that are in `of` and not in `in`, both sorted; returns how many there are. */
static size_t add_missing(const ListedNames *of, const ListedNames *in, const char *where,
						  EnvDifference *out)
{
	size_t n = 0, k = 0;
	for (size_t i = 0; i < of->len; i++) {
		while (k < in->len && strcmp(in->at[k], of->at[i]) < 0)
			k++;
		if (k < in->len && !strcmp(in->at[k], of->at[i]))
			continue;
		buf_addf(&out->detail, "only %s: ", where);
		buf_add_escaped(&out->detail, of->at[i], strlen(of->at[i]));
		buf_addc(&out->detail, '\n');
		if (n < 3) {
			buf_addf(&out->summary, n ? ", " : "%s only %s: ", out->summary.len ? ";" : "", where);
			buf_add_escaped(&out->summary, of->at[i], strlen(of->at[i]));
		}
		n++;
	}
	if (n > 3)
		buf_addf(&out->summary, " and %zu more", n - 3);
	return n;
}

bool differ_listings(i32 nr, const TraceData *a, const TraceData *b, EnvDifference *out)
{
	ListedNames there = {0}, here = {0};
	names_of(a, nr == SYS_getdents, &there);
	names_of(b, nr == SYS_getdents, &here);
	size_t first = 0;
	while (first < there.len && first < here.len && !strcmp(there.at[first], here.at[first]))
		first++;
	bool same_order = first == there.len && first == here.len;
	const char *x = first < there.len ? there.at[first] : "",
			   *y = first < here.len ? here.at[first] : "";
	if (there.len)
		qsort(there.at, there.len, sizeof *there.at, by_text);
	if (here.len)
		qsort(here.at, here.len, sizeof *here.at, by_text);
	EnvDifference names = {0};
	size_t n =
		add_missing(&there, &here, "there", &names) + add_missing(&here, &there, "here", &names);
	if (n) {
		buf_addf(&out->summary, "directory %s holds other names:%s", buf_str(&out->subject),
				 buf_str(&names.summary));
		buf_adds(&out->detail, buf_str(&names.detail));
		buf_addf(&out->advice, "compare what is in %s with the directory where it works",
				 buf_str(&out->subject));
	} else if (!same_order) {
		buf_addf(&out->summary,
				 "directory %s lists its names in another order: '%s' there where '%s' comes here",
				 buf_str(&out->subject), x, y);
		buf_adds(&out->advice, "the order of names in a directory is chance: sort them");
		out->weak = true;
	}
	env_difference_free(&names);
	vec_free(&there);
	vec_free(&here);
	return n || !same_order;
}
