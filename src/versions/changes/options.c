/* options.c: compiler options in which the versions differ.
 *
 * An option has no place in a source. A macro that it defines reaches the lines that use the macro,
 * those under a condition that mentions it, and the uses of what is defined under such a
 * condition. */
#include "versions/changes/impl.h"

typedef VEC(char *) OptionWords;

static void words_in(const char *text, OptionWords *to)
{
	while (*text) {
		size_t n = strcspn(text, " ");
		if (n)
			vec_push(to, xstrndup(text, n));
		text += n + (text[n] == ' ');
	}
}

static bool has_option(const OptionWords *list, const char *word)
{
	for (size_t i = 0; i < list->len; i++)
		if (!strcmp(list->at[i], word))
			return true;
	return false;
}

/* The name of the macro that -D or -U is about, to be freed; NULL: another option. */
static char *macro_of(const char *word)
{
	if (strncmp(word, "-D", 2) && strncmp(word, "-U", 2))
		return NULL;
	return xstrndup(word + 2, strcspn(word + 2, "=("));
}

static CodeOption *option_of(ChangeMap *m, CodeOptions *to, const char *word)
{
	char *macro = macro_of(word);
	CodeOption *found = NULL;
	for (size_t i = 0; i < to->len && !found; i++)
		if (macro ? to->at[i].macro && !strcmp(to->at[i].macro, macro)
				  : !strcmp(to->at[i].name, word))
			found = &to->at[i];
	if (!found) {
		vec_push(to, ((CodeOption){.macro = macro ? arena_strdup(&m->arena, macro) : NULL}));
		found = &vec_last(to);
		found->name = found->macro ? found->macro : arena_strdup(&m->arena, word);
	}
	free(macro);
	return found;
}

void options_that_differ(ChangeMap *m, CodeOptions *to)
{
	for (u32 f = 1; f < m->half[OLD].p->files.len; f++) {
		u32 other = m->half[OLD].file[f];
		if (other == NO_OPERAND)
			continue;
		const char *text[] = {m->half[OLD].p->options.at[f], m->half[NEW].p->options.at[other]};
		if (!*text[OLD] || !*text[NEW] || !strcmp(text[OLD], text[NEW]))
			continue;
		OptionWords words[N_SIDES] = {0};
		words_in(text[OLD], &words[OLD]);
		words_in(text[NEW], &words[NEW]);
		for (Side s = OLD; s < N_SIDES; s++)
			for (size_t i = 0; i < words[s].len; i++)
				if (!has_option(&words[side_other(s)], words[s].at[i]))
					option_of(m, to, words[s].at[i])->word[s] =
						arena_strdup(&m->arena, words[s].at[i]);
		for (Side s = OLD; s < N_SIDES; s++) {
			for (size_t i = 0; i < words[s].len; i++)
				free(words[s].at[i]);
			vec_free(&words[s]);
		}
	}
}

/* The next directive above *line of the conditions that it is under; false: there is none. */
static bool condition_above(const SourceText *t, u32 *line, int *depth)
{
	while (*line > 1) {
		size_t n;
		const char *at = text_line(t, --*line, &n);
		if (!at || n < 3 || *at != '#')
			continue;
		const char *word = at + 1, *end = at + n;
		while (word < end && (*word == ' ' || *word == '\t'))
			word++;
		bool opens = end - word > 1 && !strncmp(word, "if", 2);
		bool other = end - word > 1 && !strncmp(word, "el", 2);
		if (!*depth && (opens || other))
			return true;
		*depth += end - word > 4 && !strncmp(word, "endif", 5);
		*depth -= opens;
	}
	return false;
}

void condition_words(const SourceText *t, u32 line, StrMap *to)
{
	int depth = 0;
	while (condition_above(t, &line, &depth)) {
		size_t n;
		const char *at = text_line(t, line, &n);
		words_of(at, n, to);
	}
}

bool is_under_condition(const SourceText *t, u32 line, u32 from, u32 end)
{
	int depth = 0;
	while (condition_above(t, &line, &depth))
		if (from <= line && line < end)
			return true;
	return false;
}

void governed_macros(const SourceText *t, u32 line, StrMap *to)
{
	int depth = 0;
	for (u32 k = line; k <= text_lines(t); k++) {
		size_t n;
		const char *at = text_line(t, k, &n);
		if (!at || n < 3 || *at != '#')
			continue;
		const char *word = at + 1, *end = at + n;
		while (word < end && (*word == ' ' || *word == '\t'))
			word++;
		depth += end - word > 1 && !strncmp(word, "if", 2);
		depth -= end - word > 4 && !strncmp(word, "endif", 5);
		if (depth <= 0 && k > line)
			return;
		char *macro = defined_macro(at, n);
		if (macro)
			strmap_put(to, macro, 1);
		free(macro);
	}
}

void say_option(ChangeMap *m, Draft *d, const CodeOption *o)
{
	Buf text = {0};
	size_t n[N_SIDES] = {0};
	for (Side s = OLD; s < N_SIDES; s++)
		n[s] = o->word[s] ? strlen(o->word[s]) : 0;
	buf_adds(&text, "the compiler option ");
	say_both(&text, o->word, n);
	d->what = arena_strdup(&m->arena, buf_str(&text));
	d->of = o->name;
	d->c.by_option = o->word[NEW] ? o->word[NEW] : o->word[OLD];
	d->c.kind = CHANGE_MODIFICATION;
	d->vague = false;
	buf_free(&text);
}
