/* shape.c: from the words of a program to shapes of its inputs. */
#include "engine/words/shape.h"

#include <stdarg.h>

enum {
	MOST_SHAPES = 160, /* of a program */
	MOST_STARTS = 12,  /* of standard input, or of a file */
	ROOM = 8,          /* bytes by which a text may grow */
	SHORT_TEXT = 16,   /* least bound of standard input */
	LONG_TEXT = 64,    /* of a file, and of contents without a start */
};

typedef struct Maker {
	const Program *p;
	const ProgramWords *w;
	WordShapes *to;
	StrList starts; /* contents of files and of standard input, the best first */
	u32 n_known;    /* arguments that are told apart */
	u32 n_operands; /* these, or some if there are arguments of unknown number */
} Maker;

static const char *text(WordShapes *s, const char *fmt, ...) printf_like(2, 3);

static const char *text(WordShapes *s, const char *fmt, ...)
{
	Buf b = {0};
	va_list ap;
	va_start(ap, fmt);
	buf_vaddf(&b, fmt, ap);
	va_end(ap);
	const char *kept = arena_strdup(&s->arena, buf_str(&b));
	buf_free(&b);
	return kept;
}

void word_shapes_free(WordShapes *s)
{
	for (size_t i = 0; i < s->list.len; i++)
		vec_free(&s->list.at[i].words);
	vec_free(&s->list);
	arena_free(&s->arena);
}

/* least: bound of short contents. */
static const char *contents(WordShapes *s, const char *start, size_t least)
{
	size_t n = strlen(start) + ROOM;
	if (!*start) /* nothing is known of it: it may be a header with many fields */
		return text(s, "@text:%d", LONG_TEXT);
	return text(s, "@text:%zu=%s", n < least ? least : n, start);
}

const char *word_placeholder(WordShapes *s, const TextFacts *t, const char *start)
{
	if (t->opened)
		return contents(s, start, LONG_TEXT);
	if (t->created)
		return "out";
	if (t->number)
		return "@int=1";
	if (t->real)
		return "@str:6=1.5";
	return "@str:8=a";
}

static const char *place(Maker *m, u32 loc)
{
	Buf b = {0};
	program_location(m->p, loc, &b);
	char *column = strrchr(buf_str(&b), ':'); /* FILE:LINE is enough */
	if (column && strchr(buf_str(&b), ':') != column)
		*column = 0;
	const char *kept = arena_strdup(&m->to->arena, buf_str(&b));
	buf_free(&b);
	return kept;
}

static const char *kind_of(const TextFacts *t)
{
	if (t->opened)
		return "a file to read";
	if (t->created)
		return "a file to write";
	if (t->number)
		return "a number";
	if (t->real)
		return "a number with a fraction";
	return t->words.len ? "a word" : "a text";
}

/* ---- operands ---- */

static const TextFacts *operand(const Maker *m, u32 k)
{
	const TextFacts *t = &m->w->arg[k];
	return k < WORDS_ANY && text_facts_any(t) ? t : &m->w->arg[WORDS_ANY];
}

/* The first n arguments; `word` replaces argument number `at`. */
static void add_operands(Maker *m, StrList *to, u32 n, const char *start, u32 at, const char *word)
{
	for (u32 k = 1; k <= n; k++)
		vec_push(to, k == at ? word : word_placeholder(m->to, operand(m, k), start));
}

static bool takes_arguments(const Maker *m)
{
	return m->n_operands || m->w->options.len;
}

/* The input that a line has by default, where no file is given. */
static const char *own_input(Maker *m, u32 n)
{
	bool file = false;
	for (u32 k = 1; k <= n; k++)
		file |= operand(m, k)->opened;
	return m->w->input && !file ? contents(m->to, m->starts.at[0], SHORT_TEXT) : NULL;
}

static WordShape *begin(Maker *m, const char *input, const char *reason)
{
	if (m->to->list.len >= MOST_SHAPES)
		return NULL;
	vec_push(&m->to->list, (WordShape){0});
	WordShape *s = &vec_last(&m->to->list);
	s->input = input;
	s->reason = reason;
	return s;
}

/* ---- the shapes ---- */

/* Numbers to begin with: argument k starts with first + step * (k - 1). */
static const struct {
	int first, step;
} numbers[] = {{1, 0}, {1, 1}, {100, 0}};

/* Gives the numbers of a line other start values; returns false if it has none. */
static bool renumber(Maker *m, WordShape *s, size_t way)
{
	bool any = false;
	for (size_t k = 0; k < s->words.len; k++)
		if (!strncmp(s->words.at[k], "@int=", 5)) {
			s->words.at[k] =
				text(m->to, "@int=%d", numbers[way].first + numbers[way].step * (int)k);
			any = true;
		}
	return any;
}

static const char *plain_reason(Maker *m, u32 n)
{
	const TextFacts *last = operand(m, n);
	return last->loc ? text(m->to, "argument %u is %s (%s)", n, kind_of(last), place(m, last->loc))
					 : text(m->to, "the program has arguments");
}

/* The first n arguments, with each start value of files and numbers. */
static void plain_shapes_of(Maker *m, u32 n)
{
	for (size_t i = 0; i < m->starts.len; i++) {
		bool file = false;
		for (size_t way = 0; way < countof(numbers); way++) {
			WordShape *s = begin(m, own_input(m, n), plain_reason(m, n));
			if (!s)
				return;
			add_operands(m, &s->words, n, m->starts.at[i], 0, NULL);
			for (size_t k = 0; k < s->words.len; k++)
				file |= !strncmp(s->words.at[k], "@text:", 6);
			if (!renumber(m, s, way))
				break;
		}
		if (!file) /* the start does not matter */
			break;
	}
}

static void plain_shapes(Maker *m)
{
	for (u32 n = m->n_operands; n && m->n_known; n--)
		plain_shapes_of(m, n);
	for (u32 n = 1; n <= m->n_operands && !m->n_known; n++)
		plain_shapes_of(m, n); /* how many it takes is not known: the fewest first */
}

static void input_shapes(Maker *m)
{
	for (size_t i = 0; m->w->input && i < m->starts.len; i++)
		begin(m, contents(m->to, m->starts.at[i], SHORT_TEXT),
			  text(m->to, "the program reads standard input (%s)", place(m, m->w->input_loc)));
}

/* Words that an argument is compared with: subcommands, and names of options. */
static void word_shapes_at(Maker *m, u32 k)
{
	const TextFacts *t = operand(m, k);
	for (size_t i = 0; i < t->words.len; i++)
		for (u32 n = k == WORDS_ANY ? 2 : m->n_operands + 1; n >= 1; n--) {
			u32 at = k == WORDS_ANY ? 1 : k;
			if (n < at)
				break;
			const char *word = t->words.at[i];
			const char *reason = text(m->to, "argument %u is compared with the word %s (%s)", at,
									  word, place(m, t->loc));
			WordShape *s = begin(m, own_input(m, n), reason);
			if (s)
				add_operands(m, &s->words, n, m->starts.at[0], at, word);
		}
}

static void add_option(Maker *m, const OptionFacts *o, StrList *to)
{
	const char *value = word_placeholder(m->to, &o->text, m->starts.at[0]);
	bool joined =
		!o->letter && (value[0] != '@' || value[1] != 't'); /* a file is a word of its own */
	if (o->letter)
		vec_push(to, text(m->to, "-%c", o->letter));
	else
		vec_push(to, text(m->to, "--%s%s%s", o->name, o->value && joined ? "=" : "",
						  o->value && joined ? value : ""));
	if (o->value && !(joined && !o->letter))
		vec_push(to, value);
}

static void option_shapes(Maker *m)
{
	for (size_t i = 0; i < m->w->options.len; i++) {
		const OptionFacts *o = &m->w->options.at[i];
		const char *name = o->letter ? text(m->to, "-%c", o->letter) : text(m->to, "--%s", o->name);
		const char *reason = o->value
								 ? text(m->to, "option %s takes %s (%s)", name, kind_of(&o->text),
										place(m, o->text.loc ? o->text.loc : o->loc))
								 : text(m->to, "option %s (%s)", name, place(m, o->loc));
		for (u32 n = 0; n <= m->n_operands; n++) {
			u32 operands = m->n_operands - n; /* all of them first */
			WordShape *s = begin(m, own_input(m, operands), reason);
			if (!s)
				return;
			add_option(m, o, &s->words);
			add_operands(m, &s->words, operands, m->starts.at[0], 0, NULL);
		}
	}
}

/* Any option letter, in one shape. */
static void letter_shape(Maker *m)
{
	for (size_t i = 0; i < m->w->options.len; i++) {
		const OptionFacts *o = &m->w->options.at[i];
		if (!o->letter || o->value)
			continue;
		WordShape *s = begin(m, own_input(m, m->n_operands), "any option of one letter");
		if (!s)
			return;
		vec_push(&s->words, text(m->to, "-@str:1=%c", o->letter));
		add_operands(m, &s->words, m->n_operands, m->starts.at[0], 0, NULL);
		return;
	}
}

/* ---- contents ---- */

static bool is_argument_word(const ProgramWords *w, const char *word)
{
	for (u32 k = 0; k <= WORDS_ANY; k++)
		for (size_t i = 0; i < w->arg[k].words.len; i++)
			if (!strcmp(w->arg[k].words.at[i], word))
				return true;
	return false;
}

static void add_start(Maker *m, const char *start)
{
	for (size_t i = 0; i < m->starts.len; i++)
		if (!strcmp(m->starts.at[i], start))
			return;
	if (m->starts.len < MOST_STARTS)
		vec_push(&m->starts, start);
}

/* A text without the characters at its ends that only separate. */
static const char *trimmed(Maker *m, const char *from)
{
	from += strspn(from, " \n\t");
	size_t n = strlen(from);
	while (n && strchr(" \n\t", from[n - 1]))
		n--;
	return arena_strndup(&m->to->arena, from, n);
}

static void find_starts(Maker *m)
{
	Buf all = {0};
	for (size_t i = 0; i < m->w->formats.len; i++) {
		Buf b = {0};
		words_sample(m->w->formats.at[i], &b);
		add_start(m, trimmed(m, buf_str(&b)));
		buf_addf(&all, "%s%s", all.len ? " " : "", trimmed(m, buf_str(&b)));
		buf_free(&b);
	}
	if (m->w->formats.len > 1 && all.len <= 64)
		add_start(m, arena_strdup(&m->to->arena, buf_str(&all)));
	buf_free(&all);
	for (size_t i = 0; i < m->w->compared.len; i++)
		if (!is_argument_word(m->w, m->w->compared.at[i]) && m->starts.len + 3 < MOST_STARTS)
			add_start(m, trimmed(m, m->w->compared.at[i]));
	if (m->w->characters.len > 1 && m->w->characters.len <= 24)
		add_start(m, trimmed(m, buf_str(&m->w->characters)));
	add_start(m, "a 1");
	add_start(m, "");
}

void word_shapes(const Program *p, const ProgramWords *w, WordShapes *to)
{
	Maker m = {.p = p, .w = w, .to = to};
	find_starts(&m);
	for (u32 k = 1; k < WORDS_ANY; k++)
		if (text_facts_any(&w->arg[k]))
			m.n_operands = m.n_known = k;
	if (!m.n_operands && text_facts_any(&w->arg[WORDS_ANY]))
		m.n_operands = 2;
	bool main_takes = p->main != NO_OPERAND && p->functions.at[p->main].n_params > 1;
	if (main_takes && !takes_arguments(&m) && !w->input)
		m.n_operands = 1; /* what it does with them is not known */
	plain_shapes(&m);
	input_shapes(&m);
	for (u32 k = 1; k <= WORDS_ANY; k++)
		if (w->arg[k].words.len)
			word_shapes_at(&m, k);
	option_shapes(&m);
	letter_shape(&m);
	vec_free(&m.starts);
}
