/* baseline.c: differences that a team has accepted, in a file that is kept with the sources.
 *
 * A line is an id and the reason. An id is a hash of what stays when other lines move: the texts of
 * the changes, which name their functions, and both behaviours as expressions over the input. It
 * contains no line numbers. */
#include "clients/test/tester.h"

#include <ctype.h>

/* ---- ids ---- */

/* Hashes a text without lines and columns of locations: "a.c:12:3" is "a.c". */
static u64 hash_text(u64 so_far, const char *text)
{
	Buf plain = {0};
	for (; text && *text; text++) {
		if (*text != ':' || !isdigit((unsigned char)text[1])) {
			buf_addc(&plain, *text);
			continue;
		}
		while (isdigit((unsigned char)text[1]))
			text++;
	}
	u64 hash = hash_mix(so_far, hash_bytes(buf_str(&plain), plain.len));
	buf_free(&plain);
	return hash;
}

u64 difference_id(const Tester *t, const Difference *d)
{
	u64 id = 0;
	for (size_t i = 0; i < d->changes.len; i++)
		id = hash_text(id, change_map_at(search_map(t->search), d->changes.at[i])->text);
	for (int side = OLD; side <= NEW; side++) {
		id = hash_text(id, d->output[side]);
		id = hash_text(id, d->seen.ending[side]);
		id = hash_text(id, d->seen.returned[side]);
	}
	return hash_text(id, d->files);
}

/* ---- the file ---- */

static bool parse_line(Baseline *b, char *line, const char *file, size_t number, Err *err)
{
	line += strspn(line, " \t");
	if (!*line || *line == '#')
		return true;
	size_t n = strspn(line, "0123456789abcdef");
	const char *reason = line + n + strspn(line + n, " \t");
	if (n != 16 || (line[n] && !isspace((unsigned char)line[n])))
		return err_set(err,
					   "%s:%zu: an id of 16 hexadecimal digits and a reason are expected, as "
					   "drift test prints them",
					   file, number);
	if (!*reason)
		return err_set(
			err,
			"%s:%zu: the reason is missing: write after the id why this difference is intended",
			file, number);
	vec_push(&b->list,
			 ((BaselineEntry){.id = strtoull(line, NULL, 16), .reason = xstrdup(reason)}));
	return true;
}

bool baseline_read(Baseline *b, const char *file, Err *err)
{
	Buf text = {0};
	if (!file_exists(file))
		return true;
	bool good = file_read(file, &text, err);
	size_t number = 0;
	char *rest = text.at;
	for (char *line; good && rest && (line = strsep(&rest, "\n"));)
		good = parse_line(b, line, file, ++number, err);
	buf_free(&text);
	return good;
}

BaselineEntry *baseline_find(Baseline *b, u64 id)
{
	for (size_t i = 0; i < b->list.len; i++)
		if (b->list.at[i].id == id)
			return &b->list.at[i];
	return NULL;
}

void baseline_free(Baseline *b)
{
	for (size_t i = 0; i < b->list.len; i++)
		free(b->list.at[i].reason);
	vec_free(&b->list);
}

void baseline_fill(const Tester *t, Result *r)
{
	for (size_t i = 0; i < t->baseline.list.len; i++) {
		const BaselineEntry *e = &t->baseline.list.at[i];
		ResultAccepted one = {.id = e->id, .reason = e->reason};
		for (size_t k = 0; k < t->groups.len; k++)
			if (t->groups.at[k].baseline == i + 1) {
				one.differs = true;
				one.pairs += t->groups.at[k].pairs;
			}
		vec_push(&r->versions.accepted, one);
	}
}
