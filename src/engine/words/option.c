/* option.c: options by getopt and getopt_long, and the code of each. */
#include "engine/words/impl.h"

#include "engine/load/address.h"

#include <ctype.h>

enum { OPTION_ROW = 32, ROW_ARGUMENT = 8, ROW_VALUE = 24 }; /* layout of struct option, in bytes */

static OptionFacts *find(ProgramWords *w, char letter, const char *name)
{
	for (size_t i = 0; i < w->options.len; i++) {
		OptionFacts *o = &w->options.at[i];
		if (letter ? o->letter == letter : o->name && name && !strcmp(o->name, name))
			return o;
	}
	return NULL;
}

static OptionFacts *add(ProgramWords *w, char letter, const char *name, bool value, u32 loc)
{
	OptionFacts *o = find(w, letter, name);
	if (!o) {
		vec_push(&w->options, ((OptionFacts){.letter = letter, .value = value, .loc = loc}));
		o = &vec_last(&w->options);
	}
	if (name && !o->name)
		o->name = name;
	return o;
}

/* "n:bx::": a colon says that a value must follow, two that it may. */
static void read_letters(ProgramWords *w, const char *text, u32 loc)
{
	for (text += strspn(text, "+-:"); *text; text++)
		if (isalnum((unsigned char)*text))
			add(w, *text, NULL, text[1] == ':' && text[2] != ':', loc);
}

static u64 read_word(const u8 *at, u32 n)
{
	u64 v = 0;
	memcpy(&v, at, n);
	return v;
}

/* An array of struct option ends with a row of zeros. */
static void read_table(ProgramWords *w, const Program *p, u64 address, u32 loc)
{
	u32 g = global_below(p, address);
	if (g == NO_OPERAND || !p->globals.at[g].init)
		return;
	const Global *x = &p->globals.at[g];
	for (u64 at = address - x->address; at + OPTION_ROW <= x->size; at += OPTION_ROW) {
		const char *name = words_literal(p, read_word(x->init + at, 8));
		u64 value = read_word(x->init + at + ROW_VALUE, 4);
		if (!name)
			return;
		bool letter = value < 128 && isalnum((int)value);
		add(w, letter ? (char)value : 0, name, read_word(x->init + at + ROW_ARGUMENT, 4) == 1, loc);
	}
}

static bool is_getopt(const char *name)
{
	return !strcmp(name, "getopt") || !strcmp(name, "getopt_long") ||
		   !strcmp(name, "getopt_long_only");
}

void options_find(ProgramWords *w, const Program *p)
{
	for (size_t i = 0; i < p->functions.len; i++) {
		const Function *f = &p->functions.at[i];
		for (u32 k = 0; f->kind == FN_SUBJECT && k < f->n_ins; k++) {
			const Ins *in = &f->ins[k];
			u64 at;
			if (in->op != I_CALL || !is_getopt(called_name(p, &f->calls[in->extra])))
				continue;
			const Call *c = &f->calls[in->extra];
			const char *text = c->n_args > 2 && operand_value(p, c->args[2].value, &at)
								   ? words_literal(p, at)
								   : NULL;
			if (text)
				read_letters(w, text, in->loc);
			if (c->n_args > 3 && operand_value(p, c->args[3].value, &at))
				read_table(w, p, at, in->loc);
		}
	}
	if (w->options.len > WORDS_OPTIONS)
		w->options.len = WORDS_OPTIONS;
}

/* ---- the code of an option: behind a case of the switch on what getopt returned ---- */

static bool calls_getopt(const Program *p, const Function *f, u32 block)
{
	for (u32 k = f->blocks[block].first; k < f->blocks[block].end; k++)
		if (f->ins[k].op == I_CALL && is_getopt(called_name(p, &f->calls[f->ins[k].extra])))
			return true;
	return false;
}

static void follow(const Program *p, const Function *f, u32 from, bool *seen);

static void follow_end(const Program *p, const Function *f, const Ins *in, bool *seen)
{
	if (in->op == I_BR || in->op == I_CBR)
		follow(p, f, (u32)in->imm, seen);
	if (in->op == I_CBR)
		follow(p, f, (u32)in->scale, seen);
	for (u32 i = 0; in->op == I_SWITCH && i < in->n_extra; i++)
		follow(p, f, f->cases[in->extra + i].block, seen);
	if (in->op == I_SWITCH)
		follow(p, f, (u32)in->imm, seen);
}

/* Blocks behind one, up to the next call of getopt. */
static void follow(const Program *p, const Function *f, u32 from, bool *seen)
{
	if (from >= f->n_blocks || seen[from] || calls_getopt(p, f, from))
		return;
	seen[from] = true;
	follow_end(p, f, &f->ins[f->blocks[from].end - 1], seen);
}

/* Adds the bit of each option whose case leads to the block. */
static TextOrigin by_switch(const ProgramWords *w, const Program *p, const Function *f,
							const Ins *in, u32 block)
{
	TextOrigin all = 0;
	bool *seen = xcalloc(f->n_blocks, sizeof *seen);
	for (u32 i = 0; i < in->n_extra; i++) {
		const Case *c = &f->cases[in->extra + i];
		memset(seen, 0, f->n_blocks * sizeof *seen);
		follow(p, f, c->block, seen);
		for (size_t k = 0; seen[block] && k < w->options.len; k++)
			if (w->options.at[k].letter && (u64)w->options.at[k].letter == c->lo)
				all |= ORIGIN_OPTION(k);
	}
	free(seen);
	return all;
}

TextOrigin options_at(const ProgramWords *w, const Program *p, const Function *f, u32 block)
{
	TextOrigin all = 0;
	bool has = false;
	for (u32 b = 0; b < f->n_blocks && !has; b++)
		has = calls_getopt(p, f, b);
	for (u32 k = 0; has && k < f->n_ins; k++)
		if (f->ins[k].op == I_SWITCH)
			all |= by_switch(w, p, f, &f->ins[k], block);
	return all;
}
