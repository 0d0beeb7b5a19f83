/* vary.c: what of a command line could vary, for commands that were given one input. */
#include "cli/session/vary.h"

#include "engine/input/shell.h"
#include "engine/words/shape.h"

/* Functions by which programs read standard input. A hint only: none of them means that it does. */
static const char *const readers[] = {"getchar", "getc",    "fgetc",    "gets",
									  "fgets",   "scanf",   "fscanf",   "read",
									  "fread",   "getline", "getdelim", "getchar_unlocked"};

static bool reads_input(const Program *p)
{
	for (size_t i = 0; i < p->functions.len; i++) {
		const Function *f = &p->functions.at[i];
		for (u32 k = 0; f->kind == FN_SUBJECT && k < f->n_calls; k++) {
			if (f->calls[k].callee >= p->functions.len)
				continue;
			const char *name = p->functions.at[f->calls[k].callee].source_name;
			for (size_t r = 0; r < countof(readers); r++)
				if (!strcmp(name, readers[r]))
					return true;
		}
	}
	return false;
}

static bool is_number(const char *text)
{
	size_t n = strspn(*text == '-' ? text + 1 : text, "0123456789");
	return n && n < 10 && !text[(*text == '-') + n];
}

/* The arguments as they are, and a placeholder for the last one. */
static void add_arguments(const StrList *words, Buf *to)
{
	buf_adds(to, " --");
	for (size_t i = 0; i + 1 < words->len; i++) {
		buf_addc(to, ' ');
		buf_add_shell(to, words->at[i]);
	}
	const char *last = words->len ? words->at[words->len - 1] : NULL;
	if (!last || *last == '@') {
		buf_adds(to, " @str:8");
		return;
	}
	Buf text = {0};
	if (is_number(last))
		buf_addf(&text, "@int=%s", last);
	else
		buf_addf(&text, "@str:%zu=%s", strlen(last) + 4, last);
	buf_addc(to, ' ');
	buf_add_shell(to, buf_str(&text));
	buf_free(&text);
}

static bool varies(const WordShape *s)
{
	bool any = s->input && *s->input == '@';
	for (size_t i = 0; i < s->words.len; i++)
		any |= strchr(s->words.at[i], '@') != NULL;
	return any;
}

/* Adds the first shape that the program's own words make; drift suggest has all of them, ranked. */
static bool own_shape(const Program *p, Buf *to)
{
	ProgramWords *w = program_words(p);
	WordShapes shapes = {0};
	size_t at = 0;
	word_shapes(p, w, &shapes);
	while (at < shapes.list.len && !varies(&shapes.list.at[at]))
		at++;
	const WordShape *s = at < shapes.list.len ? &shapes.list.at[at] : NULL;
	if (s && s->input) {
		buf_adds(to, " --stdin ");
		buf_add_shell(to, s->input);
	}
	for (size_t i = 0; s && i < s->words.len; i++) {
		buf_adds(to, i ? " " : " -- ");
		buf_add_shell(to, s->words.at[i]);
	}
	word_shapes_free(&shapes);
	program_words_free(w);
	return s;
}

bool vary_hint(const Program *p, const StrList *words, bool stdin_given, Buf *to)
{
	if (p->main == NO_OPERAND)
		return false;
	if (!words->len && !stdin_given && own_shape(p, to))
		return true;
	bool input = !stdin_given && reads_input(p);
	bool arguments = p->functions.at[p->main].n_params >= 2;
	if (input)
		buf_adds(to, " --stdin @text:16");
	if (arguments)
		add_arguments(words, to);
	return input || arguments;
}
