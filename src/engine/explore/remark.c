/* remark.c: remarks about a result, counted by kind, text and location. */
#include "engine/explore/explorer.h"

void remark(Explorer *x, const char *kind, const char *what, u32 loc, u64 count, bool incomplete)
{
	Buf key = {0};
	u64 number = x->remarks.len;
	if (x->processes.repeating) /* the worker made it */
		return;
	key_text(&key, kind);
	key_text(&key, what);
	key_number(&key, loc);
	if (!keymap_get(&x->remark_of, buf_key(&key), &number))
		keymap_put(&x->remark_of, buf_key(&key), number);
	buf_free(&key);
	if (number < x->remarks.len) {
		x->remarks.at[number].count += count;
		return;
	}
	Remark r = {.kind = xstrdup(kind),
				.what = xstrdup(what),
				.loc = loc,
				.count = count,
				.incomplete = incomplete};
	vec_push(&x->remarks, r);
}

/* First line of a report, without drift's name in front. */
static void remark_report(Explorer *x, const char *kind, const char *verb, const RunResult *r)
{
	const char *text = r->report ? r->report : "", *behind = strstr(text, verb);
	if (behind) /* the place comes with the remark */
		text = behind + strlen(verb);
	char *line = xstrndup(text, strcspn(text, "\n"));
	remark(x, kind, line, r->loc, 1, true);
	free(line);
}

void remark_run(Explorer *x, const PathRun *run)
{
	const RunResult *r = &run->result;
	for (size_t i = 0; i < run->n; i++)
		if (run->constraints[i].under)
			remark(x, "under-approximation",
				   "a value was fixed, and not all other values were tried",
				   run->constraints[i].loc, 1, true);
	for (size_t i = 0; i < r->n_notes; i++)
		remark(x, r->notes[i].kind, r->notes[i].what, r->notes[i].loc, r->notes[i].count,
			   !strcmp(r->notes[i].kind, NOTE_UNFORESEEN) ||
				   !strcmp(r->notes[i].kind, NOTE_HANDLER) ||
				   !strcmp(r->notes[i].kind, NOTE_ASSEMBLY));
	if (r->outcome == RAN_LIMIT)
		remark_report(x, "limit", "stopped: ", r);
	if (r->outcome == RAN_UNSUPPORTED)
		remark_report(x, "unsupported", "unsupported: ", r);
}

void remarks_clear(Explorer *x)
{
	for (size_t i = 0; i < x->remarks.len; i++) {
		free(x->remarks.at[i].kind);
		free(x->remarks.at[i].what);
	}
	x->remarks.len = 0;
	keymap_clear(&x->remark_of);
}
