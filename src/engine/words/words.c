/* words.c: from a program to its words. */
#include "engine/words/impl.h"

#include "engine/load/address.h"

#include <ctype.h>

bool operand_value(const Program *p, Operand v, u64 *value)
{
	if (!operand_is_const(v))
		return false;
	const Const *c = &p->consts.at[v & ~OPERAND_CONST];
	*value = c->lo;
	return !c->undef;
}

const char *called_name(const Program *p, const Call *c)
{
	static const char *const prefixes[] = {"__isoc99_", "__isoc23_"};
	if (c->callee >= p->functions.len)
		return "";
	const char *name = p->functions.at[c->callee].source_name;
	for (size_t i = 0; i < countof(prefixes); i++)
		if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
			return name + strlen(prefixes[i]);
	return name;
}

const char *words_literal(const Program *p, u64 address)
{
	u32 g = global_below(p, address);
	if (g == NO_OPERAND)
		return NULL;
	const Global *x = &p->globals.at[g];
	u64 at = address - x->address;
	if (at >= x->size || !x->init || !x->constant || !memchr(x->init + at, 0, x->size - at))
		return NULL;
	return (const char *)x->init + at;
}

bool text_facts_any(const TextFacts *t)
{
	return t->number || t->real || t->opened || t->created || t->looked || t->words.len;
}

bool word_add(StrList *to, const char *word)
{
	if (!*word || to->len >= WORDS_MOST || strlen(word) > 32)
		return false;
	for (const char *at = word; *at; at++)
		if (!isprint((unsigned char)*at) && *at != '\n' && *at != '\t')
			return false;
	for (size_t i = 0; i < to->len; i++)
		if (!strcmp(to->at[i], word))
			return false;
	vec_push(to, word);
	return true;
}

/* One conversion of scanf, from behind its '%'; returns its end. */
static const char *sample_one(const char *at, Buf *to)
{
	bool skips = false;
	for (; *at && strchr("*0123456789hlLjztqm'", *at); at++)
		skips |= *at == '*';
	(void)skips; /* what is skipped must be there as well */
	switch (*at) {
	case 'd':
	case 'i':
	case 'u':
	case 'x':
	case 'X':
	case 'o': buf_adds(to, "1"); break;
	case 'f':
	case 'e':
	case 'g':
	case 'a': buf_adds(to, "1.5"); break;
	case 's':
	case 'c': buf_adds(to, "a"); break;
	case '%': buf_adds(to, "%"); break;
	case '[': {
		bool other = at[1] == '^';
		const char *first = at + 1 + other, *end = *first ? strchr(first + 1, ']') : NULL;
		buf_addc(to, !other && *first ? *first : 'a');
		return end ? end + 1 : at + strlen(at);
	}
	default: break;
	}
	return *at ? at + 1 : at;
}

/* True if a blank of the format may be left out behind that text: it separates neither a word, which would go on
 * behind it, nor two numbers. "a = 1" looks better than "a =1". */
static bool is_optional(bool word, const Buf *text, char after)
{
	char before = text->len ? text->at[text->len - 1] : 0;
	bool spaced = text->len > 1 && text->at[text->len - 2] == ' ';
	return !word && !spaced && before && after &&
		   ((ispunct((u8)after) && after != '%') || ispunct((u8)before));
}

void words_sample(const char *format, Buf *to)
{
	bool word = false;
	while (*format)
		if (*format == '%') {
			format = sample_one(format + 1, to);
			word = format[-1] == 's';
		} else if (*format == ' ' && is_optional(word, to, format[1])) {
			format++;
		} else {
			word = false;
			buf_addc(to, *format++);
		}
}

ProgramWords *program_words(const Program *p)
{
	ProgramWords *w = xcalloc(1, sizeof *w);
	Origins o = {.p = p, .words = w};
	options_find(w, p);
	origins_find(&o);
	facts_find(&o);
	origins_free(&o);
	return w;
}

void program_words_free(ProgramWords *w)
{
	if (!w)
		return;
	for (u32 i = 0; i <= WORDS_ANY; i++)
		vec_free(&w->arg[i].words);
	for (size_t i = 0; i < w->options.len; i++)
		vec_free(&w->options.at[i].text.words);
	vec_free(&w->options);
	vec_free(&w->formats);
	vec_free(&w->scanned);
	vec_free(&w->compared);
	buf_free(&w->characters);
	arena_free(&w->arena);
	free(w);
}
