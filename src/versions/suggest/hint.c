/* hint.c: texts, numbers and options that edits of a line use.
 *
 * Words of the dictionary are those of functions that changed; all others are those of the program. */
#include "versions/suggest/climb.h"

#include <ctype.h>

enum { LONG_TEXT = 24 }; /* bytes: longer texts are messages */

/* What functions of the C library accept as a text. */
static const struct {
	const char *function, *text;
} accepted[] = {
	{"inet_aton", "10.0.0.1"},
	{"inet_addr", "10.0.0.1"},
	{"inet_pton", "10.0.0.1"},
	{"inet_pton", "fe80::1"},
	{"strtod", "1.5"},
	{"atof", "1.5"},
	{"strtol", "12"},
	{"strtoul", "12"},
	{"atoi", "12"},
	{"getpwnam", "root"},
	{"getgrnam", "root"},
	{"opendir", "."},
	{"regcomp", "a*"},
	{"regexec", "aa"},
	{"strptime", "2000-01-02"},
	{"gethostbyname", "localhost"},
	{"sscanf", "1"},
	{"getenv", "HOME"},
};

static bool is_word(const char *text)
{
	size_t n = strlen(text);
	if (!n || n > LONG_TEXT)
		return false;
	for (const char *at = text; *at; at++)
		if (!isprint((unsigned char)*at) && *at != '\n' && *at != '\t')
			return false;
	return true;
}

/* near: a text of a function that changed. */
static void add_text(Hints *h, bool near, const char *text)
{
	if (!is_word(text))
		return;
	if (near)
		dictionary_word(&h->dict, text, strlen(text));
	else
		dictionary_other(&h->dict, text, strlen(text));
}

static void add_value(Hints *h, bool near, u64 value, u32 width)
{
	i64 n = width == 8    ? (i8)value
			: width == 16 ? (i16)value
			: width == 32 ? (i32)value
						  : (i64)value;
	if (value < 128)
		add_text(h, near, (char[]){(char)value, 0});
	if (width > 8 && n > -(1 << 16) && n < 1 << 20)
		dictionary_number(&h->dict, n);
}

static bool constant_of(const Program *p, Operand v, u64 *value)
{
	if (v == NO_OPERAND || !operand_is_const(v))
		return false;
	const Const *c = &p->consts.at[v & ~OPERAND_CONST];
	*value = c->lo;
	return !c->undef;
}

static void add_literal(Hints *h, bool near, const Program *p, Operand v)
{
	u64 at;
	const char *text = constant_of(p, v, &at) ? words_literal(p, at) : NULL;
	if (text && !strchr(text, '%'))
		add_text(h, near, text);
	else if (text) { /* a format */
		Buf sample = {0};
		words_sample(text, &sample);
		add_text(h, near, buf_str(&sample));
		buf_free(&sample);
	} else if (constant_of(p, v, &at) && at < 128) { /* a character, as of strchr */
		add_text(h, near, (char[]){(char)at, 0});
	}
}

/* Texts, characters and numbers in the code of one function. */
static void add_function(Hints *h, bool near, const Program *p, const Function *f)
{
	for (u32 k = 0; k < f->n_ins; k++) {
		const Ins *in = &f->ins[k];
		u64 value;
		if (in->op == I_ICMP && constant_of(p, in->b, &value))
			add_value(h, near, value, in->type == TYPE_PTR ? 64 : in->type);
		for (u32 i = 0; in->op == I_SWITCH && i < in->n_extra; i++)
			add_value(h, near, f->cases[in->extra + i].lo, in->type);
		for (u32 i = 0; in->op == I_CALL && i < f->calls[in->extra].n_args; i++)
			add_literal(h, near, p, f->calls[in->extra].args[i].value);
	}
}

static void add_changed(Hints *h, const Program *p, const ChangeMap *map, Side side)
{
	for (u32 i = 0; i < change_map_count(map); i++) {
		const ChangePart *part = &change_map_at(map, i)->part[side];
		u32 last = NO_OPERAND;
		for (u32 k = 0; k < part->n_points; k++) {
			if (part->points[k].function != last)
				add_function(h, true, p, &p->functions.at[part->points[k].function]);
			last = part->points[k].function;
		}
	}
}

static void add_accepted(Hints *h, const Program *p)
{
	for (size_t i = 0; i < countof(accepted); i++) {
		u32 f;
		if (strmap_get(&p->by_name, accepted[i].function, &f))
			add_text(h, false, accepted[i].text);
	}
}

static void add_options(Hints *h, const ProgramWords *w)
{
	for (size_t i = 0; i < w->options.len; i++) {
		const OptionFacts *o = &w->options.at[i];
		char letter[3] = {'-', o->letter, 0};
		char *name = o->name ? xasprintf("--%s%s", o->name, o->value ? "=" : "") : NULL;
		if (o->letter)
			vec_push(&h->options, ((HintOption){arena_strdup(&h->arena, letter),
												o->value || w->letters, o->text.number}));
		if (name && !o->value)
			vec_push(&h->options, ((HintOption){arena_strdup(&h->arena, name), false, false}));
		free(name);
	}
	for (size_t i = 0; i < w->compared.len; i++)
		if (w->compared.at[i][0] == '-' && w->compared.at[i][1])
			vec_push(&h->options,
					 ((HintOption){arena_strdup(&h->arena, w->compared.at[i]), false, false}));
}

void hints_find(Subject *const subject[N_SIDES], const ChangeMap *map, Hints *to)
{
	const Program *p = subject[NEW]->program;
	ProgramWords *w = program_words(p);
	Dictionary all = {0};
	*to = (Hints){.input = w->input};
	for (Side s = OLD; s < N_SIDES; s++)
		add_changed(to, subject[s]->program, map, s);
	add_accepted(to, p);
	dictionary_find(&all, p);
	for (size_t i = 0; i < all.words.len; i++)
		add_text(to, false, buf_str(&all.words.at[i]));
	for (size_t i = 0; i < all.others.len; i++)
		add_text(to, false, buf_str(&all.others.at[i]));
	for (size_t i = 0; i < w->characters.len; i++)
		add_text(to, false, (char[]){w->characters.at[i], 0});
	buf_add(&to->dict.characters, all.characters.at, all.characters.len);
	for (size_t f = 0; f < p->functions.len; f++)
		if (p->functions.at[f].kind == FN_SUBJECT)
			add_function(to, false, p, &p->functions.at[f]);
	add_options(to, w);
	dictionary_free(&all);
	program_words_free(w);
}

void hints_free(Hints *h)
{
	dictionary_free(&h->dict);
	vec_free(&h->options);
	arena_free(&h->arena);
}
