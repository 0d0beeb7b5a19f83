/* symbols.c: assignments NAME = NAME + NUMBER in a hash table of blocks that grows when it is full.
 * long: --stdin @file:N=SEED
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Symbol {
	char *name;
	long value;
	struct Symbol *next;
} Symbol;

static Symbol **heads;
static unsigned n_heads = 8, n_symbols;

static unsigned hash(const char *s)
{
	unsigned h = 2166136261u;
	while (*s)
		h = (h ^ (unsigned char)*s++) * 16777619u;
	return h;
}

static void grow(void)
{
	Symbol **to = calloc(n_heads * 2, sizeof *to);
	for (unsigned i = 0; i < n_heads; i++)
		for (Symbol *s = heads[i], *next; s; s = next) {
			unsigned h = hash(s->name) % (n_heads * 2);
			next = s->next;
			s->next = to[h];
			to[h] = s;
		}
	free(heads);
	heads = to;
	n_heads *= 2;
}

static Symbol *symbol(const char *name)
{
	if (n_symbols > n_heads)
		grow();
	unsigned h = hash(name) % n_heads;
	for (Symbol *s = heads[h]; s; s = s->next)
		if (!strcmp(s->name, name))
			return s;
	Symbol *s = calloc(1, sizeof *s);
	s->name = strdup(name);
	s->next = heads[h];
	heads[h] = s;
	n_symbols++;
	return s;
}

static long operand(char *word)
{
	return isdigit((unsigned char)*word) ? atol(word) : symbol(word)->value;
}

int main(void)
{
	char line[256];
	int wrong = 0;
	heads = calloc(n_heads, sizeof *heads);
	while (fgets(line, sizeof line, stdin)) {
		char *to = strtok(line, " =+\n"), *a = strtok(NULL, " =+\n"), *b = strtok(NULL, " =+\n");
		if (!to)
			continue;
		if (!a || isdigit((unsigned char)*to)) {
			wrong++;
			continue;
		}
		long sum = operand(a) + (b ? operand(b) : 0);
		symbol(to)->value = sum;
	}
	printf("%u symbols, %d wrong, x is %ld\n", n_symbols, wrong, symbol("x")->value);
	return wrong > 0;
}
