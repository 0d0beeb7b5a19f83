/* hint.c: texts, numbers and options that edits of a line use. */
#include "versions/suggest/climb.h"

#include <ctype.h>

enum {
	MOST_NEAR = 96,    /* texts of functions that changed */
	MOST_ALL = 256,    /* texts of the program */
	MOST_NUMBERS = 96, /* numbers */
	LONG_TEXT = 24,    /* bytes: longer texts are messages */
};

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

static void add_text(Hints *h, StrList *to, const char *text, u32 most)
{
	if (to->len >= most || !is_word(text))
		return;
	for (size_t i = 0; i < to->len; i++)
		if (!strcmp(to->at[i], text))
			return;
	vec_push(to, arena_strdup(&h->arena, text));
}

static void add_number(Hints *h, u64 value, u32 width)
{
	i64 n = width == 8 ? (i8)value : width == 16 ? (i16)value : (i32)value;
	for (i64 k = n - 1; k <= n + 1; k++) {
		char text[24];
		snprintf(text, sizeof text, "%lld", (long long)k);
		if (k == (i32)k)
			add_text(h, &h->numbers, text, MOST_NUMBERS);
	}
}

static void add_value(Hints *h, StrList *to, u64 value, u32 width, u32 most)
{
	char text[2] = {(char)value, 0};
	if (value < 128)
		add_text(h, to, text, most);
	if (width > 8 && (value < 1 << 20 || value >= 0xffff0000u))
		add_number(h, value, width);
}

static bool constant_of(const Program *p, Operand v, u64 *value)
{
	if (v == NO_OPERAND || !operand_is_const(v))
		return false;
	const Const *c = &p->consts.at[v & ~OPERAND_CONST];
	*value = c->lo;
	return !c->undef;
}

static void add_literal(Hints *h, StrList *to, const Program *p, Operand v, u32 most)
{
	u64 at;
	const char *text = constant_of(p, v, &at) ? words_literal(p, at) : NULL;
	if (text && !strchr(text, '%'))
		add_text(h, to, text, most);
	else if (text) { /* a format */
		Buf sample = {0};
		words_sample(text, &sample);
		add_text(h, to, buf_str(&sample), most);
		buf_free(&sample);
	} else if (constant_of(p, v, &at) && at < 128) { /* a character, as of strchr */
		add_text(h, to, (char[]){(char)at, 0}, most);
	}
}

/* Texts, characters and numbers in the code of one function. */
static void add_function(Hints *h, StrList *to, const Program *p, const Function *f, u32 most)
{
	for (u32 k = 0; k < f->n_ins; k++) {
		const Ins *in = &f->ins[k];
		u64 value;
		if (in->op == I_ICMP && constant_of(p, in->b, &value))
			add_value(h, to, value, in->type == TYPE_PTR ? 64 : in->type, most);
		for (u32 i = 0; in->op == I_SWITCH && i < in->n_extra; i++)
			add_value(h, to, f->cases[in->extra + i].lo, in->type, most);
		for (u32 i = 0; in->op == I_CALL && i < f->calls[in->extra].n_args; i++)
			add_literal(h, to, p, f->calls[in->extra].args[i].value, most);
	}
}

static void add_changed(Hints *h, const Program *p, const ChangeMap *map, Side side)
{
	for (u32 i = 0; i < change_map_count(map); i++) {
		const ChangePart *part = &change_map_at(map, i)->part[side];
		u32 last = NO_OPERAND;
		for (u32 k = 0; k < part->n_points; k++) {
			if (part->points[k].function != last)
				add_function(h, &h->near, p, &p->functions.at[part->points[k].function], MOST_NEAR);
			last = part->points[k].function;
		}
	}
}

static void add_accepted(Hints *h, const Program *p)
{
	for (size_t i = 0; i < countof(accepted); i++) {
		u32 f;
		if (strmap_get(&p->by_name, accepted[i].function, &f))
			add_text(h, &h->all, accepted[i].text, MOST_ALL);
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
	*to = (Hints){.input = w->input};
	for (Side s = OLD; s < N_SIDES; s++)
		add_changed(to, subject[s]->program, map, s);
	for (size_t i = 0; i < to->near.len; i++)
		add_text(to, &to->all, to->near.at[i], MOST_ALL);
	add_accepted(to, p);
	for (size_t i = 0; i < w->compared.len; i++)
		add_text(to, &to->all, w->compared.at[i], MOST_ALL);
	for (size_t i = 0; i < w->characters.len; i++)
		add_text(to, &to->all, (char[]){w->characters.at[i], 0}, MOST_ALL);
	for (size_t f = 0; f < p->functions.len; f++)
		if (p->functions.at[f].kind == FN_SUBJECT)
			add_function(to, &to->all, p, &p->functions.at[f], MOST_ALL);
	add_options(to, w);
	program_words_free(w);
}

void hints_free(Hints *h)
{
	vec_free(&h->near);
	vec_free(&h->all);
	vec_free(&h->numbers);
	vec_free(&h->options);
	arena_free(&h->arena);
}
