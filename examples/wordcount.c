/* wordcount.c: counts lines, words and bytes of its standard input, and the most frequent words.
 *
 * Usage: wordcount [-n COUNT]
 *
 * A small program of the usual kind: options, a hash table on the heap, sorting, printf.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUCKETS = 1024, LONGEST = 63 };

typedef struct Word {
	struct Word *next; /* in the same bucket */
	unsigned count;
	char text[]; /* lower case */
} Word;

static Word *buckets[BUCKETS];
static size_t distinct;

static unsigned hash(const char *s)
{
	unsigned h = 5381;
	while (*s)
		h = h * 33 + (unsigned char)*s++;
	return h % BUCKETS;
}

static void count_word(const char *text)
{
	Word **bucket = &buckets[hash(text)];
	for (Word *w = *bucket; w; w = w->next)
		if (!strcmp(w->text, text)) {
			w->count++;
			return;
		}
	Word *w = malloc(sizeof *w + strlen(text) + 1);
	if (!w)
		abort();
	strcpy(w->text, text);
	w->count = 1;
	w->next = *bucket;
	*bucket = w;
	distinct++;
}

/* Most frequent first; equally frequent ones by the alphabet. */
static int compare(const void *a, const void *b)
{
	const Word *x = *(Word *const *)a, *y = *(Word *const *)b;
	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return strcmp(x->text, y->text);
}

static void print_top(size_t n)
{
	Word **all = malloc(distinct * sizeof *all + 1);
	size_t k = 0;
	if (!all)
		abort();
	for (size_t i = 0; i < BUCKETS; i++)
		for (Word *w = buckets[i]; w; w = w->next)
			all[k++] = w;
	qsort(all, k, sizeof *all, compare);
	for (size_t i = 0; i < k && i < n; i++)
		printf("%6u %s\n", all[i]->count, all[i]->text);
	free(all);
}

int main(int argc, char **argv)
{
	size_t top = 5, len = 0;
	unsigned long lines = 0, words = 0, bytes = 0;
	char word[LONGEST + 1];
	int c, option;
	while ((option = getopt(argc, argv, "n:")) != -1) {
		if (option != 'n') {
			fprintf(stderr, "usage: %s [-n COUNT]\n", argv[0]);
			return 2;
		}
		top = strtoul(optarg, NULL, 10);
	}
	do {
		c = getchar();
		bytes += c != EOF;
		lines += c == '\n';
		if (c != EOF && isalpha(c)) {
			if (len < LONGEST)
				word[len++] = (char)tolower(c);
		} else if (len) {
			word[len] = 0;
			count_word(word);
			words++;
			len = 0;
		}
	} while (c != EOF);
	printf("%lu lines, %lu words (%zu different), %lu bytes\n", lines, words, distinct, bytes);
	print_top(top);
	return 0;
}
