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

/* The candidates; else everything in the file, or at all. */
static bool widen(Trials *t, bool *take, const U32List *list, u32 edit)
{
	bool more = list->len > 0;
	for (size_t k = 0; k < list->len; k++)
		take[list->at[k]] = true;
	for (int all = 0; all < 2 && !more; all++)
		for (u32 i = 0; i < t->edits.at.len; i++)
			if (!take[i] && (all || t->edits.at.at[i].file == t->edits.at.at[edit].file))
				take[i] = more = true;
	return more;
}

/* Takes pieces of so many edits away again that are not needed to build it; false: no builds left. */
static bool drop_pieces(Trials *t, bool *take, u32 edit, size_t size)
{
	U32List added = {0};
	bool good = true;
	for (u32 i = 0; i < t->edits.at.len; i++)
		if (take[i] && i != edit)
			vec_push(&added, i);
	for (size_t at = 0; at < added.len && good; at += size) {
		size_t end = at + size < added.len ? at + size : added.len;
		for (size_t k = at; k < end; k++)
			take[added.at[k]] = false;
		const TrialVersion *v = trial_version(t, take);
		good = v != NULL;
		for (size_t k = at; k < end && (!v || v->unbuilt); k++)
			take[added.at[k]] = true;
	}
	vec_free(&added);
	return good;
}

static bool drop_unneeded(Trials *t, bool *take, u32 edit)
{
	size_t n = 0;
	bool good = true;
	for (u32 i = 0; i < t->edits.at.len; i++)
		n += take[i] && i != edit;
	for (size_t size = (n + 1) / 2; n && size && good; size = size > 1 ? (size + 1) / 2 : 0)
		good = drop_pieces(t, take, edit, size);
	return good;
}

/* What is not shown to be needed would hide in a set what does it: without builds nothing is. */
static void find_needs(Trials *t, u32 edit)
{
	size_t n = t->edits.at.len;
	bool *take = &t->needs[edit * n], good = true;
	U32List list = {0};
	take[edit] = true;
	for (;;) {
		const TrialVersion *v = trial_version(t, take);
		good = v != NULL;
		if (!v || !v->unbuilt)
			break;
		candidates(t, &v->said, take, &list);
		if (!widen(t, take, &list, edit))
			break;
	}
	good = good && drop_unneeded(t, take, edit);
	for (u32 i = 0; i < n && !good; i++)
		take[i] = i == edit;
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

bool trials_widen(Trials *t, bool *take)
{
	U32List list = {0};
	bool more = true, good = false;
	while (more) {
		const TrialVersion *v = trial_version(t, take);
		good = v && !v->unbuilt;
		more = v && v->unbuilt;
		if (more)
			candidates(t, &v->said, take, &list);
		more &= list.len > 0;
		for (size_t k = 0; more && k < list.len; k++)
			take[list.at[k]] = true;
	}
	vec_free(&list);
	return good;
}
