/* needs.c: edits that an edit needs to be compiled. */
#include "interact/impl.h"

#include <ctype.h>

static bool has_word(const Buf *text, const char *word)
{
	size_t n = strlen(word);
	for (const char *at = buf_str(text); n && (at = strstr(at, word)); at++) {
		bool left = at > text->at && (isalnum((u8)at[-1]) || at[-1] == '_');
		if (!left && !isalnum((u8)at[n]) && at[n] != '_')
			return true;
	}
	return false;
}

/* Whether the edit puts the word in, or takes it away. */
static bool edit_touches(const Trials *t, u32 edit, const char *word)
{
	const Edit *d = &t->edits.at.at[edit];
	const EditFile *f = &t->edits.files.at[d->file];
	bool found = edit_has_word(&t->edits, edit, word);
	if (!found && f->there[SIDE_OLD] && d->from[SIDE_OLD] < d->to[SIDE_OLD]) {
		u32 begin = f->line[SIDE_OLD].at[d->from[SIDE_OLD] - 1];
		u32 end = f->line[SIDE_OLD].at[d->to[SIDE_OLD] - 1];
		Buf text = {0};
		buf_add(&text, f->text[SIDE_OLD].at + begin, end - begin);
		found = has_word(&text, word);
		buf_free(&text);
	}
	return found;
}

/* Edits that have a name which is complained of, and are not in the set. */
static void candidates(const Trials *t, const Buf *said, const bool *take, U32List *to)
{
	const char *at = buf_str(said);
	char *name;
	to->len = 0;
	while ((name = edit_next_name(&at))) {
		for (u32 i = 0; i < t->edits.at.len; i++) {
			bool known = take[i];
			for (size_t k = 0; k < to->len; k++)
				known |= to->at[k] == i;
			if (!known && edit_touches(t, i, name))
				vec_push(to, i);
		}
		free(name);
	}
}

/* One of the candidates that is enough; else all of them; else everything in the file, or at all. */
static bool widen(Trials *t, bool *take, const U32List *list, u32 edit)
{
	for (size_t k = 0; k < list->len && list->len > 1; k++) {
		take[list->at[k]] = true;
		const TrialVersion *v = trial_version(t, take);
		if (v && !v->unbuilt)
			return true;
		take[list->at[k]] = false;
	}
	bool more = list->len > 0;
	for (size_t k = 0; k < list->len; k++)
		take[list->at[k]] = true;
	for (int all = 0; all < 2 && !more; all++)
		for (u32 i = 0; i < t->edits.at.len; i++)
			if (!take[i] && (all || t->edits.at.at[i].file == t->edits.at.at[edit].file))
				take[i] = more = true;
	return more;
}

static void find_needs(Trials *t, u32 edit)
{
	size_t n = t->edits.at.len;
	bool *take = &t->needs[edit * n];
	U32List list = {0};
	take[edit] = true;
	for (;;) {
		const TrialVersion *v = trial_version(t, take);
		if (!v || !v->unbuilt)
			break;
		candidates(t, &v->said, take, &list);
		if (!widen(t, take, &list, edit))
			break;
	}
	vec_free(&list);
}

/* Whether the compiler complains of a name that the edit has, or of none that any has. */
static bool is_suspect(const Trials *t, u32 edit, const Buf *said)
{
	const char *at = buf_str(said);
	bool found = false;
	char *name;
	while (!found && (name = edit_next_name(&at))) {
		found = edit_touches(t, edit, name);
		free(name);
	}
	return found;
}

bool trials_learn(Trials *t, const bool *take, const Buf *said)
{
	bool learnt = false;
	for (int all = 0; all < 2 && !learnt; all++)
		for (u32 i = 0; i < t->edits.at.len; i++)
			if (take[i] && !t->asked[i] && (all || is_suspect(t, i, said))) {
				t->asked[i] = learnt = true;
				find_needs(t, i);
			}
	return learnt;
}
