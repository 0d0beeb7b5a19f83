/* target.c: finds the instructions of source lines. */
#include <ctype.h>

#include "engine/explore/condition.h"

/* "FILE:LINE" taken apart; the number follows the last colon. */
static bool split(const char *location, Buf *file, u32 *line, Err *err)
{
	const char *colon = strrchr(location, ':');
	if (!colon || colon == location || !isdigit((unsigned char)colon[1]))
		return err_set(err, "'%s' is not a location; write FILE:LINE", location);
	char *end;
	unsigned long n = strtoul(colon + 1, &end, 10);
	if (*end || !n || n > UINT32_MAX)
		return err_set(err, "'%s' is not a location; write FILE:LINE", location);
	buf_add(file, location, (size_t)(colon - location));
	*line = (u32)n;
	return true;
}

bool target_lines(const Program *p, const char *location, TargetList *out, Err *err)
{
	Buf file = {0};
	u32 line = 0, nearest = 0;
	bool known = false;
	size_t before = out->len;
	if (!split(location, &file, &line, err)) {
		buf_free(&file);
		return false;
	}
	for (u32 i = 0; i < p->functions.len; i++) {
		const Function *f = &p->functions.at[i];
		for (u32 k = 0; f->kind == FN_SUBJECT && k < f->n_ins; k++) {
			const Loc *loc = &p->locs.at[f->ins[k].loc];
			if (!loc->line || !program_file_is(p->files.at[loc->file], buf_str(&file)))
				continue;
			known = true;
			if (loc->line == line && f->ins[k].op != I_PHI)
				vec_push(out, ((Target){i, k}));
			if (loc->line > line && (!nearest || loc->line < nearest))
				nearest = loc->line;
		}
	}
	buf_free(&file);
	if (!known)
		return err_set(err, "%s: no code of the program comes from that file", location);
	if (out->len == before)
		return nearest ? err_set(err, "%s: there is no code on that line; the next is on line %u",
								 location, nearest)
					   : err_set(err, "%s: there is no code on that line or after it", location);
	return true;
}
