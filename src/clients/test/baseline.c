/* baseline.c: differences that a team has accepted, in a file that is kept with the sources.
 *
 * A line is an id and the reason. An id is a digest of what stays when other lines move: the texts of
 * the changes, which name their functions, and both behaviours as expressions over the input. It
 * contains no line numbers. */
#include "clients/test/tester.h"

#include <ctype.h>

#include "base/digest.h"

/* ---- ids ---- */

/* Adds a text without lines and columns of locations: "a.c:12:3" is "a.c". */
static void add_text(Digest *to, const char *text)
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
	digest_add(to, buf_str(&plain), plain.len);
	buf_free(&plain);
}

void difference_id(const Tester *t, Difference *d)
{
	Digest id = {0};
	u32 n = (u32)d->changes.len;
	digest_add(&id, &n, sizeof n);
	for (size_t i = 0; i < d->changes.len; i++)
		add_text(&id, change_map_at(search_map(t->search), d->changes.at[i])->text);
	for (int side = OLD; side <= NEW; side++) {
		add_text(&id, d->output[side]);
		add_text(&id, d->seen.ending[side]);
		add_text(&id, d->seen.returned[side]);
	}
	add_text(&id, d->files);
	digest_hex(id, RESULT_ID / 2, d->id.text);
}

/* ---- the file ---- */

static bool parse_line(Baseline *b, char *line, const char *file, size_t number, Err *err)
{
	line += strspn(line, " \t");
	if (!*line || *line == '#')
		return true;
	size_t n = strspn(line, "0123456789abcdef");
	const char *reason = line + n + strspn(line + n, " \t");
	/* Earlier ones had 16 digits. They are read, and are of no difference. */
	if ((n != RESULT_ID && n != 16) || (line[n] && !isspace((unsigned char)line[n])))
		return err_set(err,
					   "%s:%zu: an id of %d hexadecimal digits and a reason are expected, as "
					   "drift test prints them",
					   file, number, RESULT_ID);
	if (!*reason)
		return err_set(
			err,
			"%s:%zu: the reason is missing: write after the id why this difference is intended",
			file, number);
	BaselineEntry e = {.reason = xstrdup(reason)};
	memcpy(e.id.text, line, n);
	vec_push(&b->list, e);
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

BaselineEntry *baseline_find(Baseline *b, const ResultId *id)
{
	for (size_t i = 0; i < b->list.len; i++)
		if (!strcmp(b->list.at[i].id.text, id->text))
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
