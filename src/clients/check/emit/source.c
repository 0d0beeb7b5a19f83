/* source.c: finds a function in the text of a source. */
#include <ctype.h>

#include "clients/check/emit/emit.h"

static bool is_name(char c)
{
	return isalnum((u8)c) || c == '_';
}

/* Behind a comment, a constant in quotes or a directive that begins here; i itself: none does. */
static size_t skip(const Buf *t, size_t i)
{
	const char *s = buf_str(t);
	if (s[i] == '/' && s[i + 1] == '/') {
		while (s[i] && s[i] != '\n')
			i += s[i] == '\\' && s[i + 1] ? 2 : 1;
	} else if (s[i] == '/' && s[i + 1] == '*') {
		for (i += 2; s[i] && !(s[i] == '*' && s[i + 1] == '/'); i++)
			;
		i += s[i] ? 2 : 0;
	} else if (s[i] == '"' || s[i] == '\'') {
		char quote = s[i++];
		for (; s[i] && s[i] != quote && s[i] != '\n'; i++)
			i += s[i] == '\\' && s[i + 1];
		i += s[i] == quote;
	}
	return i;
}

static bool begins_line(const Buf *t, size_t i)
{
	const char *s = buf_str(t);
	while (i && (s[i - 1] == ' ' || s[i - 1] == '\t'))
		i--;
	return !i || s[i - 1] == '\n';
}

static size_t skip_directive(const Buf *t, size_t i)
{
	const char *s = buf_str(t);
	while (s[i] && s[i] != '\n')
		i += s[i] == '\\' && s[i + 1] ? 2 : 1;
	return i;
}

static bool directive_is(const Buf *t, size_t i, const char *word)
{
	const char *s = buf_str(t) + i + 1;
	s += strspn(s, " \t");
	return !strncmp(s, word, strlen(word));
}

/* What a walk over a source knows. */
typedef struct SourceWalk {
	i32 depth;     /* of braces */
	size_t begin;  /* of the declaration at file level */
	i32 at_if[64]; /* depth before each open #if */
	u32 n_if;
} SourceWalk;

/* Alternatives of #if begin at the same depth. */
static void walk_directive(SourceWalk *w, const Buf *t, size_t i)
{
	if (directive_is(t, i, "if") && w->n_if < countof(w->at_if))
		w->at_if[w->n_if++] = w->depth;
	else if (directive_is(t, i, "el") && w->n_if)
		w->depth = w->at_if[w->n_if - 1];
	else if (directive_is(t, i, "endif") && w->n_if)
		w->n_if--;
}

/* One step over the text; returns where the next one begins. *word: length of the name here, or 0. */
static size_t walk(SourceWalk *w, const Buf *t, size_t i, size_t *word)
{
	const char *s = buf_str(t);
	size_t next = skip(t, i);
	*word = 0;
	if (next > i) {
		if (!w->depth && w->begin == i && s[i] == '/')
			w->begin = next;
		return next;
	}
	if (s[i] == '#' && begins_line(t, i)) {
		walk_directive(w, t, i);
		next = skip_directive(t, i);
		w->begin = w->depth ? w->begin : next;
		return next;
	}
	if (is_name(s[i])) {
		while (is_name(s[i + *word]))
			++*word;
		return i + *word;
	}
	w->depth += s[i] == '{' ? 1 : s[i] == '}' ? -1 : 0;
	bool blank = isspace((u8)s[i]) && w->begin == i;
	if (!w->depth && (s[i] == ';' || s[i] == '}' || blank))
		w->begin = i + 1;
	return i + 1;
}

static u32 line_of(const Buf *t, size_t at)
{
	u32 line = 1;
	for (size_t i = 0; i < at; i++)
		line += t->at[i] == '\n';
	return line;
}

/* Behind a group of parentheses that begins here, and what follows it up to a brace; 0: no body follows. */
static size_t body_after(const Buf *t, size_t i)
{
	const char *s = buf_str(t);
	i32 depth = 0;
	for (; s[i]; i++) {
		size_t next = skip(t, i);
		if (next > i) {
			i = next - 1;
			continue;
		}
		depth += s[i] == '(' ? 1 : s[i] == ')' ? -1 : 0;
		if (!depth)
			break;
	}
	for (i += s[i] == ')'; s[i] && isspace((u8)s[i]); i++)
		;
	return s[i] == '{' ? i : 0;
}

static bool find(const Buf *t, const char *name, u32 line, EmitSource *to)
{
	SourceWalk w = {0};
	size_t n = strlen(name), word;
	const char *s = buf_str(t);
	for (size_t i = 0; i < t->len;) {
		size_t at = i;
		bool top = !w.depth;
		i = walk(&w, t, at, &word);
		if (!top || word != n || strncmp(s + at, name, n) || line_of(t, at) != line)
			continue;
		size_t open = i + strspn(s + i, " \t\n");
		to->brace = s[open] == '(' ? body_after(t, open) : 0;
		if (!to->brace)
			return false;
		to->begin = w.begin;
		to->name = at;
		for (i = to->brace; i < t->len;) {
			i = walk(&w, t, i, &word);
			if (!w.depth) {
				to->end = i;
				return true;
			}
		}
	}
	return false;
}

bool emit_source(Emit *e, int side, EmitSource *to)
{
	const Program *p = e->config.program[side];
	const Function *f = &p->functions.at[e->config.function[side]];
	const Loc *loc = &p->locs.at[f->loc];
	*to = (EmitSource){.path = program_path(p, loc->file)};
	char *whole = realpath(to->path, NULL);
	if (whole) {
		free(to->path);
		to->path = whole;
	}
	if (f->unit && f->unit != loc->file)
		return emit_refuse(e, NULL, "%s is defined in the header %s", f->source_name, to->path);
	if (!file_read(to->path, &to->text, e->err))
		return false;
	if (memchr(buf_str(&to->text), 0, to->text.len))
		return emit_refuse(e, NULL, "%s has a byte 0", to->path);
	return find(&to->text, f->source_name, loc->line, to) ||
		   emit_refuse(e, NULL, "%s:%u: the definition of %s is not written as '%s(parameters) {'",
					   to->path, loc->line, f->source_name, f->source_name);
}

void emit_source_free(EmitSource *s)
{
	buf_free(&s->text);
	free(s->path);
}

bool emit_is_static(const EmitSource *s, const char *name)
{
	SourceWalk w = {0};
	size_t word, n = strlen(name), declared = SIZE_MAX;
	const char *t = buf_str(&s->text);
	bool is_static = false;
	for (size_t i = 0; i < s->text.len;) {
		size_t at = i;
		bool top = !w.depth;
		i = walk(&w, &s->text, at, &word);
		if (!top || !word)
			continue;
		if (declared != w.begin)
			is_static = false;
		declared = w.begin;
		is_static |= word == 6 && !strncmp(t + at, "static", 6);
		if (word == n && !strncmp(t + at, name, n) && is_static)
			return true;
	}
	return false;
}
