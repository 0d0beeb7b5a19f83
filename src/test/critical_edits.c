/* critical_edits.c: which changes of the programs an edit of the sources is. */
#include "test/interactions.h"

bool path_ends_with(const char *path, const char *tail)
{
	size_t n = strlen(path), k = strlen(tail);
	return n >= k && !strcmp(path + n - k, tail) && (n == k || path[n - k - 1] == '/');
}

bool edit_has_lines(const Edits *e, u32 edit, Side s, const char *file, u32 first, u32 last)
{
	const Edit *d = &e->at.at[edit];
	const EditFile *f = &e->files.at[d->file];
	const char *name = s == SIDE_NEW && f->other ? f->other : f->name;
	return d->from[s] < d->to[s] && first < d->to[s] && last >= d->from[s] &&
		   (path_ends_with(file, name) || path_ends_with(name, file));
}

/* Whether the edit is at the declaration that the change comes from: "a.h:12". */
static bool is_declared(const Edits *e, u32 edit, Side s, const char *place)
{
	const char *colon = place ? strrchr(place, ':') : NULL;
	if (!colon)
		return false;
	char *file = xstrndup(place, (size_t)(colon - place));
	u32 line = (u32)atoi(colon + 1);
	bool found = line && edit_has_lines(e, edit, s, file, line, line);
	free(file);
	return found;
}

/* Whether the change is where the edit is. */
static bool edit_is(const Tester *t, const Edits *e, u32 edit, u32 change)
{
	const SequenceGraph *g = sequence_of(t->search);
	const SequenceText *text = sequence_lines_of(g, change);
	const Program *p = t->search->config.subject[NEW]->program;
	if (text && edit_has_lines(e, edit, SIDE_NEW, p->files.at[text->file], text->first, text->last))
		return true;
	if (sequence_is_text(g, change))
		return false;
	for (Side s = SIDE_OLD; s < N_SIDES; s++) {
		const Change *c = change_map_at(t->search->changes.map, change);
		const ChangePart *part = &c->part[s];
		const Program *of = t->search->config.subject[s]->program;
		if (is_declared(e, edit, s, c->edited[s]))
			return true;
		for (u32 k = 0; k < part->n_lines; k++)
			if (edit_has_lines(e, edit, s, of->files.at[part->lines[k].file], part->lines[k].first,
							   part->lines[k].last))
				return true;
	}
	return false;
}

/* The macro that the edit defines, to be freed; NULL: none. */
static char *defined_name(const Edits *e, u32 edit)
{
	const Edit *d = &e->at.at[edit];
	const EditFile *f = &e->files.at[d->file];
	if (d->from[SIDE_NEW] >= d->to[SIDE_NEW])
		return NULL;
	const char *at = f->text[SIDE_NEW].at + f->line[SIDE_NEW].at[d->from[SIDE_NEW] - 1];
	at += strspn(at, " \t#");
	if (strncmp(at, "define", 6))
		return NULL;
	at += 6 + strspn(at + 6, " \t");
	return xstrndup(at, strcspn(at, " \t(\n"));
}

/* Changes at lines of NEW that use a macro. */
static bool uses_macro(const Tester *t, const Edits *e, const char *name, u32 change)
{
	if (sequence_is_text(sequence_of(t->search), change))
		return false;
	const ChangePart *part = &change_map_at(t->search->changes.map, change)->part[SIDE_NEW];
	const Program *p = t->search->config.subject[NEW]->program;
	for (u32 k = 0; k < part->n_lines; k++)
		for (size_t i = 0; i < e->files.len; i++) {
			const EditFile *f = &e->files.at[i];
			u32 last = part->lines[k].last;
			if (!f->there[SIDE_NEW] || last >= f->line[SIDE_NEW].len ||
				!path_ends_with(p->files.at[part->lines[k].file], f->other ? f->other : f->name))
				continue;
			u32 begin = f->line[SIDE_NEW].at[part->lines[k].first - 1];
			char *text = xstrndup(f->text[SIDE_NEW].at + begin, f->line[SIDE_NEW].at[last] - begin);
			bool found = strstr(text, name) != NULL;
			free(text);
			if (found)
				return true;
		}
	return false;
}

void edit_changes(const Tester *t, const Edits *e, u32 edit, U32List *to)
{
	u32 n = sequence_changes(sequence_of(t->search));
	size_t before = to->len;
	for (u32 c = 0; c < n; c++)
		if (!has(to, c) && edit_is(t, e, edit, c))
			vec_push(to, c);
	char *macro = to->len == before ? defined_name(e, edit) : NULL;
	for (u32 c = 0; macro && c < n; c++)
		if (!has(to, c) && uses_macro(t, e, macro, c))
			vec_push(to, c);
	free(macro);
}

static bool is_deletion(const Tester *t, u32 change)
{
	return !sequence_is_text(sequence_of(t->search), change) &&
		   change_map_at(t->search->changes.map, change)->kind == CHANGE_DELETION;
}

/* One change stands for the edit: of those that lie in it, the first that the run executed; one with
 * code in NEW before what is gone, such as a function that the edit does not call any more. */
void edit_add_change(const Tester *t, const Edits *e, u32 edit, Judgement *j)
{
	U32List list = {0};
	edit_changes(t, e, edit, &list);
	u32 best = NO_OPERAND;
	for (int gone = 0; gone < 2 && best == NO_OPERAND; gone++)
		for (size_t i = j->sequence.len; i-- > 0;)
			if (has(&list, j->sequence.at[i]) && is_deletion(t, j->sequence.at[i]) == gone)
				best = j->sequence.at[i];
	if (best == NO_OPERAND && list.len)
		best = list.at[0];
	if (best != NO_OPERAND && !has(&j->critical, best))
		vec_push(&j->critical, best);
	vec_free(&list);
}
