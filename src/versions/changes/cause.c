/* cause.c: finds the edit that causes a change on lines that were not edited.
 *
 * A macro, a type, a prototype or the declaration of a local changes code wherever it is used. We
 * look up the names on such a line, following macros, and find the edit that defines one of them.
 * All changes caused by one edit become one change. Several edited types, headers or conditions may cause it
 * together: it names all of them. If no edit is found, the change stays on its lines. */
#include "versions/changes/impl.h"

enum { MOST_NAMES = 4000, STATEMENT_LINES = 12, BODY_LINES = 600 };

/* A hunk that may be the cause of something. */
typedef struct TextEdit {
	const TextPair *pair;
	const Hunk *hunk;
	StrMap names;   /* that it defines */
	StrMap governs; /* macros that are defined under a condition that it changes */
	StrMap
		included; /* names in headers that it includes, and that the other version does not have */
	bool inside;  /* of a function */
	bool type;    /* in a struct, union or enum */
	bool declaration; /* within a function, of a local */
	u32 draft;        /* change that it is the cause of, + 1; 0: none so far */
	u32 also;         /* change of which it may be one of several causes, + 1; 0: of none */
} TextEdit;

typedef struct Causes {
	ChangeMap *m;
	TextPairs pairs;
	VEC(TextEdit) edits;
	StrMap macros; /* name -> number in bodies */
	VEC(StrMap) bodies;
	CodeOptions options;
	u32 moved;   /* change that all uses of __LINE__ belong to, + 1; 0: none so far */
	u32 n_moved; /* how many */
} Causes;

/* ---- what an edit defines ---- */

/* The lines of a function; false: not known. */
static bool function_lines(const ChangeMap *m, Side s, const Function *f, LineRange *r)
{
	Loc at = loc_of(m, s, f->loc);
	*r = (LineRange){at.file, at.line, at.line};
	for (u32 i = 0; i < f->n_ins; i++) {
		Loc x = loc_of(m, s, f->ins[i].loc);
		if (x.file == at.file && x.line > r->last)
			r->last = x.line;
	}
	return at.line && r->last > r->first;
}

static bool inside_function(ChangeMap *m, Side s, const SourceText *t, u32 line)
{
	const Program *p = m->half[s].p;
	for (size_t i = 0; i < p->functions.len; i++) {
		const Function *f = &p->functions.at[i];
		LineRange r;
		if (f->kind == FN_SUBJECT && f->n_blocks &&
			source_text(m, s, loc_of(m, s, f->loc).file) == t && function_lines(m, s, f, &r) &&
			r.first < line && line <= r.last)
			return true;
	}
	return false;
}

/* The macro that a line belongs to, to be freed; NULL: none. */
static char *macro_at(const SourceText *t, u32 line)
{
	size_t n;
	const char *at = text_line(t, line, &n);
	while (line > 1 && at && !(n && *at == '#')) {
		const char *before = text_line(t, line - 1, &n);
		if (!before || !n || before[n - 1] != '\\')
			return NULL;
		line--;
		at = before;
	}
	return at ? defined_macro(at, n) : NULL;
}

static int depth_of(const char *at, size_t n)
{
	int depth = 0;
	for (size_t i = 0; i < n; i++)
		depth += (at[i] == '{') - (at[i] == '}');
	return depth;
}

/* The line that opens the braces around a line; 0: none. */
static u32 opener_of(const SourceText *t, u32 line)
{
	int depth = 0;
	for (u32 k = 1; k < BODY_LINES && line > k; k++) {
		size_t n;
		const char *at = text_line(t, line - k, &n);
		depth += at ? depth_of(at, n) : 0;
		if (depth > 0)
			return line - k;
	}
	return 0;
}

static bool has_word(const char *at, size_t n, const char *word)
{
	const char *end = at + n;
	Word w;
	while (next_word(&at, end, &w))
		if (w.n == strlen(word) && !strncmp(w.at, word, w.n))
			return true;
	return false;
}

static bool has_type_word(const char *at, size_t n)
{
	return has_word(at, n, "struct") || has_word(at, n, "union") || has_word(at, n, "enum");
}

/* All that a struct, union or enum around a line declares, its own names included. */
static bool type_names(const SourceText *t, u32 line, StrMap *to)
{
	u32 first = opener_of(t, line);
	size_t n;
	const char *at = text_line(t, line, &n);
	if (at && memchr(at, '{', n) && memchr(at, '}', n) && has_type_word(at, n)) {
		words_of(at, n, to);
		return true;
	}
	at = first ? text_line(t, first, &n) : NULL;
	if (at && n && *at == '{' && first > 1)
		at = text_line(t, --first, &n);
	if (!at || !has_type_word(at, n))
		return false;
	words_of(at, n, to);
	int depth = 0;
	bool open = false;
	for (u32 k = first; k < first + BODY_LINES && k <= text_lines(t) && !(open && !depth); k++) {
		at = text_line(t, k, &n);
		if (k > first && at)
			declared_in(at, n, to);
		depth += at ? depth_of(at, n) : 0;
		open |= at && memchr(at, '{', n);
	}
	return true;
}

static bool is_condition(const char *at, size_t n)
{
	const char *end = at + n, *p = at;
	Word w;
	return n && *p++ == '#' && next_word(&p, end, &w) &&
		   (!strncmp(w.at, "if", 2) || !strncmp(w.at, "el", 2));
}

static void take_names(Causes *c, TextEdit *e, Side s)
{
	const SourceText *t = e->pair->text[s];
	for (u32 line = e->hunk->from[s]; line < e->hunk->to[s]; line++) {
		size_t n;
		const char *at = text_line(t, line, &n);
		char *macro = macro_at(t, line), *header = at ? included(at, n) : NULL;
		if (macro) {
			strmap_put(&e->names, macro, 1);
		} else if (header) {
			included_names(c->m, s, header, &e->included);
		} else if (at && is_condition(at, n)) {
			governed_macros(t, line, &e->governs);
		} else if (at && n && *at != '#') {
			e->inside |= inside_function(c->m, s, t, line);
			declared_in(at, n, &e->names);
			e->declaration |= e->inside && is_declaration(at, n);
			if (!e->inside)
				e->type |= type_names(t, line, &e->names);
		}
		free(macro);
		free(header);
	}
}

static void find_edits(Causes *c)
{
	for (size_t i = 0; i < c->pairs.len; i++) {
		const TextPair *p = &c->pairs.at[i];
		if (!p->text[OLD] || !p->text[NEW])
			continue;
		const HunkList *list = text_hunks(c->m, p->text[OLD], p->text[NEW]);
		for (size_t k = 0; k < list->len; k++) {
			TextEdit e = {.pair = p, .hunk = &list->at[k]};
			if (!hunk_is_code(p->text, e.hunk))
				continue;
			take_names(c, &e, OLD);
			take_names(c, &e, NEW);
			vec_push(&c->edits, e);
		}
	}
}

/* ---- what a line uses ---- */

static StrMap *body_of(Causes *c, const char *name)
{
	u32 k;
	if (!strmap_get(&c->macros, name, &k)) {
		k = (u32)c->bodies.len;
		vec_push(&c->bodies, ((StrMap){0}));
		strmap_put(&c->macros, name, k);
	}
	return &c->bodies.at[k];
}

typedef struct DeclaredIn {
	Causes *c;
	const SourceText *text;
} DeclaredIn;

/* What says what a name is, is used with it: macros, char line[LONGEST], members of structs. */
static void take_line(void *ctx, const char *name, u32 line)
{
	const DeclaredIn *d = ctx;
	StrMap *body = body_of(d->c, name);
	size_t n;
	const char *at = text_line(d->text, line, &n);
	words_of(at, n, body);
	if (d->c->options.len && *at == '#')
		condition_words(d->text, line, body);
}

static void find_macros(Causes *c)
{
	for (size_t i = 0; i < c->pairs.len; i++)
		for (Side s = OLD; s < N_SIDES; s++) {
			DeclaredIn d = {c, c->pairs.at[i].text[s]};
			if (d.text)
				declared_names(d.text, take_line, &d);
		}
}

/* Names that macros among the names lead to. */
static void expand(const Causes *c, StrMap *names)
{
	VEC(const char *) todo = {0};
	const char *key;
	u32 one, k;
	for (size_t at = 0; strmap_next(names, &at, &key, &one);)
		vec_push(&todo, xstrdup(key));
	for (size_t i = 0; i < todo.len && todo.len < MOST_NAMES; i++) {
		if (!strmap_get(&c->macros, todo.at[i], &k))
			continue;
		for (size_t at = 0; strmap_next(&c->bodies.at[k], &at, &key, &one);)
			if (!strmap_get(names, key, &one)) {
				strmap_put(names, key, 1);
				vec_push(&todo, xstrdup(key));
			}
	}
	for (size_t i = 0; i < todo.len; i++)
		free((char *)todo.at[i]);
	vec_free(&todo);
}

/* Names on the lines of a change, to the end of the statement. */
static void names_of(Causes *c, const Draft *d, StrMap *to)
{
	for (Side s = OLD; s < N_SIDES; s++)
		for (size_t k = 0; k < d->lines[s].len; k++) {
			const LineRange *r = &d->lines[s].at[k];
			for (u32 line = r->first; line && line < r->last + STATEMENT_LINES; line++) {
				size_t n;
				const char *at = source_line(c->m, s, r->file, line, &n);
				if (at)
					words_of(at, n, to);
				if (!at || (line >= r->last && (memchr(at, ';', n) || memchr(at, '{', n))))
					break;
			}
		}
}

/* Names in the conditions that a change is under. */
static void conditions_of(Causes *c, const Draft *d, StrMap *to)
{
	for (Side s = OLD; s < N_SIDES; s++)
		for (size_t k = 0; k < d->lines[s].len; k++)
			condition_words(source_text(c->m, s, d->lines[s].at[k].file), d->lines[s].at[k].first,
							to);
}

static const char *common(const StrMap *a, const StrMap *b)
{
	const char *key;
	u32 one;
	for (size_t at = 0; strmap_next(a, &at, &key, &one);)
		if (strmap_get(b, key, &one))
			return key;
	return NULL;
}

/* ---- which edit ---- */

static u32 lines_between(u32 from, u32 to, u32 line)
{
	if (line < from)
		return from - line;
	return line >= to ? line - to + 1 : 0;
}

/* Whether an edit is in the function that a change is in; *away: how many lines, FAR_AWAY if the
 * edit is behind it. */
enum { FAR_AWAY = 1 << 20 };

static bool in_function(Causes *c, const TextEdit *e, const Draft *d, u32 *away)
{
	for (Side s = NEW; s + 1 > OLD; s = OLD) {
		u32 f = d->c.part[s].function;
		LineRange r;
		if (f != NO_OPERAND && e->hunk->from[s] < e->hunk->to[s] &&
			function_lines(c->m, s, function_of(c->m, s, f), &r) &&
			source_text(c->m, s, r.file) == e->pair->text[s] && r.first < e->hunk->to[s] &&
			e->hunk->from[s] <= r.last && d->lines[s].len && d->lines[s].at[0].file == r.file) {
			u32 line = d->lines[s].at[0].first;
			*away = lines_between(e->hunk->from[s], e->hunk->to[s], line);
			*away += e->hunk->from[s] > line ? FAR_AWAY : 0;
			return true;
		}
		if (s == OLD)
			break;
	}
	return false;
}

/* The change that has a line of an edit; NO_OPERAND: none. */
static u32 draft_at(Causes *c, const TextEdit *e)
{
	for (u32 i = 0; i < c->m->drafts.len; i++) {
		const Draft *d = &c->m->drafts.at[i];
		for (Side s = OLD; s < N_SIDES && !d->gone && !d->whole; s++)
			for (size_t k = 0; k < d->lines[s].len && !d->only_markers[s]; k++) {
				const LineRange *r = &d->lines[s].at[k];
				if (r->first < e->hunk->to[s] && r->last >= e->hunk->from[s] &&
					source_text(c->m, s, r->file) == e->pair->text[s])
					return i;
			}
	}
	return NO_OPERAND;
}

/* In this order: a condition around it, the declaration of a local, something defined outside of functions, a macro that
 * a condition around it or a macro that it uses depends on, a header, a statement before it that no other change has, a type, the
 * nearest edit. */
enum {
	BY_CONDITION,
	BY_LOCAL,
	BY_NAME,
	BY_MACRO,
	BY_HEADER,
	BY_STATEMENT,
	BY_TYPE,
	BY_NEAREST,
	N_WAYS
};

/* Names that a change uses, and those that macros and declarations lead to. */
typedef struct Used {
	StrMap own, all;
	StrMap around; /* names of the conditions that it is under, likewise */
} Used;

/* True if an edit is of a condition that a change is under. */
static bool is_condition_of(Causes *c, const TextEdit *e, const Draft *d)
{
	for (Side s = OLD; s < N_SIDES; s++)
		for (size_t k = 0; k < d->lines[s].len; k++) {
			const LineRange *r = &d->lines[s].at[k];
			if (e->hunk->from[s] < e->hunk->to[s] &&
				source_text(c->m, s, r->file) == e->pair->text[s] &&
				is_under_condition(e->pair->text[s], r->first, e->hunk->from[s], e->hunk->to[s]))
				return true;
		}
	return false;
}

/* True if an edit explains a change in one of the ways; also returns the name, and the distance. */
static bool explains(Causes *c, const TextEdit *e, const Draft *d, const Used *u, int way,
					 const char **name, u32 *away)
{
	*away = 0;
	*name = NULL;
	bool near = e->inside && in_function(c, e, d, away), before = near && *away < FAR_AWAY;
	if (way == BY_CONDITION)
		*name = is_condition_of(c, e, d) ? "" : NULL;
	else if (way == BY_LOCAL && before && e->declaration)
		*name = common(&e->names, &u->own);
	else if (way == BY_NAME && !e->inside)
		*name =
			common(&e->names, &u->own) ? common(&e->names, &u->own) : common(&e->names, &u->all);
	else if (way == BY_MACRO)
		*name = common(&e->governs, &u->around)               ? common(&e->governs, &u->around)
				: !e->inside && common(&e->names, &u->around) ? common(&e->names, &u->around)
															  : common(&e->governs, &u->all);
	else if (way == BY_HEADER)
		*name = common(&e->included, &u->own);
	else if (way == BY_STATEMENT && before && draft_at(c, e) == NO_OPERAND)
		*name = common(&e->names, &u->own);
	else if ((way == BY_TYPE && e->type) || (way == BY_NEAREST && near))
		*name = "";
	return *name != NULL;
}

/* True if a change is there only because its lines moved. */
static bool is_moved(Causes *c, const Draft *d, const Used *u)
{
	SourceText *text[N_SIDES];
	u32 one;
	bool uses =
		d->move == MOVE_LINE || (d->move == MOVE_MAYBE && strmap_get(&u->all, "__LINE__", &one));
	return uses && draft_mover(c->m, d, text);
}

/* The option that a change comes from; NULL: none. Without any edit, the only one. */
static CodeOption *option_for(Causes *c, const Used *u)
{
	u32 one;
	for (size_t i = 0; i < c->options.len; i++)
		if (c->options.at[i].macro && (strmap_get(&u->all, c->options.at[i].macro, &one) ||
									   strmap_get(&u->around, c->options.at[i].macro, &one)))
			return &c->options.at[i];
	return c->options.len == 1 && !c->edits.len ? &c->options.at[0] : NULL;
}

/* What a change comes from, if not from an edit. */
typedef struct OtherCause {
	bool moved;
	CodeOption *option;
} OtherCause;

static void use(Causes *c, const Draft *d, Used *u)
{
	names_of(c, d, &u->own);
	for (Side s = OLD; s < N_SIDES; s++)
		if (d->c.part[s].global != NO_OPERAND)
			strmap_put(&u->own, c->m->half[s].p->globals.at[d->c.part[s].global].name, 1);
	const char *key;
	u32 one;
	for (size_t k = 0; strmap_next(&u->own, &k, &key, &one);)
		strmap_put(&u->all, key, 1);
	expand(c, &u->all);
	conditions_of(c, d, &u->around);
	expand(c, &u->around);
}

static void used_free(Used *u)
{
	strmap_free(&u->own);
	strmap_free(&u->all);
	strmap_free(&u->around);
}

/* The edit that explains a change in one of the ways, the nearest; NULL: none does. Types and headers may explain it
 * together: *more become the others. */
typedef VEC(TextEdit *) TextEdits;

static TextEdit *nearest_of(Causes *c, const Draft *d, const Used *u, int way, const char **name,
							TextEdits *more)
{
	u32 best = UINT32_MAX, away;
	TextEdit *found = NULL;
	for (size_t i = 0; i < c->edits.len; i++) {
		const char *by;
		TextEdit *e = &c->edits.at[i];
		if (!explains(c, e, d, u, way, &by, &away))
			continue;
		bool joint =
			way == BY_TYPE || way == BY_HEADER || way == BY_MACRO || (way == BY_NAME && e->type);
		if (joint && found)
			vec_push(more, e);
		if (away >= best)
			continue;
		best = away;
		found = e;
		*name = arena_strdup(&c->m->arena, by);
	}
	return found;
}

/* NULL: none is found, or *other. */
static TextEdit *cause_of(Causes *c, const Draft *d, const char **name, OtherCause *other,
						  TextEdits *more)
{
	Used u = {0};
	TextEdit *found = NULL;
	use(c, d, &u);
	for (int way = 0; way < N_WAYS && !found && !other->moved && !other->option; way++) {
		found = nearest_of(c, d, &u, way, name, more);
		if (way != BY_NAME || found)
			continue;
		other->moved = is_moved(c, d, &u);
		other->option = other->moved ? NULL : option_for(c, &u);
	}
	used_free(&u);
	return found;
}

/* ---- in words ---- */

/* The line of an edit that has a name, or its first that is code. */
static u32 line_with(const TextEdit *e, Side s, const char *name)
{
	const SourceText *t = e->pair->text[s];
	u32 any = 0;
	for (u32 line = e->hunk->from[s]; line < e->hunk->to[s]; line++) {
		size_t n;
		const char *at = text_line(t, line, &n);
		if (!at || n < 2 || is_comment(at, n))
			continue;
		if (*name && has_word(at, n, name))
			return line;
		any = any ? any : line;
	}
	return any;
}

static void say_cause(Causes *c, const TextEdit *e, Draft *d, const char *name)
{
	Buf text = {0};
	const char *line[N_SIDES] = {0};
	size_t n[N_SIDES] = {0};
	for (Side s = OLD; s < N_SIDES; s++) {
		u32 at = line_with(e, s, name);
		line[s] = at ? text_line(e->pair->text[s], at, &n[s]) : NULL;
		buf_addf(&text, "%s:%u", shown_path(c->m, s, e->pair->text[s]->path),
				 at ? at : e->hunk->from[s]);
		d->c.edited[s] = arena_strdup(&c->m->arena, buf_str(&text));
		buf_reset(&text);
	}
	say_both(&text, line, n);
	if (text.len) {
		d->what = arena_strdup(&c->m->arena, buf_str(&text));
		d->vague = false;
	}
	d->of = *name ? name : NULL;
	buf_free(&text);
}

/* Within a function the change is where it was edited, though it shows behind. */
static void take_lines(const TextEdit *e, Draft *d)
{
	for (Side s = OLD; s < N_SIDES; s++) {
		u32 file = d->lines[s].len ? d->lines[s].at[0].file : 0;
		if (!file || e->hunk->from[s] == e->hunk->to[s])
			continue;
		if (!d->edited)
			d->lines[s].len = 0;
		vec_push(&d->lines[s], ((LineRange){file, e->hunk->from[s], e->hunk->to[s] - 1}));
	}
	d->edited = true;
}

static void settle_moved(Causes *c, u32 i)
{
	SourceText *text[N_SIDES];
	const Hunk *h = c->moved ? NULL : draft_mover(c->m, &c->m->drafts.at[i], text);
	if (c->moved)
		draft_merge(c->m, c->moved - 1, i);
	else
		c->moved = i + 1;
	say_moved(c->m, &c->m->drafts.at[c->moved - 1], h, text, ++c->n_moved);
}

static void settle_option(Causes *c, u32 i, CodeOption *o)
{
	if (o->draft)
		draft_merge(c->m, o->draft - 1, i);
	else
		o->draft = i + 1;
	say_option(c->m, &c->m->drafts.at[o->draft - 1], o);
}

/* A function that exists in one version because of an option. */
static void settle_whole(Causes *c, u32 i)
{
	const Draft *d = &c->m->drafts.at[i];
	Side s = d->c.kind == CHANGE_ADDITION ? NEW : OLD;
	const LineRange *r = d->lines[s].len ? &d->lines[s].at[0] : NULL;
	if (!r || (c->edits.len && in_hunk(c->m, s, r->file, r->first)))
		return;
	Used u = {0};
	condition_words(source_text(c->m, s, r->file), r->first, &u.all);
	expand(c, &u.all);
	CodeOption *o = option_for(c, &u);
	if (o)
		settle_option(c, i, o);
	used_free(&u);
}

static void settle(Causes *c, u32 i)
{
	const char *name = "";
	OtherCause other = {0};
	TextEdits more = {0};
	TextEdit *e = cause_of(c, &c->m->drafts.at[i], &name, &other, &more);
	if (other.moved)
		settle_moved(c, i);
	if (other.option)
		settle_option(c, i, other.option);
	if (!e) {
		vec_free(&more);
		return;
	}
	if (!e->draft && e->inside) {
		u32 there = draft_at(c, e);
		take_lines(e, &c->m->drafts.at[there == NO_OPERAND ? i : there]);
		e->draft = (there == NO_OPERAND ? i : there) + 1;
	}
	if (!e->draft) {
		say_cause(c, e, &c->m->drafts.at[i], name);
		e->draft = i + 1;
	}
	if (e->draft != i + 1) {
		/* Of those only the first is shown where it was edited. */
		for (Side s = OLD; s < N_SIDES && e->inside; s++)
			c->m->drafts.at[i].lines[s].len = 0;
		draft_merge(c->m, e->draft - 1, i);
	}
	c->m->drafts.at[e->draft - 1].c.kind = CHANGE_MODIFICATION;
	for (size_t k = 0; k < more.len; k++)
		more.at[k]->also = e->draft;
	vec_free(&more);
}

/* Edits that may be a part of the cause of a change, and are not the cause of another. */
static void say_also(Causes *c)
{
	for (size_t i = 0; i < c->edits.len; i++) {
		const TextEdit *e = &c->edits.at[i];
		if (!e->also || e->draft)
			continue;
		Draft *d = &c->m->drafts.at[e->also - 1];
		for (Side s = OLD; s < N_SIDES; s++) {
			u32 line = line_with(e, s, "");
			Buf text = {0};
			if (d->c.also[s])
				buf_addf(&text, "%s, ", d->c.also[s]);
			buf_addf(&text, "%s:%u", shown_path(c->m, s, e->pair->text[s]->path),
					 line ? line : e->hunk->from[s]);
			d->c.also[s] = arena_strdup(&c->m->arena, buf_str(&text));
			buf_free(&text);
		}
	}
}

/* A global that both versions only declare has no lines, and may have another size: its type was edited. */
static bool is_declared_only(const Draft *d)
{
	return d->c.part[OLD].global != NO_OPERAND && d->c.part[NEW].global != NO_OPERAND &&
		   !d->lines[OLD].len && !d->lines[NEW].len;
}

static bool is_unedited(const Draft *d)
{
	bool lines = d->lines[OLD].len && d->lines[NEW].len;
	return !d->gone && !d->whole && !d->edited && (lines || is_declared_only(d));
}

void merge_causes(ChangeMap *m)
{
	Causes c = {.m = m};
	bool any = false;
	for (size_t i = 0; i < m->drafts.len; i++)
		any |= is_unedited(&m->drafts.at[i]);
	options_that_differ(m, &c.options);
	if (!any && !c.options.len)
		return;
	source_pairs(m, &c.pairs);
	find_edits(&c);
	find_macros(&c);
	for (u32 i = 0; i < m->drafts.len; i++)
		if (is_unedited(&m->drafts.at[i]))
			settle(&c, i);
		else if (c.options.len && m->drafts.at[i].whole && !m->drafts.at[i].gone)
			settle_whole(&c, i);
	say_also(&c);
	for (size_t i = 0; i < c.edits.len; i++) {
		strmap_free(&c.edits.at[i].names);
		strmap_free(&c.edits.at[i].governs);
		strmap_free(&c.edits.at[i].included);
	}
	for (size_t i = 0; i < c.bodies.len; i++)
		strmap_free(&c.bodies.at[i]);
	vec_free(&c.edits);
	vec_free(&c.options);
	vec_free(&c.bodies);
	vec_free(&c.pairs);
	strmap_free(&c.macros);
}
