/* declared.c: edits of declarations that a suspect's line uses.
 *
 * An edited type, macro or declaration changes code elsewhere, on lines that were not edited. If
 * there are sources, such a line leads to the edit: one in the same file that declares a name which
 * the line uses, in the same function or at file scope. The edit then becomes a suspect itself,
 * before the line. */
#include "clients/explain/impl.h"

#include <ctype.h>

static bool is_word(char c)
{
	return isalnum((u8)c) || c == '_';
}

/* Words that name nothing of the program. */
static bool is_keyword(const char *word)
{
	static const char *const words[] = {
		"int",    "char",     "long",    "short",    "unsigned", "signed", "float",  "double",
		"void",   "_Bool",    "bool",    "struct",   "union",    "enum",   "static", "const",
		"extern", "register", "auto",    "volatile", "inline",   "if",     "else",   "for",
		"while",  "do",       "switch",  "case",     "default",  "break",  "return", "continue",
		"goto",   "sizeof",   "typedef", "define",   "include",  "undef",  "ifdef",  "endif"};
	for (size_t i = 0; i < countof(words); i++)
		if (!strcmp(word, words[i]))
			return true;
	return !isalpha((u8)*word) && *word != '_';
}

static bool has_word(const char *text, const char *word)
{
	size_t n = strlen(word);
	for (const char *at = text; (at = strstr(at, word)); at++)
		if ((at == text || !is_word(at[-1])) && !is_word(at[n]))
			return true;
	return false;
}

/* True if the edit, in either version, names what the line uses. */
static bool names_it(const Edits *e, u32 edit, const char *line)
{
	Buf text = {0};
	bool found = false;
	edit_text(e, edit, OLD, &text);
	edit_text(e, edit, NEW, &text);
	for (const char *at = buf_str(&text); *at && !found;) {
		size_t n = 0;
		while (is_word(at[n]))
			n++;
		if (n) {
			char *word = xstrndup(at, n);
			found = !is_keyword(word) && has_word(line, word);
			free(word);
		}
		at += n ? n : 1;
	}
	buf_free(&text);
	return found;
}

/* The function whose lines a line is among; NO_OPERAND: none. */
static u32 function_at(const Program *p, u32 file, u32 line)
{
	for (u32 i = 0; i < p->functions.len; i++) {
		const Function *f = &p->functions.at[i];
		u32 first = 0, last = 0;
		for (u32 k = 0; k < f->n_ins; k++) {
			const Loc *loc = &p->locs.at[f->ins[k].loc];
			if (loc->file != file || !loc->line)
				continue;
			first = !first || loc->line < first ? loc->line : first;
			last = loc->line > last ? loc->line : last;
		}
		if (first && first <= line && line <= last)
			return i;
	}
	return NO_OPERAND;
}

/* True if the text of an edit cannot begin a declaration. Such an edit only affects the next
 * line. */
static bool is_statement(const Edits *e, u32 edit, Side side)
{
	static const char *const words[] = {"if",   "else", "for",      "while", "do",     "switch",
										"case", "goto", "continue", "break", "return", "default"};
	Buf text = {0};
	bool found = false;
	edit_text(e, edit, side, &text);
	const char *at = buf_str(&text) + strspn(buf_str(&text), " \t\r\n{}");
	for (size_t i = 0; i < countof(words) && !found; i++)
		found = !strncmp(at, words[i], strlen(words[i])) && !is_word(at[strlen(words[i])]);
	buf_free(&text);
	return found;
}

/* Returns the line that represents an edit in the suspect's version. */
static u32 line_of(const Edit *d, int side)
{
	return d->from[side];
}

static void find_edit(Explanation *x, const Edits *e, const ExplainSuspect *s, u32 *found)
{
	const Program *p = x->config.subject[s->side]->program;
	Buf text = {0};
	*found = NO_OPERAND;
	program_whole_line(p, s->file, s->line, &text);
	for (u32 i = 0; i < e->at.len; i++) {
		const Edit *d = &e->at.at[i];
		if (!explain_in_file(x, e, d, s->side, s->file))
			continue;
		if (d->from[s->side] <= s->line && s->line < d->to[s->side]) {
			*found = NO_OPERAND; /* it is edited itself */
			break;
		}
		u32 in = function_at(p, s->file, line_of(d, s->side));
		if (d->from[s->side] < d->to[s->side] && *found == NO_OPERAND &&
			(in == NO_OPERAND || in == function_at(p, s->file, s->line)) &&
			(d->to[s->side] == s->line || !is_statement(e, i, (Side)s->side)) &&
			names_it(e, i, buf_str(&text)))
			*found = i;
	}
	buf_free(&text);
}

void explain_declared(Explanation *x)
{
	const Edits *e = &x->edits;
	size_t n = x->suspects.len;
	for (size_t i = 0; i < n && e->at.len; i++) {
		ExplainSuspect s = x->suspects.at[i];
		u32 edit;
		/* What leads to a change is beside an edit, not through it. */
		if (!s.changed || !s.line || s.check)
			continue;
		find_edit(x, e, &s, &edit);
		u32 line = edit == NO_OPERAND ? 0 : line_of(&e->at.at[edit], s.side);
		if (!line || explain_suspect_at(x, s.side, s.file, line))
			continue;
		ExplainSuspect *d = explain_suspect_add(x, s.side, s.file, line);
		d->kind = SUSPECT_CHANGE;
		d->count = 1;
		d->changed = true;
		d->used = s.line;
		d->order = s.kind;
		d->passes = s.passes;
		d->library = s.library;
		d->edits = s.edits;
		d->before = s.before;
		d->step = s.step;
	}
}
