/* suggest.c: the list of suggestions. */
#include "versions/suggest/suggest.h"

#include "engine/input/shell.h"

Suggestion *suggestion_add(Suggestions *s, const char *reason)
{
	Suggestion one = {.reason = arena_strdup(&s->arena, reason), .order = (u32)s->list.len};
	vec_push(&s->list, one);
	return &vec_last(&s->list);
}

void suggestions_free(Suggestions *s)
{
	for (size_t i = 0; i < s->list.len; i++)
		vec_free(&s->list.at[i].words);
	vec_free(&s->list);
	arena_free(&s->arena);
}

static void add_word(Buf *to, const char *before, const char *word)
{
	buf_adds(to, before);
	if (strpbrk(word, "\n\t"))
		shell_quote(to, word, strlen(word));
	else
		buf_add_shell(to, word);
}

void suggestion_words(const Suggestion *s, Buf *to)
{
	if (s->entry)
		add_word(to, " --entry ", s->entry);
	if (s->call)
		add_word(to, " --call ", s->call);
	if (s->input)
		add_word(to, " --stdin ", s->input);
	if (s->words.len)
		buf_adds(to, " --");
	for (size_t i = 0; i < s->words.len; i++)
		add_word(to, " ", s->words.at[i]);
}

void suggest_shapes(const Program *p, Suggestions *to)
{
	ProgramWords *w = program_words(p);
	WordShapes shapes = {0};
	word_shapes(p, w, &shapes);
	for (size_t i = 0; i < shapes.list.len; i++) {
		const WordShape *from = &shapes.list.at[i];
		Suggestion *s = suggestion_add(to, from->reason);
		s->input = from->input ? arena_strdup(&to->arena, from->input) : NULL;
		for (size_t k = 0; k < from->words.len; k++)
			vec_push(&s->words, arena_strdup(&to->arena, from->words.at[k]));
	}
	word_shapes_free(&shapes);
	program_words_free(w);
}

void suggest_given(const Program *p, const StrList *words, bool stdin_given, Suggestions *to)
{
	ProgramWords *w = program_words(p);
	Suggestion *s = suggestion_add(to, "");
	for (size_t i = 0; i < words->len; i++)
		if (words->at[i][0] == '@')
			vec_push(&s->words, arena_strdup(&to->arena, words->at[i]));
		else
			suggestion_add_word(s, to, ".", words->at[i]);
	if (!stdin_given && w->input)
		s->input = "@text:16";
	program_words_free(w);
}

enum { MOST_TEXTS = 48 }; /* that are tried as a start */

void suggest_texts(const Program *p, StrList *texts, Arena *arena)
{
	ProgramWords *w = program_words(p);
	for (size_t i = 0; i < w->compared.len && texts->len < MOST_TEXTS / 2; i++)
		vec_push(texts, arena_strdup(arena, w->compared.at[i]));
	for (size_t i = 0; i < w->characters.len && texts->len < MOST_TEXTS; i++)
		vec_push(texts, arena_strndup(arena, (const char *)w->characters.at + i, 1));
	program_words_free(w);
}

void suggestion_start(Suggestion *s, const char *text, Arena *arena)
{
	const char *at = s->call ? strstr(s->call, "@str:8") : NULL;
	if (!at)
		return;
	Buf b = {0};
	buf_add(&b, s->call, (size_t)(at + 6 - s->call));
	buf_adds(&b, "=\"");
	for (const char *c = text; *c; c++) {
		if (*c == '"' || *c == '\\')
			buf_addc(&b, '\\');
		if (*c == '\n' || *c == '\t')
			buf_adds(&b, *c == '\n' ? "\\n" : "\\t");
		else
			buf_addc(&b, *c);
	}
	buf_addf(&b, "\"%s", at + 6);
	s->call = arena_strdup(arena, buf_str(&b));
	buf_free(&b);
}
