/* line.c: words of a line, ready to be edited. */
#include "versions/suggest/climb.h"

#include <ctype.h>

enum {
	ROOM = 2,           /* bytes by which a text may grow in drift test */
	CONTENTS_ROOM = 8,  /* likewise for contents */
	SHORT_BOUND = 8,    /* least bound of a text */
	LONG_CONTENTS = 32, /* least bound of contents */
};

static void word_free(LineWord *w)
{
	buf_free(&w->before);
	buf_free(&w->value);
	buf_free(&w->given);
}

void line_free(WordLine *l)
{
	for (size_t i = 0; i < l->words.len; i++)
		word_free(&l->words.at[i]);
	vec_free(&l->words);
	word_free(&l->input);
	*l = (WordLine){0};
}

static void word_copy(const LineWord *from, LineWord *to)
{
	*to = (LineWord){.kind = from->kind, .bound = from->bound};
	buf_add(&to->before, buf_str(&from->before), from->before.len);
	buf_add(&to->value, buf_str(&from->value), from->value.len);
	buf_add(&to->given, buf_str(&from->given), from->given.len);
}

void line_copy(const WordLine *from, WordLine *to)
{
	*to = (WordLine){.reads = from->reads};
	for (size_t i = 0; i < from->words.len; i++) {
		LineWord w;
		word_copy(&from->words.at[i], &w);
		vec_push(&to->words, w);
	}
	word_copy(&from->input, &to->input);
}

/* The placeholder of a word, as the parser of inputs finds it; NULL: there is none. */
static const char *placeholder(const char *word)
{
	if (*word == '@')
		return word;
	for (const char *at = strchr(word, '@'); at; at = strchr(at + 1, '@'))
		if ((!strncmp(at, "@str:", 5) && isdigit((unsigned char)at[5])) ||
			(!strncmp(at, "@int", 4) && (!at[4] || at[4] == '=')))
			return at;
	return NULL;
}

static bool read_bounded(LineWord *w, const char *at, bool file)
{
	Err ignored;
	const char *start = strchr(at, '=');
	w->bound = (u32)strtoul(at, NULL, 10);
	if (start && file)
		return file_read(start + 1, &w->value, &ignored);
	if (start)
		buf_adds(&w->value, start + 1);
	return true;
}

static bool word_read(const char *word, LineWord *w)
{
	const char *at = placeholder(word);
	*w = (LineWord){0};
	buf_adds(&w->given, word);
	if (at)
		buf_add(&w->before, word, (size_t)(at - word));
	if (at && !strncmp(at, "@int", 4)) {
		w->kind = WORD_NUMBER;
		buf_adds(&w->value, at[4] ? at + 5 : "0");
		return true;
	}
	if (at && !strncmp(at, "@str:", 5)) {
		w->kind = WORD_TEXT;
		return read_bounded(w, at + 5, false);
	}
	if (at && (!strncmp(at, "@text:", 6) || !strncmp(at, "@file:", 6))) {
		w->kind = WORD_CONTENTS;
		return read_bounded(w, at + 6, at[1] == 'f');
	}
	buf_reset(&w->before);
	buf_adds(&w->value, word);
	return !at; /* another placeholder is nothing to edit */
}

bool line_read(const Suggestion *s, WordLine *to)
{
	bool good = true;
	for (size_t i = 0; good && i < s->words.len; i++) {
		LineWord w;
		good = word_read(s->words.at[i], &w);
		vec_push(&to->words, w);
	}
	to->reads = s->input != NULL;
	return good && (!s->input || word_read(s->input, &to->input));
}

void line_word_edited(LineWord *w)
{
	i64 n;
	const char *value = buf_str(&w->value);
	buf_reset(&w->given);
	while (w->kind == WORD_TEXT && w->value.len && w->value.at[w->value.len - 1] == '\n')
		w->value.at[--w->value.len] = 0; /* an argument seldom has lines */
	if (w->kind == WORD_NUMBER && !(number_parse(value, 32, true, &n) && number_is_plain(value, n)))
		w->kind = WORD_TEXT;
}

static u32 larger(size_t a, size_t b)
{
	return (u32)(a > b ? a : b);
}

static bool write_word(const LineWord *w, Buf *to)
{
	const char *value = buf_str(&w->value);
	if (w->given.len) {
		buf_adds(to, buf_str(&w->given));
		return true;
	}
	if (strlen(value) != w->value.len) /* no word has a zero byte */
		return false;
	buf_adds(to, buf_str(&w->before));
	switch (w->kind) {
	case WORD_FIXED: break;
	case WORD_NUMBER: buf_adds(to, "@int="); break;
	case WORD_TEXT: buf_addf(to, "@str:%u=", larger(w->value.len + ROOM, SHORT_BOUND)); break;
	case WORD_CONTENTS:
		buf_addf(to, "@text:%u=",
				 larger(w->value.len + CONTENTS_ROOM, w->bound ? w->bound : LONG_CONTENTS));
		break;
	}
	buf_add(to, value, w->value.len);
	return true;
}

bool line_words(const WordLine *l, Arena *arena, Suggestion *to)
{
	Buf one = {0};
	bool good = !l->reads || write_word(&l->input, &one);
	to->input = l->reads ? arena_strdup(arena, buf_str(&one)) : NULL;
	for (size_t i = 0; good && i < l->words.len; i++) {
		buf_reset(&one);
		good = write_word(&l->words.at[i], &one);
		vec_push(&to->words, arena_strdup(arena, buf_str(&one)));
	}
	buf_free(&one);
	return good;
}

void line_remove(WordLine *l, size_t at)
{
	word_free(&l->words.at[at]);
	l->words.len--;
	memmove(&l->words.at[at], &l->words.at[at + 1], (l->words.len - at) * sizeof *l->words.at);
}

void line_insert(WordLine *l, size_t at, WordKind kind, const char *value)
{
	LineWord w = {.kind = kind};
	buf_adds(&w.value, value);
	line_word_edited(&w);
	vec_push(&l->words, w);
	memmove(&l->words.at[at + 1], &l->words.at[at], (l->words.len - 1 - at) * sizeof w);
	l->words.at[at] = w;
}
