/* edits.c: accounts for every edit of the sources.
 *
 * An edit belongs to the changes that have a line in it or name it as their cause. Any other edit
 * changes no instruction: it is a comment or layout, it is not compiled (uncompiled.c), it produces
 * no code, or the code on its lines is the same. If a change is on lines that nobody edited and its
 * cause was not found, such an edit may be the cause. */
#include "versions/changes/impl.h"

typedef struct Accounts {
	ChangeMap *m;
	TextPairs pairs;
	bool open; /* a change has no known edit */
} Accounts;

/* True if a change has a line of an edit, other than one that says where it would be. */
static bool has_line(ChangeMap *m, const Change *c, const TextPair *p, const Hunk *h)
{
	for (Side s = OLD; s < N_SIDES; s++) {
		const ChangePart *part = &c->part[s];
		if (c->edited[s] || c->kind == (s == OLD ? CHANGE_ADDITION : CHANGE_DELETION))
			continue;
		for (u32 k = 0; k < part->n_lines; k++) {
			const LineRange *r = &part->lines[k];
			if (r->first < h->to[s] && r->last >= h->from[s] &&
				source_text(m, s, r->file) == p->text[s])
				return true;
		}
	}
	return false;
}

/* True if one of some places, with commas between, is in an edit. */
static bool names_place(const char *places, const char *path, u32 from, u32 to)
{
	size_t n = strlen(path);
	while (places && *places) {
		size_t k = strcspn(places, ",");
		if (k > n + 1 && !strncmp(places, path, n) && places[n] == ':') {
			u32 line = (u32)strtoul(places + n + 1, NULL, 10);
			if (from <= line && line < to)
				return true;
		}
		places += k + strspn(places + k, ", ");
	}
	return false;
}

/* True if a change names an edit. */
static bool names_edit(const ChangeMap *m, const Change *c, const TextPair *p, const Hunk *h)
{
	for (Side s = OLD; s < N_SIDES; s++) {
		const char *path = shown_path(m, s, p->text[s]->path);
		if (names_place(c->edited[s], path, h->from[s], h->to[s]) ||
			names_place(c->also[s], path, h->from[s], h->to[s]))
			return true;
	}
	return false;
}

static bool belongs(ChangeMap *m, const Change *c, const TextPair *p, const Hunk *h)
{
	return has_line(m, c, p, h) || names_edit(m, c, p, h);
}

/* True if no edit contains or causes a change. */
static bool is_open(Accounts *a, const Change *c)
{
	bool elsewhere = false;
	for (Side s = OLD; s < N_SIDES; s++)
		for (u32 k = 0; k < c->part[s].n_lines; k++)
			elsewhere |= a->m->half[s].file[c->part[s].lines[k].file] == NO_OPERAND;
	for (size_t i = 0; i < a->pairs.len && !elsewhere; i++) {
		const TextPair *p = &a->pairs.at[i];
		const HunkList *list =
			p->text[OLD] && p->text[NEW] ? text_hunks(a->m, p->text[OLD], p->text[NEW]) : NULL;
		for (size_t k = 0; list && k < list->len; k++)
			if (belongs(a->m, c, p, &list->at[k]))
				return false;
	}
	return !elsewhere && !c->by_option;
}

static void add_changes(Accounts *a, const TextPair *p, const HunkList *list, const Hunk *h,
						SourceEdit *e)
{
	VEC(u32) ids = {0};
	for (u32 i = 0; i < a->m->changes.len; i++) {
		bool mine = false;
		for (size_t k = 0; k < list->len && !mine; k++) /* edits of one statement */
			mine = list->at[k].group == h->group &&
				   belongs(a->m, &a->m->changes.at[i], p, &list->at[k]);
		if (mine)
			vec_push(&ids, i);
	}
	u32 *kept = arena_array(&a->m->arena, u32, ids.len + 1);
	for (size_t k = 0; k < ids.len; k++)
		kept[k] = ids.at[k];
	e->changes = kept;
	e->n_changes = (u32)ids.len;
	vec_free(&ids);
}

static void account(Accounts *a, const TextPair *p, const HunkList *list, const Hunk *h)
{
	SourceEdit e = {.effect = EDIT_CHANGES};
	Buf text = {0};
	for (Side s = OLD; s < N_SIDES; s++) {
		e.path[s] = arena_strdup(&a->m->arena, shown_path(a->m, s, p->text[s]->path));
		e.from[s] = h->from[s];
		e.to[s] = h->to[s];
	}
	add_changes(a, p, list, h, &e);
	if (!e.n_changes) {
		e.effect = hunk_is_code(p->text, h) ? edit_effect(a->m, p, h, a->open, &text) : EDIT_LAYOUT;
		e.text = text.len ? arena_strdup(&a->m->arena, buf_str(&text)) : NULL;
	}
	vec_push(&a->m->edits, e);
	buf_free(&text);
}

u32 change_map_edits(ChangeMap *m, const SourceEdit **edits)
{
	Accounts a = {.m = m};
	m->edits.len = 0;
	source_pairs(m, &a.pairs);
	for (u32 i = 0; i < m->changes.len; i++)
		a.open |= is_open(&a, &m->changes.at[i]);
	for (size_t i = 0; i < a.pairs.len; i++) {
		const TextPair *p = &a.pairs.at[i];
		if (!p->text[OLD] || !p->text[NEW])
			continue;
		const HunkList *list = text_hunks(m, p->text[OLD], p->text[NEW]);
		for (size_t k = 0; k < list->len; k++)
			account(&a, p, list, &list->at[k]);
	}
	vec_free(&a.pairs);
	sources_forget(m);
	*edits = m->edits.at;
	return (u32)m->edits.len;
}

u32 change_map_uncompiled(ChangeMap *m, const char *const **lines)
{
	const SourceEdit *edits;
	u32 n = change_map_edits(m, &edits);
	m->uncompiled.len = 0;
	for (u32 i = 0; i < n; i++)
		if (edits[i].text)
			vec_push(&m->uncompiled, edits[i].text);
	*lines = m->uncompiled.at;
	return (u32)m->uncompiled.len;
}

const char *edit_effect_name(EditEffect e)
{
	static const char *const names[] = {"change",  "layout",    "not compiled",
										"no code", "same code", "unknown"};
	return names[e];
}
