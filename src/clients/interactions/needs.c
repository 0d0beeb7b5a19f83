/* needs.c: edits that an edit needs to be compiled. */
#include "clients/interactions/impl.h"

#include <ctype.h>

enum { ROUNDS = 4 }; /* in which what is beside an edit is tried */

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

/* True if the edit puts the word in, or takes it away. */
static bool edit_touches(const Trials *t, u32 edit, const char *word)
{
	const Edit *d = &t->edits.at.at[edit];
	const EditFile *f = &t->edits.files.at[d->file];
	bool found = edit_has_word(&t->edits, edit, word);
	if (!found && f->there[OLD] && d->from[OLD] < d->to[OLD]) {
		u32 begin = f->line[OLD].at[d->from[OLD] - 1];
		u32 end = f->line[OLD].at[d->to[OLD] - 1];
		Buf text = {0};
		buf_add(&text, f->text[OLD].at + begin, end - begin);
		found = has_word(&text, word);
		buf_free(&text);
	}
	return found;
}

/* True if a line that the edit puts in makes the word known: one that is not indented, as outside
 * of functions, or a macro; without a word, true if it includes a file. */
static bool edit_declares(const Trials *t, u32 edit, const char *word)
{
	Buf text = {0};
	bool found = false;
	edit_text(&t->edits, edit, NEW, &text);
	for (const char *line = buf_str(&text); *line && !found;) {
		size_t n = strcspn(line, "\n");
		Buf one = {0};
		buf_add(&one, line, n);
		if (word)
			found = !isspace((u8)*line) && has_word(&one, word);
		else
			found = line[strspn(line, " \t")] == '#' && has_word(&one, "include");
		buf_free(&one);
		line += n + (line[n] != 0);
	}
	buf_free(&text);
	return found;
}

/* What an edit may need, the most likely first. */
typedef enum Tier {
	TIER_DECLARES, /* has a declaration or a definition of a name that is complained of */
	TIER_NAMES,    /* has the name */
	N_TIERS
} Tier;

/* Edits that have a name which is complained of, and are not in the set. */
static void candidates(const Trials *t, const Buf *said, const bool *take, Tier tier, U32List *to)
{
	const char *at = buf_str(said);
	char *name;
	to->len = 0;
	while ((name = edit_next_name(&at))) {
		for (u32 i = 0; i < t->edits.at.len; i++) {
			bool known = take[i];
			for (size_t k = 0; k < to->len; k++)
				known |= to->at[k] == i;
			if (!known &&
				(tier == TIER_DECLARES ? edit_declares(t, i, name) : edit_touches(t, i, name)))
				vec_push(to, i);
		}
		free(name);
	}
}

/* Includes of files where an edit of the set is. */
static void add_includes(const Trials *t, const bool *take, U32List *to)
{
	for (u32 i = 0; i < t->edits.at.len; i++) {
		bool here = false;
		for (u32 k = 0; k < t->edits.at.len && !here; k++)
			here = take[k] && t->edits.at.at[k].file == t->edits.at.at[i].file;
		if (here && !take[i] && edit_declares(t, i, NULL))
			vec_push(to, i);
	}
}

/* The edits next to those of the set, in the file of one: a brace of one is closed in the other. */
static void add_neighbours(const Trials *t, const bool *take, u32 edit, U32List *to)
{
	u32 n = (u32)t->edits.at.len, file = t->edits.at.at[edit].file;
	for (u32 i = 0; i < n; i++)
		if (!take[i] && t->edits.at.at[i].file == file &&
			((i > 0 && take[i - 1] && t->edits.at.at[i - 1].file == file) ||
			 (i + 1 < n && take[i + 1] && t->edits.at.at[i + 1].file == file)))
			vec_push(to, i);
}

/* What declares the names; what is included there, whose names nobody has; what has the names; what
 * is beside it, a few times; else everything in the file, or at all. */
static bool widen(Trials *t, bool *take, const Buf *said, u32 edit, u32 round)
{
	U32List list = {0};
	candidates(t, said, take, TIER_DECLARES, &list);
	if (!list.len)
		add_includes(t, take, &list);
	if (!list.len)
		candidates(t, said, take, TIER_NAMES, &list);
	if (!list.len && round < ROUNDS)
		add_neighbours(t, take, edit, &list);
	bool more = list.len > 0;
	for (size_t k = 0; k < list.len; k++)
		take[list.at[k]] = true;
	for (int all = 0; all < 2 && !more; all++)
		for (u32 i = 0; i < t->edits.at.len; i++)
			if (!take[i] && (all || t->edits.at.at[i].file == t->edits.at.at[edit].file))
				take[i] = more = true;
	vec_free(&list);
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
	bool *take = &t->needs[edit * n], good = true, more = true;
	take[edit] = true;
	for (u32 round = 0; more; round++) {
		const TrialVersion *v = trial_version(t, take);
		good = v != NULL;
		more = v && v->unbuilt && widen(t, take, &v->said, edit, round);
	}
	good = good && drop_unneeded(t, take, edit);
	for (u32 i = 0; i < n && !good; i++)
		take[i] = i == edit;
}

/* True if the compiler complains about a name in the edit, or about no name in any edit. */
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
		for (Tier k = 0; more && k < N_TIERS && !list.len; k++)
			candidates(t, &v->said, take, k, &list);
		more &= list.len > 0;
		for (size_t k = 0; more && k < list.len; k++)
			take[list.at[k]] = true;
		list.len = 0;
	}
	vec_free(&list);
	return good;
}
