/* keywords.c: names hashed into a symbol table, keywords by a perfect hash as gperf makes them.
 * long: --stdin @file:N=SEED
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { SLOTS = 64, NAMES = 200 };

static const char *const keywords[] = {"if",   "else", "while",  "for",   "do",
									   "int",  "char", "return", "break", "case",
									   "goto", "long", "switch", "void"};
static const unsigned char weight[26] = {3,  9, 1, 7, 2,  14, 5,  11, 4,  0,  0, 6, 0,
										 13, 8, 0, 0, 12, 10, 15, 0,  16, 17, 0, 0, 0};

static char names[NAMES][16];
static int chain[SLOTS], link[NAMES], uses[NAMES], n_names;
static const char *slot_word[64];

static unsigned key(const char *s, unsigned n)
{
	return (n + weight[(s[0] | 32) - 'a'] * 3u + weight[(s[n - 1] | 32) - 'a']) % 64;
}

static int keyword(const char *s, unsigned n)
{
	const char *w = slot_word[key(s, n)];
	return w && !strcmp(w, s);
}

static unsigned hash(const char *s)
{
	unsigned h = 5381;
	while (*s)
		h = h * 33 + (unsigned char)*s++;
	return h % SLOTS;
}

static void use(const char *s)
{
	unsigned h = hash(s);
	for (int i = chain[h]; i; i = link[i])
		if (!strcmp(names[i], s)) {
			uses[i]++;
			return;
		}
	if (n_names + 1 >= NAMES)
		return;
	int i = ++n_names;
	strcpy(names[i], s);
	link[i] = chain[h];
	chain[h] = i;
	uses[i] = 1;
}

int main(void)
{
	char word[16];
	unsigned n = 0;
	int c, known = 0, twice = 0;
	for (unsigned i = 0; i < sizeof keywords / sizeof *keywords; i++)
		slot_word[key(keywords[i], (unsigned)strlen(keywords[i]))] = keywords[i];
	do {
		c = getchar();
		if (c != EOF && c < 128 && isalpha(c) && n < sizeof word - 1) {
			word[n++] = (char)c;
			continue;
		}
		word[n] = 0;
		if (n && keyword(word, n))
			known++;
		else if (n)
			use(word);
		n = 0;
	} while (c != EOF);
	for (int i = 1; i <= n_names; i++)
		twice += uses[i] > 1;
	printf("%d keywords, %d names, %d used more than once\n", known, n_names, twice);
	return 0;
}
