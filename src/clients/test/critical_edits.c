/* critical_edits.c: maps edits of the sources to changes of the programs. */
#include "clients/test/interactions.h"

bool path_ends_with(const char *path, const char *tail)
{
	size_t n = strlen(path), k = strlen(tail);
	return n >= k && !strcmp(path + n - k, tail) && (n == k || path[n - k - 1] == '/');
}

bool edit_has_lines(const Edits *e, u32 edit, Side s, const char *file, u32 first, u32 last)
{
	const Edit *d = &e->at.at[edit];
	const EditFile *f = &e->files.at[d->file];
	const char *name = s == NEW && f->other ? f->other : f->name;
	return d->from[s] < d->to[s] && first < d->to[s] && last >= d->from[s] &&
		   (path_ends_with(file, name) || path_ends_with(name, file));
}

/* True if the edit is at the declaration that the change comes from: "a.h:12". */
static bool is_declared(const Edits *e, u32 edit, Side s, const char *location)
{
	const char *colon = location ? strrchr(location, ':') : NULL;
	if (!colon)
		return false;
	char *file = xstrndup(location, (size_t)(colon - location));
	u32 line = (u32)atoi(colon + 1);
	bool found = line && edit_has_lines(e, edit, s, file, line, line);
	free(file);
	return found;
}

/* True if the change is where the edit is. */
static bool edit_is(const Tester *t, const Edits *e, u32 edit, u32 change)
{
	const SequenceGraph *g = sequence_of(t->search);
	const SequenceText *text = sequence_lines_of(g, change);
	const Program *p = search_program(t->search, NEW);
	if (text && edit_has_lines(e, edit, NEW, p->files.at[text->file], text->first, text->last))
		return true;
	if (sequence_is_text(g, change))
		return false;
	for (Side s = OLD; s < N_SIDES; s++) {
		const Change *c = change_map_at(search_map(t->search), change);
		const ChangePart *part = &c->part[s];
		const Program *of = search_program(t->search, s);
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
	if (d->from[NEW] >= d->to[NEW])
		return NULL;
	const char *at = f->text[NEW].at + f->line[NEW].at[d->from[NEW] - 1];
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
	const ChangePart *part = &change_map_at(search_map(t->search), change)->part[NEW];
	const Program *p = search_program(t->search, NEW);
	for (u32 k = 0; k < part->n_lines; k++)
		for (size_t i = 0; i < e->files.len; i++) {
			const EditFile *f = &e->files.at[i];
			u32 last = part->lines[k].last;
			if (!f->there[NEW] || last >= f->line[NEW].len ||
				!path_ends_with(p->files.at[part->lines[k].file], f->other ? f->other : f->name))
				continue;
			u32 begin = f->line[NEW].at[part->lines[k].first - 1];
			char *text = xstrndup(f->text[NEW].at + begin, f->line[NEW].at[last] - begin);
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
		   change_map_at(search_map(t->search), change)->kind == CHANGE_DELETION;
}

/* One change represents the edit: the first of its changes that the run executed. A change with
 * code in NEW comes before a deletion, such as a function that the edit no longer calls. */
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
