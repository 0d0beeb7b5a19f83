/* dictionary.c: words, characters and numbers that a program knows.
 *
 * Words that it compares texts with come from engine/words. Tables of keywords and texts that are
 * reached through pointers are found as short texts in the data of the program. All of it is a
 * hint. */
#include "engine/words/dictionary.h"
#include "engine/words/words.h"

#include <ctype.h>

enum {
	MOST_WORDS = 256,   /* of a list */
	LONGEST_WORD = 24,  /* of a text in data, in bytes */
	MOST_NUMBERS = 256, /* constants */
	MOST_DATA = 1 << 16 /* bytes of a global that are searched for texts */
};

static bool has_word(const Buf *list, size_t n, const void *bytes, size_t len)
{
	for (size_t i = 0; i < n; i++)
		if (list[i].len == len && !memcmp(list[i].at, bytes, len))
			return true;
	return false;
}

static Buf word_of(const void *bytes, size_t len)
{
	Buf b = {0};
	buf_add(&b, bytes, len);
	return b;
}

void dictionary_word(Dictionary *d, const void *bytes, size_t len)
{
	if (len && d->words.len < MOST_WORDS && !has_word(d->words.at, d->words.len, bytes, len))
		vec_push(&d->words, word_of(bytes, len));
}

void dictionary_join(Dictionary *d, const Dictionary *from)
{
	for (size_t i = 0; i < from->words.len; i++)
		dictionary_word(d, from->words.at[i].at, from->words.at[i].len);
}

void dictionary_other(Dictionary *d, const void *at, size_t len)
{
	if (len && d->others.len < MOST_WORDS && !has_word(d->words.at, d->words.len, at, len) &&
		!has_word(d->others.at, d->others.len, at, len))
		vec_push(&d->others, word_of(at, len));
}

/* Short printable texts that end with a zero. What has a % or a blank is for output. */
static void search_data(Dictionary *d, const Global *g)
{
	size_t size = g->size < MOST_DATA ? g->size : MOST_DATA;
	for (size_t at = 0; at < size; at++) {
		size_t n = 0;
		while (at + n < size && isgraph(g->init[at + n]) && g->init[at + n] != '%')
			n++;
		if (n && n <= LONGEST_WORD && at + n < size && !g->init[at + n])
			dictionary_other(d, g->init + at, n);
		while (at + n < size && g->init[at + n])
			n++;
		at += n;
	}
}

void dictionary_number(Dictionary *d, i64 v)
{
	for (size_t i = 0; i < d->numbers.len; i++)
		if (d->numbers.at[i] == v)
			return;
	if (d->numbers.len < MOST_NUMBERS)
		vec_push(&d->numbers, v);
}

static void add_constant(Dictionary *d, u64 value, u32 bits)
{
	i64 v = bits < 64 ? (i64)(value << (64 - bits)) >> (64 - bits) : (i64)value;
	bool printable = value == '\t' || value == '\n' || (value >= ' ' && value < 127);
	if (printable &&
		(!d->characters.len || !memchr(d->characters.at, (int)value, d->characters.len)))
		buf_addc(&d->characters, (char)value);
	if (bits >= 16 && bits <= 64)
		dictionary_number(d, v);
}

static void add_operand(Dictionary *d, const Program *p, Operand v, u32 bits)
{
	if (!operand_is_const(v))
		return;
	const Const *c = &p->consts.at[v & ~OPERAND_CONST];
	if (!c->undef)
		add_constant(d, c->lo, bits);
}

/* A text without blanks that goes to another function of the program may be compared there; one that goes to the C
 * library is for output. */
static void search_call(Dictionary *d, const Program *p, const Call *c, IntMap *output)
{
	bool own = c->callee < p->functions.len && p->functions.at[c->callee].kind == FN_SUBJECT;
	for (u32 i = 0; i < c->n_args; i++) {
		Operand v = c->args[i].value;
		const char *text =
			operand_is_const(v) ? words_literal(p, p->consts.at[v & ~OPERAND_CONST].lo) : NULL;
		if (!text)
			continue;
		if (!own)
			intmap_put(output, p->consts.at[v & ~OPERAND_CONST].lo, 1);
		else if (*text && strlen(text) <= LONGEST_WORD && !strpbrk(text, " \t\n%"))
			dictionary_word(d, text, strlen(text));
	}
}

static void search_code(Dictionary *d, const Program *p, const Function *f, IntMap *output)
{
	for (u32 k = 0; k < f->n_ins; k++) {
		const Ins *in = &f->ins[k];
		u32 bits = in->op == I_ICMP || in->op == I_SWITCH ? type_bits(in->type) : 0;
		if (in->op == I_CALL)
			search_call(d, p, &f->calls[in->extra], output);
		if (in->op == I_ICMP)
			add_operand(d, p, in->b, bits);
		for (u32 i = 0; in->op == I_SWITCH && i < in->n_extra; i++)
			add_constant(d, f->cases[in->extra + i].lo, bits);
	}
}

static void add_samples(Dictionary *d, const StrList *formats)
{
	for (size_t i = 0; i < formats->len; i++) {
		Buf sample = {0};
		words_sample(formats->at[i], &sample);
		dictionary_word(d, buf_str(&sample), sample.len);
		buf_free(&sample);
	}
}

void dictionary_find(Dictionary *d, const Program *p)
{
	ProgramWords *w = program_words(p);
	for (size_t i = 0; i < w->compared.len; i++)
		dictionary_word(d, w->compared.at[i], strlen(w->compared.at[i]));
	add_samples(d, &w->formats);
	add_samples(d, &w->scanned);
	program_words_free(w);
	IntMap output = {0};
	u64 known;
	for (size_t i = 0; i < p->functions.len; i++)
		if (p->functions.at[i].kind == FN_SUBJECT)
			search_code(d, p, &p->functions.at[i], &output);
	for (size_t i = 0; i < p->globals.len; i++) {
		const Global *g = &p->globals.at[i];
		if (g->subject && g->init && !intmap_get(&output, g->address, &known))
			search_data(d, g);
	}
	intmap_free(&output);
}

/* ---- files ---- */

/* The word in quotes at a position of a line. Returns false if there is none. */
static bool read_word(const char *at, Buf *word)
{
	const char *quote = strchr(at, '"');
	static const char digits[] = "0123456789abcdef";
	buf_reset(word);
	if (!quote || (quote > at && quote[-1] != '=' && !isspace((u8)quote[-1])))
		return false;
	for (at = quote + 1; *at && *at != '"'; at++) {
		const char *high, *low;
		if (*at != '\\') {
			buf_addc(word, *at);
		} else if (at[1] == '\\' || at[1] == '"') {
			buf_addc(word, *++at);
		} else if (at[1] == 'x' && at[2] && at[3] && (high = strchr(digits, tolower((u8)at[2]))) &&
				   (low = strchr(digits, tolower((u8)at[3])))) {
			buf_addc(word, (char)((high - digits) * 16 + (low - digits)));
			at += 3;
		} else {
			return false;
		}
	}
	return *at == '"' && word->len;
}

bool dictionary_read(Dictionary *d, const char *path, Err *err)
{
	Buf text = {0}, word = {0};
	bool good = file_read(path, &text, err);
	u32 line = 0;
	char *rest = text.at;
	for (char *at; good && rest && (at = strsep(&rest, "\n"));) {
		line++;
		at += strspn(at, " \t\r");
		if (!*at || *at == '#')
			continue;
		good = read_word(at, &word) ||
			   err_set(err, "%s:%u: must be \"WORD\" or NAME=\"WORD\", with \\\\, \\\" and \\xNN",
					   path, line);
		if (good)
			dictionary_word(d, word.at, word.len);
	}
	buf_free(&text);
	buf_free(&word);
	return good;
}

static void write_word(const Buf *word, Buf *to)
{
	buf_addc(to, '"');
	for (size_t i = 0; i < word->len; i++) {
		u8 c = (u8)word->at[i];
		if (c == '"' || c == '\\')
			buf_addf(to, "\\%c", c);
		else if (isprint(c))
			buf_addc(to, (char)c);
		else
			buf_addf(to, "\\x%02x", c);
	}
	buf_adds(to, "\"\n");
}

bool dictionary_write(const Dictionary *d, const char *path, Err *err)
{
	Buf text = {0};
	for (size_t i = 0; i < d->words.len; i++)
		write_word(&d->words.at[i], &text);
	for (size_t i = 0; i < d->others.len; i++)
		write_word(&d->others.at[i], &text);
	bool good = file_write(path, buf_str(&text), text.len, err);
	buf_free(&text);
	return good;
}

static void free_list(Buf *at, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_free(&at[i]);
	free(at);
}

void dictionary_free(Dictionary *d)
{
	free_list(d->words.at, d->words.len);
	free_list(d->others.at, d->others.len);
	vec_free(&d->numbers);
	buf_free(&d->characters);
}
