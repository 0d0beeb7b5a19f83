/* refute_words.c: collects constants and texts of the programs, since a program often compares its
 * input with them. */
#include "versions/verdict/refute_inputs.h"

enum {
	MOST_NUMBERS = 40, /* of the programs, each with its neighbours */
	MOST_TEXTS = 40,
	LONGEST_TEXT = 64, /* bytes */
};

static void add_number(Words *w, u64 v)
{
	for (size_t i = 0; i < w->numbers.len; i++)
		if (w->numbers.at[i] == v)
			return;
	vec_push(&w->numbers, v);
}

static u64 extended(u64 v, unsigned bits)
{
	return bits >= 64 ? v : (u64)((i64)(v << (64 - bits)) >> (64 - bits));
}

static void add_const(Words *w, u64 lo, Type type)
{
	if (!type_is_int(type) || type > 64 || w->numbers.len >= MOST_NUMBERS * 3)
		return;
	u64 v = extended(lo, type);
	add_number(w, v);
	if (type == 1)
		return;
	add_number(w, v + 1);
	add_number(w, v - 1);
}

static void add_operand(Words *w, const Program *p, Operand o)
{
	if (operand_is_const(o) && !p->consts.at[o & ~OPERAND_CONST].undef)
		add_const(w, p->consts.at[o & ~OPERAND_CONST].lo, p->consts.at[o & ~OPERAND_CONST].type);
}

static void take_function(Words *w, const Program *p, const Function *f)
{
	/* What is compared says most. */
	for (int compared = 1; compared >= 0; compared--)
		for (u32 i = 0; i < f->n_ins; i++) {
			const Ins *in = &f->ins[i];
			if ((in->op == I_ICMP) != compared || in->op == I_GEP || in->op == I_SLOT)
				continue;
			add_operand(w, p, in->a);
			add_operand(w, p, in->b);
			add_operand(w, p, in->c);
		}
	for (u32 i = 0; i < f->n_cases; i++)
		add_const(w, f->cases[i].lo, 32);
}

static void take_numbers(const Comparison *comparison, Words *w)
{
	for (int same = 0; same < 2; same++)
		for (int side = OLD; side <= NEW; side++) {
			const Program *p = search_program(comparison->search, side);
			for (u32 i = 0; i < p->functions.len; i++) {
				const Function *f = &p->functions.at[i];
				if (f->kind == FN_SUBJECT &&
					change_map_same(search_map(comparison->search), (Side)side, i) == same)
					take_function(w, p, f);
			}
		}
}

static void take_texts(const Comparison *comparison, Words *w)
{
	for (int side = OLD; side <= NEW; side++) {
		const Program *p = search_program(comparison->search, side);
		for (size_t i = 0; i < p->globals.len && w->texts.len < MOST_TEXTS; i++) {
			const Global *g = &p->globals.at[i];
			if (!g->subject || !g->constant || !g->init || g->size < 2 || g->size > LONGEST_TEXT ||
				g->init[g->size - 1])
				continue;
			Buf text = {0};
			buf_add(&text, g->init, g->size - 1);
			vec_push(&w->texts, text);
		}
	}
}

void words_take(const Comparison *comparison, Words *to)
{
	static const u64 ends[] = {
		0,          1,          -1ull,     2,         10,    255,       256,
		127,        -128ull,    32767,     65535,     65536, INT32_MAX, (u64)INT32_MIN,
		UINT32_MAX, 1ull << 32, INT64_MAX, 1ull << 63};
	take_numbers(comparison, to);
	for (size_t i = 0; i < countof(ends); i++)
		add_number(to, ends[i]);
	take_texts(comparison, to);
}

void words_free(Words *w)
{
	for (size_t i = 0; i < w->texts.len; i++)
		buf_free(&w->texts.at[i]);
	vec_free(&w->texts);
	vec_free(&w->numbers);
}
