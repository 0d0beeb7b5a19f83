/* uncompiled.c: edited lines that produce no code.
 *
 * A line under #ifdef is reported as not compiled if the program has no code in its branch although
 * there should be some: the branch is within a compiled function and has a statement, or another
 * branch of the same condition has code. Nothing is reported if that is uncertain. */
#include "versions/changes/impl.h"

/* A branch of #if. */
typedef struct Branch {
	u32 line;        /* of its directive */
	u32 first, last; /* lines in it */
	u32 whole[2];    /* from #if to #endif */
	u32 condition;   /* line of the #if that an #else is of */
} Branch;

typedef VEC(Branch) Branches;

typedef struct Coded {
	ChangeMap *m;
	Side side;
	SourceText *text;
	u8 *lines; /* by line: code stands there */
	u32 n;
} Coded;

static bool is_directive(const char *at, size_t n, const char *word)
{
	const char *end = at + n, *p = at + 1;
	Word w;
	return n && *at == '#' && next_word(&p, end, &w) && w.n >= strlen(word) &&
		   !strncmp(w.at, word, strlen(word));
}

static void close_branch(Branches *open, Branches *to, u32 line)
{
	Branch *b = &vec_last(open);
	b->last = line - 1;
	vec_push(to, *b);
}

static void find_branches(const SourceText *t, Branches *to)
{
	Branches open = {0};
	VEC(size_t) begun = {0}; /* branches of an open #if */
	for (u32 line = 1; line <= text_lines(t); line++) {
		size_t n;
		const char *at = text_line(t, line, &n);
		if (!at || !n || *at != '#')
			continue;
		if (is_directive(at, n, "if")) {
			vec_push(&open, ((Branch){line, line + 1, 0, {line, 0}, line}));
			vec_push(&begun, to->len);
		} else if (open.len && (is_directive(at, n, "el") || is_directive(at, n, "endif"))) {
			Branch last = vec_last(&open);
			close_branch(&open, to, line);
			(void)vec_pop(&open);
			if (is_directive(at, n, "el")) {
				vec_push(&open, ((Branch){line, line + 1, 0, {last.whole[0], 0}, last.condition}));
				continue;
			}
			for (size_t i = vec_pop(&begun); i < to->len; i++)
				if (to->at[i].condition == last.condition)
					to->at[i].whole[1] = line;
		}
	}
	vec_free(&open);
	vec_free(&begun);
}

/* ---- code ---- */

static void mark(Coded *c, Loc at)
{
	if (at.line && at.line <= c->n && source_text(c->m, c->side, at.file) == c->text)
		c->lines[at.line] = 1;
}

static void find_code(Coded *c)
{
	const Program *p = c->m->half[c->side].p;
	c->n = text_lines(c->text);
	c->lines = xcalloc(c->n + 2, 1);
	for (size_t i = 1; i < p->locs.len; i++)
		mark(c, p->locs.at[i]);
}

static bool any_code(const Coded *c, u32 first, u32 last)
{
	for (u32 line = first; line <= last && line <= c->n; line++)
		if (c->lines[line])
			return true;
	return false;
}

static bool any_statement(const Coded *c, u32 first, u32 last)
{
	for (u32 line = first; line <= last; line++) {
		size_t n;
		const char *at = text_line(c->text, line, &n);
		bool sets = at && n > 2 && *at != '#' && !is_comment(at, n) && at[n - 1] == ';' &&
					(memchr(at, '=', n) || memchr(at, '(', n) || !strncmp(at, "return", 6));
		if (sets && !is_declaration(at, n))
			return true;
	}
	return false;
}

static bool within_function(const Coded *c, const Branch *b)
{
	const Program *p = c->m->half[c->side].p;
	for (size_t i = 0; i < p->functions.len; i++) {
		const Function *f = &p->functions.at[i];
		Loc at = p->locs.at[f->loc];
		u32 last = 0;
		if (f->kind != FN_SUBJECT || !f->n_blocks || !at.line || at.line >= b->line ||
			source_text(c->m, c->side, at.file) != c->text)
			continue;
		for (u32 k = 0; k < f->n_ins; k++) {
			Loc x = p->locs.at[f->ins[k].loc];
			last = x.file == at.file && x.line > last ? x.line : last;
		}
		if (last > b->whole[1])
			return true;
	}
	return false;
}

/* True if the branch is certainly left out. */
static bool is_left_out(const Coded *c, const Branch *b, const Branches *all)
{
	if (!b->whole[1] || any_code(c, b->first, b->last))
		return false;
	for (size_t i = 0; i < all->len; i++) {
		const Branch *x = &all->at[i];
		if (x->condition == b->condition && x->line != b->line && any_code(c, x->first, x->last))
			return true;
	}
	return any_statement(c, b->first, b->last) && within_function(c, b);
}

/* ---- in words ---- */

static void say_left_out(const Coded *c, const Branch *b, u32 line, Buf *to)
{
	size_t n, k;
	const char *at = text_line(c->text, b->line, &n);
	const char *of = b->line == b->condition ? NULL : text_line(c->text, b->condition, &k);
	buf_addf(to, "%s:%u differs but is not compiled: %.*s",
			 shown_path(c->m, c->side, c->text->path), line, (int)n, at);
	if (of && is_directive(at, n, "else"))
		buf_addf(to, " of %.*s", (int)k, of);
}

/* The first line of a hunk that says something; 0: none. */
static u32 first_line(const SourceText *t, const Hunk *h, Side s)
{
	for (u32 line = h->from[s]; line < h->to[s]; line++) {
		size_t n;
		const char *at = text_line(t, line, &n);
		if (at && n > 1 && !is_comment(at, n))
			return line;
	}
	return 0;
}

static EditEffect say(ChangeMap *m, Side s, const Coded *c, u32 line, EditEffect effect, Buf *to)
{
	static const char *const why[] = {[EDIT_NO_CODE] = "differs but produces no code",
									  [EDIT_SAME_CODE] = "differs but the code is the same",
									  [EDIT_UNKNOWN] =
										  "differs and may be why code differs elsewhere"};
	size_t n;
	const char *at = text_line(c->text, line, &n);
	buf_addf(to, "%s:%u %s: `%.*s`", shown_path(m, s, c->text->path), line, why[effect],
			 (int)(n < 60 ? n : 60), at);
	return effect;
}

/* Of one side; EDIT_CHANGES: it has no line that says something. */
static EditEffect look(ChangeMap *m, const TextPair *p, Side s, const Hunk *h, bool open, Buf *to)
{
	Coded c = {.m = m, .side = s, .text = p->text[s]};
	Branches branches = {0};
	const Branch *out = NULL;
	u32 line = first_line(c.text, h, s);
	EditEffect effect = EDIT_NOT_COMPILED;
	if (!line)
		return EDIT_CHANGES;
	find_code(&c);
	find_branches(c.text, &branches);
	for (size_t i = 0; i < branches.len; i++) {
		const Branch *b = &branches.at[i];
		bool in = b->first <= line && line <= b->last;
		if (in && (!out || b->first > out->first) && is_left_out(&c, b, &branches))
			out = b;
	}
	if (out)
		say_left_out(&c, out, line, to);
	else
		effect = say(m, s, &c, line,
					 any_code(&c, h->from[s], h->to[s] - 1) ? EDIT_SAME_CODE
					 : open                                 ? EDIT_UNKNOWN
															: EDIT_NO_CODE,
					 to);
	vec_free(&branches);
	free(c.lines);
	return effect;
}

EditEffect edit_effect(ChangeMap *m, const TextPair *p, const Hunk *h, bool open, Buf *to)
{
	EditEffect effect = look(m, p, NEW, h, open, to);
	if (effect == EDIT_NOT_COMPILED)
		return effect;
	Buf old = {0};
	EditEffect before = look(m, p, OLD, h, open, &old);
	/* What one version compiles says more than what the other does not. */
	bool other = effect == EDIT_CHANGES || before == EDIT_NOT_COMPILED ||
				 (effect != EDIT_SAME_CODE && before == EDIT_SAME_CODE);
	if (other && before != EDIT_CHANGES) {
		buf_reset(to);
		buf_add(to, buf_str(&old), old.len);
		effect = before;
	}
	buf_free(&old);
	return effect == EDIT_CHANGES ? EDIT_LAYOUT : effect;
}
