/* wrap: fills lines up to a width, after fmt and fold. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WIDTH = 40, MOST_WORDS = 24 };

struct word {
	const char *text;
	unsigned length;
	bool ends_sentence;
	bool ends_paragraph;
};

/* What the command line says. */
static unsigned width = 10;
static unsigned indent;       /* of all lines but the first of a paragraph */
static unsigned first_indent; /* of the first */
static bool split_only;       /* short lines are not joined */
static bool uniform;          /* two spaces behind a sentence */
static bool right;            /* flush right */

static struct word words[MOST_WORDS];
static unsigned n_words;

static void fail(const char *what)
{
	printf("wrap: %s\n", what);
	exit(1);
}

static void usage(void)
{
	printf("usage: wrap [-w N] [-i N] [-f N] [-s] [-u] [-r] TEXT\n");
	printf("  -w N  width, 10 unless it is given\n");
	printf("  -i N  indent of lines\n");
	printf("  -f N  indent of the first\n");
	printf("  -s    split long lines, do not join short ones\n");
	printf("  -u    one space between words, two between sentences\n");
	printf("  -r    flush right\n");
	exit(2);
}

static void about(void)
{
	printf("wrap 0.9\n");
	printf("Fills paragraphs. Words of a text are separated by _ and lines by /, since\n");
	printf("texts are arguments here; an empty line ends a paragraph.\n");
	exit(0);
}

static unsigned read_count(const char *text, unsigned least, unsigned most)
{
	unsigned n = 0;
	if (!*text)
		fail("number expected");
	for (; *text; text++) {
		if (*text < '0' || *text > '9')
			fail("number expected");
		n = n * 10 + (unsigned)(*text - '0');
		if (n > most)
			fail("number too large");
	}
	if (n < least)
		fail("number too small");
	return n;
}

/* Words are separated by underscores, lines by slashes, paragraphs by two of them. */
static void read_words(const char *text)
{
	while (*text) {
		struct word w = {.text = text};
		while (*text && *text != '_' && *text != '/') {
			w.length++;
			text++;
		}
		if (w.length) {
			char last = w.text[w.length - 1];
			w.ends_sentence = last == '.' || last == '!' || last == '?';
			if (n_words == MOST_WORDS)
				fail("too many words");
			words[n_words++] = w;
		}
		unsigned slashes = 0;
		while (*text == '_' || *text == '/') {
			slashes += *text == '/';
			text++;
		}
		if (n_words && (slashes > 1 || (split_only && slashes)))
			words[n_words - 1].ends_paragraph = true;
	}
	if (n_words)
		words[n_words - 1].ends_paragraph = true;
}

static unsigned space_behind(const struct word *w)
{
	return uniform && w->ends_sentence ? 2 : 1;
}

/* How many words from one on fit into a line that begins with an indent. */
static unsigned fit(unsigned from, unsigned margin, unsigned *used)
{
	unsigned n = 0, length = margin;
	for (unsigned i = from; i < n_words; i++) {
		unsigned more = words[i].length + (n ? space_behind(&words[i - 1]) : 0);
		if (n && length + more > width)
			break;
		length += more;
		n++;
		if (words[i].ends_paragraph)
			break;
	}
	*used = length;
	return n;
}

static void put_spaces(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		putchar('_');
}

static void put_line(unsigned from, unsigned n, unsigned margin, unsigned used)
{
	if (right && used < width)
		put_spaces(width - used);
	put_spaces(margin);
	for (unsigned i = 0; i < n; i++) {
		if (i)
			put_spaces(space_behind(&words[from + i - 1]));
		printf("%.*s", (int)words[from + i].length, words[from + i].text);
	}
	putchar('\n');
}

/* A word that is longer than a line is broken. */
static bool break_word(unsigned at, unsigned margin)
{
	unsigned room = width - margin;
	if (words[at].length <= room)
		return false;
	put_spaces(margin);
	printf("%.*s\n", (int)room, words[at].text);
	words[at].text += room;
	words[at].length -= room;
	return true;
}

static void put_all(void)
{
	unsigned at = 0;
	bool first = true;
	while (at < n_words) {
		unsigned margin = first ? first_indent : indent, used;
		if (break_word(at, margin)) {
			first = false;
			continue;
		}
		unsigned n = fit(at, margin, &used);
		put_line(at, n, margin, used);
		first = words[at + n - 1].ends_paragraph;
		if (first && at + n < n_words)
			putchar('\n');
		at += n;
	}
}

int main(int argc, char **argv)
{
	int at = 1;
	for (; at < argc && argv[at][0] == '-' && argv[at][1]; at++) {
		char letter = argv[at][1];
		if (letter == 's' || letter == 'u' || letter == 'r') {
			split_only |= letter == 's';
			uniform |= letter == 'u';
			right |= letter == 'r';
			continue;
		}
		if (letter == 'V')
			about();
		if (++at == argc)
			usage();
		switch (letter) {
		case 'w': width = read_count(argv[at], 4, MOST_WIDTH); break;
		case 'i': indent = read_count(argv[at], 0, MOST_WIDTH); break;
		case 'f': first_indent = read_count(argv[at], 0, MOST_WIDTH); break;
		default: usage();
		}
	}
	if (at + 1 != argc)
		usage();
	if (indent + 2 > width || first_indent + 2 > width)
		fail("indent too large");
	read_words(argv[at]);
	put_all();
	return 0;
}
