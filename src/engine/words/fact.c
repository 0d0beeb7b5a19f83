/* fact.c: what calls and comparisons say about the texts they are given. */
#include "engine/words/impl.h"

#include <ctype.h>

typedef enum FactKind {
	FACT_NUMBER,  /* converts the text to an integer */
	FACT_REAL,    /* converts it to a floating point number */
	FACT_OPEN,    /* opens the file that it names */
	FACT_COMPARE, /* compares two texts, the first two arguments */
	FACT_FORMAT,  /* reads a text by a format, the argument behind it */
	FACT_INPUT,   /* reads standard input */
} FactKind;

typedef struct KnownCall {
	const char *name; /* of a function */
	FactKind kind;    /* what it does */
	u8 arg;           /* number of the argument that this is about, from 0 */
} KnownCall;

static const KnownCall table[] = {
	{"atoi", FACT_NUMBER, 0},        {"atol", FACT_NUMBER, 0},
	{"atoll", FACT_NUMBER, 0},       {"strtol", FACT_NUMBER, 0},
	{"strtoul", FACT_NUMBER, 0},     {"strtoll", FACT_NUMBER, 0},
	{"strtoull", FACT_NUMBER, 0},    {"strtoimax", FACT_NUMBER, 0},
	{"strtoumax", FACT_NUMBER, 0},   {"atof", FACT_REAL, 0},
	{"strtod", FACT_REAL, 0},        {"strtof", FACT_REAL, 0},
	{"strtold", FACT_REAL, 0},       {"fopen", FACT_OPEN, 0},
	{"fopen64", FACT_OPEN, 0},       {"freopen", FACT_OPEN, 0},
	{"open", FACT_OPEN, 0},          {"open64", FACT_OPEN, 0},
	{"strcmp", FACT_COMPARE, 0},     {"strncmp", FACT_COMPARE, 0},
	{"strcasecmp", FACT_COMPARE, 0}, {"strncasecmp", FACT_COMPARE, 0},
	{"memcmp", FACT_COMPARE, 0},     {"strstr", FACT_COMPARE, 0},
	{"sscanf", FACT_FORMAT, 0},      {"fscanf", FACT_FORMAT, 0},
	{"scanf", FACT_INPUT, 0},        {"getchar", FACT_INPUT, 0},
	{"gets", FACT_INPUT, 0},         {"getchar_unlocked", FACT_INPUT, 0},
};

static const KnownCall *find(const char *name)
{
	for (size_t i = 0; i < countof(table); i++)
		if (!strcmp(table[i].name, name))
			return &table[i];
	return NULL;
}

/* ---- texts of a set ---- */

typedef VEC(TextFacts *) FactsList;

/* The texts that a value may point into. */
static void texts_of(ProgramWords *w, TextOrigin from, FactsList *to)
{
	to->len = 0;
	if (from & ORIGIN_ARG(WORDS_ANY)) /* a loop over all of them */
		vec_push(to, &w->arg[WORDS_ANY]);
	else
		for (u32 k = 0; k < WORDS_ARGS; k++)
			if (from & ORIGIN_ARG(k))
				vec_push(to, &w->arg[k]);
	for (size_t i = 0; i < w->options.len; i++)
		if (from & (ORIGIN_OPTION(i) | ORIGIN_SOME_OPTION) && w->options.at[i].value)
			vec_push(to, &w->options.at[i].text);
}

static const char *literal_of(const Program *p, Operand v)
{
	u64 at;
	return operand_value(p, v, &at) ? words_literal(p, at) : NULL;
}

/* "r" or O_RDONLY. */
static bool only_reads(const Program *p, const Call *c)
{
	u64 flags;
	const char *mode = c->n_args > 1 ? literal_of(p, c->args[1].value) : NULL;
	if (mode)
		return *mode == 'r';
	return c->n_args < 2 || !operand_value(p, c->args[1].value, &flags) || !(flags & 3);
}

static void add_number(TextFacts *t, const char *format)
{
	const char *at = strchr(format, '%');
	if (at && strpbrk(at, "feg"))
		t->real = true;
	else if (at && strpbrk(at, "diux"))
		t->number = true;
	else
		t->looked = true;
}

static void add_fact(TextFacts *t, const KnownCall *known, const Program *p, const Call *c,
					 const char *word)
{
	switch (known->kind) {
	case FACT_NUMBER: t->number = true; break;
	case FACT_REAL: t->real = true; break;
	case FACT_OPEN: *(only_reads(p, c) ? &t->opened : &t->created) = true; break;
	case FACT_COMPARE:
		if (word)
			word_add(&t->words, word);
		t->looked = true;
		break;
	case FACT_FORMAT:
		if (c->n_args > 1 && literal_of(p, c->args[1].value))
			add_number(t, literal_of(p, c->args[1].value));
		break;
	default: break;
	}
}

static void add_input(ProgramWords *w, u32 loc)
{
	w->input = true;
	if (!w->input_loc)
		w->input_loc = loc;
}

/* ---- the walk ---- */

static void about_reading(Origins *o, const Function *f, const Ins *in, const KnownCall *known)
{
	const Call *c = &f->calls[in->extra];
	ProgramWords *w = o->words;
	bool scan = !strcmp(known->name, "scanf"), from = !strcmp(known->name, "fscanf");
	const char *format = scan && c->n_args       ? literal_of(o->p, c->args[0].value)
						 : from && c->n_args > 1 ? literal_of(o->p, c->args[1].value)
												 : NULL;
	const char *of_text = known->kind == FACT_FORMAT && !from && c->n_args > 1
							  ? literal_of(o->p, c->args[1].value)
							  : NULL;
	if (format && w->formats.len < WORDS_MOST)
		vec_push(&w->formats, format);
	if (of_text && w->scanned.len < WORDS_MOST)
		vec_push(&w->scanned, of_text);
	u64 fd;
	if (known->kind == FACT_INPUT || (!strcmp(known->name, "read") && c->n_args &&
									  operand_value(o->p, c->args[0].value, &fd) && !fd))
		add_input(w, in->loc);
}

/* A program that mentions stdin reads it: perhaps where no file is given. */
static void about_load(Origins *o, const Ins *in)
{
	u32 g;
	u64 at;
	if (operand_value(o->p, in->a, &at) && strmap_get(&o->p->global_by_name, "stdin", &g) &&
		o->p->globals.at[g].address == at)
		add_input(o->words, in->loc);
}

static void about_call(Origins *o, const Function *f, const Ins *in, FactsList *texts)
{
	const Call *c = &f->calls[in->extra];
	const KnownCall *known = find(called_name(o->p, c));
	ProgramWords *w = o->words;
	if (!known || o->p->functions.at[c->callee].kind == FN_SUBJECT)
		return;
	about_reading(o, f, in, known);
	w->files |= known->kind == FACT_OPEN;
	u32 n = known->kind == FACT_COMPARE ? 2 : 1;
	for (u32 i = 0; i < n && known->arg + i < c->n_args; i++) {
		u32 other = known->arg + (n == 2 ? !i : i);
		const char *word =
			n == 2 && other < c->n_args ? literal_of(o->p, c->args[other].value) : NULL;
		if (word)
			word_add(&w->compared, word);
		texts_of(w, origin_of(o, f, c->args[known->arg + i].value), texts);
		for (size_t k = 0; k < texts->len; k++) {
			add_fact(texts->at[k], known, o->p, c, word);
			if (!texts->at[k]->loc)
				texts->at[k]->loc = in->loc;
		}
	}
}

static void add_character(ProgramWords *w, u64 c)
{
	if (c < 32 || c > 126 ||
		(w->characters.len && memchr(w->characters.at, (int)c, w->characters.len)))
		return;
	buf_addc(&w->characters, (char)c);
}

/* A character that follows a dash: an option that the program reads itself. */
static void add_letter(Origins *o, const Function *f, const Ins *in, u64 c)
{
	ProgramWords *w = o->words;
	const Ins *from = definition(o, f, in->a);
	while (from && (from->op == I_SEXT || from->op == I_ZEXT || from->op == I_MOV))
		from = definition(o, f, from->a);
	const Ins *at = from && from->op == I_LOAD ? definition(o, f, from->a) : NULL;
	if (!at || at->op != I_GEP || at->imm != 1 || c > 127 || !isalnum((int)c) ||
		w->options.len >= WORDS_OPTIONS)
		return;
	for (size_t i = 0; i < w->options.len; i++)
		if (w->options.at[i].letter == (char)c)
			return;
	vec_push(&w->options, ((OptionFacts){.letter = (char)c, .loc = in->loc}));
	w->letters = true;
}

/* True if the value is a byte of memory, perhaps widened. */
static bool is_byte(const Origins *o, const Function *f, Operand v)
{
	const Ins *in = definition(o, f, v);
	while (in && (in->op == I_SEXT || in->op == I_ZEXT || in->op == I_MOV))
		in = definition(o, f, in->a);
	return in && in->op == I_LOAD && in->type == 8;
}

static void about_character(Origins *o, const Function *f, const Ins *in, FactsList *texts)
{
	u64 value;
	TextOrigin from = origin_of_char(o, f, in->a);
	bool one = in->op == I_ICMP && operand_value(o->p, in->b, &value);
	if (in->op != I_SWITCH && !one)
		return;
	texts_of(o->words, from, texts);
	for (size_t k = 0; k < texts->len; k++)
		texts->at[k]->looked = true;
	for (u32 i = 0; in->op == I_SWITCH && i < in->n_extra; i++) {
		add_character(o->words, f->cases[in->extra + i].lo);
		if (from & ORIGIN_ARGS)
			add_letter(o, f, in, f->cases[in->extra + i].lo);
	}
	if (one && (from || is_byte(o, f, in->a))) {
		add_character(o->words, value);
		if (from & ORIGIN_ARGS && ins_is_equality(in))
			add_letter(o, f, in, value);
	}
}

void facts_find(Origins *o)
{
	FactsList texts = {0};
	for (size_t i = 0; i < o->p->functions.len; i++) {
		const Function *f = &o->p->functions.at[i];
		for (u32 k = 0; f->kind == FN_SUBJECT && k < f->n_ins; k++) {
			if (f->ins[k].op == I_CALL)
				about_call(o, f, &f->ins[k], &texts);
			else if (f->ins[k].op == I_ICMP || f->ins[k].op == I_SWITCH)
				about_character(o, f, &f->ins[k], &texts);
			else if (f->ins[k].op == I_LOAD)
				about_load(o, &f->ins[k]);
		}
	}
	vec_free(&texts);
}
